//! How many settings a choice tries at most, known before any row is seen.

use super::auto::alphas;
use super::balance::{GammaMeasure, SOLVES_PER_POWER, multiples};
use crate::constraint::Constraint;
use crate::cost::UnlabelChoice;
use crate::learner::{AnyLearner, Learner};
use crate::plan::Plan;
use crate::problem::RidgeRule;
use crate::search::{Grid, Search};

/// Settings that every fold scores; 1 where nothing is open.
pub(crate) fn settings(plan: &Plan) -> usize {
    let Some(learner) = plan.learner() else { return 1 };
    match &plan.search {
        Search::Fixed => 1,
        Search::Grid(grid) => points(&grid.listed(learner)),
        Search::Auto(_) => powers(plan, learner) * gammas(plan, learner),
    }
}

/// Eigenproblems that are solved to find γ by its balance, before any fold.
pub(crate) fn balancing(plan: &Plan) -> usize {
    let Some(learner) = plan.learner() else { return 0 };
    match plan.open().gamma && measure(plan, learner) == GammaMeasure::Share {
        true => powers(plan, learner) * SOLVES_PER_POWER,
        false => 0,
    }
}

fn powers(plan: &Plan, learner: &AnyLearner) -> usize {
    alphas(learner, plan.open()).len().max(1)
}

fn gammas(plan: &Plan, learner: &AnyLearner) -> usize {
    match (plan.open().gamma, measure(plan, learner)) {
        (false, _) => 1,
        (true, GammaMeasure::Grid) => Grid::default_for(learner).gamma.len(),
        (true, GammaMeasure::Share) => super::balance::SHARES.len(),
        (true, GammaMeasure::Multiple) => {
            let blended = learner.constraint() == Constraint::Blended;
            multiples(blended, may_be_scatter(learner)).len()
        }
    }
}

/// Whether B^ℓ may be a scatter. That of a learner of one's own is not known yet; a scatter has the longer list.
fn may_be_scatter(learner: &AnyLearner) -> bool {
    let info = match learner {
        AnyLearner::Custom(mix) => mix.label.info(),
        other => Some(other.info()),
    };
    info.is_some_and(|info| !info.is_unconstrained())
}

/// By what γ will be found. A cost of one's own is taken for one that is to be kept small.
fn measure(plan: &Plan, learner: &AnyLearner) -> GammaMeasure {
    let is_cost = learner.unlabel() != UnlabelChoice::Variance;
    let published = plan.ridge == RidgeRule::Published.into();
    GammaMeasure::by(is_cost, published, learner.constraint() == Constraint::Blended)
}

fn points(grid: &Grid) -> usize {
    let Grid { gamma, alpha, neighbors, dimension, weights, open: _ } = grid;
    let lengths = [gamma.len(), alpha.len(), neighbors.len(), dimension.len(), weights.len()];
    lengths.into_iter().map(|length| length.max(1)).product()
}
