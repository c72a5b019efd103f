//! Every named learner is a custom one with its parts.

use halflit::graph::Neighborhood;
use halflit::learner::{Custom, LabelChoice, Lfda};
use halflit::{AnyLearner, Constraint, Cost, Dataset, Learner, Method, Model, Plan};
use halflit::{CostFunction, UnlabelChoice};
use serde_json::json;

use crate::common::compare::{Geometry, assert_same, fitted};
use crate::common::diagonal;
use crate::equivalences::{blobs, supervised};

fn named(name: &str) -> AnyLearner {
    AnyLearner::named(name).expect("in the table")
}

fn near() -> UnlabelChoice {
    UnlabelChoice::Near(Neighborhood::default())
}

fn label(name: &str) -> LabelChoice {
    serde_json::from_value(json!({name: {}})).expect("label part")
}

fn custom(
    label: LabelChoice,
    unlabel: UnlabelChoice,
    constraint: Constraint,
    gamma: f64,
    alpha: f64,
) -> Custom {
    Custom { label, unlabel, constraint, gamma, alpha }
}

/// The parts of every learner with a name of its own.
fn parts_of(name: &str) -> Custom {
    let none = || LabelChoice::None;
    match name {
        "pca" => custom(none(), UnlabelChoice::Variance, Constraint::Identity, 1.0, 1.0),
        "lpp" => custom(none(), near(), Constraint::Degree, 1.0, 1.0),
        "lpp*" => custom(none(), near(), Constraint::Degree, 1.0, 8.0),
        "self" => custom(
            LabelChoice::Lfda(Lfda::default()),
            UnlabelChoice::Variance,
            Constraint::Label,
            1.0,
            1.0,
        ),
        "custom" => Custom::default(),
        name => match name.strip_prefix("ss-") {
            Some(base) => custom(label(base), near(), Constraint::Label, 1.0, 8.0),
            None => custom(label(name), UnlabelChoice::None, Constraint::Label, 1.0, 1.0),
        },
    }
}

fn all_axes(learner: &(impl Into<Method> + Clone), data: &Dataset<'_>) -> Model {
    fitted(&Plan::new(learner.clone()).axes(4), data)
}

#[test]
fn custom_reproduces_every_learner() {
    let data = blobs().dataset();
    for name in AnyLearner::TABLE.iter().map(|info| info.name) {
        let (ours, named) = (all_axes(&parts_of(name), &data), all_axes(&named(name), &data));
        assert_eq!(ours.eigenvalues(), named.eigenvalues(), "{name}");
        assert_eq!(ours.projection(), named.projection(), "{name}");
        assert_eq!(ours.diagnostics(), named.diagnostics(), "{name}");
    }
}

#[test]
fn custom_reproduces_blended_learners() {
    let data = blobs().dataset();
    for name in supervised() {
        let semi = named(&format!("ss-{name}")).with("constraint", "blended").expect("blended");
        let ours = custom(label(name), near(), Constraint::Blended, 1.0, 8.0);
        assert_eq!(all_axes(&ours, &data).projection(), all_axes(&semi, &data).projection());
    }
}

#[test]
fn a_given_cost_or_constraint_is_the_one_that_it_repeats() {
    let data = blobs().dataset();
    let dne = named("dne").problem(&data).expect("problem").label.expect("label part").cost;
    let cost = Cost::dense(dne.to_dense().expect("dense"), 48).expect("cost");
    let by_hand = |label, constraint| custom(label, UnlabelChoice::None, constraint, 1.0, 1.0);
    let identity = diagonal([1.0; 4]);
    let function = {
        let cost = cost.clone();
        LabelChoice::Function(CostFunction::new(move |_| Ok(cost.clone())))
    };
    let expected = Geometry::full(&named("dne"), &data);
    for (what, learner) in [
        ("given cost", by_hand(LabelChoice::Given(cost.clone()), Constraint::Label)),
        ("given constraint", by_hand(LabelChoice::Given(cost), identity)),
        ("function", by_hand(function, Constraint::Identity)),
    ] {
        assert_same(what, &Geometry::full(&learner, &data), &expected, 1e-9);
    }
}

#[test]
fn an_unlabel_function_sees_no_label() {
    let data = blobs().dataset();
    let unlabel = UnlabelChoice::Function(CostFunction::new(|data| {
        assert!(data.labels().labeled_rows().is_empty(), "labels leak into the unlabel cost");
        let n = data.samples().rows();
        Ok(Cost::constant(n, -1.0 / n as f64))
    }));
    let learner = custom(LabelChoice::None, unlabel, Constraint::Identity, 1.0, 1.0);
    assert_same("PCA", &Geometry::full(&learner, &data), &Geometry::full(&named("pca"), &data), 1e-12);
}
