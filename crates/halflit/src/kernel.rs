//! Kernels: k(x, y), an inner product in some other space.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::data::Samples;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::names::unknown_name;
use crate::neighbors::{Metric, Points, Tile};

/// New rows handled by one task.
const ROW_TILE: usize = 64;

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

/// A kernel in the table: how it is called and what it has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KernelInfo {
    /// Its name.
    pub name: &'static str,
    /// A shorter or more usual name.
    pub alias: Option<&'static str>,
    /// Its formula.
    pub formula: &'static str,
    /// Name, range and default of every parameter.
    pub parameters: &'static [(&'static str, &'static str, &'static str)],
}

const POSITIVE: &str = "a finite number above 0";

impl Kernel {
    /// Every kernel that has a name.
    pub const TABLE: &'static [KernelInfo] = &[
        KernelInfo { name: "linear", alias: None, formula: "⟨x, y⟩", parameters: &[] },
        KernelInfo {
            name: "polynomial",
            alias: Some("poly"),
            formula: "(scale · ⟨x, y⟩ + coef0)^degree",
            parameters: &[
                ("degree", "a whole number of at least 1", "2"),
                ("coef0", "a finite number of at least 0", "1"),
                ("scale", POSITIVE, "1"),
            ],
        },
        KernelInfo {
            name: "rbf",
            alias: Some("gaussian"),
            formula: "exp(−‖x − y‖²/width²)",
            parameters: &[("width", POSITIVE, "the root of the total variance")],
        },
        KernelInfo {
            name: "laplacian",
            alias: None,
            formula: "exp(−Σ|x_j − y_j|/width)",
            parameters: &[("width", POSITIVE, "the sum of the columns' deviations")],
        },
        KernelInfo {
            name: "sigmoid",
            alias: None,
            formula: "tanh(scale · ⟨x, y⟩ + coef0)",
            parameters: &[
                ("scale", POSITIVE, "1 over the total variance"),
                ("coef0", "a finite number", "1"),
            ],
        },
        KernelInfo {
            name: "cosine", alias: None, formula: "⟨x, y⟩/(‖x‖ ‖y‖)", parameters: &[]
        },
        KernelInfo {
            name: "precomputed",
            alias: None,
            formula: "the samples are the kernel matrix",
            parameters: &[],
        },
    ];

    /// How a kernel is written in words.
    pub const FORM: &'static str = "NAME or NAME:parameter=number,…, such as poly:degree=2,coef0=1";

    /// The kernel of that name with some parameters, the others at their defaults.
    ///
    /// # Errors
    /// [`Error::UnknownName`], [`Error::UnknownParameter`], [`Error::BadParameter`] for a value of the wrong kind, and
    /// [`Error::Parameter`] for one out of range.
    pub fn named(name: &str, parameters: &Map<String, Value>) -> Result<Self> {
        let own = Self::TABLE.iter().find(|own| own.name == name || own.alias == Some(name));
        let names = Self::TABLE.iter().map(|own| own.name);
        let own = own.ok_or_else(|| unknown_name("kernel", name, names))?;
        let known = || own.parameters.iter().map(|(name, ..)| *name);
        if let Some(stray) = parameters.keys().find(|key| !known().any(|known| known == **key)) {
            let known = known().collect::<Vec<_>>().join(", ");
            return Err(Error::UnknownParameter {
                learner: format!("the {} kernel", own.name),
                parameter: stray.clone(),
                known: if known.is_empty() { "none".into() } else { known },
            });
        }
        let tagged = serde_json::json!({ own.name: parameters });
        let ranges = own.parameters.iter().map(|(name, range, _)| format!("{name} is {range}"));
        let kernel: Kernel = serde_json::from_value(tagged).map_err(|_| Error::BadParameter {
            learner: format!("the {} kernel", own.name),
            reason: ranges.collect::<Vec<_>>().join(", "),
        })?;
        kernel.check()?;
        Ok(kernel)
    }
}

impl FromStr for Kernel {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, list) = text.split_once(':').unwrap_or((text, ""));
        let mut parameters = Map::new();
        for pair in list.split(',').filter(|pair| !pair.is_empty()) {
            let number = |text: &str| serde_json::from_str(text).ok().filter(Value::is_number);
            let value = pair.split_once('=').and_then(|(key, value)| Some((key, number(value)?)));
            let (key, value) = value.ok_or_else(|| Error::parameter("kernel", text, Self::FORM))?;
            parameters.insert(key.into(), value);
        }
        Self::named(name, &parameters)
    }
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

    fn check(&self) -> Result<()> {
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
            Kernel::Sigmoid { coef0, .. } => map(products(), |v| (measure * v + coef0).tanh()),
            Kernel::Rbf { .. } => {
                let factor = -1.0 / measure.powi(2);
                map(squared_distances(new, training, Metric::Euclidean)?, |d| (factor * d).exp())
            }
            Kernel::Cosine {} => {
                map(squared_distances(new, training, Metric::Cosine)?, |d| 1.0 - 0.5 * d)
            }
            Kernel::Laplacian { .. } => {
                direct(&|x, y| (-Metric::Manhattan.direct(x, y) / measure).exp())
            }
            Kernel::Precomputed {} => new.to_rows(),
            Kernel::Function(function) => direct(&*function.0),
        })
    }
}

/// ‖x − y‖² (of normalised rows for the cosine) between two sets of rows.
fn squared_distances(
    new: &Samples<'_>,
    training: &Samples<'_>,
    metric: Metric,
) -> Result<RowMatrix<'static>> {
    let training = Points::of_samples(training, metric)?;
    let new = Points::around(new, metric, &training)?;
    let (m, n) = (new.rows(), training.rows());
    let mut values = vec![0.0; m * n];
    values.par_chunks_mut(ROW_TILE * n).enumerate().for_each(|(tile, out)| {
        let start = tile * ROW_TILE;
        let rows = start..start + out.len() / n;
        let mut tile = Tile::default();
        new.accurate_squared_tile(rows, &training, 0..n, &mut tile);
        for (position, row) in out.chunks_exact_mut(n).enumerate() {
            row.copy_from_slice(tile.column(position));
        }
    });
    Ok(RowMatrix::new(values, m, n))
}

/// Fills an m × n matrix row by row, in parallel.
fn by_rows(m: usize, n: usize, fill: impl Fn(usize, &mut [f64]) + Sync) -> RowMatrix<'static> {
    let mut values = vec![0.0; m * n];
    values.par_chunks_mut(n).enumerate().for_each(|(i, row)| fill(i, row));
    RowMatrix::new(values, m, n)
}

fn map(matrix: RowMatrix<'static>, f: impl Fn(f64) -> f64 + Sync) -> RowMatrix<'static> {
    let (m, n) = (matrix.rows(), matrix.columns());
    let mut values = matrix.into_values();
    values.par_chunks_mut(n).for_each(|row| row.iter_mut().for_each(|v| *v = f(*v)));
    RowMatrix::new(values, m, n)
}

/// Total variance.
fn variance(samples: &Samples<'_>) -> f64 {
    samples.variances().iter().sum()
}

/// Sum of standard deviations.
fn deviations(samples: &Samples<'_>) -> f64 {
    samples.variances().iter().map(|v| v.sqrt()).sum()
}
