//! From options to what the library is asked.

mod grid;
mod words;

use halflit::graph::{Neighborhood, Pairs, Weights};
use halflit::{
    AnyLearner, AxisWeights, Learner, Metric, NegativeEigenvalues, PcaFirst, Reduction, Scaling,
};
use serde_json::{Map, Value, json};

pub(crate) use self::grid::{given_grid, grid, open_grid};
use self::words::{affinity, kernel, named, one_of, pairs, weights, whole};
use crate::args::{CustomOptions, GraphChoice, LearnerOptions, NumberOrAuto, ParameterOptions};
use crate::failure::{Failure, Outcome};

/// The reduction that the options ask for, γ and α at their defaults where they are to be found.
pub(crate) fn reduction(method: &str, options: &LearnerOptions) -> Outcome<Reduction<AnyLearner>> {
    let space = &options.space;
    let learner = learner(method, &options.parameters, &options.custom)?;
    let mut reduction = Reduction::new(learner, space.dim);
    reduction.scaling = named::<Scaling>("--scale", &space.scale)?;
    reduction.weights = named::<AxisWeights>("--weights", &space.weights)?;
    reduction.negative_eigenvalues =
        named::<NegativeEigenvalues>("--negative-eigenvalues", &space.negative_eigenvalues)?;
    reduction.ridge = space.ridge;
    reduction.pca_first = match space.pca_first.as_deref() {
        None => PcaFirst::No,
        Some("rank") => PcaFirst::ObjectiveRank,
        Some(count) => {
            PcaFirst::Axes(whole("--pca-first", count, "rank, or a whole number such as 10")?)
        }
    };
    reduction.kernel = space.kernel.as_deref().map(kernel).transpose()?;
    Ok(reduction)
}

/// The learner with every parameter that was given; one that it does not have is refused.
fn learner(
    method: &str,
    options: &ParameterOptions,
    custom: &CustomOptions,
) -> Outcome<AnyLearner> {
    let default = AnyLearner::named(method)?;
    let set = match default.name() {
        "custom" => custom_mix(options, custom)?,
        _ => {
            refuse_custom_options(custom)?;
            let mut set = own_parameters(&default, options)?;
            set.append(&mut shared_parameters(&default, options)?);
            set
        }
    };
    Ok(AnyLearner::from_parameters(method, &set)?)
}

/// γ, α, the constraint and the graph of near rows.
fn shared_parameters(
    learner: &AnyLearner,
    options: &ParameterOptions,
) -> Outcome<Map<String, Value>> {
    let has = |name: &str| has(learner, name);
    let mut set = Map::new();
    for (name, value) in [("gamma", options.gamma), ("alpha", options.alpha)] {
        match value {
            Some(NumberOrAuto::Number(value)) => _ = set.insert(name.into(), json!(value)),
            // To be refused by the learner: there is nothing to find.
            Some(NumberOrAuto::Auto) if !has(name) => _ = set.insert(name.into(), Value::Null),
            _ => {}
        }
    }
    if let Some(name) = &options.constraint {
        let known: &[&str] = match learner.name() {
            "custom" => &["identity", "label", "degree", "blended"],
            _ => &["paper", "blended"],
        };
        let name = if has("constraint") { one_of("--constraint", name, known)? } else { name };
        set.insert("constraint".into(), json!(name));
    }
    let graph = options.graph.is_some() || options.graph_weights.is_some();
    if graph || (options.metric.is_some() && has("graph")) {
        set.insert("graph".into(), json!(neighborhood(options)?));
    }
    Ok(set)
}

/// What the label cost of a learner is made of.
fn own_parameters(learner: &AnyLearner, options: &ParameterOptions) -> Outcome<Map<String, Value>> {
    let has = |name: &str| has(learner, name);
    let mut set = Map::new();
    if let Some(value) = options.within_weight {
        set.insert("within_weight".into(), json!(value));
    }
    if let Some(kind) = &options.heat {
        set.insert("heat".into(), json!(weights("--heat", kind)?));
    }
    if let Some(kind) = &options.affinity {
        set.insert("affinity".into(), affinity(kind)?);
    }
    if let Some(name) = &options.metric {
        let metric = named::<Metric>("--metric", name)?;
        // A learner without labels to compare has a metric in its graph only.
        if has("metric") || !has("graph") {
            set.insert("metric".into(), json!(metric));
        }
    }
    match options.neighbors {
        Some(k) if has("affinity") => _ = set.insert("affinity".into(), json!({ "nearest": k })),
        Some(k) if has("neighbors_same") => {
            set.insert("neighbors_same".into(), json!(k));
            set.insert("neighbors_other".into(), json!(k));
        }
        // To be refused by the learner, in the word of the option.
        Some(k) => _ = set.insert("neighbors".into(), json!(k)),
        None => {}
    }
    if let Some(k) = options.neighbors_other {
        set.insert("neighbors_other".into(), json!(k));
    }
    Ok(set)
}

fn has(learner: &AnyLearner, name: &str) -> bool {
    learner.parameter_names().iter().any(|known| known == name)
}

/// A label cost with its own parameters, an unlabel cost, and what all mixes have.
fn custom_mix(options: &ParameterOptions, custom: &CustomOptions) -> Outcome<Map<String, Value>> {
    let mut set = shared_parameters(&AnyLearner::named("custom")?, options)?;
    let graph = set.remove("graph");
    let kinds = ["none", "variance", "near"];
    let unlabel = custom.unlabel_cost.as_deref().unwrap_or("near");
    let unlabel = match one_of("--unlabel-cost", unlabel, &kinds)? {
        "near" => json!({ "near": neighborhood(options)? }),
        other if graph.is_some() => {
            let what =
                format!("--graph and --graph-weights mean nothing to --unlabel-cost {other}");
            return Err(Failure::usage(what, "leave them out, or use --unlabel-cost near"));
        }
        other => json!(other),
    };
    let label = custom_label_cost(options, custom)?;
    if options.metric.is_some() && unlabel.is_string() {
        refuse_idle_metric(&label)?;
    }
    set.insert("unlabel".into(), unlabel);
    set.insert("label".into(), label);
    Ok(set)
}

fn custom_label_cost(options: &ParameterOptions, custom: &CustomOptions) -> Outcome<Value> {
    let kinds = ["none", "fda", "mmc", "dne", "mfa", "lde", "snle", "lfda"];
    let name = custom.label_cost.as_deref().unwrap_or("lfda");
    // Where there is no label cost, PCA, which has no parameters, refuses those that were given.
    let part = match one_of("--label-cost", name, &kinds)? {
        "none" => AnyLearner::named("pca")?,
        name => AnyLearner::named(name)?,
    };
    let mut own = own_parameters(&part, options)?;
    if !has(&part, "metric") {
        own.remove("metric");
    }
    let built = AnyLearner::from_parameters(part.name(), &own)?;
    Ok(match name {
        "none" => json!("none"),
        name => json!({ name: built.parameters() }),
    })
}

/// A distance is of use where neighbours are looked for.
fn refuse_idle_metric(label: &Value) -> Outcome {
    let parts = label.as_object().into_iter().flat_map(|kinds| kinds.values());
    match parts.into_iter().any(|part| part.get("metric").is_some()) {
        true => Ok(()),
        false => Err(Failure::usage("--metric means nothing to this mix", "leave it out")),
    }
}

fn refuse_custom_options(custom: &CustomOptions) -> Outcome {
    let given = [("--label-cost", &custom.label_cost), ("--unlabel-cost", &custom.unlabel_cost)];
    match given.iter().find(|(_, value)| value.is_some()) {
        None => Ok(()),
        Some((name, _)) => {
            let help = format!("use --method custom, or leave out {name}");
            Err(Failure::usage(format!("{name} goes with --method custom"), help))
        }
    }
}

fn neighborhood(options: &ParameterOptions) -> Outcome<Neighborhood> {
    let metric = options.metric.as_deref().map(|m| named::<Metric>("--metric", m)).transpose()?;
    Ok(Neighborhood {
        weights: options
            .graph_weights
            .as_deref()
            .map_or(Ok(Weights::default()), |kind| weights("--graph-weights", kind))?,
        pairs: options.graph.as_deref().map_or(Ok(Pairs::All), pairs)?,
        metric: metric.unwrap_or_default(),
    })
}

/// The graph of `halflit plot`.
pub(crate) fn graph(choice: &GraphChoice) -> Outcome<Neighborhood> {
    let known = ["euclidean", "squared-euclidean", "manhattan", "chebyshev", "cosine"];
    let metric = one_of("--metric", &choice.metric, &known)?;
    let graph = Neighborhood {
        weights: weights("--graph-weights", &choice.graph_weights)?,
        pairs: pairs(&choice.graph)?,
        metric: named::<Metric>("--metric", metric)?,
    };
    graph.check()?;
    Ok(graph)
}

/// The graph of near rows of a learner, if it has one.
pub(crate) fn graph_of(learner: &AnyLearner) -> Option<Neighborhood> {
    let parameters = learner.parameters();
    let graph = parameters.get("graph").or_else(|| parameters.get("unlabel")?.get("near"))?;
    serde_json::from_value(graph.clone()).ok()
}

/// Whether the distances between rows are to be read from a file.
pub(crate) fn wants_distances(options: &ParameterOptions) -> Outcome<bool> {
    match (options.metric.as_deref() == Some("precomputed"), options.distances.is_some()) {
        (true, false) => Err(Failure::usage(
            "--metric precomputed has no distances to look up",
            "give a table of them with --distances FILE",
        )),
        (false, true) => Err(Failure::usage(
            "--distances goes with --metric precomputed",
            "add --metric precomputed, or leave out --distances",
        )),
        (wanted, _) => Ok(wanted),
    }
}
