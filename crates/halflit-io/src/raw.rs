//! What a format has read, before it becomes a table.

use halflit::{Content, Encoding};

use crate::cells::Cells;
use crate::encode::Grid;
use crate::error::{IoError, Result, excerpt};
use crate::labels::LabelColumn;
use crate::options::{Missing, ReadOptions};
use crate::plan::Plan;
use crate::source::Origin;
use crate::sources::{Learned, TextColumn, joined, plain};
use crate::stored::Stored;
use crate::table::Table;

/// Cells of features and all that stands beside them.
pub(crate) struct Raw {
    pub(crate) plan: Plan,
    pub(crate) rows: usize,
    /// `rows` × the features of the plan.
    pub(crate) values: Values,
    pub(crate) cells: Cells,
    /// For each of the kept columns its cells.
    pub(crate) kept: Vec<Vec<String>>,
    pub(crate) labels: Option<LabelColumn>,
}

/// Cells of features, row after row.
pub(crate) enum Values {
    Double(Vec<f64>),
    /// Of columns that hold nothing but numbers of single precision, in a table that is stored as it is.
    Single(Vec<f32>),
}

impl Values {
    pub(crate) fn set(&mut self, place: usize, value: f64) {
        match self {
            Values::Double(values) => values[place] = value,
            Values::Single(values) => values[place] = value as f32,
        }
    }
}

impl Raw {
    /// The table: an index left out, rows with gaps dropped or filled, categories spread.
    pub(crate) fn finish(self, origin: &Origin, options: &ReadOptions) -> Result<Table> {
        let Raw { plan, rows, values, cells, kept, labels } = self;
        let kept: Vec<(String, Vec<String>)> = plan.kept_names.into_iter().zip(kept).collect();
        let (texts, asked) = (plan.texts, plan.asked);
        let beside = Table {
            rows,
            kept,
            labels,
            named: plan.named,
            label_name: plan.label_name,
            passed_over: plan.passed_over,
            ..Table::default()
        };
        if plan.feature_names.is_empty() && texts.is_empty() {
            return Ok(beside);
        }
        let (file, names) = (origin.name.clone(), plan.feature_names);
        let values = match values {
            Values::Double(values) => values,
            Values::Single(values) => {
                Grid { file, names: names.clone(), values: Vec::new(), cells }.check_gaps()?;
                let stored = Stored::held(values, rows, names.len());
                let learned = || stored.learned(&names, plan.named);
                let encoding = options.like.clone().unwrap_or_else(learned);
                let feature_names = distinct(origin, &encoding)?;
                return Ok(Table { feature_names, encoding, stored: Some(stored), ..beside });
            }
        };
        let mut grid = Grid { file, names, values, cells };
        let index = (plan.maybe_index && grid.first_counts()).then(|| grid.names[0].clone());
        if index.is_some() {
            grid.remove_first();
        }
        let left = match options.missing {
            Missing::Drop if grid.width() > 0 => grid.drop_gaps()?,
            _ => None,
        };
        let encoding = match &options.like {
            Some(like) => {
                grid.check_gaps()?;
                plain(like)
            }
            None => grid.learn(plan.named, options.missing == Missing::Median)?,
        };
        let (values, unknown) = match grid.width() {
            0 => (Vec::new(), Vec::new()),
            _ => grid.encode(&encoding, options.missing)?,
        };
        let table = Table { index: index.clone(), unknown, ..beside };
        let mut table = match left {
            Some(left) => table.only(left),
            None => table,
        };
        let learned = learned(origin, options, &table, &texts)?;
        // The index stood before everything else.
        let place = |(place, own): (usize, Learned)| (place - usize::from(index.is_some()), own);
        let learned = learned.into_iter().map(place).collect();
        (table.encoding, table.values) = joined(encoding, values, table.rows, learned);
        table.feature_names = distinct(origin, &table.encoding)?;
        table.kept.truncate(asked);
        Ok(table)
    }
}

/// Columns of texts as features, with their places among all columns.
fn learned(
    origin: &Origin,
    options: &ReadOptions,
    table: &Table,
    texts: &[TextColumn],
) -> Result<Vec<(usize, Learned)>> {
    let one = |own: &TextColumn| {
        let (name, cells) = &table.kept[own.kept];
        // Its features are called as they were, whatever its column is called now.
        let like = options.like.as_ref().map(|like| &like.columns[own.place]);
        let name = like.map_or(name, |like| &like.name);
        let known = like.and_then(|like| match &like.content {
            Content::Text { features } => Some(features),
            _ => None,
        });
        let learned = Learned::of_texts(&origin.name, name, cells, &options.text, known)?;
        Ok((own.place, learned))
    };
    texts.iter().map(one).collect()
}

/// The names of the features; `a=b` may be a column, and a value of a column.
fn distinct(origin: &Origin, encoding: &Encoding) -> Result<Vec<String>> {
    let features = encoding.features();
    let mut met = std::collections::HashSet::new();
    match features.iter().find(|name| !met.insert(name.as_str())) {
        Some(name) => {
            Err(IoError::DuplicateColumn { place: origin.whole(), column: excerpt(name) })
        }
        None => Ok(features),
    }
}
