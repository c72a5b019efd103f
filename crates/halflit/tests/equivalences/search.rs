//! A search over a grid gives what the same fits by hand give.

use halflit::evaluation::{Grid, Outcome, Prepared, Setting, Trial, cross_validation, tune};
use halflit::learner::Pca;
use halflit::{
    AnyLearner, AxisWeights, Dataset, Kernel, Labels, Learner, Reduction, Samples, Scaling,
};

use serde_json::json;

use crate::common::compare::{fitted, matrix};
use crate::common::dense::{length, worst};
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults};

fn few() -> Table {
    Table::clusters(33, 4, 3, 5, 41).with_distances()
}

/// Values for every parameter that the learner has.
fn grid_for(learner: &AnyLearner) -> Grid {
    let mut probe = learner.clone();
    Grid {
        gamma: learner.gamma().map_or(vec![], |_| vec![0.05, 2.0]),
        alpha: learner.alpha().map_or(vec![], |_| vec![1.0, 3.0]),
        neighbors: if probe.set_neighbors(1) { vec![1, 4] } else { vec![] },
        dimension: vec![1, 3],
        weights: AxisWeights::ALL.to_vec(),
    }
}

/// Rows to be tested on and their classes.
struct Tested {
    samples: Samples<'static>,
    truth: Vec<usize>,
}

/// What a setting does on a trial, fitted and classified from scratch.
fn by_hand(
    reduction: &Reduction<AnyLearner>,
    setting: &Setting,
    data: &Dataset<'_>,
    tested: &Tested,
) -> Outcome {
    let mut chosen = reduction.clone();
    chosen.learner = setting.apply(&reduction.learner).expect("setting");
    chosen.dimension = setting.dimension;
    chosen.weights = setting.weights;
    let model = fitted(&chosen, data);
    let labels = data.labels();
    let predicted = model.predict(&tested.samples).expect("predictions");
    let pairs = predicted.iter().zip(&tested.truth);
    let right = pairs.filter(|(name, class)| **name == labels.classes()[**class]).count();
    let embedded = matrix(&model.transform(&tested.samples).expect("rows"));
    let references = matrix(&model.transform(data.samples()).expect("rows"));
    let margin = (0..embedded.rows).map(|i| {
        let nearest = |same: bool| {
            let rows = labels.labeled_rows().into_iter();
            let rows = rows.filter(|&j| (labels.class_of(j) == Some(tested.truth[i])) == same);
            let distance = |j: usize| {
                let pairs = embedded.row(i).iter().zip(references.row(j));
                length(&pairs.map(|(a, b)| a - b).collect::<Vec<_>>())
            };
            rows.map(distance).fold(f64::INFINITY, f64::min)
        };
        let (same, other) = (nearest(true), nearest(false));
        (other - same) / (other + same)
    });
    Outcome { right, tested: tested.truth.len(), margin: margin.sum() }
}

fn assert_agrees(what: &str, found: &Outcome, expected: &Outcome) {
    assert_eq!((found.right, found.tested), (expected.right, expected.tested), "{what}");
    let difference = worst([found.margin - expected.margin]);
    assert!(difference < 1e-6, "{what}: margins differ by {difference:e}");
}

/// Hidden rows of the data themselves.
fn inside(labels: &Labels, data: &Dataset<'_>, rows: &[usize]) -> (Trial, Labels, Tested) {
    let truth = rows.iter().map(|&row| labels.class_of(row).expect("labeled")).collect();
    let tested = Tested { samples: data.samples().gather(rows), truth };
    (Trial::hiding(labels, rows), labels.hide(rows), tested)
}

/// Rows that the learner never sees.
fn outside(prepared: &Prepared<'_>, labels: &Labels) -> (Trial, Labels, Tested) {
    let new = Table::clusters(33 + 9, 4, 3, 0, 41);
    let samples = Samples::from_rows(&new.x[33..]).expect("samples");
    let truth: Vec<usize> = (33..42).map(|i| i % 3).collect();
    let trial = prepared.trial_outside(labels.clone(), &samples, truth.clone()).expect("trial");
    (trial, labels.clone(), Tested { samples, truth })
}

fn assert_search_agrees(what: &str, reduction: &Reduction<AnyLearner>) {
    let data = few().dataset();
    let labels = data.labels();
    let prepared = Prepared::new(data.samples(), reduction).expect("prepared");
    let grid = grid_for(&reduction.learner);
    let cases = [
        inside(labels, &data, &[0, 4, 8]),
        inside(labels, &data, &[11]),
        outside(&prepared, labels),
    ];
    let trials: Vec<Trial> = cases.iter().map(|case| case.0.clone()).collect();
    let scores = prepared.scores(reduction, &grid, &trials, &|_, _| {}).expect("scores");
    for (trial, (_, labels, tested)) in scores.trials.iter().zip(&cases) {
        assert_eq!(
            (trial.outcomes.len(), &trial.skipped),
            (scores.settings.len(), &None),
            "{what}"
        );
        let relabeled = data.relabeled(labels.clone()).expect("dataset");
        for (setting, found) in scores.settings.iter().zip(&trial.outcomes) {
            let expected = by_hand(reduction, setting, &relabeled, tested);
            assert_agrees(&format!("{what} {setting:?}"), found, &expected);
        }
    }
}

#[test]
fn linear_learners() {
    for Variant { name, learner } in defaults() {
        assert_search_agrees(&name, &Reduction::new(learner, 1));
    }
}

#[test]
fn learners_by_given_distances() {
    let graph = json!({"metric": "precomputed"});
    for (name, parameter, value) in [
        ("dne", "metric", json!("precomputed")),
        ("lpp*", "graph", graph.clone()),
        ("ss-fda", "graph", graph),
    ] {
        let variant = Variant::named(name).with(parameter, value);
        assert_search_agrees(&variant.name, &Reduction::new(variant.learner, 1));
    }
}

#[test]
fn blended_learners_with_a_ridge() {
    for variant in defaults().iter().filter(|v| v.name.starts_with("ss-")) {
        let learner = variant.with("constraint", "blended".into()).learner;
        assert_search_agrees(&variant.name, &Reduction::new(learner, 1).ridge(0.01));
    }
}

#[test]
fn kernel_learners() {
    for kernel in [Kernel::polynomial(2), Kernel::rbf()] {
        for Variant { name, learner } in defaults() {
            let chosen = Reduction::new(learner, 1).kernel(kernel.clone());
            assert_search_agrees(&format!("{name} {kernel:?}"), &chosen);
        }
    }
}

#[test]
fn scaled_learners() {
    for scaling in [Scaling::Standard, Scaling::Minmax, Scaling::Unit] {
        for name in ["lpp*", "self", "ss-lfda"] {
            let chosen = Reduction::new(Variant::named(name).learner, 1).scaling(scaling);
            assert_search_agrees(&format!("{name} {scaling:?}"), &chosen);
            assert_search_agrees(&format!("{name} {scaling:?}"), &chosen.kernel(Kernel::rbf()));
        }
    }
}

/// Learners whose unlabel costs are the same, or differ in weights, pairs or metric.
fn sharers() -> Vec<Variant> {
    let graphs = [
        json!({"weights": {"heat": 2.0}}),
        json!({"pairs": {"nearest": 4}}),
        json!({"metric": "manhattan"}),
    ];
    let other = graphs.into_iter().map(|graph| Variant::named("lpp*").with("graph", graph));
    let named = ["lpp*", "ss-dne", "pca", "lpp", "ss-lfda", "self", "ss-fda"].map(Variant::named);
    other.chain(named).collect()
}

#[test]
fn a_prepared_cache_serves_other_learners_unchanged() {
    let data = few().dataset();
    let shared =
        Prepared::new(data.samples(), &Reduction::new(Pca::default(), 1)).expect("prepared");
    let trials = [Trial::hiding(data.labels(), &[0, 1])];
    for Variant { name, learner } in sharers() {
        let chosen = Reduction::new(learner, 2);
        let fresh = Prepared::new(data.samples(), &chosen).expect("prepared");
        let grid = grid_for(&chosen.learner);
        let scores = |prepared: &Prepared<'_>| {
            prepared.scores(&chosen, &grid, &trials, &|_, _| {}).expect("scores")
        };
        assert_eq!(scores(&shared), scores(&fresh), "{name}");
        assert_eq!(scores(&shared), scores(&shared), "{name}, twice");
    }
}

#[test]
fn tuning_takes_the_best_setting_of_cross_validation() {
    let data = few().dataset();
    let chosen = Reduction::new(Variant::named("ss-lfda").learner, 1);
    let grid = grid_for(&chosen.learner);
    let tuned = tune(&chosen, &data, &grid, 3, &|_, _| {}).expect("tuned");
    let folds = cross_validation(data.labels(), 3).expect("folds");
    let mut totals = vec![Outcome::default(); tuned.scores.settings.len()];
    for fold in &folds {
        let (_, labels, tested) = inside(data.labels(), &data, fold);
        let relabeled = data.relabeled(labels).expect("dataset");
        for (total, setting) in totals.iter_mut().zip(&tuned.scores.settings) {
            let outcome = by_hand(&chosen, setting, &relabeled, &tested);
            (total.right, total.margin) =
                (total.right + outcome.right, total.margin + outcome.margin);
        }
    }
    let (best, winner) = (tuned.best, &totals[tuned.best.index]);
    assert_eq!(best.accuracy, winner.right as f64 / 15.0);
    assert!(worst([best.margin - winner.margin / 15.0]) < 1e-6);
    for total in &totals {
        let better = total.right > winner.right
            || (total.right == winner.right && total.margin > winner.margin + 1e-6);
        assert!(!better, "{total:?} is better than {winner:?}");
    }
    let expected = best.setting.apply(&chosen.learner).expect("setting");
    assert_eq!(tuned.reduction.learner, expected);
    assert_eq!(tuned.reduction.dimension, best.setting.dimension);
    assert_eq!(tuned.reduction.weights, best.setting.weights);
}
