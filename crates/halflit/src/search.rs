//! Which parameters to look for, and among which values.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::learner::{AnyLearner, Learner};
use crate::projection::AxisWeights;

/// The search for the parameters of a fit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// They are those of the learner.
    #[default]
    Fixed,
    /// γ and α by balance and margins, as far as the learner has them and they are open: see [`choose`](crate::choose).
    Auto(Open),
    /// By cross-validation over a grid.
    Grid(Grid),
}

/// Which parameters are open to the automatic choice; the others stay as the learner has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Open {
    /// γ.
    pub gamma: bool,
    /// α.
    pub alpha: bool,
}

impl Open {
    /// Whether nothing is open.
    fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl Search {
    /// The automatic choice of everything that the learner has.
    pub fn auto() -> Self {
        Search::Auto(Open { gamma: true, alpha: true })
    }
}

/// Values to try for each parameter; an empty list keeps the learner's own.
///
/// ```
/// use halflit::{AnyLearner, choose::Grid};
///
/// // γ ∈ 10^{−3…3} and α ∈ {1, 2, 4, 8, 16}, as far as the learner has them
/// let learner = AnyLearner::named("ss-lfda")?;
/// assert_eq!(Grid::default_for(&learner).settings(&learner, 2, Default::default())?.len(), 35);
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
    /// Which of γ and α take their usual values where no list is given.
    #[serde(skip_serializing_if = "Open::is_none")]
    pub open: Open,
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
    /// γ ∈ 10^{−3…3} and α ∈ {1, 2, 4, 8, 16}.
    pub fn usual() -> Self {
        let gamma = (-3..=3).map(|power| 10f64.powi(power)).collect();
        Self { gamma, alpha: vec![1.0, 2.0, 4.0, 8.0, 16.0], ..Self::default() }
    }

    /// The usual values of what the learner has.
    pub fn default_for(learner: &AnyLearner) -> Self {
        Self::usual().of_use_to(learner)
    }

    /// This search without the values of parameters that the learner does not have. A cost that is no graph has no power.
    #[must_use]
    pub fn of_use_to(mut self, learner: &AnyLearner) -> Self {
        if learner.gamma().is_none() {
            self.gamma.clear();
        }
        if learner.alpha().is_none() || learner.unlabel().graph().is_none() {
            self.alpha.clear();
        }
        if !learner.clone().slots().set_neighbors(1) {
            self.neighbors.clear();
        }
        self
    }

    /// The grid with the usual values of what is open written out.
    pub(crate) fn listed(&self, learner: &AnyLearner) -> Self {
        let (usual, mut listed) = (Self::default_for(learner), self.clone());
        if self.open.gamma && self.gamma.is_empty() {
            listed.gamma = usual.gamma;
        }
        if self.open.alpha && self.alpha.is_empty() {
            listed.alpha = usual.alpha;
        }
        Self { open: Open::default(), ..listed }
    }

    /// Every point, γ running fastest among the parameters that need another solve, then d and T, which do not. An empty
    /// list stands for the learner's own value, or for the `dimension` and `weights` given here.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`] for a parameter that the learner does not have, [`Error::Parameter`] for a value
    /// out of range.
    pub fn settings(
        &self,
        learner: &AnyLearner,
        dimension: usize,
        weights: AxisWeights,
    ) -> Result<Vec<Setting>> {
        let listed = self.listed(learner);
        let gammas = axis(&listed.gamma, learner.gamma(), learner, "gamma")?;
        let alphas = axis(&listed.alpha, learner.alpha(), learner, "alpha")?;
        let neighbors = self.neighbors.iter().copied().map(Some);
        let neighbors = some_or(&neighbors.collect::<Vec<_>>(), None);
        let mut settings = Vec::new();
        for &neighbors in &neighbors {
            for &alpha in &alphas {
                for &gamma in &gammas {
                    for dimension in some_or(&self.dimension, dimension) {
                        for weights in some_or(&self.weights, weights) {
                            let point = Setting { gamma, alpha, neighbors, dimension, weights };
                            settings.push(point);
                        }
                    }
                }
            }
        }
        settings.iter().try_for_each(|setting| setting.apply(learner)?.check())?;
        if self.dimension.contains(&0) {
            return Err(Error::parameter("dimension", 0, "a whole number of at least 1"));
        }
        Ok(settings)
    }
}

impl Setting {
    /// The learner with these parameters.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`] for a parameter that it does not have.
    pub fn apply(&self, learner: &AnyLearner) -> Result<AnyLearner> {
        let mut changed = learner.clone();
        let put = |slot: Option<&mut f64>, value: Option<f64>| match (slot, value) {
            (Some(slot), Some(value)) => {
                *slot = value;
                true
            }
            (_, value) => value.is_none(),
        };
        let set = [
            ("gamma", put(changed.slots().gamma, self.gamma)),
            ("alpha", put(changed.slots().alpha, self.alpha)),
            ("neighbors", self.neighbors.is_none_or(|k| changed.slots().set_neighbors(k))),
        ];
        match set.iter().find(|(_, done)| !done) {
            None => Ok(changed),
            Some((name, _)) => Err(missing(learner, name)),
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
        None if !values.is_empty() => Err(missing(learner, name)),
        None => Ok(vec![None]),
        Some(own) => Ok(some_or(values, own).into_iter().map(Some).collect()),
    }
}

fn some_or<T: Clone>(values: &[T], own: T) -> Vec<T> {
    if values.is_empty() { vec![own] } else { values.to_vec() }
}

fn missing(learner: &AnyLearner, parameter: &str) -> Error {
    learner.unknown_parameter(parameter)
}
