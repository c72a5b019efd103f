//! A learner's plan in a space: the number of axes is known.

use super::{Method, Plan};
use crate::data::Labels;
use crate::eigen::Solver;
use crate::learner::AnyLearner;
use crate::problem::{RidgeChoice, RidgeRule, Solve};
use crate::projection::AxisWeights;
use crate::search::Search;

/// What the chooser and the solver ask of a plan.
#[derive(Debug, Clone)]
pub(crate) struct Reduction {
    pub(crate) learner: AnyLearner,
    /// d.
    pub(crate) dimension: usize,
    /// T.
    pub(crate) weights: AxisWeights,
    /// What is added to B.
    pub(crate) ridge: RidgeChoice,
    /// Who finds the eigenpairs.
    pub(crate) solver: Solver,
    /// How open parameters are found; [`Search::Fixed`] where nothing is open.
    pub(crate) search: Search,
    /// Draws the folds of a search.
    pub(crate) seed: u64,
    /// Whether something was open before the search.
    pub(crate) searched: bool,
}

impl Reduction {
    /// How its problem is to be solved.
    pub(crate) fn solve(&self) -> Solve {
        let Self { dimension, ridge, solver, searched, .. } = *self;
        Solve { dimension, ridge, solver, shared: searched }
    }
}

impl Plan {
    /// The plan of a learner in a space of that rank; nothing for the default.
    pub(crate) fn reduction(&self, labels: &Labels, rank: usize) -> Option<Reduction> {
        let learner = self.learner()?.clone();
        let search = match &self.search {
            Search::Auto(_) if self.searches() => Search::Auto(self.open()),
            Search::Grid(grid) => Search::Grid(grid.listed(&learner)),
            Search::Auto(_) | Search::Fixed => Search::Fixed,
        };
        // Where γ is open, nothing else may depend on the units of the samples: see `RidgeRule`.
        let ridge = match self.ridge {
            RidgeChoice::Rule(RidgeRule::Usual) if self.open().gamma => RidgeRule::Shrunk.into(),
            given => given,
        };
        Some(Reduction {
            learner,
            dimension: self.dimension_in(labels, rank),
            weights: self.weights,
            ridge,
            solver: self.solver,
            search,
            seed: self.seed,
            searched: self.searches(),
        })
    }

    /// The plan with nothing left open.
    pub(crate) fn settled(&self, reduction: Reduction) -> Plan {
        let Reduction { learner, dimension, weights, ridge, solver, search, seed, .. } = reduction;
        Plan {
            method: Method::Learner(learner),
            dimension: Some(dimension),
            weights,
            ridge,
            solver,
            space: self.space.clone(),
            search,
            seed,
        }
    }
}
