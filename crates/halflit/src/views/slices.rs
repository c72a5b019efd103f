//! N x for one vector, eight rows of N at a time.
//!
//! Rows of N have few entries, and no two have equally many: taken one by one, most of the time goes into the ends of short loops.
//! So the rows of a window are sorted by their number of entries, and eight neighbours in that order are one slice: they have
//! about as many, what is missing is filled up with zeros, and eight sums are made side by side. Entries of a row are summed in order.

use super::adjacency::{Adjacency, TASK};
use crate::lanes::wide;
use crate::threads::*;

/// Rows of a slice.
const LANES: usize = 8;
/// Rows that are sorted among themselves: their values stay in the first-level cache.
const WINDOW: usize = 1 << 12;

/// N in slices of rows.
#[derive(Debug)]
pub(super) struct Slices {
    windows: Vec<Window>,
}

/// Some rows that lie next to each other.
#[derive(Debug)]
struct Window {
    /// Rows of the window by falling number of entries, eight to a slice; fewer in the last.
    rows: Vec<u16>,
    /// Where the entries of every slice begin, and where the last one ends.
    starts: Vec<usize>,
    columns: Vec<[u32; LANES]>,
    values: Vec<[f64; LANES]>,
}

impl Slices {
    pub(super) fn of(adjacency: &Adjacency) -> Self {
        let starts: Vec<usize> = (0..adjacency.rows()).step_by(WINDOW).collect();
        Self { windows: starts.into_par_iter().map(|start| Window::of(adjacency, start)).collect() }
    }

    /// What becomes of the value of N x in each row, given the row, that value and what stands there so far.
    pub(super) fn apply(
        &self,
        x: &[f64],
        out: &mut [f64],
        value: impl Fn(usize, f64, f64) -> f64 + Sync,
    ) {
        let parts = self.windows.par_chunks(TASK / WINDOW).zip(out.par_chunks_mut(TASK));
        parts.enumerate().for_each(|(task, (windows, out))| {
            for (own, (window, out)) in windows.iter().zip(out.chunks_mut(WINDOW)).enumerate() {
                let first = task * TASK + own * WINDOW;
                window.apply(x, out, |row, sum, place| value(first + row, sum, place));
            }
        });
    }
}

impl Window {
    fn of(adjacency: &Adjacency, first: usize) -> Self {
        let count = WINDOW.min(adjacency.rows() - first);
        let entries = |row: u16| {
            let row = first + usize::from(row);
            adjacency.starts()[row]..adjacency.starts()[row + 1]
        };
        let mut rows: Vec<u16> = (0..count as u16).collect();
        rows.sort_by_key(|&row| std::cmp::Reverse(entries(row).len()));
        let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for slice in rows.chunks(LANES) {
            let start = columns.len();
            let most = entries(slice[0]).len();
            columns.resize(start + most, [0; LANES]);
            values.resize(start + most, [0.0; LANES]);
            for (lane, &row) in slice.iter().enumerate() {
                for (place, entry) in (start..).zip(entries(row)) {
                    columns[place][lane] = adjacency.columns()[entry];
                    values[place][lane] = adjacency.values()[entry];
                }
            }
            starts.push(columns.len());
        }
        Self { rows, starts, columns, values }
    }

    /// As [`Slices::apply`], rows counted from the first one of the window.
    fn apply(&self, x: &[f64], out: &mut [f64], value: impl Fn(usize, f64, f64) -> f64) {
        wide!(|| {
            for (slice, rows) in self.rows.chunks(LANES).enumerate() {
                let sums = self.sums(slice, x);
                for (&row, sum) in rows.iter().zip(sums) {
                    let row = usize::from(row);
                    out[row] = value(row, sum, out[row]);
                }
            }
        });
    }

    /// N x in the rows of a slice.
    #[inline(always)]
    fn sums(&self, slice: usize, x: &[f64]) -> [f64; LANES] {
        let entries = self.starts[slice]..self.starts[slice + 1];
        let mut sums = [0.0; LANES];
        for (columns, values) in self.columns[entries.clone()].iter().zip(&self.values[entries]) {
            for lane in 0..LANES {
                sums[lane] += values[lane] * x[columns[lane] as usize];
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn products_are_those_of_the_rows_one_by_one() {
        // Rows with 1 to 40 entries, more than one window, the last slice not full.
        let n = WINDOW + 13;
        let pairs = (1..n).flat_map(|i| {
            let first = i.saturating_sub(1 + i % 20);
            (first..i).map(move |j| (i, j, 1.0 + ((i * j) as f64).sin().abs()))
        });
        let mut pairs: Vec<(usize, usize, f64)> = pairs.map(|(i, j, w)| (j, i, w)).collect();
        pairs.sort_by_key(|&(i, j, _)| (i, j));
        let adjacency = Adjacency::new(&Graph::from_sorted(n, pairs.into_iter()));
        let x: Vec<f64> = (0..n).map(|i| ((i * i) as f64).cos()).collect();
        let mut found = vec![1.0; n];
        Slices::of(&adjacency).apply(&x, &mut found, |i, product, old| {
            assert_eq!(old, 1.0);
            product + i as f64
        });
        for (i, found) in found.iter().enumerate() {
            let entries = adjacency.starts()[i]..adjacency.starts()[i + 1];
            let product = |e: usize| adjacency.values()[e] * x[adjacency.columns()[e] as usize];
            let expected: f64 = entries.map(product).sum();
            assert_eq!(*found, expected + i as f64, "row {i}");
        }
    }
}
