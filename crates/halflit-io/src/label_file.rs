//! Labels of some rows in a file of their own, as `suggest` writes it and people fill it in.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Read;

use crate::error::{IoError, Result, excerpt};
use crate::labels::LabelColumn;
use crate::options::ReadOptions;
use crate::plan::{Beside, Request};
use crate::read::dispatch;
use crate::source::{Input, Source};
use crate::table::Table;

/// The column that says which row of the table a label is of, from 0.
pub const ROW: &str = "row";
/// The column that says whether a label is kept from learning, to measure accuracy by.
pub const CHECK: &str = "check";
/// The column that says why a row was asked for. It holds no labels.
pub const WHY: &str = "why";

/// Labels that were read from a file of their own.
#[derive(Debug, Clone)]
pub struct LabelFile {
    /// Where they came from.
    pub file: String,
    /// Which rows they are of.
    pub keys: Keys,
    /// The labels, in the order of the file.
    pub labels: LabelColumn,
    /// For each of them whether it is kept from learning; empty where the file has no such column.
    pub checks: Vec<bool>,
}

/// How labels find their rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keys {
    /// There is one for each row, in order.
    Order,
    /// By the number of the row in its file, from 0.
    Rows(Vec<usize>),
    /// By what tells rows apart.
    Ids(Vec<String>),
}

/// What happened to labels that were joined to a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Joined {
    /// Rows that got a label to learn from.
    pub learned: usize,
    /// Rows whose label is kept from learning.
    pub checks: usize,
    /// Rows that had another label before.
    pub changed: usize,
    /// Labels of rows that the table left out.
    pub left_out: usize,
}

/// Reads labels from a file of their own. They are of the rows that its column `id` names, if it has a column of that name, else of
/// those that its column `row` numbers, else one for each row in order. The labels are in the column `label` if the file has it,
/// else in the only other column, else where [`read_labels`](crate::read_labels) looks for them. A column `check` that says `yes`
/// keeps labels from learning.
///
/// # Errors
/// As [`read_labels`](crate::read_labels), and cells of `row` and `check` that make no sense.
pub fn read_label_file(
    source: &Source,
    options: &ReadOptions,
    id: Option<&str>,
    label: Option<&str>,
) -> Result<LabelFile> {
    of_input(Input::open(source)?, options, id, label)
}

/// [`read_label_file`] from any reader.
///
/// ```
/// use halflit_io::{Keys, ReadOptions, read_label_file_from};
///
/// let text = "row,why,check,species\n7,typical,no,daisy\n3,drawn at random,yes,poppy\n";
/// let file = read_label_file_from(text.as_bytes(), "next.csv", &ReadOptions::default(), None, None)?;
/// assert_eq!(file.keys, Keys::Rows(vec![7, 3]));
/// assert_eq!((file.labels.names().to_vec(), file.checks), (vec!["daisy".into(), "poppy".into()], vec![false, true]));
/// # Ok::<(), halflit_io::IoError>(())
/// ```
///
/// # Errors
/// As [`read_label_file`].
pub fn read_label_file_from(
    reader: impl Read,
    name: &str,
    options: &ReadOptions,
    id: Option<&str>,
    label: Option<&str>,
) -> Result<LabelFile> {
    of_input(Input::from_reader(reader, name.to_string())?, options, id, label)
}

fn of_input(
    input: Input<'_>,
    options: &ReadOptions,
    id: Option<&str>,
    label: Option<&str>,
) -> Result<LabelFile> {
    let file = input.origin.name.clone();
    let beside = Some(Beside { id, label });
    let table = dispatch(input, &Request { options, labels_only: true, beside })?;
    of_table(table, file, id)
}

fn of_table(mut table: Table, file: String, id: Option<&str>) -> Result<LabelFile> {
    let labels = table.labels.take();
    let labels =
        labels.ok_or_else(|| IoError::WhichLabel { file: file.clone(), known: "none".into() })?;
    let mut column = |name: &str| {
        let place = table.kept.iter().position(|(own, _)| own == name)?;
        Some(table.kept.swap_remove(place).1)
    };
    let checks = column(CHECK).map(|cells| parsed(&file, CHECK, &cells, is_yes));
    let ids = id.and_then(&mut column);
    let rows = column(ROW).filter(|_| ids.is_none());
    let keys = match (ids, rows) {
        (Some(ids), _) => Keys::Ids(ids),
        (None, Some(cells)) => Keys::Rows(parsed(&file, ROW, &cells, |cell| cell.parse().ok())?),
        (None, None) => Keys::Order,
    };
    let checks = checks.transpose()?.unwrap_or_default();
    Ok(LabelFile { file, keys, labels, checks })
}

/// Every cell of a column as what it should be; the first that is not is named.
fn parsed<T>(
    file: &str,
    column: &'static str,
    cells: &[String],
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>> {
    let one = |(row, cell): (usize, &String)| {
        parse(cell.trim()).ok_or_else(|| IoError::BadKey {
            file: file.to_owned(),
            row,
            column,
            value: excerpt(cell),
        })
    };
    cells.iter().enumerate().map(one).collect()
}

fn is_yes(cell: &str) -> Option<bool> {
    match cell.to_lowercase().as_str() {
        "yes" | "true" | "1" => Some(true),
        "no" | "false" | "0" | "" => Some(false),
        _ => None,
    }
}

impl LabelFile {
    /// For every label its row in the table; nothing for a row that the table left out.
    fn places(&self, table: &Table, id: Option<&str>) -> Result<Vec<Option<usize>>> {
        let rows = table.rows + table.left_out;
        let of_number = |number: usize| match &table.numbers {
            Some(numbers) => numbers.binary_search(&number).ok(),
            None => Some(number),
        };
        match &self.keys {
            Keys::Order if self.labels.len() == rows => Ok((0..rows).map(of_number).collect()),
            Keys::Order => {
                let (file, labels) = (self.file.clone(), self.labels.len());
                Err(IoError::LabelCount { file, labels, rows })
            }
            Keys::Rows(numbers) => {
                let place = |&number: &usize| match number < rows {
                    true => Ok(of_number(number)),
                    false => Err(IoError::NoSuchRow { file: self.file.clone(), row: number, rows }),
                };
                numbers.iter().map(place).collect()
            }
            Keys::Ids(ids) => self.by_id(table, id.unwrap_or_default(), ids),
        }
    }

    fn by_id(&self, table: &Table, name: &str, ids: &[String]) -> Result<Vec<Option<usize>>> {
        let own = table.kept.iter().find(|(own, _)| own == name).map(|(_, cells)| cells.as_slice());
        let mut place: HashMap<&str, usize> = HashMap::new();
        let mut twice = HashMap::new();
        for (row, cell) in own.unwrap_or_default().iter().enumerate() {
            match place.entry(cell) {
                Entry::Vacant(free) => _ = free.insert(row),
                Entry::Occupied(first) => {
                    _ = twice.entry(cell.as_str()).or_insert((*first.get(), row))
                }
            }
        }
        let find = |id: &String| {
            let (file, column, value) = (self.file.clone(), excerpt(name), excerpt(id));
            if let Some(&(first, second)) = twice.get(id.as_str()) {
                let rows = [first, second].map(|row| table.number_of(row));
                return Err(IoError::IdTwice { file, column, value, rows });
            }
            match place.get(id.as_str()) {
                Some(&row) => Ok(Some(row)),
                // It may be one of those.
                None if table.left_out > 0 => Ok(None),
                None => Err(IoError::NoSuchId { file, column, value }),
            }
        };
        ids.iter().map(find).collect()
    }
}

impl Table {
    /// The labels of check rows among the others, for who learns nothing from them.
    pub fn with_checks_as_labels(mut self) -> Table {
        let Some(labels) = self.labels.take() else { return self };
        let mut texts = labels.to_vec();
        for (row, label) in std::mem::take(&mut self.checks) {
            texts[row] = Some(label);
        }
        self.labels = Some(LabelColumn::of_texts(&texts, labels.marked()));
        self
    }

    /// This table with labels from elsewhere in place of its own, where there are some; `id` names the kept column that tells
    /// rows apart. Labels of check rows are kept from learning, in [`Table::checks`].
    ///
    /// # Errors
    /// A row that is not there, or not clear, and a row with two labels.
    pub fn join(&mut self, own: &LabelFile, id: Option<&str>) -> Result<Joined> {
        let places = own.places(self, id)?;
        let old = self.labels.take();
        let mut labels: Vec<Option<String>> = match &old {
            Some(labels) => labels.to_vec(),
            None => vec![None; self.rows],
        };
        let mut joined = Joined::default();
        let mut given: HashMap<usize, &str> = HashMap::new();
        for (k, (place, label)) in places.iter().zip(own.labels.iter()).enumerate() {
            let Some(label) = label else { continue };
            let Some(row) = *place else {
                joined.left_out += 1;
                continue;
            };
            if let Some(other) = given.insert(row, label) {
                if other != label {
                    let (file, row) = (own.file.clone(), self.number_of(row));
                    let labels = [other, label].map(excerpt);
                    return Err(IoError::LabelTwice { file, row, labels });
                }
                continue;
            }
            joined.changed += usize::from(labels[row].as_deref().is_some_and(|old| old != label));
            self.checks.retain(|(check, _)| *check != row);
            let check = own.checks.get(k) == Some(&true);
            match check {
                true => self.checks.push((row, label.to_owned())),
                false => joined.learned += 1,
            }
            labels[row] = (!check).then(|| label.to_owned());
            joined.checks += usize::from(check);
        }
        let marked = old.map_or(0, |old| old.marked()) + own.labels.marked();
        self.labels = Some(LabelColumn::of_texts(&labels, marked));
        Ok(joined)
    }
}
