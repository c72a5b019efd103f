//! From options to what the library is asked.

use halflit::evaluation::Grid;
use halflit::graph::{Neighborhood, Pairs, Weights};
use halflit::{
    AnyLearner, AxisWeights, Kernel, Learner, Metric, NegativeEigenvalues, PcaFirst, Reduction,
    Scaling,
};
use serde_json::{Map, Value, json};

use crate::args::{GraphChoice, GridOptions, LearnerOptions, NumberOrAuto};
use crate::failure::{Failure, Outcome};

/// The reduction that the options ask for, γ and α at their defaults where they are to be found.
pub(crate) fn reduction(method: &str, options: &LearnerOptions) -> Outcome<Reduction<AnyLearner>> {
    let mut reduction = Reduction::new(learner(method, options)?, options.dim);
    reduction.scaling = named::<Scaling>("--scale", &options.scale)?;
    reduction.weights = named::<AxisWeights>("--weights", &options.weights)?;
    reduction.negative_eigenvalues =
        named::<NegativeEigenvalues>("--negative-eigenvalues", &options.negative_eigenvalues)?;
    reduction.ridge = options.ridge;
    reduction.pca_first = match options.pca_first.as_deref() {
        None => PcaFirst::No,
        Some("rank") => PcaFirst::ObjectiveRank,
        Some(count) => PcaFirst::Axes(whole("--pca-first", count)?),
    };
    reduction.kernel = options.kernel.as_deref().map(kernel).transpose()?;
    Ok(reduction)
}

/// The learner with every parameter that was given; one that it does not have is refused.
fn learner(method: &str, options: &LearnerOptions) -> Outcome<AnyLearner> {
    let default = AnyLearner::named(method)?;
    let has = |name: &str| default.parameter_names().iter().any(|known| known == name);
    let mut set = Map::new();
    for (name, value) in [("gamma", options.gamma), ("alpha", options.alpha)] {
        match value {
            Some(NumberOrAuto::Number(value)) => _ = set.insert(name.into(), json!(value)),
            Some(NumberOrAuto::Auto) if !has(name) => _ = set.insert(name.into(), Value::Null),
            _ => {}
        }
    }
    if let Some(value) = options.within_weight {
        set.insert("within_weight".into(), json!(value));
    }
    if let Some(kind) = &options.constraint {
        set.insert("constraint".into(), json!(kind));
    }
    if let Some(kind) = &options.heat {
        set.insert("heat".into(), json!(weights("--heat", kind)?));
    }
    if let Some(kind) = &options.affinity {
        set.insert("affinity".into(), tagged("--affinity", kind)?);
    }
    if let Some(metric) = &options.metric {
        let metric = named::<Metric>("--metric", metric)?;
        // A learner without labels to compare has a metric in its graph only.
        if has("metric") || !has("graph") {
            set.insert("metric".into(), json!(metric));
        }
    }
    if options.graph.is_some()
        || options.graph_weights.is_some()
        || (options.metric.is_some() && has("graph"))
    {
        set.insert("graph".into(), json!(neighborhood(options)?));
    }
    if default.name() == "custom" {
        custom_parts(options, &mut set)?;
    } else {
        refuse_custom_options(options)?;
        neighbors(options, &default, &mut set)?;
    }
    Ok(AnyLearner::from_parameters(method, &set)?)
}

/// --neighbors and --neighbors-other, in the words of the learner.
fn neighbors(
    options: &LearnerOptions,
    learner: &AnyLearner,
    set: &mut Map<String, Value>,
) -> Outcome {
    let names = learner.parameter_names();
    let has = |name: &str| names.iter().any(|known| known == name);
    if let Some(k) = options.neighbors {
        if has("affinity") {
            set.insert("affinity".into(), json!({ "nearest": k }));
        } else {
            set.insert("neighbors_same".into(), json!(k));
            set.insert("neighbors_other".into(), json!(k));
        }
    }
    if let Some(k) = options.neighbors_other {
        set.insert("neighbors_other".into(), json!(k));
    }
    Ok(())
}

/// Label cost, unlabel cost and their own parameters for a custom mix.
fn custom_parts(options: &LearnerOptions, set: &mut Map<String, Value>) -> Outcome {
    let label = options.label_cost.as_deref().unwrap_or("lfda");
    let graph = set.remove("graph");
    let moved = ["heat", "affinity", "within_weight", "metric"];
    let mut own: Map<String, Value> =
        moved.iter().filter_map(|name| set.remove_entry(*name)).collect();
    let cost = match label {
        "none" => json!("none"),
        name => {
            let part = AnyLearner::named(name)?;
            let mut given = Map::new();
            neighbors(options, &part, &mut given)?;
            own.append(&mut given);
            let part = AnyLearner::from_parameters(name, &own)?;
            json!({ part.name(): part.parameters() })
        }
    };
    set.insert("label".into(), cost);
    let unlabel = match options.unlabel_cost.as_deref().unwrap_or("near") {
        "near" => json!({ "near": graph.unwrap_or_else(|| json!(Neighborhood::default())) }),
        other => json!(other),
    };
    set.insert("unlabel".into(), unlabel);
    Ok(())
}

fn refuse_custom_options(options: &LearnerOptions) -> Outcome {
    let given = [("--label-cost", &options.label_cost), ("--unlabel-cost", &options.unlabel_cost)];
    match given.iter().find(|(_, value)| value.is_some()) {
        None => Ok(()),
        Some((name, _)) => {
            Err(Failure::usage(format!("{name} goes with --method custom"), "use --method custom"))
        }
    }
}

fn neighborhood(options: &LearnerOptions) -> Outcome<Neighborhood> {
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
    Ok(Neighborhood {
        weights: weights("--graph-weights", &choice.graph_weights)?,
        pairs: pairs(&choice.graph)?,
        metric: named::<Metric>("--metric", &choice.metric)?,
    })
}

fn pairs(text: &str) -> Outcome<Pairs> {
    match text {
        "all" => Ok(Pairs::All),
        count => whole("--graph", count).map(Pairs::Nearest),
    }
}

fn weights(option: &str, text: &str) -> Outcome<Weights> {
    parse(option, text, tagged(option, text)?)
}

/// `kind:number` as `{"kind": number}`, `kind` as `"kind"`.
fn tagged(option: &str, text: &str) -> Outcome<Value> {
    match text.split_once(':') {
        None => Ok(json!(text)),
        Some((kind, number)) => {
            let value: Value = serde_json::from_str(number).map_err(|_| {
                Failure::usage(
                    format!("{option} {text}: '{number}' is not a number"),
                    format!("write it as {kind}:3"),
                )
            })?;
            Ok(json!({ kind: value }))
        }
    }
}

/// `name:key=value,key=value` as a kernel.
fn kernel(text: &str) -> Outcome<Kernel> {
    let (name, list) = text.split_once(':').unwrap_or((text, ""));
    let name = match name {
        "poly" => "polynomial",
        "gaussian" => "rbf",
        other => other,
    };
    let mut parameters = Map::new();
    for pair in list.split(',').filter(|pair| !pair.is_empty()) {
        let value = pair.split_once('=').and_then(|(key, value)| {
            serde_json::from_str::<Value>(value).ok().filter(Value::is_number).map(|v| (key, v))
        });
        let Some((key, value)) = value else {
            let what = format!("--kernel {text}: '{pair}' is not of the form name=number");
            return Err(Failure::usage(what, "write it as poly:degree=2,coef0=1"));
        };
        if !kernel_parameters(name).contains(&key) {
            let what = format!("--kernel {text}: {name} has no parameter '{key}'");
            let known = kernel_parameters(name).join(", ");
            let known = if known.is_empty() { "none".into() } else { known };
            return Err(Failure::usage(what, format!("it has {known}")));
        }
        parameters.insert(key.into(), value);
    }
    parse("--kernel", text, json!({ name: parameters }))
}

fn kernel_parameters(name: &str) -> &'static [&'static str] {
    match name {
        "polynomial" => &["degree", "coef0", "scale"],
        "rbf" | "laplacian" => &["width"],
        "sigmoid" => &["scale", "coef0"],
        _ => &[],
    }
}

/// A choice by its name.
fn named<T: serde::de::DeserializeOwned>(option: &str, text: &str) -> Outcome<T> {
    parse(option, text, json!(text))
}

fn parse<T: serde::de::DeserializeOwned>(option: &str, text: &str, value: Value) -> Outcome<T> {
    serde_json::from_value(value).map_err(|error| {
        let reason = error.to_string();
        // "unknown variant `x`, expected one of `a`, `b`": the list is what helps.
        let help = match reason.split_once(", expected ") {
            Some((_, expected)) => format!("use {}", expected.replace('`', "")),
            None => reason,
        };
        Failure::usage(format!("{option} does not know '{text}'"), help)
    })
}

fn whole(option: &str, text: &str) -> Outcome<usize> {
    text.parse().map_err(|_| {
        Failure::usage(format!("{option} {text}: not a whole number"), "give a number such as 10")
    })
}

/// What is to be searched, given what was fixed; nothing where all is fixed.
pub(crate) fn grid(reduction: &Reduction<AnyLearner>, options: &LearnerOptions) -> Option<Grid> {
    let mut grid = Grid::default_for(&reduction.learner);
    if let Some(NumberOrAuto::Number(_)) = options.gamma {
        grid.gamma.clear();
    }
    if let Some(NumberOrAuto::Number(_)) = options.alpha {
        grid.alpha.clear();
    }
    (!grid.gamma.is_empty() || !grid.alpha.is_empty()).then_some(grid)
}

/// The grid of `halflit tune`: what was listed, and the defaults for the rest.
pub(crate) fn given_grid(
    reduction: &Reduction<AnyLearner>,
    options: &LearnerOptions,
    given: &GridOptions,
) -> Outcome<Grid> {
    let mut grid = self::grid(reduction, options).unwrap_or_default();
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
    Ok(grid)
}
