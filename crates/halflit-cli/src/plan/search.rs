//! What is searched.

use halflit::Method;
use halflit::choose::{Grid, Open, Search};

use crate::args::{GridOptions, NumberOrAuto, ParameterOptions};

/// How the open parameters of a method are found: over a grid where lists were given that it has a use for, else automatically.
/// Open is what was not given as a number; the library knows what of it a learner has.
pub(super) fn search(method: &Method, fixed: &ParameterOptions, lists: &GridOptions) -> Search {
    let Some(learner) = method.learner() else { return Search::Fixed };
    let is_open = |value: Option<NumberOrAuto>| NumberOrAuto::given(value).is_none();
    let open = Open { gamma: is_open(fixed.gamma), alpha: is_open(fixed.alpha) };
    match listed(lists).of_use_to(learner) {
        none if none == Grid::default() => Search::Auto(open),
        grid => Search::Grid(Grid { open, ..grid }),
    }
}

/// The values that were given as lists.
pub(super) fn listed(lists: &GridOptions) -> Grid {
    Grid {
        gamma: lists.gammas.clone(),
        alpha: lists.alphas.clone(),
        neighbors: lists.neighbor_counts.clone(),
        dimension: lists.dims.clone(),
        weights: lists.weight_kinds.clone(),
        open: Open::default(),
    }
}
