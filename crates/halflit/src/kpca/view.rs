//! Kernel values of new rows against those that a model keeps, centred.

use crate::dense::MatRef;

use crate::data::Samples;
use crate::error::{Error, Result};
use crate::kernel::ResolvedKernel;
use crate::matrix::{RowMatrix, tall_product};
use crate::watch;

/// Rows that are mapped at once.
const MAPPED_AT_ONCE: usize = 4096;

/// Centred kernel values of new rows against the training rows, or against landmarks among them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KernelView {
    pub(crate) kernel: ResolvedKernel,
    /// Training rows or landmarks; absent for a precomputed kernel.
    pub(crate) training: Option<Samples<'static>>,
    /// For each of these rows the mean of its kernel values with all training rows.
    pub(crate) row_means: Vec<f64>,
    /// The mean of the whole Gram matrix; absent for landmarks, against which rows are not centred one by one.
    pub(crate) mean: Option<f64>,
}

impl KernelView {
    /// k(x′,·) − row means − mean k(x′,·) + total mean, m × n; against landmarks k(x′,·) − row means.
    pub(super) fn centered(&self, new: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let values = match &self.training {
            Some(training) => self.kernel.between(new, training)?,
            None => self.given(new)?,
        };
        let (m, n) = (values.rows(), values.columns());
        let mut values = values.into_values();
        for row in values.chunks_exact_mut(n) {
            let own = |mean: f64| mean - row.iter().sum::<f64>() / n as f64;
            let shift = self.mean.map_or(0.0, own);
            row.iter_mut().zip(&self.row_means).for_each(|(v, mean)| *v += shift - mean);
        }
        Ok(RowMatrix::new(values, m, n))
    }

    /// New rows of a precomputed kernel matrix.
    fn given(&self, new: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let (expected, found) = (self.row_means.len(), new.columns());
        match expected == found {
            true => Ok(new.to_rows()),
            false => Err(Error::ColumnCount { expected, found }),
        }
    }

    /// Number of columns that new samples must have.
    pub(crate) fn input_columns(&self) -> usize {
        self.training.as_ref().map_or(self.row_means.len(), Samples::columns)
    }

    /// Maps new rows by n × d coefficients.
    pub(crate) fn transform(
        &self,
        new: &Samples<'_>,
        coefficients: MatRef<'_, f64>,
    ) -> Result<RowMatrix<'static>> {
        // In blocks: kernel values of all rows at once would take m × n numbers.
        let (m, d) = (new.rows(), coefficients.ncols());
        let mut mapped = Vec::with_capacity(m * d);
        let rows: Vec<usize> = (0..m).collect();
        for block in rows.chunks(MAPPED_AT_ONCE) {
            watch::check()?;
            let points = tall_product(&self.centered(&new.gather(block))?, coefficients);
            mapped.extend_from_slice(points.values());
        }
        Ok(RowMatrix::new(mapped, m, d))
    }
}
