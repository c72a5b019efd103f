//! Parameters: those that a method has are set, the others are told.

use halflit::choose::Grid;
use halflit::learner::{Kind, Slots};
use halflit::{Learner, Method};

use super::search::listed;
use super::strays::Stray;
use crate::args::{GridOptions, LearnerOptions, NumberOrAuto, ParameterOptions};

/// An option, its parameter, and whether the method has it or it was not given.
type Place = (&'static str, &'static str, bool);

/// Sets what was given and the method has; what it does not have comes back.
pub(super) fn set(
    method: &mut Method,
    options: &LearnerOptions,
    lists: &GridOptions,
) -> halflit::Result<Vec<Stray>> {
    let custom = method.info().kind == Kind::Custom;
    let places = [
        &set_numbers(method, &options.parameters, custom)[..],
        &set_graphs(method, &options.parameters, custom)?,
        &set_parts(method, options, custom),
        &places_of_lists(method, lists),
    ]
    .concat();
    let strays = places.into_iter().filter(|(.., placed)| !placed);
    Ok(strays.map(|(option, parameter, _)| Stray::new(option, parameter)).collect())
}

/// The parameters of a learner, to be set; the default has none of these.
fn slots(method: &mut Method) -> Slots<'_> {
    method.learner_mut().map(Learner::slots).unwrap_or_default()
}

/// A mix has γ and α whatever its parts are.
fn set_numbers(method: &mut Method, given: &ParameterOptions, custom: bool) -> [Place; 7] {
    // Of the same class and of others; --neighbors-other below has the last word.
    let neighbors = given.neighbors.is_none_or(|k| slots(method).set_neighbors(k));
    let slots = slots(method);
    let gamma = put_number(slots.gamma, given.gamma) || custom;
    let alpha = put_number(slots.alpha, given.alpha) || custom;
    let other = put(slots.neighbors_other, given.neighbors_other);
    let within = put(slots.within_weight, given.within_weight);
    [
        ("gamma", "gamma", gamma),
        ("alpha", "alpha", alpha),
        ("neighbors", "neighbors", neighbors),
        ("neighbors-other", "neighbors_other", other),
        ("affinity", "affinity", put(slots.affinity, given.affinity)),
        ("heat", "heat", put(slots.heat, given.heat)),
        ("within-weight", "within_weight", within),
    ]
}

/// What is near, among all rows and among labeled ones, and B.
fn set_graphs(
    method: &mut Method,
    given: &ParameterOptions,
    custom: bool,
) -> halflit::Result<[Place; 5]> {
    let Slots { constraint, mut graph, metric, .. } = slots(method);
    let constraint = match (constraint, &given.constraint) {
        (Some(slot), Some(name)) => {
            *slot = name.semi.clone()?;
            true
        }
        (slot, name) => slot.is_some() || name.is_none() || custom,
    };
    let weights = put(graph.as_mut().map(|graph| &mut graph.weights), given.graph_weights);
    let pairs = put(graph.as_mut().map(|graph| &mut graph.pairs), given.graph);
    let search = put(graph.as_mut().map(|graph| &mut graph.search), given.search);
    // Both have one where there are both.
    let near = put(graph.map(|graph| &mut graph.metric), given.metric);
    let near = put(metric, given.metric) || near;
    Ok([
        ("constraint", "constraint", constraint),
        ("graph", "graph", pairs),
        ("graph-weights", "graph", weights),
        ("metric", "metric", near),
        ("search", "graph", search),
    ])
}

/// The views of the default, and the parts of a mix, which it has already.
fn set_parts(method: &mut Method, options: &LearnerOptions, custom: bool) -> [Place; 3] {
    let breadth = match method {
        Method::Auto(breadth) => Some(breadth),
        Method::Learner(_) => None,
    };
    [
        ("views", "breadth", put(breadth, options.parameters.views)),
        ("label-cost", "label", custom || options.custom.label_cost.is_none()),
        ("unlabel-cost", "unlabel", custom || options.custom.unlabel_cost.is_none()),
    ]
}

fn places_of_lists(method: &Method, lists: &GridOptions) -> [Place; 5] {
    let given = listed(lists);
    let learner = method.learner();
    let of_use = learner.map_or(Grid::default(), |own| given.clone().of_use_to(own));
    [
        ("gammas", "gamma", of_use.gamma == given.gamma),
        ("alphas", "alpha", of_use.alpha == given.alpha),
        ("neighbor-counts", "neighbors", of_use.neighbors == given.neighbors),
        ("dims", "search", of_use.dimension == given.dimension),
        ("weight-kinds", "search", of_use.weights == given.weights),
    ]
}

/// Sets a value where there is a place for it; whether there is one, or nothing to set.
fn put<T>(slot: Option<&mut T>, value: Option<T>) -> bool {
    match (slot, value) {
        (Some(slot), Some(value)) => {
            *slot = value;
            true
        }
        (slot, value) => slot.is_some() || value.is_none(),
    }
}

/// Puts a number into its slot; that it is to be found leaves it as it is.
fn put_number(slot: Option<&mut f64>, value: Option<NumberOrAuto>) -> bool {
    let placed = slot.is_some() || value.is_none();
    put(slot, NumberOrAuto::given(value));
    placed
}
