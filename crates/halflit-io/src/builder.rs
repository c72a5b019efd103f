//! Fills a table cell by cell, and refuses cells that no learner can use.

use std::borrow::Cow;

use crate::error::{IoError, Place, Result, excerpt};
use crate::labels::{Cell, LabelBuilder, LabelColumn};
use crate::number;
use crate::plan::{Plan, Request, Role};
use crate::source::Origin;
use crate::table::Table;

/// A table of text in the making. Numbers are held once, in their final place.
pub(crate) struct TableBuilder {
    origin: Origin,
    pub(crate) plan: Plan,
    values: Vec<f64>,
    labels: LabelBuilder,
    rows: usize,
}

impl TableBuilder {
    pub(crate) fn new(origin: &Origin, plan: Plan, request: &Request<'_>) -> Self {
        let labels = LabelBuilder::new(&request.options.unlabeled);
        Self { origin: origin.clone(), plan, values: Vec::new(), labels, rows: 0 }
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
        for (column, cell) in cells.enumerate() {
            match self.plan.roles[column] {
                Role::Feature(k) => match number::parse(cell) {
                    Some(value) if value.is_finite() => row[k] = value,
                    value => {
                        let place = self.origin.line(line());
                        let text = String::from_utf8_lossy(cell);
                        return Err(bad_cell(place, &self.plan.names[column], value, &text));
                    }
                },
                Role::Label => match std::str::from_utf8(cell) {
                    Ok(label) => self.labels.push(label),
                    Err(_) => return Err(IoError::NotUtf8 { place: self.origin.line(line()) }),
                },
                Role::Ignored => {}
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
        let labels = self.plan.has_label.then(|| self.labels.finish());
        Ok(Table {
            feature_names: self.plan.feature_names,
            rows: self.rows,
            values: self.values,
            labels,
            named: self.plan.named,
            ..Table::default()
        })
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
    let mut labels = LabelBuilder::new(&request.options.unlabeled);
    let mut scratch = vec![0.0; all];
    for row in 0..rows {
        scratch.copy_from_slice(&values[row * all..][..all]);
        for (column, &value) in scratch.iter().enumerate() {
            match plan.roles[column] {
                Role::Feature(k) if value.is_finite() => values[row * width + k] = value,
                Role::Feature(_) => {
                    return Err(bad_cell(origin.row(row), &plan.names[column], Some(value), ""));
                }
                Role::Label => labels.push_cell(Cell::Number(value)),
                Role::Ignored => {}
            }
        }
    }
    values.truncate(rows * width);
    values.shrink_to_fit();
    let labels = plan.has_label.then(|| labels.finish());
    let (feature_names, named) = (plan.feature_names, plan.named);
    Ok(Table { feature_names, rows, values, labels, named, ..Table::default() })
}

/// A table of labels alone.
pub(crate) fn table_of_labels(labels: LabelColumn) -> Table {
    Table { rows: labels.len(), labels: Some(labels), ..Table::default() }
}

/// Zeros for a table, or a named error where an allocation would abort.
pub(crate) fn zeros(origin: &Origin, rows: usize, columns: usize) -> Result<Vec<f64>> {
    origin.check_size(rows, columns)?;
    let mut values = Vec::new();
    let reserved = rows.checked_mul(columns).map(|count| values.try_reserve_exact(count));
    match reserved {
        Some(Ok(())) => {
            values.resize(rows * columns, 0.0);
            Ok(values)
        }
        _ => Err(IoError::TooLarge { file: origin.name.clone(), rows, columns }),
    }
}

/// The value of a feature in a binary format.
pub(crate) fn feature_of_cell(place: Place, column: &str, cell: Cell<'_>) -> Result<f64> {
    let (value, text) = match cell {
        Cell::Number(value) if value.is_finite() => return Ok(value),
        Cell::Integer(value) => return Ok(value as f64),
        Cell::Number(value) => (Some(value), Cow::Borrowed("")),
        Cell::Missing => (None, Cow::Borrowed("")),
        Cell::Text(text) => (None, text),
    };
    Err(bad_cell(place, column, value, &text))
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
