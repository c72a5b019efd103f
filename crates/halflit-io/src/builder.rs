//! Fills a table cell by cell, and refuses cells that no learner can use.

use crate::cells::Cells;
use crate::error::{IoError, Place, Result, excerpt};
use crate::labels::{Cell, LabelBuilder, LabelColumn};
use crate::number;
use crate::options::ReadOptions;
use crate::plan::{Plan, Request, Role};
use crate::raw::{Raw, Values};
use crate::source::Origin;
use crate::table::Table;

/// A table of text in the making. Numbers are held once, in their final place.
pub(crate) struct TableBuilder {
    origin: Origin,
    pub(crate) plan: Plan,
    values: Vec<f64>,
    cells: Cells,
    kept: Vec<Vec<String>>,
    labels: LabelBuilder,
    rows: usize,
    options: ReadOptions,
}

impl TableBuilder {
    pub(crate) fn new(origin: &Origin, plan: Plan, request: &Request<'_>) -> Self {
        let labels = LabelBuilder::new(&request.options.unlabeled);
        let cells = Cells::new(request.options, plan.width());
        let kept = vec![Vec::new(); plan.kept_names.len()];
        let (origin, options) = (origin.clone(), request.options.clone());
        Self { origin, plan, values: Vec::new(), cells, kept, labels, rows: 0, options }
    }

    /// Takes one row, whose cells are as many as the columns of the plan. `done` is the part of the input already
    /// read, if its size is known: it foretells how many rows there will be.
    pub(crate) fn push_row<'c>(
        &mut self,
        cells: impl Iterator<Item = &'c [u8]>,
        line: impl Fn() -> u64,
        done: Option<f64>,
    ) -> Result<()> {
        let start = self.values.len();
        self.make_room(done)?;
        self.values.resize(start + self.plan.width(), 0.0);
        let row = &mut self.values[start..];
        let place = || self.origin.line(line());
        let utf8 = |cell: &'c [u8]| {
            std::str::from_utf8(cell).map_err(|_| IoError::NotUtf8 { place: place() })
        };
        for (column, cell) in cells.enumerate() {
            let name = &self.plan.names[column];
            match self.plan.roles[column] {
                Role::Feature(k) => match number::parse(cell) {
                    Some(value) if value.is_finite() => row[k] = value,
                    Some(value) => row[k] = self.cells.number(k, value, name, place)?,
                    None if self.cells.texts[k].is_none() => {
                        let text = String::from_utf8_lossy(cell);
                        row[k] = self.cells.text(k, &text, name, place)?;
                    }
                    None => row[k] = self.cells.text(k, utf8(cell)?, name, place)?,
                },
                Role::Label => self.labels.push(utf8(cell)?),
                Role::Ignored => {}
            }
            if let Some(k) = self.plan.kept[column] {
                self.kept[k].push(utf8(cell)?.trim().to_string());
            }
        }
        self.rows += 1;
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<Table> {
        if self.rows == 0 {
            return Err(IoError::NoRows { file: self.origin.name });
        }
        self.values.shrink_to_fit();
        let labels = self.plan.label_name.is_some().then(|| self.labels.finish());
        let (plan, rows, values) = (self.plan, self.rows, self.values);
        let (values, cells, kept) = (Values::Double(values), self.cells, self.kept);
        let raw = Raw { plan, rows, values, cells, kept, labels };
        raw.finish(&self.origin, &self.options)
    }

    /// Grows to the foretold number of rows and a little more, or by a quarter: doubling would hold twice the data.
    fn make_room(&mut self, done: Option<f64>) -> Result<()> {
        let (length, width) = (self.values.len(), self.plan.width());
        if self.values.capacity() - length >= width {
            return Ok(());
        }
        const ROWS_TO_FORETELL_FROM: usize = 100;
        let more = match done {
            Some(done) if self.rows >= ROWS_TO_FORETELL_FROM && done > 0.0 => {
                let foretold = self.rows as f64 / done.min(1.0) * 1.02;
                foretold as usize - self.rows
            }
            _ => self.rows / 4,
        };
        // At least one row in sixteen, so that a bad forecast cannot make growth quadratic.
        let rows = more.max(self.rows / 16).max(16);
        let (file, total) = (self.origin.name.clone(), self.rows.saturating_add(rows));
        self.origin.check_size(total, width)?;
        let reserved = self.values.try_reserve_exact(rows.saturating_mul(width));
        reserved.map_err(|_| IoError::TooLarge { file, rows: total, columns: width })
    }
}

/// A table out of a full matrix: `values` holds `rows` rows of all columns of the plan.
///
/// Columns that are not features leave in place, so nothing is held twice.
pub(crate) fn table_of_matrix(
    origin: &Origin,
    plan: Plan,
    request: &Request<'_>,
    mut values: Vec<f64>,
    rows: usize,
) -> Result<Table> {
    let (all, width) = (plan.names.len(), plan.width());
    let mut cells = Cells::new(request.options, width);
    let mut kept = vec![Vec::new(); plan.kept_names.len()];
    let mut labels = LabelBuilder::new(&request.options.unlabeled);
    let mut scratch = vec![0.0; all];
    for row in 0..rows {
        scratch.copy_from_slice(&values[row * all..][..all]);
        for (column, &value) in scratch.iter().enumerate() {
            match plan.roles[column] {
                Role::Feature(k) => {
                    let place = || origin.row(row);
                    values[row * width + k] = cells.number(k, value, &plan.names[column], place)?;
                }
                Role::Label => labels.push_cell(Cell::Number(value)),
                Role::Ignored => {}
            }
            if let Some(k) = plan.kept[column] {
                kept[k].push(Cell::Number(value).into_text().into_owned());
            }
        }
    }
    values.truncate(rows * width);
    values.shrink_to_fit();
    let labels = plan.label_name.is_some().then(|| labels.finish());
    let values = Values::Double(values);
    Raw { plan, rows, values, cells, kept, labels }.finish(origin, request.options)
}

/// A table of labels alone.
pub(crate) fn table_of_labels(labels: LabelColumn) -> Table {
    Table { rows: labels.len(), labels: Some(labels), ..Table::default() }
}

/// Zeros for a table, or a named error where an allocation would abort.
pub(crate) fn zeros<T: Clone + Default>(
    origin: &Origin,
    rows: usize,
    columns: usize,
) -> Result<Vec<T>> {
    origin.check_size(rows, columns)?;
    let mut values = Vec::new();
    let reserved = rows.checked_mul(columns).map(|count| values.try_reserve_exact(count));
    match reserved {
        Some(Ok(())) => {
            values.resize(rows * columns, T::default());
            Ok(values)
        }
        _ => Err(IoError::TooLarge { file: origin.name.clone(), rows, columns }),
    }
}

#[cfg(feature = "columnar")]
/// The value of a feature in a binary format.
pub(crate) fn feature_of_cell(
    cells: &mut Cells,
    feature: usize,
    name: &str,
    cell: &Cell<'_>,
    place: impl Fn() -> Place,
) -> Result<f64> {
    match cell {
        Cell::Number(value) => cells.number(feature, *value, name, place),
        Cell::Integer(value) => Ok(*value as f64),
        Cell::Missing => Ok(cells.nothing(feature, place)),
        Cell::Text(text) => cells.text(feature, text, name, place),
    }
}

/// Why a cell is no feature: missing, not finite, or no number at all.
#[cold]
pub(crate) fn bad_cell(place: Place, column: &str, value: Option<f64>, text: &str) -> IoError {
    let column = excerpt(column);
    match value {
        Some(value) if !value.is_nan() => IoError::NotFinite { place, column, value },
        Some(_) => IoError::Missing { place, column },
        None if number::is_missing(text.as_bytes()) => IoError::Missing { place, column },
        None if number::has_marks(text) => {
            IoError::NumberMarks { place, column, value: excerpt(text.trim()) }
        }
        None => IoError::NotNumeric { place, column, value: excerpt(text.trim()) },
    }
}
