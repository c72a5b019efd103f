//! Classifiers and searches.

use halflit::choose::{Grid, Scores, Trial};
use halflit::evaluation::{
    accuracy, cross_validation, draw_labeled, good_neighbors, good_pairs, paired_t_test,
    stratified_folds,
};
use halflit::graph::Neighborhood;
use halflit::learner::{Custom, LabelChoice, Pca, SelfLearner};
use halflit::{
    AnyLearner, AxisWeights, Cost, Error, Labels, Metric, NearestNeighbors, PcaFirst,
    Plan, Result, Samples, Space, SpaceChoice, datasets,
};

use super::{assert_refused, learner};
use crate::common::compare::{fitted, learner_of};
use crate::common::with::ShortFit;
use crate::contract::few;

fn scored(plan: &Plan, grid: &Grid, trials: &[Trial]) -> Result<Scores> {
    let data = few().dataset();
    let settings = grid.settings(learner_of(plan), plan.dimension.unwrap_or(1), plan.weights)?;
    plan.prepare(data.samples())?.scores(data.labels(), settings, trials)
}

fn pca_first(axes: usize) -> SpaceChoice {
    SpaceChoice { pca_first: PcaFirst::Axes(axes), ..Default::default() }
}

#[test]
fn classifiers() {
    let data = few().dataset();
    let points = fitted(&Plan::new(Pca::default()).axes(2), &data)
        .transform(data.samples())
        .expect("points");
    let none = fitted(&Plan::new(Pca::default()).axes(2), &few().unlabeled().dataset());
    assert_refused! {
        "no class a point", NearestNeighbors::new(points.clone(), vec![0; 3], 1, 1)
            => Error::LabelCount { rows: 24, labels: 3 },
        "no point", NearestNeighbors::new(points.clone(), vec![], 1, 1) => Error::NothingToCompare,
        "no neighbour", NearestNeighbors::new(points.clone(), vec![0; 24], 1, 0)
            => Error::Parameter { .. },
        "a model without labels", none.predict(data.samples()) => Error::NothingToCompare,
        "its probabilities", none.elect(data.samples(), Some(1)) => Error::NothingToCompare,
        "its transduction", none.transduction(&few().unlabeled().dataset(), None)
            => Error::NothingToCompare,
    }
}

#[test]
fn classes_beyond_the_class_count() {
    let data = few().dataset();
    let points = fitted(&Plan::new(Pca::default()).axes(2), &data)
        .transform(data.samples())
        .expect("points");
    assert_refused! {
        "class 7 of 2", NearestNeighbors::new(points, vec![7; 24], 2, 1) => Error::Parameter { .. },
    }
}

#[test]
fn evaluations() {
    let data = few().dataset();
    let labels = data.labels();
    let chosen = |name: &str| Plan::new(learner(name)).axes(2);
    let settings = |name: &str, grid: Grid| grid.settings(&learner(name), 2, AxisWeights::Identity);
    let prepared = chosen("pca").prepare(data.samples()).expect("rows");
    let trials = [Trial::hiding(labels, &[0, 1])];
    let given = Custom { label: LabelChoice::Given(Cost::constant(24, 1.0)), ..Default::default() };
    let given = Plan::new(AnyLearner::from(given)).axes(1);
    let gamma = |gamma: f64| Grid { gamma: vec![1.0, gamma], ..Default::default() };
    let alpha = |alpha: f64| Grid { alpha: vec![alpha], ..Default::default() };
    let neighbors = |k: usize| Grid { neighbors: vec![k], ..Default::default() };
    let dimension = |d: usize| Grid { dimension: vec![1, d], ..Default::default() };
    let one_column = Samples::from_rows(&[[1.0]]).expect("samples");
    let graph = Neighborhood::default().cost(data.samples()).expect("graph");
    let one_label = data.relabeled(labels.hide(&labels.labeled_rows()[1..])).expect("dataset");
    assert_refused! {
        "γ of PCA", settings("pca", gamma(1.0)) => Error::UnknownParameter { .. },
        "α of SELF", settings("self", alpha(1.0)) => Error::UnknownParameter { .. },
        "neighbours of FDA", settings("fda", neighbors(3)) => Error::UnknownParameter { .. },
        "γ below 0", settings("ss-lfda", gamma(-1.0)) => Error::Parameter { name: "gamma", .. },
        "α of NaN", settings("lpp*", alpha(f64::NAN)) => Error::Parameter { name: "alpha", .. },
        "no neighbour", settings("dne", neighbors(0)) => Error::Parameter { .. },
        "dimensions above the rank", scored(&chosen("ss-lfda"), &dimension(5), &trials)
            => Error::DimensionTooLarge { dimension: 5, rank: 4 },
        "a fixed label cost", scored(&given, &Grid::default(), &trials)
            => Error::FixedLabelCost { .. },
        "no trial", scored(&chosen("ss-lfda"), &Grid::default(), &[]) => Error::NoUsableFold { .. },
        "no label left", scored(&chosen("ss-lfda"), &Grid::default(), &[Trial::hiding(labels, &labels.labeled_rows())])
            => Error::NoUsableFold { .. },
        "PCA first to too many axes", Space::of(data.samples(), &pca_first(5)).map(drop)
            => Error::Parameter { name: "pca_first", .. },
        "a trial on other columns", prepared.outside(labels.clone(), &one_column, vec![0])
            => Error::ColumnCount { expected: 4, found: 1 },
        "a trial without truth", prepared.outside(labels.clone(), data.samples(), vec![0])
            => Error::LabelCount { rows: 24, labels: 1 },
        "one fold", stratified_folds(labels, 1, 0) => Error::Folds { folds: 1, labeled: 15 },
        "more folds than rows", stratified_folds(labels, 16, 0)
            => Error::Folds { folds: 16, labeled: 15 },
        "folds of no label", cross_validation(&Labels::none(5), 0) => Error::Folds { .. },
        "one label drawn", draw_labeled(labels, 1, 0) => Error::Parameter { .. },
        "too many drawn", draw_labeled(labels, 16, 0) => Error::Parameter { .. },
        "one class to draw", draw_labeled(&Labels::new(vec![Some(1); 5]), 2, 0)
            => Error::NoUsableSplit { .. },
        "no dataset with one label", datasets::balance_with_labels(1, 0) => Error::Parameter { .. },
        "the accuracy of nothing", accuracy(&[], &[]) => Error::NothingToCompare,
        "the accuracy of others", accuracy(&[1], &[1, 2]) => Error::LabelCount { .. },
        "a test of one pair", paired_t_test(&[1.0], &[1.0]) => Error::TooFewPairs { pairs: 1 },
        "a test of odd pairs", paired_t_test(&[1.0, 2.0], &[1.0]) => Error::LabelCount { .. },
        "good neighbours of one row", good_neighbors(&one_label, Metric::Euclidean)
            => Error::NothingToCompare,
        "good pairs of other rows", good_pairs(&graph, 1.0, &Labels::none(3), &[0.5])
            => Error::LabelCount { .. },
    }
    let self_default = SelfLearner::default();
    assert!(self_default.fit(&data, 1).is_ok(), "the same data, nothing wrong with them");
}

#[test]
fn no_dimension_in_a_grid() {
    let data = few().dataset();
    let chosen = Plan::new(learner("ss-lfda")).axes(2);
    let grid = Grid { dimension: vec![1, 0], ..Default::default() };
    let trials = [Trial::hiding(data.labels(), &[0, 1])];
    assert_refused! {
        "d = 0", scored(&chosen, &grid, &trials)
            => Error::Parameter { name: "dimension", .. },
    }
}
