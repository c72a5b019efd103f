//! Every learner of the table with every option that it has.

use halflit::learner::LabelChoice;
use halflit::{AnyLearner, Learner};
use serde_json::{Value, json};

/// A learner and what is special about it.
#[derive(Debug, Clone)]
pub struct Variant {
    pub name: String,
    pub learner: AnyLearner,
}

impl Variant {
    /// A learner of the table with its defaults.
    pub fn named(name: &str) -> Self {
        Self { name: name.into(), learner: AnyLearner::named(name).expect("in the table") }
    }

    pub fn with(&self, parameter: &str, value: Value) -> Self {
        let learner = self.learner.with(parameter, value.clone());
        Self {
            name: format!("{} {parameter}={value}", self.name),
            learner: learner.unwrap_or_else(|e| panic!("{} {parameter}={value}: {e}", self.name)),
        }
    }

    fn has(&self, parameter: &str) -> bool {
        self.learner.parameter_names().iter().any(|name| name == parameter)
    }

    /// Whether the learner looks at given distances, which kernel coordinates do not carry.
    pub fn needs_distances(&self) -> bool {
        self.name.contains("precomputed")
    }

    /// Whether pairs weigh as much as the cosine of their angle, which is negative for some in kernel coordinates.
    pub fn weighs_by_angles(&self) -> bool {
        self.name.contains("\"weights\":\"cosine\"") || self.name.contains("heat=\"cosine\"")
    }

    /// Whether only Euclidean geometry counts, so that a rotation and a move change nothing.
    pub fn is_euclidean(&self) -> bool {
        let other = ["cosine", "manhattan", "chebyshev", "precomputed"];
        !other.iter().any(|metric| self.name.contains(metric))
    }

    /// Whether the learner looks at angles, which change with the origin.
    pub fn looks_at_angles(&self) -> bool {
        self.name.contains("cosine")
    }
}

/// The names of all learners, with their defaults.
pub fn defaults() -> Vec<Variant> {
    AnyLearner::TABLE.iter().map(|info| Variant::named(info.name)).collect()
}

/// Every learner with every option, one at a time, those of SS-X under both constraints.
pub fn variants() -> Vec<Variant> {
    defaults().iter().flat_map(variants_of).collect()
}

fn variants_of(default: &Variant) -> Vec<Variant> {
    if default.learner.name() == "custom" {
        return custom_variants(default);
    }
    let constraints = match default.has("constraint") {
        true => vec![default.clone(), default.with("constraint", json!("blended"))],
        false => vec![default.clone()],
    };
    let with_options = |variant: &Variant| {
        let parameters = variant.learner.parameter_names().into_iter();
        let options = parameters.flat_map(|p| options(&p).into_iter().map(move |v| (p.clone(), v)));
        let changed: Vec<Variant> = options.map(|(p, v)| variant.with(&p, v)).collect();
        [vec![variant.clone()], changed].concat()
    };
    constraints.iter().flat_map(with_options).collect()
}

/// Values of a parameter other than its default.
fn options(parameter: &str) -> Vec<Value> {
    match parameter {
        "constraint" => vec![], // varied together with everything else
        "gamma" => vec![json!(0.0), json!(0.01), json!(10.0)],
        "alpha" => vec![json!(1.0), json!(2.5)],
        "within_weight" => vec![json!(0.0), json!(0.5)],
        "neighbors_same" | "neighbors_other" => vec![json!(1), json!(50)],
        "affinity" => vec![json!({"nearest": 5}), json!({"local-scaling": 7})],
        "metric" => metrics(),
        "heat" => weights(),
        "graph" => graphs(),
        other => panic!("say here which values of '{other}' the contract should run over"),
    }
}

fn metrics() -> Vec<Value> {
    ["squared-euclidean", "manhattan", "chebyshev", "cosine", "precomputed"].map(Value::from).into()
}

fn weights() -> Vec<Value> {
    vec![json!({"local-scaling": 5}), json!({"heat": 2.5}), json!("cosine"), json!("binary")]
}

/// Every kind of weight on every kind of pairs, and every metric for both kinds of pairs.
pub fn graphs() -> Vec<Value> {
    let default = json!({"local-scaling": 3});
    let pairs = [json!("all"), json!({"nearest": 6})];
    let mut graphs = Vec::new();
    for pairs in &pairs {
        for weights in [vec![default.clone()], weights()].concat() {
            graphs.push(json!({"weights": weights, "pairs": pairs, "metric": "euclidean"}));
        }
        for metric in metrics() {
            graphs.push(json!({"weights": default, "pairs": pairs, "metric": metric}));
        }
    }
    graphs
}

/// Every label part with every unlabel part with every constraint that has its parts.
fn custom_variants(default: &Variant) -> Vec<Variant> {
    let supervised = LabelChoice::NAMES.iter().filter(|name| **name != "none");
    let labels: Vec<Value> = supervised.map(|name| json!({*name: {}})).collect();
    let near = json!({"near": {"weights": {"heat": 3.0}, "pairs": {"nearest": 8}}});
    let mut all = vec![default.clone()];
    let mut add = |label: &Value, unlabel: &Value, constraint: &str| {
        let variant = default.with("label", label.clone()).with("unlabel", unlabel.clone());
        all.push(variant.with("constraint", json!(constraint)).with("gamma", json!(0.5)));
    };
    for label in &labels {
        for constraint in ["identity", "label", "degree", "blended"] {
            add(label, &near, constraint);
        }
        for constraint in ["identity", "label"] {
            add(label, &json!("none"), constraint);
            add(label, &json!("variance"), constraint);
        }
    }
    add(&json!("none"), &near, "identity");
    add(&json!("none"), &near, "degree");
    add(&json!("none"), &json!("variance"), "identity");
    all
}
