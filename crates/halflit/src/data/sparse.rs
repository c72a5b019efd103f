//! Samples of which most numbers are 0: what can be done without writing them out.
//!
//! Scaled columns stay sparse: x = (s − o) ∘ f of stored numbers s, so that every product is one with s, a factor and a shift, and
//! differences of rows know no offset.

use std::sync::Arc;

use crate::dense::{Mat, MatRef};

use super::csr::Csr;
use super::samples::ColumnScale;
use super::storage::Storage;
use super::{Outline, Samples};
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;

impl<'a> Samples<'a> {
    /// These samples with their zeros.
    pub(crate) fn written_out(&self) -> Result<Samples<'a>> {
        match self.is_sparse() {
            false => Ok(self.clone()),
            true => Ok(Samples::from_matrix(self.to_rows())?.weighed_like(self)),
        }
    }
}

impl Samples<'_> {
    /// Takes compressed sparse rows: row i has the numbers `values[starts[i]..starts[i + 1]]` in the columns of the same places,
    /// ascending, and 0 everywhere else. They are never written out; [`Solver::MatrixFree`](crate::Solver) is made for them.
    ///
    /// ```
    /// use halflit::Samples;
    ///
    /// let samples = Samples::from_csr(vec![0, 2, 3], vec![0, 3, 1], vec![1.0, 2.0, 5.0], 2, 4)?;
    /// assert_eq!(*samples.row(0), [1.0, 0.0, 0.0, 2.0]);
    /// # Ok::<(), halflit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::Shape`] where lengths do not belong together, [`Error::SparseRow`] with the first row whose
    /// columns are not ascending or not there, [`Error::NotFinite`] and [`Error::TooLarge`].
    pub fn from_csr(
        starts: Vec<usize>,
        columns: Vec<u32>,
        values: Vec<f64>,
        rows: usize,
        width: usize,
    ) -> Result<Samples<'static>> {
        if rows == 0 || width == 0 {
            return Err(Error::Empty { rows, columns: width });
        }
        let csr = Csr::new(starts, columns, values, (rows, width))?;
        Samples::of_storage(Storage::Sparse(Arc::new(csr)), rows, width)
    }

    /// Whether most numbers are 0 and none of those is stored.
    pub fn is_sparse(&self) -> bool {
        self.csr().is_some()
    }

    /// Whether samples are sparse and too many to be written out, zeros included, where that would be as good.
    pub(crate) fn is_vast(&self) -> bool {
        self.outline().is_vast()
    }

    /// The numbers of a row that are not 0, with their columns.
    ///
    /// ```
    /// use halflit::Samples;
    ///
    /// let samples = Samples::from_rows(&[[0.0, 1.5, 0.0], [2.0, 0.0, 3.0]])?;
    /// assert_eq!(samples.nonzeros(1), [(0, 2.0), (2, 3.0)]);
    /// # Ok::<(), halflit::Error>(())
    /// ```
    pub fn nonzeros(&self, i: usize) -> Vec<(usize, f64)> {
        let is_held = |(_, value): &(usize, f64)| *value != 0.0;
        match (self.csr(), self.scale()) {
            (Some(csr), None) => csr.row(i).filter(is_held).collect(),
            _ => self.row(i).iter().copied().enumerate().filter(is_held).collect(),
        }
    }

    /// What decides how they are worked on.
    pub(crate) fn outline(&self) -> Outline {
        let (rows, columns) = (self.rows(), self.columns());
        Outline { rows, columns, sparse: self.is_sparse(), weighed: self.weights().is_some() }
    }

    /// How many numbers are stored, where zeros are not.
    pub(crate) fn stored_numbers(&self) -> Option<usize> {
        self.csr().map(Csr::stored)
    }

    /// Refuses what would write sparse samples out.
    pub(crate) fn check_vast(&self, what: &'static str) -> Result<()> {
        match self.is_vast() {
            false => Ok(()),
            true => Err(Error::Incompatible {
                parameter: what,
                with: "sparse samples of this size",
                help: "name a learner, give its parameters and nearest pairs, and leave the rest at its default",
            }),
        }
    }

    /// The stored numbers, and the factor of every column.
    pub(crate) fn sparse_rows(&self) -> Option<(&Csr, Option<&[f64]>)> {
        Some((self.csr()?, self.scale().map(|scale| scale.factor.as_slice())))
    }

    /// The first number that is not allowed, of those that are stored and of zeros.
    pub(super) fn first_bad(
        &self,
        csr: &Csr,
        is_bad: impl Fn(f64) -> bool,
    ) -> Option<(usize, usize, f64)> {
        let seen = |j: usize, value: f64| self.scale().map_or(value, |scale| scale.of(j, value));
        let stored = csr.iter().map(|(i, j, value)| (i, j, seen(j, value)));
        let zeros =
            (0..self.columns()).filter(|_| self.scale().is_some()).map(|j| (0, j, seen(j, 0.0)));
        stored.chain(zeros).find(|(.., value)| is_bad(*value))
    }

    /// The mean of every column.
    pub(super) fn sparse_means(&self, csr: &Csr) -> Vec<f64> {
        let mut means = vec![0.0; self.columns()];
        csr.iter().for_each(|(i, j, value)| means[j] += self.weight(i) * value);
        let n = self.total_weight();
        means.iter_mut().for_each(|mean| *mean /= n);
        self.scaled_row(means)
    }

    /// The variance of every column: of the numbers that are stored, and of the zeros together.
    pub(super) fn sparse_variances(&self, csr: &Csr) -> Vec<f64> {
        let width = self.columns();
        let (mut means, mut stored) = (vec![0.0; width], vec![0.0; width]);
        for (i, j, value) in csr.iter() {
            means[j] += self.weight(i) * value;
            stored[j] += self.weight(i);
        }
        let n = self.total_weight();
        means.iter_mut().for_each(|mean| *mean /= n);
        let zeros = |j: usize| (n - stored[j]).max(0.0);
        let mut sums: Vec<f64> = (0..width).map(|j| zeros(j) * means[j] * means[j]).collect();
        for (i, j, value) in csr.iter() {
            sums[j] += self.weight(i) * ((value - means[j]) * (value - means[j]));
        }
        let factor = |j: usize| self.scale().map_or(1.0, |scale| scale.factor[j]);
        (0..width).map(|j| sums[j] / n * factor(j) * factor(j)).collect()
    }

    /// Smallest and largest number of every column.
    pub(super) fn sparse_ranges(&self, csr: &Csr) -> (Vec<f64>, Vec<f64>) {
        let width = self.columns();
        let (mut low, mut high) = (vec![f64::INFINITY; width], vec![f64::NEG_INFINITY; width]);
        let mut counts = vec![0; width];
        for (_, j, value) in csr.iter() {
            low[j] = low[j].min(value);
            high[j] = high[j].max(value);
            counts[j] += 1;
        }
        for j in (0..width).filter(|&j| counts[j] < self.rows()) {
            low[j] = low[j].min(0.0);
            high[j] = high[j].max(0.0);
        }
        // No factor is negative.
        (self.scaled_row(low), self.scaled_row(high))
    }

    /// One scaling after another.
    pub(super) fn scaled_again(&self, second: &ColumnScale) -> ColumnScale {
        let Some(first) = self.scale() else { return second.clone() };
        let offset =
            (0..self.columns()).map(|j| first.offset[j] + second.offset[j] / first.factor[j]);
        let factor = first.factor.iter().zip(&second.factor).map(|(a, b)| a * b);
        ColumnScale { offset: offset.collect(), factor: factor.collect() }
    }

    /// Every row of length 1.
    pub(super) fn sparse_of_unit_length(&self, csr: &Csr) -> Result<Samples<'static>> {
        if self.scale().is_some() {
            return Err(Error::Incompatible {
                parameter: "rows of length 1",
                with: "sparse samples whose columns are scaled",
                help: "leave the columns as they are, or use another metric",
            });
        }
        let lengths: Vec<f64> = (0..self.rows())
            .map(|i| csr.row(i).map(|(_, value)| value * value).sum::<f64>().sqrt())
            .collect();
        if let Some(row) = lengths.iter().position(|length| *length == 0.0) {
            return Err(Error::ZeroRow { row });
        }
        let csr = csr.changed(|i, value| value / lengths[i]);
        Samples::of_storage(Storage::Sparse(Arc::new(csr)), self.rows(), self.columns())
    }

    /// (X − mean) b.
    pub(super) fn sparse_product(
        &self,
        csr: &Csr,
        mean: &[f64],
        b: MatRef<'_, f64>,
    ) -> RowMatrix<'static> {
        let origin = self.scaled_row(vec![0.0; self.columns()]);
        let shift = |j: usize| {
            let column = b.col(j).iter().zip(origin.iter().zip(mean));
            column.map(|(b, (origin, mean))| b * (origin - mean)).sum()
        };
        let shift: Vec<f64> = (0..b.ncols()).map(shift).collect();
        let factor = self.scale().map(|scale| scale.factor.as_slice());
        csr.times(&Csr::rows_times(b, factor), &shift)
    }

    /// (X − mean)ᵀ y.
    pub(super) fn sparse_transposed(&self, csr: &Csr, mean: &[f64], y: &RowMatrix<'_>) -> Mat<f64> {
        let width = self.columns();
        let origin = self.scaled_row(vec![0.0; width]);
        let mut sums = vec![0.0; y.columns()];
        for i in 0..y.rows() {
            sums.iter_mut().zip(y.row(i)).for_each(|(sum, value)| *sum += value);
        }
        let product = csr.turned(width).times(y, &vec![0.0; y.columns()]);
        let factor = |j: usize| self.scale().map_or(1.0, |scale| scale.factor[j]);
        Mat::from_fn(width, y.columns(), |j, m| {
            factor(j) * product.row(j)[m] + (origin[j] - mean[j]) * sums[m]
        })
    }

    /// A row of stored numbers as it is seen.
    fn scaled_row(&self, mut row: Vec<f64>) -> Vec<f64> {
        if let Some(scale) = self.scale() {
            row.iter_mut().enumerate().for_each(|(j, value)| *value = scale.of(j, *value));
        }
        row
    }
}
