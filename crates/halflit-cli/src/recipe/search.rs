//! What is searched.

use halflit::choose::{Grid, Open, Search};
use halflit::{AnyLearner, Reduction};

use crate::args::{GridOptions, NumberOrAuto, ParameterOptions};
use crate::failure::Outcome;

/// How the open parameters of a method are found: over a grid where lists were given that it has a use for, else
/// automatically, as far as no number was given.
pub(super) fn search(
    reduction: &Reduction<AnyLearner>,
    fixed: &ParameterOptions,
    lists: &GridOptions,
) -> Outcome<Search> {
    if listed(lists).of_use_to(&reduction.learner) != Grid::default() {
        return Ok(Search::Grid(grid(reduction, fixed, lists)?));
    }
    let usual = open(&reduction.learner, fixed);
    let open = Open { gamma: !usual.gamma.is_empty(), alpha: !usual.alpha.is_empty() };
    Ok(if open.gamma || open.alpha { Search::Auto(open) } else { Search::Fixed })
}

/// What was listed, and the usual values of what is open and was not.
pub(crate) fn grid(
    reduction: &Reduction<AnyLearner>,
    fixed: &ParameterOptions,
    lists: &GridOptions,
) -> Outcome<Grid> {
    let usual = open(&reduction.learner, fixed);
    let mut grid = listed(lists).of_use_to(&reduction.learner);
    if grid.gamma.is_empty() {
        grid.gamma = usual.gamma;
    }
    if grid.alpha.is_empty() {
        grid.alpha = usual.alpha;
    }
    // A value out of range shows before any file is read.
    grid.settings(&reduction.learner, reduction.dimension, reduction.weights)?;
    Ok(grid)
}

/// The usual values of γ and α, as far as the learner has them and no number was given.
fn open(learner: &AnyLearner, fixed: &ParameterOptions) -> Grid {
    let is_number = |value: Option<NumberOrAuto>| value.and_then(NumberOrAuto::number).is_some();
    let mut usual = Grid::default_for(learner);
    if is_number(fixed.gamma) {
        usual.gamma.clear();
    }
    if is_number(fixed.alpha) {
        usual.alpha.clear();
    }
    usual
}

fn listed(lists: &GridOptions) -> Grid {
    Grid {
        gamma: lists.gammas.clone(),
        alpha: lists.alphas.clone(),
        neighbors: lists.neighbor_counts.clone(),
        dimension: lists.dims.clone(),
        weights: lists.weight_kinds.clone(),
    }
}
