//! Parameters: which were given, which a learner has, and how they are set.

use halflit::learner::Kind;
use halflit::{AnyLearner, Learner};

use crate::args::{GridOptions, LearnerOptions, NumberOrAuto, ParameterOptions};
use crate::failure::Outcome;

/// The options, as numbers and as lists of them, that were given and mean nothing to a learner.
pub(super) fn strays(
    learner: &mut AnyLearner,
    options: &LearnerOptions,
    lists: &GridOptions,
) -> Vec<&'static str> {
    let (given, parts) = (&options.parameters, &options.custom);
    let custom = learner.info().kind == Kind::Custom;
    let slots = learner.slots();
    let neighbors = slots.neighbors_same.is_some() || slots.affinity.is_some();
    let (gamma, alpha, graph) =
        (slots.gamma.is_some(), slots.alpha.is_some(), slots.graph.is_some());
    // Option, whether it was given, whether the learner has it.
    let table = [
        ("gamma", given.gamma.is_some(), custom || gamma),
        ("gammas", !lists.gammas.is_empty(), gamma),
        ("alpha", given.alpha.is_some(), custom || alpha),
        ("alphas", !lists.alphas.is_empty(), alpha && graph),
        ("neighbors", given.neighbors.is_some(), neighbors),
        ("neighbor-counts", !lists.neighbor_counts.is_empty(), neighbors),
        ("neighbors-other", given.neighbors_other.is_some(), slots.neighbors_other.is_some()),
        ("affinity", given.affinity.is_some(), slots.affinity.is_some()),
        ("constraint", given.constraint.is_some(), custom || slots.constraint.is_some()),
        ("graph", given.graph.is_some(), graph),
        ("graph-weights", given.graph_weights.is_some(), graph),
        ("metric", given.metric.is_some(), graph || slots.metric.is_some()),
        ("heat", given.heat.is_some(), slots.heat.is_some()),
        ("within-weight", given.within_weight.is_some(), slots.within_weight.is_some()),
        ("label-cost", parts.label_cost.is_some(), custom),
        ("unlabel-cost", parts.unlabel_cost.is_some(), custom),
    ];
    let stray = table.into_iter().filter(|(_, given, has)| *given && !has);
    stray.map(|(option, ..)| option).collect()
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
    }
    Ok(())
}

fn put<T>(slot: Option<&mut T>, value: Option<T>) {
    if let (Some(slot), Some(value)) = (slot, value) {
        *slot = value;
    }
}
