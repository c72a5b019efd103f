//! A kernel that has met its data, and its values.

use serde::Serialize;

use super::Kernel;
use crate::data::Samples;
use crate::elementary::{exp, tanh};
use crate::error::{Error, Result};
use crate::graph::exp_nonpositive;
use crate::lanes::wide;
use crate::matrix::RowMatrix;
use crate::neighbors::{Metric, squared_distances};
use crate::threads::*;
use crate::watch;

/// A kernel with nothing left to choose.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ResolvedKernel {
    kernel: Kernel,
    /// The width of RBF and Laplacian, the scale of the sigmoid; 1 for the others.
    #[serde(skip)]
    measure: f64,
}

impl ResolvedKernel {
    /// From a kernel whose widths are all there.
    pub(crate) fn new(kernel: Kernel) -> Result<Self> {
        kernel.check()?;
        let measure = match kernel {
            Kernel::Rbf { width: measure }
            | Kernel::Laplacian { width: measure }
            | Kernel::Sigmoid { scale: measure, .. } => measure,
            Kernel::Linear {} | Kernel::Polynomial { .. } | Kernel::Cosine {} => Some(1.0),
            Kernel::Precomputed {} | Kernel::Function(_) => Some(1.0),
        };
        let missing = || Error::parameter("width", "missing", "a finite number above 0");
        Ok(Self { kernel, measure: measure.ok_or_else(missing)? })
    }

    /// The kernel, its widths filled in.
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// Whether the samples are the kernel matrix itself.
    pub(crate) fn is_precomputed(&self) -> bool {
        self.kernel == Kernel::Precomputed {}
    }

    /// Whether it is positive semidefinite whatever the rows are.
    pub(crate) fn is_semidefinite(&self) -> bool {
        match self.kernel {
            Kernel::Linear {} | Kernel::Polynomial { .. } | Kernel::Cosine {} => true,
            Kernel::Rbf { .. } | Kernel::Laplacian { .. } => true,
            Kernel::Sigmoid { .. } | Kernel::Precomputed {} | Kernel::Function(_) => false,
        }
    }

    /// k(x_i, x_i) of every row.
    pub(crate) fn diagonal(&self, samples: &Samples<'_>) -> Vec<f64> {
        let squared = |i: usize| samples.row(i).iter().map(|v| v * v).sum::<f64>();
        let value = |i: usize| match &self.kernel {
            Kernel::Linear {} => squared(i),
            Kernel::Polynomial { degree, coef0, scale } => {
                (scale * squared(i) + coef0).powi(*degree as i32)
            }
            Kernel::Sigmoid { coef0, .. } => tanh(self.measure * squared(i) + coef0),
            Kernel::Precomputed {} => samples.row(i)[i],
            Kernel::Function(function) => function.0(&samples.row(i), &samples.row(i)),
            Kernel::Rbf { .. } | Kernel::Laplacian { .. } | Kernel::Cosine {} => 1.0,
        };
        (0..samples.rows()).map(value).collect()
    }

    /// k(x_i, y_j) for all rows of `new` and `training`: m × n.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where the columns differ, [`Error::ZeroRow`] for the cosine of a zero row,
    /// [`Error::BadKernelValue`] where a value is not finite.
    pub fn between(&self, new: &Samples<'_>, training: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let (expected, found) = (training.columns(), new.columns());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        let values = self.evaluate(new, training)?;
        match values.values().iter().position(|value| !value.is_finite()) {
            None => Ok(values),
            Some(at) => {
                let (row, column) = (at / values.columns(), at % values.columns());
                Err(Error::BadKernelValue { row, column, value: values.values()[at] })
            }
        }
    }

    fn evaluate(&self, new: &Samples<'_>, training: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let products = || new.products(training);
        let measure = self.measure;
        let direct = |value: &(dyn Fn(&[f64], &[f64]) -> f64 + Sync)| {
            by_rows(new.rows(), training.rows(), |i, out| {
                for (j, out) in out.iter_mut().enumerate() {
                    *out = value(&new.row(i), &training.row(j));
                }
            })
        };
        Ok(match &self.kernel {
            Kernel::Linear {} => products(),
            Kernel::Polynomial { degree, coef0, scale } => {
                map(products(), |v| (scale * v + coef0).powi(*degree as i32))
            }
            Kernel::Sigmoid { coef0, .. } => map(products(), |v| tanh(measure * v + coef0)),
            Kernel::Rbf { .. } => {
                let factor = -1.0 / measure.powi(2);
                let mut values = squared_distances(new, training, Metric::Euclidean)?.into_values();
                values.par_chunks_mut(training.rows()).for_each(|row| {
                    wide!(|| {
                        row.iter_mut().for_each(|d| *d = exp_nonpositive(factor * *d));
                    });
                });
                RowMatrix::new(values, new.rows(), training.rows())
            }
            Kernel::Cosine {} => {
                map(squared_distances(new, training, Metric::Cosine)?, |d| 1.0 - 0.5 * d)
            }
            Kernel::Laplacian { .. } => {
                direct(&|x, y| exp(-Metric::Manhattan.direct(x, y) / measure))?
            }
            Kernel::Precomputed {} => new.to_rows(),
            Kernel::Function(function) => direct(&*function.0)?,
        })
    }
}

/// Fills an m × n matrix row by row, in parallel.
fn by_rows(
    m: usize,
    n: usize,
    fill: impl Fn(usize, &mut [f64]) + Sync,
) -> Result<RowMatrix<'static>> {
    let stage = watch::stage("kernel values", m);
    let mut values = vec![0.0; m * n];
    values.par_chunks_mut(n).enumerate().try_for_each(|(i, row)| {
        fill(i, row);
        stage.advance(1)
    })?;
    Ok(RowMatrix::new(values, m, n))
}

fn map(matrix: RowMatrix<'static>, f: impl Fn(f64) -> f64 + Sync) -> RowMatrix<'static> {
    let (m, n) = (matrix.rows(), matrix.columns());
    let mut values = matrix.into_values();
    values.par_chunks_mut(n).for_each(|row| row.iter_mut().for_each(|v| *v = f(*v)));
    RowMatrix::new(values, m, n)
}
