//! The parameters to try.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::learner::{AnyLearner, Learner};
use crate::projection::AxisWeights;
use crate::reduction::Reduction;

/// Values to try for each parameter; an empty list keeps the learner's own.
///
/// ```
/// use halflit::{AnyLearner, Reduction, evaluation::Grid};
///
/// // γ ∈ 10^{−3…3} and α ∈ {1, 2, 4, 8, 16}, as far as the learner has them
/// let reduction = Reduction::new(AnyLearner::named("ss-lfda")?, 2);
/// assert_eq!(Grid::default_for(&reduction.learner).settings(&reduction)?.len(), 35);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Grid {
    /// γ.
    pub gamma: Vec<f64>,
    /// α.
    pub alpha: Vec<f64>,
    /// k of the label graphs.
    pub neighbors: Vec<usize>,
    /// d.
    pub dimension: Vec<usize>,
    /// T.
    pub weights: Vec<AxisWeights>,
}

/// One point of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// γ, where the learner has it.
    pub gamma: Option<f64>,
    /// α, where the learner has it.
    pub alpha: Option<f64>,
    /// k, where it is tuned.
    pub neighbors: Option<usize>,
    /// d.
    pub dimension: usize,
    /// T.
    pub weights: AxisWeights,
}

impl Grid {
    /// γ ∈ 10^{−3…3} and α ∈ {1, 2, 4, 8, 16}, as far as the learner has them.
    pub fn default_for(learner: &AnyLearner) -> Self {
        let gamma = match learner.gamma() {
            Some(_) => (-3..=3).map(|power| 10f64.powi(power)).collect(),
            None => Vec::new(),
        };
        let alpha = match learner.alpha() {
            Some(_) => vec![1.0, 2.0, 4.0, 8.0, 16.0],
            None => Vec::new(),
        };
        Self { gamma, alpha, ..Self::default() }
    }

    /// The grid of one point.
    pub fn only(setting: &Setting) -> Self {
        Self {
            gamma: setting.gamma.into_iter().collect(),
            alpha: setting.alpha.into_iter().collect(),
            neighbors: setting.neighbors.into_iter().collect(),
            dimension: vec![setting.dimension],
            weights: vec![setting.weights],
        }
    }

    /// Every point, γ running fastest among the parameters that need another solve, then d and T, which do not.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`](crate::Error::UnknownParameter) for a parameter that the learner does not have,
    /// [`Error::Parameter`](crate::Error::Parameter) for a value out of range.
    pub fn settings(&self, reduction: &Reduction<AnyLearner>) -> Result<Vec<Setting>> {
        let learner = &reduction.learner;
        let mut probe = learner.clone();
        for &k in &self.neighbors {
            if !probe.set_neighbors(k) {
                return Err(learner.unknown_parameter("neighbors"));
            }
            probe.check()?;
        }
        let gammas = axis(&self.gamma, learner.gamma(), learner, "gamma")?;
        let alphas = axis(&self.alpha, learner.alpha(), learner, "alpha")?;
        let neighbors = or_own(&self.neighbors);
        let mut settings = Vec::new();
        for &neighbors in &neighbors {
            for &alpha in &alphas {
                for &gamma in &gammas {
                    for dimension in some_or(&self.dimension, reduction.dimension) {
                        for weights in some_or(&self.weights, reduction.weights) {
                            let point = Setting { gamma, alpha, neighbors, dimension, weights };
                            settings.push(point);
                        }
                    }
                }
            }
        }
        settings.iter().try_for_each(|setting| setting.apply(learner)?.check())?;
        Ok(settings)
    }
}

impl Setting {
    /// The learner with these parameters.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`](crate::Error::UnknownParameter) for a parameter that it does not have.
    pub fn apply(&self, learner: &AnyLearner) -> Result<AnyLearner> {
        let mut learner = learner.clone();
        let set = [
            ("gamma", self.gamma.is_none_or(|gamma| learner.set_gamma(gamma))),
            ("alpha", self.alpha.is_none_or(|alpha| learner.set_alpha(alpha))),
            ("neighbors", self.neighbors.is_none_or(|k| learner.set_neighbors(k))),
        ];
        match set.iter().find(|(_, done)| !done) {
            None => Ok(learner),
            Some((name, _)) => Err(learner.unknown_parameter(name)),
        }
    }
}

/// Given values, or the learner's own, or nothing where it has none.
fn axis(
    values: &[f64],
    own: Option<f64>,
    learner: &AnyLearner,
    name: &'static str,
) -> Result<Vec<Option<f64>>> {
    match own {
        None if !values.is_empty() => Err(learner.unknown_parameter(name)),
        None => Ok(vec![None]),
        Some(own) => Ok(some_or(values, own).into_iter().map(Some).collect()),
    }
}

fn some_or<T: Clone>(values: &[T], own: T) -> Vec<T> {
    if values.is_empty() { vec![own] } else { values.to_vec() }
}

fn or_own<T: Copy>(values: &[T]) -> Vec<Option<T>> {
    if values.is_empty() { vec![None] } else { values.iter().copied().map(Some).collect() }
}
