//! Samples, and the few ways in which the rest of the crate touches them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::dense::MatRef;

use super::csr::Csr;
use super::storage::Storage;
use crate::error::{Error, Result};
use crate::lanes::wide;
use crate::matrix::{Blocks, RowMatrix, block_product, check_symmetric, tall_product};
use crate::threads::*;

/// Above this a square, summed over rows and columns, may overflow.
const LARGEST: f64 = 1e100;
/// Below this deviation from the mean a square may underflow.
const SMALLEST_SPREAD: f64 = 1e-100;
/// Rows that are summed by one task; fixed, so that threads do not change a sum.
const SUM_BLOCK: usize = 1024;

/// n × d0 finite numbers, one example per row, owned or borrowed, of double or single width.
///
/// This is the only place that knows how samples are stored. Everything else asks for single rows, gathered rows, blocks of
/// rows, sums over rows and products; another storage answers these and nothing more. Copies are cheap: numbers are
/// borrowed or shared, and scaled columns are scaled when they are asked for.
#[derive(Debug, Clone)]
pub struct Samples<'a> {
    storage: Storage<'a>,
    rows: usize,
    columns: usize,
    /// (x − offset) · factor of every column, done whenever a number is asked for.
    scale: Option<Arc<ColumnScale>>,
    distances: Option<Arc<RowMatrix<'a>>>,
    /// How often each row counts, where not all count once.
    pub(super) weights: Option<Arc<[f64]>>,
}

/// What is done to every column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ColumnScale {
    pub(super) offset: Vec<f64>,
    pub(super) factor: Vec<f64>,
}

impl ColumnScale {
    /// A number of a column as it is seen.
    pub(super) fn of(&self, column: usize, value: f64) -> f64 {
        (value - self.offset[column]) * self.factor[column]
    }

    /// Scales the values that a row has in some columns.
    fn apply(&self, x: &mut [f64], columns: Range<usize>) {
        let parts = x.iter_mut().zip(&self.offset[columns.clone()]).zip(&self.factor[columns]);
        parts.for_each(|((x, offset), factor)| *x = (*x - offset) * factor);
    }
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
        Self::checked(Storage::Double(values.into().into()), rows, columns)
    }

    /// Samples of single-width numbers, which are kept as they are: half the memory. Sums are taken in f64, so that
    /// results are those of the same numbers in f64.
    ///
    /// ```
    /// use halflit::Samples;
    ///
    /// let samples = Samples::from_row_major_f32(vec![1.0f32, 2.5, 3.0, 4.0], 2, 2)?;
    /// assert_eq!(*samples.row(0), [1.0, 2.5]);
    /// # Ok::<(), halflit::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Samples::from_row_major`].
    pub fn from_row_major_f32(
        values: impl Into<Cow<'a, [f32]>>,
        rows: usize,
        columns: usize,
    ) -> Result<Self> {
        Self::checked(Storage::Single(values.into().into()), rows, columns)
    }

    fn checked(storage: Storage<'a>, rows: usize, columns: usize) -> Result<Self> {
        if rows == 0 || columns == 0 {
            return Err(Error::Empty { rows, columns });
        }
        if rows.checked_mul(columns) != Some(storage.len()) {
            let expected = format!("{rows} × {columns} values");
            return Err(Error::shape("the sample array", expected, storage.len()));
        }
        Self::of_storage(storage, rows, columns)
    }

    /// Takes numbers of that shape, and checks each.
    pub(super) fn of_storage(storage: Storage<'a>, rows: usize, columns: usize) -> Result<Self> {
        let samples = Self { storage, rows, columns, scale: None, distances: None, weights: None };
        samples.check_values()?;
        Ok(samples)
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
        self.distances = Some(Arc::new(RowMatrix::new(distances, n, n)));
        Ok(self)
    }

    /// Number of examples, n.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of features, d0.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Example `i`; copied only where it is stored in another form.
    pub fn row(&self, i: usize) -> Cow<'_, [f64]> {
        match (self.storage.doubles(), &self.scale) {
            (Some(values), None) => {
                Cow::Borrowed(&values[i * self.columns..(i + 1) * self.columns])
            }
            _ => {
                let mut row = Vec::with_capacity(self.columns);
                self.fill(i..i + 1, &mut row);
                Cow::Owned(row)
            }
        }
    }

    /// Every row, copied: for a model that keeps them, and for kernels that are given as numbers.
    pub fn to_rows(&self) -> RowMatrix<'static> {
        let mut values = Vec::with_capacity(self.rows * self.columns);
        self.fill(0..self.rows, &mut values);
        RowMatrix::new(values, self.rows, self.columns)
    }

    /// Puts some rows behind what is in `out`.
    fn fill(&self, rows: Range<usize>, out: &mut Vec<f64>) {
        let (width, start) = (self.columns, out.len());
        rows.for_each(|i| self.storage.extend(i, 0..width, width, out));
        if let Some(scale) = &self.scale {
            out[start..].chunks_exact_mut(width).for_each(|x| scale.apply(x, 0..width));
        }
    }

    /// The stored numbers where samples are sparse.
    pub(super) fn csr(&self) -> Option<&Csr> {
        match &self.storage {
            Storage::Sparse(rows) => Some(rows),
            Storage::Double(_) | Storage::Single(_) => None,
        }
    }

    /// What is done to the columns.
    pub(super) fn scale(&self) -> Option<&ColumnScale> {
        self.scale.as_deref()
    }

    /// The attached distances, if any.
    pub(crate) fn distances(&self) -> Result<&RowMatrix<'a>> {
        self.distances.as_deref().ok_or(Error::NoDistances)
    }

    /// These samples, borrowed.
    pub fn borrowed(&self) -> Samples<'_> {
        Samples {
            storage: self.storage.borrowed(),
            rows: self.rows,
            columns: self.columns,
            scale: self.scale.clone(),
            distances: self.distances.as_ref().map(|given| Arc::new(given.borrowed())),
            weights: self.weights.clone(),
        }
    }

    /// These samples without a borrow.
    pub fn into_owned(self) -> Samples<'static> {
        let own = |given: Arc<RowMatrix<'a>>| Arc::new(RowMatrix::clone(&given).into_owned());
        Samples {
            storage: self.storage.into_owned(),
            rows: self.rows,
            columns: self.columns,
            scale: self.scale,
            distances: self.distances.map(own),
            weights: self.weights,
        }
    }

    /// These samples, attached distances left behind.
    pub(crate) fn without_distances(self) -> Self {
        Self { distances: None, ..self }
    }

    /// The chosen rows, copied; attached distances are left behind.
    pub fn gather(&self, rows: &[usize]) -> Samples<'static> {
        Samples {
            storage: self.storage.gather(rows, self.columns),
            rows: rows.len(),
            columns: self.columns,
            scale: self.scale.clone(),
            distances: None,
            weights: self.gathered_weights(rows),
        }
    }

    /// The chosen rows, given in ascending order: copied, unless they are all. Attached distances are left behind.
    pub(crate) fn chosen(&self, rows: &[usize]) -> Samples<'_> {
        match rows.len() == self.rows {
            true => self.borrowed().without_distances(),
            false => self.gather(rows),
        }
    }

    /// The chosen rows, copied, with the distances between them where some are attached.
    pub(crate) fn gather_with_distances(&self, rows: &[usize]) -> Samples<'static> {
        let distances = self.distances.as_ref().map(|given| {
            let between = rows.iter().flat_map(|&i| rows.iter().map(move |&j| given.row(i)[j]));
            Arc::new(RowMatrix::new(between.collect::<Vec<_>>(), rows.len(), rows.len()))
        });
        Samples { distances, ..self.gather(rows) }
    }

    /// The mean of every column.
    pub fn means(&self) -> Vec<f64> {
        if let Some(csr) = self.csr() {
            return self.sparse_means(csr);
        }
        // Summing deviations from the first row keeps the digits that a large offset would cost.
        let first = self.row(0);
        let sums = self.sum_rows(|weight, x, sums| {
            let deviations = x.iter().zip(&*first).map(|(value, first)| weight * (value - first));
            sums.iter_mut().zip(deviations).for_each(|(sum, deviation)| *sum += deviation);
        });
        let n = self.total_weight();
        sums.iter().zip(&*first).map(|(sum, first)| first + sum / n).collect()
    }

    /// The variance of every column, divided by n, the sum of weights.
    pub(crate) fn variances(&self) -> Vec<f64> {
        if let Some(csr) = self.csr() {
            return self.sparse_variances(csr);
        }
        let means = self.means();
        let sums = self.sum_rows(|weight, x, sums| {
            for ((sum, value), mean) in sums.iter_mut().zip(x).zip(&means) {
                *sum += weight * ((value - mean) * (value - mean));
            }
        });
        let n = self.total_weight();
        sums.iter().map(|sum| sum / n).collect()
    }

    /// A sum for every column, to which `add` adds row by row, each with its weight: blocks of rows in parallel, their sums in
    /// order.
    fn sum_rows(&self, add: impl Fn(f64, &[f64], &mut [f64]) + Sync) -> Vec<f64> {
        let width = self.columns;
        let blocks: Vec<usize> = (0..self.rows).step_by(SUM_BLOCK).collect();
        let sum = |&start: &usize| {
            let (mut sums, mut room) = (vec![0.0; width], Vec::new());
            let rows = start..(start + SUM_BLOCK).min(self.rows);
            let block = self.values_of(rows.clone(), &mut room);
            rows.zip(block.chunks_exact(width))
                .for_each(|(i, x)| add(self.weight(i), x, &mut sums));
            sums
        };
        let partial: Vec<Vec<f64>> = blocks.par_iter().map(sum).collect();
        let mut total = vec![0.0; width];
        for sums in &partial {
            total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
        }
        total
    }

    /// Some rows as they are stored, or put into `room`.
    fn values_of<'r>(&'r self, rows: Range<usize>, room: &'r mut Vec<f64>) -> &'r [f64] {
        match (self.storage.doubles(), &self.scale) {
            (Some(values), None) => &values[rows.start * self.columns..rows.end * self.columns],
            _ => {
                room.clear();
                self.fill(rows, room);
                room
            }
        }
    }

    /// The samples with every row changed by `change`, and checked again; attached distances stay.
    pub(crate) fn changed(&self, change: impl Fn(usize, &mut [f64]) -> Result<()>) -> Result<Self> {
        let mut values = self.to_rows().into_values();
        for (row, x) in values.chunks_exact_mut(self.columns).enumerate() {
            change(row, x)?;
        }
        let changed = Samples::from_row_major(values, self.rows, self.columns)?;
        let (distances, weights) = (self.distances.clone(), self.weights.clone());
        Ok(Self { distances, weights, ..changed })
    }

    /// The samples with every column scaled, and checked again; attached distances stay.
    pub(super) fn scaled(self, offset: &[f64], factor: &[f64]) -> Result<Self> {
        let own = ColumnScale { offset: offset.to_vec(), factor: factor.to_vec() };
        if self.csr().is_some() {
            let scale = Some(Arc::new(self.scaled_again(&own)));
            let samples = Self { scale, ..self };
            samples.check_values()?;
            return Ok(samples);
        }
        // A second scaling on top of a first is seldom enough to be done at once.
        let samples = match self.scale {
            None => self,
            Some(_) => self.changed(|_, _| Ok(()))?,
        };
        let samples = Self { scale: Some(Arc::new(own)), ..samples };
        samples.check_values()?;
        Ok(samples)
    }

    /// Every row of length 1.
    pub(crate) fn of_unit_length(&self) -> Result<Self> {
        if let Some(csr) = self.csr() {
            let unit = self.sparse_of_unit_length(csr)?;
            let distances = self.distances.clone();
            return Ok(Self { distances, ..unit }.weighed_like(self));
        }
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
        match (self.storage.doubles(), &self.scale) {
            (Some(values), None) => {
                let width = self.columns;
                for x in values[rows.start * width..rows.end * width].chunks_exact(width) {
                    out.extend(x.iter().zip(center).map(|(x, c)| x - c));
                }
            }
            _ => {
                self.fill(rows, out);
                for x in out.chunks_exact_mut(self.columns) {
                    x.iter_mut().zip(center).for_each(|(x, c)| *x -= c);
                }
            }
        }
    }

    /// Puts some columns of every row, minus `center` and times `factor`, into `out`.
    pub(crate) fn centered_columns(
        &self,
        columns: Range<usize>,
        center: &[f64],
        factor: &[f64],
        out: &mut Vec<f64>,
    ) {
        out.clear();
        let (center, factor) = (&center[columns.clone()], &factor[columns.clone()]);
        for i in 0..self.rows {
            let start = out.len();
            self.storage.extend(i, columns.clone(), self.columns, out);
            if let Some(scale) = &self.scale {
                scale.apply(&mut out[start..], columns.clone());
            }
            let parts = out[start..].iter_mut().zip(center).zip(factor);
            parts.for_each(|((x, center), factor)| *x = (*x - center) * factor);
        }
    }

    /// X Yᵀ: the inner products with the rows of other samples.
    pub(crate) fn products(&self, other: &Samples<'_>) -> RowMatrix<'static> {
        let mut room = Vec::new();
        let other = Blocks::block(other, 0..other.rows, &mut room);
        tall_product(self, other.transpose())
    }

    /// The samples with `mean` subtracted, restricted to the chosen columns.
    pub(crate) fn centered(&self, mean: &[f64], columns: &[usize]) -> RowMatrix<'static> {
        let mut values = Vec::with_capacity(self.rows() * columns.len());
        for i in 0..self.rows() {
            let row = self.row(i);
            values.extend(columns.iter().map(|&j| row[j] - mean[j]));
        }
        RowMatrix::new(values, self.rows(), columns.len())
    }

    /// (X − mean) · b, in blocks of rows, so that no second copy of the samples is held.
    pub(crate) fn centered_product(&self, mean: &[f64], b: MatRef<'_, f64>) -> RowMatrix<'static> {
        match self.csr() {
            Some(csr) => self.sparse_product(csr, mean, b),
            None => block_product(self.rows(), b, |rows, out| self.centered_block(rows, mean, out)),
        }
    }

    /// Finds the first value that is not finite or would overflow when squared.
    fn check_values(&self) -> Result<()> {
        let is_bad = |v: &f64| v.is_nan() || v.abs() > LARGEST;
        let refused = |row, column, value: f64| match value.is_finite() {
            true => Err(Error::TooLarge { row, column, value }),
            false => Err(Error::NotFinite { row, column, value }),
        };
        if let Some(csr) = self.csr() {
            let bad = self.first_bad(csr, |value| is_bad(&value));
            return bad.map_or(Ok(()), |(row, column, value)| refused(row, column, value));
        }
        let starts: Vec<usize> = (0..self.rows).step_by(SUM_BLOCK).collect();
        let first_bad = |&start: &usize| {
            let mut room = Vec::new();
            let rows = start..(start + SUM_BLOCK).min(self.rows);
            let values = self.values_of(rows, &mut room);
            // All at once first: this is a pass over everything, and nearly always finds nothing.
            let any = wide!(|| values.iter().map(|v| u64::from(is_bad(v))).sum::<u64>() > 0);
            let at = any.then(|| values.iter().position(is_bad)).flatten()?;
            Some((start * self.columns + at, values[at]))
        };
        let Some((at, value)) = starts.par_iter().find_map_first(first_bad) else { return Ok(()) };
        refused(at / self.columns, at % self.columns, value)
    }
}

/// Samples are equal if their numbers are, however they are stored.
impl PartialEq for Samples<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.columns) == (other.rows, other.columns)
            && self.distances == other.distances
            && self.weights == other.weights
            && (0..self.rows).all(|i| self.row(i) == other.row(i))
    }
}

impl Blocks for Samples<'_> {
    fn rows(&self) -> usize {
        self.rows
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn block<'b>(&'b self, rows: Range<usize>, room: &'b mut Vec<f64>) -> MatRef<'b, f64> {
        let count = rows.len();
        MatRef::from_row_major_slice(self.values_of(rows, room), count, self.columns)
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
        let single = Samples::from_row_major_f32(vec![1.0, f32::INFINITY], 2, 1);
        assert!(matches!(single, Err(Error::NotFinite { row: 1, column: 0, .. })));
        let none: [[f64; 0]; 0] = [];
        assert_eq!(Samples::from_rows(&none), Err(Error::Empty { rows: 0, columns: 0 }));
    }

    #[test]
    fn means_survive_a_large_offset() {
        let samples = Samples::from_rows(&[[1e15 + 1.0], [1e15 + 2.0], [1e15 + 3.0]]);
        assert_eq!(samples.map(|s| s.means()), Ok(vec![1e15 + 2.0]));
    }
}
