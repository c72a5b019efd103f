//! Samples, and the few ways in which the rest of the crate touches them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use faer::MatRef;

use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, block_product, check_symmetric, tall_product};

/// Above this a square, summed over rows and columns, may overflow.
const LARGEST: f64 = 1e100;
/// Below this deviation from the mean a square may underflow.
const SMALLEST_SPREAD: f64 = 1e-100;

/// n × d0 finite numbers, one example per row, owned or borrowed.
///
/// This is the only place that knows how samples are stored. Everything else asks for single rows, gathered rows, blocks of
/// centred rows, sums over rows and products; another storage (f32, sparse, memory-mapped) answers these and nothing more.
#[derive(Debug, Clone, PartialEq)]
pub struct Samples<'a> {
    values: RowMatrix<'a>,
    distances: Option<RowMatrix<'a>>,
    /// How often each row counts, where not all count once.
    pub(super) weights: Option<Arc<[f64]>>,
}

impl<'a> Samples<'a> {
    /// Borrows (a slice) or takes (a vector) row-major values.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::Shape`] where the length is not `rows · columns`, [`Error::NotFinite`] and
    /// [`Error::TooLarge`] with the first offending row and column.
    pub fn from_row_major(
        values: impl Into<Cow<'a, [f64]>>,
        rows: usize,
        columns: usize,
    ) -> Result<Self> {
        let values = values.into();
        if rows == 0 || columns == 0 {
            return Err(Error::Empty { rows, columns });
        }
        if rows.checked_mul(columns) != Some(values.len()) {
            let expected = format!("{rows} × {columns} values");
            return Err(Error::shape("the sample array", expected, values.len()));
        }
        check_values(&values, columns)?;
        Ok(Self { values: RowMatrix::new(values, rows, columns), distances: None, weights: None })
    }

    /// Copies rows that are each a slice, an array or a vector.
    ///
    /// # Errors
    /// As [`Samples::from_row_major`], and [`Error::Ragged`].
    pub fn from_rows<R: AsRef<[f64]>>(rows: &[R]) -> Result<Samples<'static>> {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        for (row, values) in rows.iter().enumerate() {
            let found = values.as_ref().len();
            if found != columns {
                return Err(Error::Ragged { row, expected: columns, found });
            }
        }
        let values: Vec<f64> = rows.iter().flat_map(|row| row.as_ref()).copied().collect();
        Samples::from_row_major(values, rows.len(), columns)
    }

    /// Takes a matrix that was computed.
    pub(crate) fn from_matrix(values: RowMatrix<'a>) -> Result<Self> {
        let (rows, columns) = (values.rows(), values.columns());
        Samples::from_row_major(values.into_cow(), rows, columns)
    }

    /// Attaches n × n distances for [`Metric::Precomputed`](crate::Metric::Precomputed).
    ///
    /// # Errors
    /// [`Error::Shape`] where they are not n × n, [`Error::BadDistance`] where one is negative or not finite,
    /// [`Error::NotSymmetric`].
    pub fn with_distances(mut self, distances: impl Into<Cow<'a, [f64]>>) -> Result<Self> {
        let (n, distances) = (self.rows(), distances.into());
        if distances.len() != n * n {
            let expected = format!("{n} × {n} values");
            return Err(Error::shape("the distance matrix", expected, distances.len()));
        }
        if let Some(at) = distances.iter().position(|d| !d.is_finite() || *d < 0.0) {
            return Err(Error::BadDistance { row: at / n, column: at % n, value: distances[at] });
        }
        check_symmetric("the distance matrix", &distances, n)?;
        self.distances = Some(RowMatrix::new(distances, n, n));
        Ok(self)
    }

    /// Number of examples, n.
    pub fn rows(&self) -> usize {
        self.values.rows()
    }

    /// Number of features, d0.
    pub fn columns(&self) -> usize {
        self.values.columns()
    }

    /// Example `i`; copied only where it is stored in another form.
    pub fn row(&self, i: usize) -> Cow<'_, [f64]> {
        Cow::Borrowed(self.values.row(i))
    }

    /// Every row, copied: for a model that keeps them, and for kernels that are given as numbers.
    pub fn to_rows(&self) -> RowMatrix<'static> {
        self.values.clone().into_owned()
    }

    /// The attached distances, if any.
    pub(crate) fn distances(&self) -> Result<&RowMatrix<'a>> {
        self.distances.as_ref().ok_or(Error::NoDistances)
    }

    /// The same samples, borrowed.
    pub fn borrowed(&self) -> Samples<'_> {
        Samples {
            values: self.values.borrowed(),
            distances: self.distances.as_ref().map(RowMatrix::borrowed),
            weights: self.weights.clone(),
        }
    }

    /// The same samples without a borrow.
    pub fn into_owned(self) -> Samples<'static> {
        Samples {
            values: self.values.into_owned(),
            distances: self.distances.map(RowMatrix::into_owned),
            weights: self.weights,
        }
    }

    /// The chosen rows, copied; attached distances are left behind.
    pub fn gather(&self, rows: &[usize]) -> Samples<'static> {
        let weights = self.gathered_weights(rows);
        Samples { values: self.values.gather(rows), distances: None, weights }
    }

    /// The chosen rows, copied, with the distances between them where some are attached.
    pub(crate) fn gather_with_distances(&self, rows: &[usize]) -> Samples<'static> {
        let distances = self.distances.as_ref().map(|given| {
            let between = rows.iter().flat_map(|&i| rows.iter().map(move |&j| given.row(i)[j]));
            RowMatrix::new(between.collect::<Vec<_>>(), rows.len(), rows.len())
        });
        Samples { distances, ..self.gather(rows) }
    }

    /// The mean of every column.
    pub fn means(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.columns()];
        // Summing deviations from the first row keeps the digits that a large offset would cost.
        let first = self.row(0);
        for i in 1..self.rows() {
            let weight = self.weight(i);
            for ((sum, value), first) in sums.iter_mut().zip(&*self.row(i)).zip(&*first) {
                *sum += weight * (value - first);
            }
        }
        let n = self.total_weight();
        sums.iter().zip(&*first).map(|(sum, first)| first + sum / n).collect()
    }

    /// The variance of every column, divided by n, the sum of weights.
    pub(crate) fn variances(&self) -> Vec<f64> {
        let means = self.means();
        let mut sums = vec![0.0; means.len()];
        for i in 0..self.rows() {
            let weight = self.weight(i);
            for ((sum, value), mean) in sums.iter_mut().zip(&*self.row(i)).zip(&means) {
                *sum += weight * ((value - mean) * (value - mean));
            }
        }
        sums.iter().map(|sum| sum / self.total_weight()).collect()
    }

    /// The samples with every row changed by `change`, and checked again; attached distances stay.
    pub(crate) fn changed(&self, change: impl Fn(usize, &mut [f64]) -> Result<()>) -> Result<Self> {
        let (rows, columns) = (self.rows(), self.columns());
        let mut values = self.values.values().to_vec();
        for (row, x) in values.chunks_exact_mut(columns).enumerate() {
            change(row, x)?;
        }
        check_values(&values, columns)?;
        let (distances, weights) = (self.distances.clone(), self.weights.clone());
        Ok(Self { values: RowMatrix::new(values, rows, columns), distances, weights })
    }

    /// Every row of length 1.
    pub(crate) fn of_unit_length(&self) -> Result<Self> {
        self.changed(|row, x| {
            let length = x.iter().map(|v| v * v).sum::<f64>().sqrt();
            if length == 0.0 {
                return Err(Error::ZeroRow { row });
            }
            x.iter_mut().for_each(|v| *v /= length);
            Ok(())
        })
    }

    /// Puts some rows, minus `center`, into `out`.
    pub(crate) fn centered_block(&self, rows: Range<usize>, center: &[f64], out: &mut Vec<f64>) {
        out.clear();
        for i in rows {
            out.extend(self.values.row(i).iter().zip(center).map(|(x, c)| x - c));
        }
    }

    /// X Yᵀ: the inner products with the rows of other samples.
    pub(crate) fn products(&self, other: &Samples<'_>) -> RowMatrix<'static> {
        tall_product(&self.values, other.values.as_mat().transpose())
    }

    /// The samples with `mean` subtracted, restricted to the chosen columns.
    pub(crate) fn centered(&self, mean: &[f64], columns: &[usize]) -> RowMatrix<'static> {
        let mut values = Vec::with_capacity(self.rows() * columns.len());
        for i in 0..self.rows() {
            let row = self.values.row(i);
            values.extend(columns.iter().map(|&j| row[j] - mean[j]));
        }
        RowMatrix::new(values, self.rows(), columns.len())
    }

    /// (X − mean) · b, in blocks of rows, so that no second copy of the samples is held.
    pub(crate) fn centered_product(&self, mean: &[f64], b: MatRef<'_, f64>) -> RowMatrix<'static> {
        block_product(self.rows(), b, |rows, out| self.centered_block(rows, mean, out))
    }
}

/// Finds the first value that is not finite or would overflow when squared.
fn check_values(values: &[f64], columns: usize) -> Result<()> {
    let is_bad = |v: &f64| v.is_nan() || v.abs() > LARGEST;
    let Some(at) = values.iter().position(is_bad) else { return Ok(()) };
    let (row, column, value) = (at / columns, at % columns, values[at]);
    match value.is_finite() {
        true => Err(Error::TooLarge { row, column, value }),
        false => Err(Error::NotFinite { row, column, value }),
    }
}

/// Refuses centred data in which nothing varies.
pub(crate) fn check_spread(rows: usize, largest: f64) -> Result<()> {
    match largest > SMALLEST_SPREAD {
        true => Ok(()),
        false => Err(Error::NoSpread { rows, largest }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_values_are_named_by_row_and_column() {
        let nan = Samples::from_rows(&[[1.0, 2.0], [3.0, f64::NAN]]);
        assert!(matches!(nan, Err(Error::NotFinite { row: 1, column: 1, .. })));
        let large = Samples::from_rows(&[[1.0, 2e100], [3.0, 4.0]]);
        assert!(matches!(large, Err(Error::TooLarge { row: 0, column: 1, .. })));
        let ragged = Samples::from_rows(&[vec![1.0, 2.0], vec![3.0]]);
        assert_eq!(ragged, Err(Error::Ragged { row: 1, expected: 2, found: 1 }));
        let none: [[f64; 0]; 0] = [];
        assert_eq!(Samples::from_rows(&none), Err(Error::Empty { rows: 0, columns: 0 }));
    }

    #[test]
    fn means_survive_a_large_offset() {
        let samples = Samples::from_rows(&[[1e15 + 1.0], [1e15 + 2.0], [1e15 + 3.0]]);
        assert_eq!(samples.map(|s| s.means()), Ok(vec![1e15 + 2.0]));
    }
}
