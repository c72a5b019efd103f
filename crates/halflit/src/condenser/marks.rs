//! Numbers that look random and follow from what rows and columns hold: permuting either permutes their marks.

use crate::data::{Samples, mix};

/// One mark for every row and for every column.
pub(super) struct Marks {
    pub(super) rows: Vec<u64>,
    pub(super) columns: Vec<u64>,
}

impl Marks {
    /// Of sparse rows. A row is told by its numbers, then columns by their rows, then rows by their columns, and columns once more: sums,
    /// so that no order matters.
    pub(super) fn of(samples: &Samples<'_>) -> Self {
        let mut marks = Self { rows: Vec::new(), columns: vec![0; samples.columns()] };
        for _ in 0..2 {
            marks.rows = (0..samples.rows()).map(|i| marks.of_row(&samples.nonzeros(i))).collect();
            let mut columns = vec![0u64; samples.columns()];
            for i in 0..samples.rows() {
                for (column, value) in samples.nonzeros(i) {
                    columns[column] = columns[column].wrapping_add(joined(marks.rows[i], value));
                }
            }
            marks.columns = columns;
        }
        marks
    }

    fn of_row(&self, numbers: &[(usize, f64)]) -> u64 {
        let each = numbers.iter().map(|&(column, value)| joined(self.columns[column], value));
        mix(each.fold(0, u64::wrapping_add))
    }

    /// At most so many rows, in the order of their marks: fewer are the first of more.
    pub(super) fn drawn(&self, most: usize) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.rows.len()).collect();
        rows.sort_unstable_by_key(|&row| (self.rows[row], row));
        rows.truncate(most);
        rows
    }
}

fn joined(mark: u64, value: f64) -> u64 {
    mix(mix(mark).wrapping_add(value.to_bits()))
}
