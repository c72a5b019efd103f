//! Some of many rows, drawn by what they hold: the order of rows and columns, and how often a row is written, change nothing.

use crate::data::{Samples, mix};
use crate::threads::*;

/// At most so many rows, in an order that follows from what they hold: fewer are the first of more.
pub(super) fn drawn(samples: &Samples<'_>, most: usize) -> Vec<usize> {
    let mark = |row: usize| (mark(&samples.row(row)), row);
    let mut marks: Vec<(u64, usize)> = (0..samples.rows()).into_par_iter().map(mark).collect();
    if most < marks.len() {
        marks.select_nth_unstable(most);
        marks.truncate(most);
    }
    marks.sort_unstable();
    marks.into_iter().map(|(_, row)| row).collect()
}

/// A number that looks random, the same for the same values in any order.
fn mark(row: &[f64]) -> u64 {
    // Zero has two signs and is one number.
    let mixed = |value: &f64| mix((value + 0.0).to_bits());
    mix(row.iter().map(mixed).fold(0u64, u64::wrapping_add))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;

    #[test]
    fn the_order_of_rows_and_columns_draws_the_same_rows() -> Result<()> {
        let value = |i: usize, j: usize| ((i * 31 + j * 7) as f64).sin();
        let rows: Vec<Vec<f64>> = (0..50).map(|i| vec![value(i, 0), value(i, 1)]).collect();
        let turned: Vec<Vec<f64>> =
            rows.iter().rev().map(|row| row.iter().rev().copied().collect()).collect();
        let some = drawn(&Samples::from_rows(&rows)?, 10);
        let others = drawn(&Samples::from_rows(&turned)?, 10);
        assert_eq!(some, others.iter().map(|row| 49 - row).collect::<Vec<_>>());
        Ok(())
    }
}
