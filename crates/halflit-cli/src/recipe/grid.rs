//! What is searched.

use halflit::evaluation::Grid;
use halflit::{AnyLearner, Learner, Reduction};

use super::words::named;
use crate::args::{GridOptions, NumberOrAuto, ParameterOptions};
use crate::failure::Outcome;

/// What is to be searched, given what was fixed; nothing where all is fixed.
pub(crate) fn grid(reduction: &Reduction<AnyLearner>, fixed: &ParameterOptions) -> Option<Grid> {
    let grid = open_grid(reduction, fixed);
    (!grid.gamma.is_empty() || !grid.alpha.is_empty()).then_some(grid)
}

/// The default values of γ and α, as far as the learner has a use for them and they are not fixed.
pub(crate) fn open_grid(reduction: &Reduction<AnyLearner>, fixed: &ParameterOptions) -> Grid {
    let mut grid = Grid::default_for(&reduction.learner);
    // A mix without a graph has nothing to raise to a power, one without an unlabel cost nothing to weigh.
    if super::graph_of(&reduction.learner).is_none() {
        grid.alpha.clear();
    }
    if reduction.learner.parameters().get("unlabel").is_some_and(|kind| kind == "none") {
        grid.gamma.clear();
    }
    if let Some(NumberOrAuto::Number(_)) = fixed.gamma {
        grid.gamma.clear();
    }
    if let Some(NumberOrAuto::Number(_)) = fixed.alpha {
        grid.alpha.clear();
    }
    grid
}

/// The grid of `halflit tune`: what was listed, and the defaults for the rest.
pub(crate) fn given_grid(
    reduction: &Reduction<AnyLearner>,
    fixed: &ParameterOptions,
    given: &GridOptions,
) -> Outcome<Grid> {
    let mut grid = open_grid(reduction, fixed);
    if !given.gammas.is_empty() {
        grid.gamma.clone_from(&given.gammas);
    }
    if !given.alphas.is_empty() {
        grid.alpha.clone_from(&given.alphas);
    }
    grid.neighbors.clone_from(&given.neighbor_counts);
    grid.dimension.clone_from(&given.dims);
    let kinds = given.weight_kinds.iter();
    grid.weights = kinds.map(|kind| named("--weight-kinds", kind)).collect::<Outcome<_>>()?;
    // A value out of range, or of a parameter that the method does not have, shows before any file is read.
    grid.settings(reduction)?;
    Ok(grid)
}
