//! Parameters: which were given, which a learner has, and how they are set.

use halflit::learner::Kind;
use halflit::{AnyLearner, AxisWeights, KernelRank, Learner, NegativeEigenvalues, Scaling};

use crate::args::{GridOptions, LearnerOptions, NumberOrAuto, ParameterOptions, SpaceOptions};
use crate::failure::Outcome;

/// The options, as numbers and as lists of them, that were given and mean nothing to a learner.
pub(super) fn strays(
    learner: &mut AnyLearner,
    options: &LearnerOptions,
    lists: &GridOptions,
) -> Vec<&'static str> {
    let custom = learner.info().kind == Kind::Custom;
    let slots = learner.slots();
    let neighbors = slots.neighbors_same.is_some() || slots.affinity.is_some();
    let (gamma, alpha, graph) =
        (slots.gamma.is_some(), slots.alpha.is_some(), slots.graph.is_some());
    let has = |option: &str| match option {
        "gamma" => custom || gamma,
        "gammas" => gamma,
        "alpha" => custom || alpha,
        "alphas" => alpha && graph,
        "neighbors" | "neighbor-counts" => neighbors,
        "neighbors-other" => slots.neighbors_other.is_some(),
        "affinity" => slots.affinity.is_some(),
        "constraint" => custom || slots.constraint.is_some(),
        "graph" | "graph-weights" | "search" => graph,
        "metric" => graph || slots.metric.is_some(),
        "heat" => slots.heat.is_some(),
        "within-weight" => slots.within_weight.is_some(),
        "label-cost" | "unlabel-cost" => custom,
        // The default's own.
        "views" => false,
        // What every learner has.
        _ => true,
    };
    all_given(options, lists).into_iter().filter(|option| !has(option)).collect()
}

/// Every option about a learner, as a number or as a list, that was given.
pub(super) fn all_given(options: &LearnerOptions, lists: &GridOptions) -> Vec<&'static str> {
    let (given, parts) = (&options.parameters, &options.custom);
    let table = [
        ("gamma", given.gamma.is_some()),
        ("gammas", !lists.gammas.is_empty()),
        ("alpha", given.alpha.is_some()),
        ("alphas", !lists.alphas.is_empty()),
        ("neighbors", given.neighbors.is_some()),
        ("neighbor-counts", !lists.neighbor_counts.is_empty()),
        ("neighbors-other", given.neighbors_other.is_some()),
        ("affinity", given.affinity.is_some()),
        ("constraint", given.constraint.is_some()),
        ("graph", given.graph.is_some()),
        ("graph-weights", given.graph_weights.is_some()),
        ("metric", given.metric.is_some()),
        ("search", given.search.is_some()),
        ("views", given.views.is_some()),
        ("distances", given.distances.is_some()),
        ("heat", given.heat.is_some()),
        ("within-weight", given.within_weight.is_some()),
        ("label-cost", parts.label_cost.is_some()),
        ("unlabel-cost", parts.unlabel_cost.is_some()),
        ("dims", !lists.dims.is_empty()),
        ("weight-kinds", !lists.weight_kinds.is_empty()),
    ];
    table.into_iter().filter(|(_, given)| *given).map(|(option, _)| option).collect()
}

/// The options about the space of a learner that were given.
pub(super) fn space_strays(space: &SpaceOptions) -> Vec<&'static str> {
    let table = [
        ("scale", space.scale.is_some_and(|scale| scale != Scaling::default())),
        ("kernel", space.kernel.is_some()),
        ("kernel-rank", space.kernel_rank != KernelRank::default()),
        ("negative-eigenvalues", space.negative_eigenvalues != NegativeEigenvalues::default()),
        ("weights", space.weights != AxisWeights::default()),
        ("ridge", space.ridge.is_some()),
        ("pca-first", space.pca_first.is_some()),
    ];
    table.into_iter().filter(|(_, given)| *given).map(|(option, _)| option).collect()
}

/// Sets what was given and the learner has.
pub(super) fn set(learner: &mut AnyLearner, options: &ParameterOptions) -> Outcome {
    // Of the same class and of others; --neighbors-other below has the last word.
    if let Some(neighbors) = options.neighbors {
        learner.slots().set_neighbors(neighbors);
    }
    let slots = learner.slots();
    put(slots.gamma, options.gamma.and_then(NumberOrAuto::number));
    put(slots.alpha, options.alpha.and_then(NumberOrAuto::number));
    put(slots.neighbors_other, options.neighbors_other);
    put(slots.affinity, options.affinity);
    put(slots.metric, options.metric);
    put(slots.heat, options.heat);
    put(slots.within_weight, options.within_weight);
    if let (Some(slot), Some(name)) = (slots.constraint, &options.constraint) {
        *slot = name.semi.clone()?;
    }
    if let Some(graph) = slots.graph {
        put(Some(&mut graph.weights), options.graph_weights);
        put(Some(&mut graph.pairs), options.graph);
        put(Some(&mut graph.metric), options.metric);
        put(Some(&mut graph.search), options.search);
    }
    Ok(())
}

fn put<T>(slot: Option<&mut T>, value: Option<T>) {
    if let (Some(slot), Some(value)) = (slot, value) {
        *slot = value;
    }
}
