//! Columns of binary tables, some of which hold a list in every row: column `embedding` of lists of 384 numbers becomes the
//! features `embedding[0]` to `embedding[383]`.

use halflit::{Content, Encoding, SourceColumn};

use crate::builder::{feature_of_cell, zeros};
use crate::cells::Cells;
use crate::error::{IoError, Result, excerpt};
use crate::labels::{Cell, LabelBuilder};
use crate::options::{ColumnRef, Missing, ReadOptions};
use crate::plan::{Plan, Request, Role};
use crate::raw::{Raw, Values};
use crate::source::Origin;
use crate::table::Table;

/// A column of a file: its name, how long its lists are, if it holds lists, and whether its numbers are of single precision.
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) list: Option<usize>,
    pub(crate) single: bool,
}

impl Column {
    fn names(&self) -> Vec<String> {
        match self.list {
            Some(length) => (0..length).map(|k| format!("{}[{k}]", self.name)).collect(),
            None => vec![self.name.clone()],
        }
    }
}

/// A table in the making, whose columns come one after another.
pub(crate) struct ColumnTable<'o> {
    origin: &'o Origin,
    plan: Plan,
    /// Where each column of the file starts among those of the plan.
    starts: Vec<usize>,
    lists: Vec<Option<usize>>,
    rows: usize,
    values: Values,
    cells: Cells,
    /// For each of the kept columns its cells, and how many bytes they all take.
    kept: Vec<Vec<String>>,
    kept_bytes: usize,
    labels: LabelBuilder,
}

impl<'o> ColumnTable<'o> {
    pub(crate) fn new(
        origin: &'o Origin,
        columns: &[Column],
        rows: usize,
        request: &Request<'_>,
    ) -> Result<Self> {
        if rows == 0 {
            return Err(IoError::NoRows { file: origin.name.clone() });
        }
        let total = columns.iter().map(|column| column.list.unwrap_or(1)).sum();
        origin.check_size(1, total)?;
        let (mut names, mut starts) = (Vec::new(), Vec::new());
        for column in columns {
            starts.push(names.len());
            names.extend(column.names());
        }
        let options = spelled_out(request.options, columns);
        let plan = Plan::new(origin, names, true, &Request { options: &options, ..*request })?;
        // Labels alone take as much as one column.
        origin.check_size(rows, plan.width().max(1))?;
        let values = match is_single(&plan, columns, request.options) {
            true => Values::Single(zeros(origin, rows, plan.width())?),
            false => Values::Double(zeros(origin, rows, plan.width())?),
        };
        let cells = Cells::new(request.options, plan.width());
        let kept = vec![Vec::new(); plan.kept_names.len()];
        let labels = LabelBuilder::new(&request.options.unlabeled);
        let lists = columns.iter().map(|column| column.list).collect();
        Ok(Self { origin, plan, starts, lists, rows, values, cells, kept, kept_bytes: 0, labels })
    }

    /// Whether anything of a column is wanted.
    pub(crate) fn wants(&self, column: usize) -> bool {
        let mut places = self.starts[column]..self.starts[column] + self.lists[column].unwrap_or(1);
        places.any(|k| self.plan.roles[k] != Role::Ignored || self.plan.kept[k].is_some())
    }

    /// Whether a column is held as text: that of the labels, and those that are kept.
    pub(crate) fn is_text(&self, column: usize) -> bool {
        let start = self.starts[column];
        self.plan.roles.get(start) == Some(&Role::Label)
            || self.plan.kept.get(start).is_some_and(Option::is_some)
    }

    /// Takes the cell of a row: of its list the one at `at`, which is 0 where there is no list.
    pub(crate) fn take(
        &mut self,
        column: usize,
        row: usize,
        at: usize,
        cell: Cell<'_>,
    ) -> Result<()> {
        if at >= self.lists[column].unwrap_or(1) || row >= self.rows {
            return Ok(()); // told by `end_list`, or by the caller, which counts the rows
        }
        let position = self.starts[column] + at;
        let (role, kept_as) = (self.plan.roles[position], self.plan.kept[position]);
        if let Role::Feature(k) = role {
            let (name, place) = (&self.plan.names[position], || self.origin.row(row));
            let value = feature_of_cell(&mut self.cells, k, name, &cell, place)?;
            self.values.set(row * self.plan.width() + k, value);
        }
        match (role, kept_as) {
            (Role::Label, None) => self.labels.push_cell(cell),
            (_, Some(k)) => {
                let text = cell.into_text();
                if role == Role::Label {
                    self.labels.push(&text);
                }
                self.kept_bytes += size_of::<String>() + text.len();
                self.kept[k].push(text.into_owned());
            }
            _ => return Ok(()),
        }
        match (self.labels.held() + self.kept_bytes) as u64 > self.origin.arrived.text() {
            true => Err(self.origin.outgrown()),
            false => Ok(()),
        }
    }

    /// Refuses a list that is longer or shorter than the first, or not there at all.
    pub(crate) fn end_list(&self, column: usize, row: usize, found: Option<usize>) -> Result<()> {
        let expected = self.lists[column].unwrap_or(1);
        let place = self.origin.row(row);
        let name = || {
            let whole = self.plan.names[self.starts[column]].rsplit_once('[');
            excerpt(whole.map_or("", |(name, _)| name))
        };
        match found {
            Some(found) if found == expected => Ok(()),
            Some(found) => Err(IoError::UnequalLists { place, column: name(), expected, found }),
            None => Err(IoError::Missing { place, column: name() }),
        }
    }

    pub(crate) fn finish(self, options: &ReadOptions) -> Result<Table> {
        let labels = self.plan.label_name.is_some().then(|| self.labels.finish());
        let Self { origin, plan, rows, values, cells, kept, .. } = self;
        Raw { plan, rows, values, cells, kept, labels }.finish(origin, options)
    }
}

/// Whether the table is held in single precision, as its file has it: every feature is a number of that width, and none is filled in.
fn is_single(plan: &Plan, columns: &[Column], options: &ReadOptions) -> bool {
    let number = |own: &SourceColumn| matches!(own.content, Content::Number { .. });
    let as_before = |like: &Encoding| like.columns.iter().all(number);
    let singles = columns.iter().flat_map(|own| vec![own.single; own.list.unwrap_or(1)]);
    let mut features = plan.roles.iter().zip(singles);
    let all = features.all(|(role, single)| single || !matches!(role, Role::Feature(_)));
    let plain = plan.width() > 0 && plan.texts.is_empty() && !plan.maybe_index;
    let whole = options.missing == Missing::Error && options.like.as_ref().is_none_or(as_before);
    options.stored && all && plain && whole
}

/// Refuses columns of types that are not read, all at once.
pub(crate) fn refuse<'c>(
    origin: &Origin,
    columns: impl Iterator<Item = (&'c str, String)>,
) -> Result<()> {
    let error = |(name, found): (&str, String)| {
        let (file, column) = (origin.name.clone(), excerpt(name));
        let what = format!("column '{column}'");
        (column, IoError::UnsupportedType { file, what, found })
    };
    IoError::together(&origin.name, columns.map(error).collect())
}

/// The name of a whole list stands for all of its places.
fn spelled_out(options: &ReadOptions, columns: &[Column]) -> ReadOptions {
    let spell = |wanted: &[ColumnRef]| -> Vec<ColumnRef> {
        let names = |reference: &ColumnRef| match reference {
            ColumnRef::Name(name) => columns.iter().find(|c| c.list.is_some() && c.name == *name),
            ColumnRef::Number(_) => None,
        };
        let one = |reference: &ColumnRef| match names(reference) {
            Some(column) => column.names().into_iter().map(ColumnRef::Name).collect(),
            None => vec![reference.clone()],
        };
        wanted.iter().flat_map(one).collect()
    };
    let columns = options.columns.as_deref().map(spell);
    ReadOptions { columns, drop: spell(&options.drop), ..options.clone() }
}
