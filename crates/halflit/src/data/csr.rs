//! Numbers of which most are 0: row by row what is not, and column by column once somebody asks.

use std::ops::Range;
use std::sync::OnceLock;

use crate::dense::{Mat, MatRef};

use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::threads::*;

/// Rows, or columns, of one task.
const BLOCK: usize = 256;

/// Compressed sparse rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Csr {
    /// Where every row starts, and where the last one ends.
    starts: Vec<usize>,
    /// Ascending in every row.
    columns: Vec<u32>,
    values: Vec<f64>,
    /// These numbers column by column.
    turned: OnceLock<Box<Csr>>,
}

impl Csr {
    /// Takes parts that belong together; values are checked by callers, who know what is allowed.
    pub(super) fn new(
        starts: Vec<usize>,
        columns: Vec<u32>,
        values: Vec<f64>,
        shape: (usize, usize),
    ) -> Result<Self> {
        let (rows, width) = shape;
        let wrong = |what, expected: String, found: usize| Err(Error::shape(what, expected, found));
        if starts.len() != rows + 1 {
            return wrong("the starts of the rows", format!("{} numbers", rows + 1), starts.len());
        }
        if columns.len() != values.len() {
            let expected = format!("{} numbers, one for each value", values.len());
            return wrong("the list of columns", expected, columns.len());
        }
        if starts[0] != 0 || starts[rows] != values.len() {
            let found = if starts[0] != 0 { starts[0] } else { starts[rows] };
            let expected = format!("0 first and the number of values, {}, last", values.len());
            return wrong("the starts of the rows", expected, found);
        }
        for row in 0..rows {
            let refused = |reason: String| Err(Error::SparseRow { row, reason });
            if starts[row] > starts[row + 1] || starts[row + 1] > values.len() {
                return refused(format!(
                    "starts at {} and ends at {}",
                    starts[row],
                    starts[row + 1]
                ));
            }
            let own = &columns[starts[row]..starts[row + 1]];
            if let Some(two) = own.windows(2).find(|two| two[0] >= two[1]) {
                return refused(format!("has column {} after column {}", two[1], two[0]));
            }
            if let Some(last) = own.last().filter(|&&last| last as usize >= width) {
                return refused(format!("has column {last} of {width}"));
            }
        }
        Ok(Self { starts, columns, values, turned: OnceLock::new() })
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many numbers are stored.
    pub(super) fn stored(&self) -> usize {
        self.values.len()
    }

    /// The columns and values of a row.
    pub(crate) fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let own = self.starts[i]..self.starts[i + 1];
        self.columns[own.clone()].iter().map(|&j| j as usize).zip(self.values[own].iter().copied())
    }

    /// All values with their rows and columns.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        (0..self.rows()).flat_map(|i| self.row(i).map(move |(j, value)| (i, j, value)))
    }

    /// Puts some columns of a row, zeros included, behind what is in `out`.
    pub(super) fn extend(&self, row: usize, columns: Range<usize>, out: &mut Vec<f64>) {
        let start = out.len();
        out.resize(start + columns.len(), 0.0);
        for (j, value) in self.row(row).filter(|(j, _)| columns.contains(j)) {
            out[start + j - columns.start] = value;
        }
    }

    /// The chosen rows.
    pub(super) fn gather(&self, rows: &[usize]) -> Self {
        let mut chosen = Self { starts: vec![0], ..Self::default() };
        for &i in rows {
            let own = self.starts[i]..self.starts[i + 1];
            chosen.columns.extend_from_slice(&self.columns[own.clone()]);
            chosen.values.extend_from_slice(&self.values[own]);
            chosen.starts.push(chosen.values.len());
        }
        chosen
    }

    /// Every value changed by its row.
    pub(super) fn changed(&self, change: impl Fn(usize, f64) -> f64) -> Self {
        let values = self.iter().map(|(i, _, value)| change(i, value)).collect();
        let (starts, columns) = (self.starts.clone(), self.columns.clone());
        Self { starts, columns, values, turned: OnceLock::new() }
    }

    /// These numbers column by column.
    pub(crate) fn turned(&self, width: usize) -> &Csr {
        self.turned.get_or_init(|| {
            let mut starts = vec![0; width + 1];
            self.columns.iter().for_each(|&j| starts[j as usize + 1] += 1);
            (0..width).for_each(|j| starts[j + 1] += starts[j]);
            let mut next = starts.clone();
            let (mut columns, mut values) = (vec![0; self.values.len()], self.values.clone());
            for (i, j, value) in self.iter() {
                columns[next[j]] = i as u32;
                values[next[j]] = value;
                next[j] += 1;
            }
            Box::new(Csr { starts, columns, values, turned: OnceLock::new() })
        })
    }

    /// X b + 1 sᵀ for a b of few columns, row after row.
    pub(super) fn times(&self, b: &RowMatrix<'_>, shift: &[f64]) -> RowMatrix<'static> {
        let m = b.columns();
        let mut out = vec![0.0; self.rows() * m];
        out.par_chunks_mut(BLOCK * m.max(1)).enumerate().for_each(|(block, rows)| {
            for (k, out) in rows.chunks_exact_mut(m).enumerate() {
                out.copy_from_slice(shift);
                for (j, value) in self.row(block * BLOCK + k) {
                    out.iter_mut().zip(b.row(j)).for_each(|(out, b)| *out += value * b);
                }
            }
        });
        RowMatrix::new(out, self.rows(), m)
    }

    /// ⟨x, y_j⟩ with every row y_j of `other`, f being a factor for every column, added to `out`.
    pub(crate) fn add_products(
        &self,
        i: usize,
        other: &Csr,
        width: usize,
        factor: Option<&[f64]>,
        out: &mut [f64],
    ) {
        let turned = other.turned(width);
        for (column, value) in self.row(i) {
            let value = value * factor.map_or(1.0, |factor| factor[column] * factor[column]);
            turned.row(column).for_each(|(j, other)| out[j] += value * other);
        }
    }

    /// ‖f ∘ (x_i − y_j)‖², summed in the lanes of the dense distance, so that without a factor it is the same to the last bit.
    pub(crate) fn distance(
        &self,
        i: usize,
        other: &Csr,
        j: usize,
        factor: impl Fn(usize) -> f64,
    ) -> f64 {
        let weighed = |column: usize, difference: f64| {
            let difference = difference * factor(column);
            difference * difference
        };
        let (mut a, mut b) = (self.row(i).peekable(), other.row(j).peekable());
        let mut sums = [0.0; 8];
        loop {
            let (column, square) = match (a.peek().copied(), b.peek().copied()) {
                (None, None) => break,
                (Some((column, x)), Some((same, y))) if column == same => {
                    a.next();
                    b.next();
                    (column, weighed(column, x - y))
                }
                (Some((column, x)), None) => {
                    a.next();
                    (column, weighed(column, x))
                }
                (Some((column, x)), Some((later, _))) if column < later => {
                    a.next();
                    (column, weighed(column, x))
                }
                (_, Some((column, y))) => {
                    b.next();
                    (column, weighed(column, y))
                }
            };
            sums[column % 8] += square;
        }
        let [s0, s1, s2, s3, s4, s5, s6, s7] = sums;
        ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))
    }

    /// A narrow matrix row after row, every row with a factor.
    pub(super) fn rows_times(b: MatRef<'_, f64>, factor: Option<&[f64]>) -> RowMatrix<'static> {
        match factor {
            None => RowMatrix::from_mat(b),
            Some(by) => {
                let scaled = Mat::from_fn(b.nrows(), b.ncols(), |i, j| by[i] * b[(i, j)]);
                RowMatrix::from_mat(scaled.as_ref())
            }
        }
    }
}
