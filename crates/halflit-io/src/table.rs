//! A table that was read: finite numbers, and maybe labels.

use std::borrow::Cow;

use halflit::{Encoding, Samples};

use crate::encode::UnknownValue;
use crate::error::{IoError, Result};
use crate::labels::LabelColumn;
use crate::stored::Stored;
use crate::write::OutputColumn;

/// What a file holds once its labels are told from its features.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// One name per feature; `x1`, `x2`, ... where the file has none, `column=text` for a text of a category.
    pub feature_names: Vec<String>,
    /// Number of rows.
    pub rows: usize,
    /// Finite values, row after row: `rows` × `feature_names.len()`.
    pub values: Vec<f64>,
    /// The values as their file has them, where they stay in it or are of single precision; then `values` is empty.
    pub stored: Option<Stored>,
    /// The values where they are wide rows of a file that stores no zeros; then `values` is empty.
    pub sparse: Option<Samples<'static>>,
    /// One optional label per row, where labels were asked for or the format always has them.
    pub labels: Option<LabelColumn>,
    /// What the column of labels is called, where they are in one.
    pub label_name: Option<String>,
    /// Labels that are kept from learning, to measure accuracy by: rows of the table, and what they are.
    pub checks: Vec<(usize, String)>,
    /// Whether the names are the file's own.
    pub named: bool,
    /// What was found out about the file and is worth knowing, each in one line.
    pub notes: Vec<String>,
    /// How its columns became features.
    pub encoding: Encoding,
    /// Columns that are handed over as they are: name and cells.
    pub kept: Vec<(String, Vec<String>)>,
    /// The first column, if it has no name and counts rows, and was left out for that.
    pub index: Option<String>,
    /// Columns that a known encoding has no use for.
    pub passed_over: Vec<String>,
    /// Values that a known encoding does not know; the features of their columns are 0.
    pub unknown: Vec<UnknownValue>,
    /// Numbers of the rows in the file, from 0, where some were left out.
    pub numbers: Option<Vec<usize>>,
    /// Number of rows that were left out because they lack a value.
    pub left_out: usize,
}

impl Table {
    /// Number of features.
    pub fn width(&self) -> usize {
        self.feature_names.len()
    }

    /// The values as samples, borrowed.
    ///
    /// # Errors
    /// As [`Samples::from_row_major`].
    pub fn samples(&self) -> halflit::Result<Samples<'_>> {
        match (&self.stored, &self.sparse) {
            (Some(stored), _) => stored.samples(),
            (None, Some(sparse)) => Ok(sparse.clone()),
            (None, None) => {
                Samples::from_row_major(self.values.as_slice(), self.rows, self.width())
            }
        }
    }

    /// The values of one row.
    ///
    /// # Panics
    /// Where there is no such row.
    pub fn row(&self, row: usize) -> Cow<'_, [f64]> {
        match (&self.stored, &self.sparse) {
            (Some(stored), _) => stored.row(row),
            (None, Some(sparse)) => sparse.row(row),
            (None, None) => Cow::Borrowed(&self.values[row * self.width()..][..self.width()]),
        }
    }

    /// The number in the file of a row of the table, both from 0.
    pub fn number_of(&self, row: usize) -> usize {
        self.numbers.as_ref().map_or(row, |numbers| numbers[row])
    }

    /// This table with labels from elsewhere, one for each row of its file; `file` is where they came from.
    ///
    /// # Errors
    /// [`IoError::LabelCount`] unless there is one label per row.
    pub fn with_labels(mut self, labels: LabelColumn, file: &str) -> Result<Table> {
        let rows = self.rows + self.left_out;
        if labels.len() != rows {
            return Err(IoError::LabelCount { file: file.into(), labels: labels.len(), rows });
        }
        self.labels = Some(match &self.numbers {
            Some(numbers) => labels.gather(numbers),
            None => labels,
        });
        Ok(self)
    }

    /// The kept columns, for writing some rows of them out again: numbers where every cell is one and would be written as it is.
    pub fn kept_columns(&self, rows: &[usize]) -> Vec<(String, OutputColumn)> {
        let column = |(name, cells): &(String, Vec<String>)| {
            let cells = rows.iter().map(|&row| cells[row].as_str());
            (name.clone(), OutputColumn::of_cells(cells))
        };
        self.kept.iter().map(column).collect()
    }

    /// What stands beside the features, of those rows only; the features are already of them.
    pub(crate) fn only(mut self, numbers: Vec<usize>) -> Table {
        self.left_out = self.rows - numbers.len();
        self.rows = numbers.len();
        self.labels = self.labels.map(|labels| labels.gather(&numbers));
        for (_, cells) in &mut self.kept {
            *cells = numbers.iter().map(|&row| std::mem::take(&mut cells[row])).collect();
        }
        self.numbers = Some(numbers);
        self
    }
}
