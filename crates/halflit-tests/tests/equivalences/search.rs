//! A search over a grid gives what the same fits by hand give.

use halflit::choose::{self, Grid, Outcome, Scores, Search, Setting, Trial};
use halflit::evaluation::cross_validation;
use halflit::{
    AnyLearner, AxisWeights, Dataset, Kernel, Labels, Learner, Named, PcaFirst, Reduction,
    RidgeRule, Samples, Scaling, Space, SpaceChoice,
};

use serde_json::json;

use crate::common::compare::{fitted, matrix};
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
    }
}

/// Rows to be tested on and their classes.
pub(crate) struct Tested {
    pub(crate) samples: Samples<'static>,
    pub(crate) truth: Vec<usize>,
}

/// What a setting does on a trial, fitted and classified from scratch.
pub(crate) fn by_hand(
    reduction: &Reduction<AnyLearner>,
    setting: &Setting,
    data: &Dataset<'_>,
    tested: &Tested,
) -> Outcome {
    let mut chosen = reduction.clone();
    chosen.learner = setting.apply(&reduction.learner).expect("setting");
    chosen.dimension = setting.dimension;
    chosen.weights = setting.weights;
    chosen.search = Search::Fixed;
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
    Outcome { margin: margin.sum(), ..Outcome::counted(right, tested.truth.len()) }
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
fn outside(space: &Space<'_>, labels: &Labels) -> (Trial, Labels, Tested) {
    let new = Table::clusters(33 + 9, 4, 3, 0, 41);
    let samples = Samples::from_rows(&new.x[33..]).expect("samples");
    let truth: Vec<usize> = (33..42).map(|i| i % 3).collect();
    let trial = Trial::outside(space, labels.clone(), &samples, truth.clone()).expect("trial");
    (trial, labels.clone(), Tested { samples, truth })
}

fn scored(
    space: &Space<'_>,
    reduction: &Reduction<AnyLearner>,
    grid: &Grid,
    trials: &[Trial],
) -> Scores {
    let settings = grid.settings(&reduction.learner, reduction.dimension, reduction.weights);
    let settings = settings.expect("settings");
    choose::scores(space, reduction, settings, trials).expect("scores")
}

fn assert_search_agrees(what: &str, reduction: &Reduction<AnyLearner>) {
    assert_agrees_over(what, reduction, &grid_for(&reduction.learner));
}

fn assert_agrees_over(what: &str, reduction: &Reduction<AnyLearner>, grid: &Grid) {
    let data = few().dataset();
    let labels = data.labels();
    let space = Space::of(data.samples(), &reduction.space).expect("space");
    let cases =
        [inside(labels, &data, &[0, 4, 8]), inside(labels, &data, &[11]), outside(&space, labels)];
    let trials: Vec<Trial> = cases.iter().map(|case| case.0.clone()).collect();
    let scores = scored(&space, reduction, grid, &trials);
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

#[test]
fn learners_behind_pca() {
    for first in [PcaFirst::Axes(3), PcaFirst::ObjectiveRank] {
        for name in ["pca", "lpp*", "lfda", "self", "ss-lfda", "ss-dne"] {
            let chosen = Reduction::new(Variant::named(name).learner, 1).pca_first(first);
            // The rank of S(C) may be that of the labels alone.
            let grid = Grid { dimension: vec![1], ..grid_for(&chosen.learner) };
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
    let space = || Space::of(data.samples(), &SpaceChoice::default()).expect("space");
    let shared = space();
    let trials = [Trial::hiding(data.labels(), &[0, 1])];
    for Variant { name, learner } in sharers() {
        let chosen = Reduction::new(learner, 2);
        let fresh = space();
        let grid = grid_for(&chosen.learner);
        let scores = |space: &Space<'_>| scored(space, &chosen, &grid, &trials);
        assert_eq!(scores(&shared), scores(&fresh), "{name}");
        assert_eq!(scores(&shared), scores(&shared), "{name}, twice");
    }
}

#[test]
fn tuning_takes_the_best_setting_of_cross_validation() {
    let data = few().dataset();
    let chosen = Reduction::new(Variant::named("ss-lfda").learner, 1);
    let search = Search::Grid(grid_for(&chosen.learner));
    let chosen = Reduction { search, seed: 3, ..chosen };
    let space = Space::of(data.samples(), &chosen.space).expect("space");
    let choice = choose::choose(&space, &chosen, data.labels()).expect("a choice");
    let (reduction, found) = (choice.reduction, choice.found.expect("a search"));
    let folds = cross_validation(data.labels(), 3).expect("folds");
    let mut totals = vec![Outcome::default(); found.scores.settings.len()];
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
    let expected = best.setting.apply(&chosen.learner).expect("setting");
    assert_eq!(reduction.learner, expected);
    assert_eq!(reduction.dimension, best.setting.dimension);
    assert_eq!(reduction.weights, best.setting.weights);
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
    };
    let learner = Variant::named("ss-lfda").learner;
    let chosen = Reduction { search: Search::Grid(grid), ..Reduction::new(learner.clone(), 1) };
    let space = Space::of(data.samples(), &chosen.space).expect("space");
    let choice = choose::choose(&space, &chosen, data.labels()).expect("a choice");
    let (found, best) = (choice.reduction, choice.found.expect("a search").best.setting);
    assert_eq!((found.dimension, found.weights), (3, AxisWeights::Unit));
    assert_eq!((found.learner.gamma(), found.learner.alpha()), (Some(0.3), Some(2.0)));
    assert_eq!(best.neighbors, Some(2));
    assert_eq!(found.learner, best.apply(&learner).expect("setting"));
}

#[test]
fn the_folds_of_a_search_are_those_of_its_seed() {
    // Enough labels for folds to be drawn.
    let data = crate::equivalences::blobs().dataset();
    let learner = Variant::named("ss-lfda").learner;
    let grid = Grid { gamma: vec![0.1, 1.0, 10.0], ..Grid::default() };
    let search = Search::Grid(grid.clone());
    let chosen = Reduction { search, seed: 3, ..Reduction::new(learner, 1) };
    let space = Space::of(data.samples(), &chosen.space).expect("space");
    let by = |seed: u64| {
        let folds = cross_validation(data.labels(), seed).expect("folds");
        let trials: Vec<Trial> = folds.iter().map(|f| Trial::hiding(data.labels(), f)).collect();
        scored(&space, &chosen, &grid, &trials)
    };
    let choice = choose::choose(&space, &chosen, data.labels()).expect("a choice");
    let found = choice.found.expect("a search").scores;
    assert_eq!(found, by(3));
    assert_ne!(found, by(0), "another seed draws other folds");
}

#[test]
fn without_a_reduction_rows_are_compared_before_pca() {
    let data = few().dataset();
    let trial = Trial::hiding(data.labels(), &[0, 4, 8]);
    let raw = |pca_first: PcaFirst| {
        let choice = SpaceChoice { pca_first, ..Default::default() };
        trial.raw(&Space::of(data.samples(), &choice).expect("space")).expect("an outcome")
    };
    assert_eq!(raw(PcaFirst::Axes(1)), raw(PcaFirst::No));
}

#[test]
fn a_fold_that_cannot_be_fitted_counts_as_wrong() {
    // Without its only label the second class is gone.
    let data = Table::clusters(30, 4, 2, 5, 41).with_labels(&[4, 1]).dataset();
    let reduction = Reduction::new(Variant::named("fda").learner, 1);
    let space = Space::of(data.samples(), &reduction.space).expect("space");
    let folds = cross_validation(data.labels(), 0).expect("folds");
    let found = choose::assess(&space, &reduction, data.labels(), &folds);
    let found = found.expect("an assessment");
    assert_eq!((found.folds.len(), found.skipped.len()), (5, 1));
    let wrong = found.folds[found.skipped[0].0];
    assert_eq!((wrong.right, wrong.tested), (0, 1));
    assert_eq!(found.accuracy(), Outcome::sum(&found.folds).right as f64 / 5.0);
}

#[test]
fn a_trial_without_two_labels_of_a_class_is_skipped() {
    // Without one label of the first class no class has a pair, and SS-LFDA, as published, no constraint.
    let data = Table::clusters(30, 4, 3, 2, 41).with_labels(&[2, 1, 1]).dataset();
    let labels = data.labels();
    let plain = Reduction::new(Variant::named("ss-lfda").learner, 1);
    let reduction = Reduction { ridge_rule: RidgeRule::Published, ..plain };
    let space = Space::of(data.samples(), &reduction.space).expect("space");
    let row_of = |class: usize| labels.rows_by_class()[class][0];
    let trials = [0, 1].map(|class| Trial::hiding(labels, &[row_of(class)]));
    let scores = scored(&space, &reduction, &Grid::default(), &trials);
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
        let reduction = Reduction::new(Variant::named(name).learner, 2);
        let space = Space::of(data.samples(), &reduction.space).expect("space");
        let (labels, truth) = (data.labels().clone(), tested.truth.clone());
        let trial = Trial::outside(&space, labels, &tested.samples, truth).expect("trial");
        let scores = scored(&space, &reduction, &Grid::default(), &[trial]);
        let expected = by_hand(&reduction, &scores.settings[0], &data, &tested);
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
        let chosen = Reduction::new(learner, 2).pca_first(PcaFirst::ObjectiveRank);
        let space = Space::of(data.samples(), &chosen.space).expect("space");
        let grid = Grid { neighbors: vec![1, 2], ..Grid::default() };
        let scores = scored(&space, &chosen, &grid, std::slice::from_ref(&trial));
        for (setting, found) in scores.settings.iter().zip(&scores.trials[0].outcomes) {
            let expected = by_hand(&chosen, setting, &relabeled, &tested);
            assert_agrees(&format!("{name} {setting:?}"), found, &expected);
        }
    }
}
