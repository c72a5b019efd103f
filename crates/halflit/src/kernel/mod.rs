//! Kernels: k(x, y), an inner product in some other space.

mod resolved;
mod table;

pub use resolved::ResolvedKernel;
pub use table::KernelInfo;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::data::Samples;
use crate::error::{Error, Result};

/// A kernel function. Widths left out are chosen from the data when the kernel meets it, and then kept.
///
/// ```
/// use halflit::{Kernel, Samples};
///
/// let samples = Samples::from_rows(&[[1.0, 2.0], [3.0, 4.0]])?;
/// let kernel = Kernel::polynomial(2).resolve(&samples)?;
/// let values = kernel.between(&samples, &samples)?;
/// assert_eq!(values.row(0)[1], (11.0f64 + 1.0).powi(2));
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Kernel {
    /// ⟨x, y⟩
    Linear {},
    /// (scale · ⟨x, y⟩ + coef0)^degree, degree ≥ 1, coef0 ≥ 0, scale > 0
    Polynomial {
        /// Defaults to 2.
        #[serde(default = "two")]
        degree: u32,
        /// Defaults to 1.
        #[serde(default = "one")]
        coef0: f64,
        /// Defaults to 1.
        #[serde(default = "one")]
        scale: f64,
    },
    /// exp(−‖x − y‖²/width²), width > 0
    Rbf {
        /// Defaults to the square root of the data's total variance (scikit-learn's gamma = "scale").
        #[serde(default)]
        width: Option<f64>,
    },
    /// exp(−Σ|x_j − y_j|/width), width > 0
    Laplacian {
        /// Defaults to the sum of the columns' standard deviations.
        #[serde(default)]
        width: Option<f64>,
    },
    /// tanh(scale · ⟨x, y⟩ + coef0): not positive semidefinite in general
    Sigmoid {
        /// Defaults to 1 / total variance.
        #[serde(default)]
        scale: Option<f64>,
        /// Defaults to 1.
        #[serde(default = "one")]
        coef0: f64,
    },
    /// ⟨x, y⟩ / (‖x‖ ‖y‖)
    Cosine {},
    /// The samples are the kernel matrix itself: n × n for training, m × n for new rows.
    Precomputed {},
    /// A user's function.
    #[serde(skip)]
    Function(KernelFunction),
}

fn one() -> f64 {
    1.0
}

fn two() -> u32 {
    2
}

/// A user's symmetric function of two rows.
#[derive(Clone)]
pub struct KernelFunction(Arc<PairFunction>);

type PairFunction = dyn Fn(&[f64], &[f64]) -> f64 + Send + Sync;

impl fmt::Debug for KernelFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a function of two rows")
    }
}

impl PartialEq for KernelFunction {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Kernel {
    /// (⟨x, y⟩ + 1)^degree, the kernel of the paper's experiments for degree 2.
    pub fn polynomial(degree: u32) -> Self {
        Kernel::Polynomial { degree, coef0: 1.0, scale: 1.0 }
    }

    /// The Gaussian kernel with the default width.
    pub fn rbf() -> Self {
        Kernel::Rbf { width: None }
    }

    /// A user's function.
    pub fn function(function: impl Fn(&[f64], &[f64]) -> f64 + Send + Sync + 'static) -> Self {
        Kernel::Function(KernelFunction(Arc::new(function)))
    }

    /// Checks the parameters and fills in those that depend on the data.
    ///
    /// # Errors
    /// [`Error::Parameter`] with the allowed range.
    pub fn resolve(&self, samples: &Samples<'_>) -> Result<ResolvedKernel> {
        let mut kernel = self.clone();
        match &mut kernel {
            Kernel::Rbf { width } => *width = width.or_else(|| Some(variance(samples).sqrt())),
            Kernel::Laplacian { width } => *width = width.or_else(|| Some(deviations(samples))),
            Kernel::Sigmoid { scale, .. } => {
                *scale = scale.or_else(|| Some(1.0 / variance(samples)));
            }
            Kernel::Linear {} | Kernel::Polynomial { .. } | Kernel::Cosine {} => {}
            Kernel::Precomputed {} | Kernel::Function(_) => {}
        }
        ResolvedKernel::new(kernel)
    }

    /// Refuses parameters out of range.
    pub(crate) fn check(&self) -> Result<()> {
        let positive = |name, value: f64| match value.is_finite() && value > 0.0 {
            true => Ok(()),
            false => Err(Error::parameter(name, value, "a finite number above 0")),
        };
        match *self {
            Kernel::Polynomial { degree: 0, .. } => {
                Err(Error::parameter("degree", 0, "a whole number of at least 1"))
            }
            Kernel::Polynomial { coef0, .. } if !(coef0.is_finite() && coef0 >= 0.0) => {
                Err(Error::parameter("coef0", coef0, "a finite number of at least 0"))
            }
            Kernel::Polynomial { scale, .. } => positive("scale", scale),
            Kernel::Rbf { width: Some(width) } | Kernel::Laplacian { width: Some(width) } => {
                positive("width", width)
            }
            Kernel::Sigmoid { coef0, .. } if !coef0.is_finite() => {
                Err(Error::parameter("coef0", coef0, "a finite number"))
            }
            Kernel::Sigmoid { scale: Some(scale), .. } => positive("scale", scale),
            Kernel::Rbf { width: None } | Kernel::Laplacian { width: None } => Ok(()),
            Kernel::Sigmoid { scale: None, .. } | Kernel::Linear {} | Kernel::Cosine {} => Ok(()),
            Kernel::Precomputed {} | Kernel::Function(_) => Ok(()),
        }
    }

    /// Distances between rows in the kernel's space, √(k(x,x) + k(y,y) − 2k(x,y)), n × n, row after row: what
    /// [`Samples::with_distances`] takes.
    ///
    /// # Errors
    /// As [`ResolvedKernel::between`].
    pub fn distances(&self, samples: &Samples<'_>) -> Result<Vec<f64>> {
        let values = self.resolve(samples)?.between(samples, samples)?;
        let n = samples.rows();
        let squared = |i: usize, j: usize| {
            let k = |i: usize, j: usize| values.row(i)[j];
            (k(i, i) + k(j, j) - 2.0 * k(i, j)).max(0.0)
        };
        Ok((0..n * n).map(|at| squared(at / n, at % n).sqrt()).collect())
    }
}

/// Total variance.
fn variance(samples: &Samples<'_>) -> f64 {
    samples.variances().iter().sum()
}

/// Sum of standard deviations.
fn deviations(samples: &Samples<'_>) -> f64 {
    samples.variances().iter().map(|v| v.sqrt()).sum()
}
