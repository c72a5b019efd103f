//! A search over a grid gives what the same fits by hand give.

use halflit::choose::{Grid, Open, Scores, Search, Setting, Tally, Trial};
use halflit::evaluation::cross_validation;
use halflit::{
    AnyLearner, AxisWeights, Dataset, Kernel, Labels, Learner, Method, Named, PcaFirst, Plan,
    Prepared, Samples, Scaling,
};

use serde_json::json;

use crate::common::compare::{fitted, learner_of, matrix};
use crate::common::dense::{length, worst};
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults};
use crate::common::with::With;

fn few() -> Table {
    Table::clusters(33, 4, 3, 5, 41).with_distances()
}

/// Values for every parameter that the learner has.
fn grid_for(learner: &AnyLearner) -> Grid {
    let mut probe = learner.clone();
    Grid {
        gamma: learner.gamma().map_or(vec![], |_| vec![0.05, 2.0]),
        alpha: learner.alpha().map_or(vec![], |_| vec![1.0, 3.0]),
        neighbors: if probe.slots().set_neighbors(1) { vec![1, 4] } else { vec![] },
        dimension: vec![1, 3],
        weights: AxisWeights::TABLE.iter().map(|(_, weights, _)| *weights).collect(),
        open: Open::default(),
    }
}

/// Rows to be tested on and their classes.
pub(crate) struct Tested {
    pub(crate) samples: Samples<'static>,
    pub(crate) truth: Vec<usize>,
}

/// What a setting does on a trial, fitted and classified from scratch.
pub(crate) fn by_hand(
    plan: &Plan,
    setting: &Setting,
    data: &Dataset<'_>,
    tested: &Tested,
) -> Tally {
    let learner = setting.apply(learner_of(plan)).expect("setting");
    let chosen = Plan {
        method: Method::Learner(learner),
        dimension: Some(setting.dimension),
        weights: setting.weights,
        search: Search::Fixed,
        ..plan.clone()
    };
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
    Tally { margin: margin.sum(), ..Tally::counted(right, tested.truth.len()) }
}

fn assert_agrees(what: &str, found: &Tally, expected: &Tally) {
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
    let trial = prepared.outside(labels.clone(), &samples, truth.clone()).expect("trial");
    (trial, labels.clone(), Tested { samples, truth })
}

fn scored(prepared: &Prepared<'_>, labels: &Labels, grid: &Grid, trials: &[Trial]) -> Scores {
    let plan = prepared.plan();
    let axes = plan.dimension.expect("a number of axes");
    let settings = grid.settings(learner_of(plan), axes, plan.weights).expect("settings");
    prepared.scores(labels, settings, trials).expect("scores")
}

fn assert_search_agrees(what: &str, plan: &Plan) {
    assert_agrees_over(what, plan, &grid_for(learner_of(plan)));
}

fn assert_agrees_over(what: &str, plan: &Plan, grid: &Grid) {
    let data = few().dataset();
    let labels = data.labels();
    let prepared = plan.prepare(data.samples()).expect("rows");
    let cases = [
        inside(labels, &data, &[0, 4, 8]),
        inside(labels, &data, &[11]),
        outside(&prepared, labels),
    ];
    let trials: Vec<Trial> = cases.iter().map(|case| case.0.clone()).collect();
    let scores = scored(&prepared, labels, grid, &trials);
    for (trial, (_, labels, tested)) in scores.trials.iter().zip(&cases) {
        assert_eq!(
            (trial.outcomes.len(), &trial.skipped),
            (scores.settings.len(), &None),
            "{what}"
        );
        let relabeled = data.relabeled(labels.clone()).expect("dataset");
        for (setting, found) in scores.settings.iter().zip(&trial.outcomes) {
            let expected = by_hand(plan, setting, &relabeled, tested);
            assert_agrees(&format!("{what} {setting:?}"), found, &expected);
        }
    }
}

#[test]
fn linear_learners() {
    for Variant { name, learner } in defaults() {
        assert_search_agrees(&name, &Plan::new(learner).axes(1));
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
        assert_search_agrees(&variant.name, &Plan::new(variant.learner).axes(1));
    }
}

#[test]
fn blended_learners_with_a_ridge() {
    for variant in defaults().iter().filter(|v| v.name.starts_with("ss-")) {
        let learner = variant.with("constraint", "blended".into()).learner;
        assert_search_agrees(&variant.name, &Plan::new(learner).axes(1).ridge(0.01));
    }
}

#[test]
fn kernel_learners() {
    for kernel in [Kernel::polynomial(2), Kernel::rbf()] {
        for Variant { name, learner } in defaults() {
            let chosen = Plan::new(learner).axes(1).kernel(kernel.clone());
            assert_search_agrees(&format!("{name} {kernel:?}"), &chosen);
        }
    }
}

#[test]
fn scaled_learners() {
    for scaling in [Scaling::Standard, Scaling::Minmax, Scaling::Unit] {
        for name in ["lpp*", "self", "ss-lfda"] {
            let chosen = Plan::new(Variant::named(name).learner).axes(1).scaling(scaling);
            assert_search_agrees(&format!("{name} {scaling:?}"), &chosen);
            assert_search_agrees(&format!("{name} {scaling:?}"), &chosen.kernel(Kernel::rbf()));
        }
    }
}

#[test]
fn learners_behind_pca() {
    for first in [PcaFirst::Axes(3), PcaFirst::ObjectiveRank] {
        for name in ["pca", "lpp*", "lfda", "self", "ss-lfda", "ss-dne"] {
            let chosen = Plan::new(Variant::named(name).learner).axes(1).pca_first(first);
            // The rank of S(C) may be that of the labels alone.
            let grid = Grid { dimension: vec![1], ..grid_for(learner_of(&chosen)) };
            assert_agrees_over(&format!("{name} {first:?}"), &chosen, &grid);
            let kernelized = chosen.kernel(Kernel::polynomial(2));
            assert_agrees_over(&format!("{name} {first:?} kernel"), &kernelized, &grid);
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
fn a_shared_space_serves_other_learners_unchanged() {
    let data = few().dataset();
    let first = Plan::default().prepare(data.samples()).expect("rows");
    let trials = [Trial::hiding(data.labels(), &[0, 1])];
    for Variant { name, learner } in sharers() {
        let grid = grid_for(&learner);
        let chosen = Plan::new(learner).axes(2);
        let shared = first.with(&chosen).expect("a plan");
        let fresh = chosen.prepare(data.samples()).expect("rows");
        let scores = |own: &Prepared<'_>| scored(own, data.labels(), &grid, &trials);
        assert_eq!(scores(&shared), scores(&fresh), "{name}");
        assert_eq!(scores(&shared), scores(&shared), "{name}, twice");
    }
}

#[test]
fn tuning_takes_the_best_setting_of_cross_validation() {
    let data = few().dataset();
    let chosen = Plan::new(Variant::named("ss-lfda").learner).axes(1);
    let search = Search::Grid(grid_for(learner_of(&chosen)));
    let chosen = Plan { search, seed: 3, ..chosen };
    let prepared = chosen.prepare(data.samples()).expect("rows");
    let (plan, selection) = prepared.choose(data.labels()).expect("a choice");
    let found = selection.expect("a search");
    let folds = cross_validation(data.labels(), 3).expect("folds");
    let mut totals = vec![Tally::default(); found.scores.settings.len()];
    for fold in &folds {
        let (_, labels, tested) = inside(data.labels(), &data, fold);
        let relabeled = data.relabeled(labels).expect("dataset");
        for (total, setting) in totals.iter_mut().zip(&found.scores.settings) {
            let outcome = by_hand(&chosen, setting, &relabeled, &tested);
            (total.right, total.margin) =
                (total.right + outcome.right, total.margin + outcome.margin);
        }
    }
    let (best, winner) = (found.best, &totals[found.best.index]);
    assert_eq!(best.accuracy, winner.right as f64 / 15.0);
    assert!(worst([best.margin - winner.margin / 15.0]) < 1e-6);
    for total in &totals {
        let better = total.right > winner.right
            || (total.right == winner.right && total.margin > winner.margin + 1e-6);
        assert!(!better, "{total:?} is better than {winner:?}");
    }
    let expected = best.setting.apply(learner_of(&chosen)).expect("setting");
    assert_eq!(learner_of(&plan), &expected);
    assert_eq!(plan.dimension, Some(best.setting.dimension));
    assert_eq!(plan.weights, best.setting.weights);
}

#[test]
fn a_choice_takes_every_parameter_of_its_winner() {
    let data = few().dataset();
    let grid = Grid {
        gamma: vec![0.3],
        alpha: vec![2.0],
        neighbors: vec![2],
        dimension: vec![3],
        weights: vec![AxisWeights::Unit],
        open: Open::default(),
    };
    let learner = Variant::named("ss-lfda").learner;
    let chosen = Plan { search: Search::Grid(grid), ..Plan::new(learner.clone()).axes(1) };
    let prepared = chosen.prepare(data.samples()).expect("rows");
    let (plan, selection) = prepared.choose(data.labels()).expect("a choice");
    let best = selection.expect("a search").best.setting;
    let found = learner_of(&plan);
    assert_eq!((plan.dimension, plan.weights), (Some(3), AxisWeights::Unit));
    assert_eq!((found.gamma(), found.alpha()), (Some(0.3), Some(2.0)));
    assert_eq!(best.neighbors, Some(2));
    assert_eq!(found, &best.apply(&learner).expect("setting"));
}

#[test]
fn the_folds_of_a_search_are_those_of_its_seed() {
    // Enough labels for folds to be drawn.
    let data = crate::equivalences::blobs().dataset();
    let learner = Variant::named("ss-lfda").learner;
    let grid = Grid { gamma: vec![0.1, 1.0, 10.0], ..Grid::default() };
    let search = Search::Grid(grid.clone());
    let chosen = Plan { search, seed: 3, ..Plan::new(learner).axes(1) };
    let prepared = chosen.prepare(data.samples()).expect("rows");
    let by = |seed: u64| {
        let folds = cross_validation(data.labels(), seed).expect("folds");
        let trials: Vec<Trial> = folds.iter().map(|f| Trial::hiding(data.labels(), f)).collect();
        scored(&prepared, data.labels(), &grid, &trials)
    };
    let (_, selection) = prepared.choose(data.labels()).expect("a choice");
    let found = selection.expect("a search").scores;
    assert_eq!(found, by(3));
    assert_ne!(found, by(0), "another seed draws other folds");
}

#[test]
fn without_a_reduction_rows_are_compared_before_pca() {
    let data = few().dataset();
    let trial = Trial::hiding(data.labels(), &[0, 4, 8]);
    let raw = |pca_first: PcaFirst| {
        let plan = Plan::new(Variant::named("pca").learner).pca_first(pca_first);
        plan.prepare(data.samples()).expect("rows").raw(&trial).expect("a tally")
    };
    assert_eq!(raw(PcaFirst::Axes(1)), raw(PcaFirst::No));
}

#[test]
fn a_fold_that_cannot_be_fitted_counts_as_wrong() {
    // Without its only label the second class is gone.
    let data = Table::clusters(30, 4, 2, 5, 41).with_labels(&[4, 1]).dataset();
    let plan = Plan::new(Variant::named("fda").learner).axes(1);
    let prepared = plan.prepare(data.samples()).expect("rows");
    let folds = cross_validation(data.labels(), 0).expect("folds");
    let found = prepared.assess(data.labels(), &folds).expect("an assessment");
    assert_eq!((found.folds.len(), found.skipped.len()), (5, 1));
    let wrong = found.folds[found.skipped[0].0];
    assert_eq!((wrong.right, wrong.tested), (0, 1));
    assert_eq!(found.accuracy(), Tally::sum(&found.folds).right as f64 / 5.0);
}

#[test]
fn a_trial_without_two_labels_of_a_class_is_skipped() {
    // Without one label of the first class no class has a pair, and SS-LFDA, as published, no constraint.
    let data = Table::clusters(30, 4, 3, 2, 41).with_labels(&[2, 1, 1]).dataset();
    let labels = data.labels();
    let plain = Plan::new(Variant::named("ss-lfda").learner).axes(1);
    let prepared = plain.published().prepare(data.samples()).expect("rows");
    let row_of = |class: usize| labels.rows_by_class()[class][0];
    let trials = [0, 1].map(|class| Trial::hiding(labels, &[row_of(class)]));
    let scores = scored(&prepared, labels, &Grid::default(), &trials);
    let skipped = |trial: usize| scores.trials[trial].skipped.is_some();
    assert_eq!((skipped(0), skipped(1)), (true, false));
}

#[test]
fn rows_outside_a_space_of_fewer_dimensions_than_columns() {
    let all = Table::clusters(26, 30, 3, 5, 43);
    let some = Table { x: all.x[..20].to_vec(), y: all.y[..20].to_vec(), distances: vec![] };
    let data = some.dataset();
    let truth: Vec<usize> = (20..26).map(|i| i % 3).collect();
    let tested = Tested { samples: Samples::from_rows(&all.x[20..]).expect("samples"), truth };
    for name in ["pca", "lfda", "ss-dne"] {
        let plan = Plan::new(Variant::named(name).learner).axes(2);
        let prepared = plan.prepare(data.samples()).expect("rows");
        let (labels, truth) = (data.labels().clone(), tested.truth.clone());
        let trial = prepared.outside(labels, &tested.samples, truth).expect("trial");
        let scores = scored(&prepared, data.labels(), &Grid::default(), &[trial]);
        let expected = by_hand(&plan, &scores.settings[0], &data, &tested);
        assert_agrees(name, &scores.trials[0].outcomes[0], &expected);
    }
}

#[test]
fn learners_behind_pca_to_fewer_axes_than_the_span() {
    // Neighbours on the axes that are left are others than in the whole span.
    let data = Table::clusters(20, 40, 3, 4, 9).dataset();
    let (trial, labels, tested) = inside(data.labels(), &data, &[0, 4]);
    let relabeled = data.relabeled(labels).expect("dataset");
    for name in ["lfda", "dne", "mfa"] {
        let learner = Variant::named(name).learner;
        let chosen = Plan::new(learner).axes(2).pca_first(PcaFirst::ObjectiveRank);
        let prepared = chosen.prepare(data.samples()).expect("rows");
        let grid = Grid { neighbors: vec![1, 2], ..Grid::default() };
        let scores = scored(&prepared, data.labels(), &grid, std::slice::from_ref(&trial));
        for (setting, found) in scores.settings.iter().zip(&scores.trials[0].outcomes) {
            let expected = by_hand(&chosen, setting, &relabeled, &tested);
            assert_agrees(&format!("{name} {setting:?}"), found, &expected);
        }
    }
}
