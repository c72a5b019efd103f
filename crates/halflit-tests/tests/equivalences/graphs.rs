//! One graph, stored and never stored, sparse, tiled and dense: the same model.

use halflit::UnlabelChoice;
use halflit::graph::{Graph, Neighborhood, Pairs, Weights};
use halflit::learner::{Custom, LabelChoice, Mfa};
use halflit::{Constraint, Cost, Dataset, Kernel, Metric};

use crate::common::compare::{Geometry, assert_same};
use crate::common::dense::worst;
use crate::common::table::Table;

const ROWS: usize = 300;

/// More rows than two tiles.
fn many() -> Dataset<'static> {
    Table::clusters(ROWS, 5, 3, 12, 31).with_distances().dataset()
}

/// The four ways to give one graph.
fn forms(graph: &Neighborhood, data: &Dataset<'_>) -> [(&'static str, UnlabelChoice); 4] {
    let sparse = Neighborhood { pairs: Pairs::Nearest(ROWS - 1), ..graph.clone() };
    let cost = graph.cost(data.samples()).expect("cost");
    let dense = Cost::dense(cost.to_dense().expect("dense"), ROWS).expect("dense cost");
    let edges = cost.row_reader(1.0).expect("reader").pairs_from(f64::NEG_INFINITY);
    assert_eq!(edges.edges().len(), ROWS * (ROWS - 1) / 2);
    [
        ("tiled", UnlabelChoice::Near(graph.clone())),
        ("nearest", UnlabelChoice::Near(sparse)),
        ("dense", UnlabelChoice::Given(dense)),
        ("edges", UnlabelChoice::Given(Cost::graph(edges))),
    ]
}

fn fit(unlabel: UnlabelChoice, alpha: f64, constraint: Constraint, data: &Dataset<'_>) -> Geometry {
    let label = LabelChoice::Mfa(Mfa::default());
    Geometry::full(&Custom { label, unlabel, constraint, gamma: 0.3, alpha }, data)
}

fn assert_forms_agree(graph: &Neighborhood, alphas: &[f64]) {
    let data = many();
    for &alpha in alphas {
        for constraint in [Constraint::Label, Constraint::Degree, Constraint::Blended] {
            let fits = forms(graph, &data)
                .map(|(form, unlabel)| (form, fit(unlabel, alpha, constraint.clone(), &data)));
            for (form, other) in &fits[1..] {
                let what = format!("{graph:?}, α = {alpha}, {constraint:?}: tiled and {form}");
                assert_same(&what, &fits[0].1, other, 1e-9);
            }
        }
    }
}

fn with_weights(weights: Weights) -> Neighborhood {
    Neighborhood { weights, ..Default::default() }
}

#[test]
fn heat() {
    assert_forms_agree(&with_weights(Weights::Heat(1.7)), &[1.0, 2.0, 3.3]);
}

#[test]
fn local_scaling() {
    assert_forms_agree(&with_weights(Weights::LocalScaling(7)), &[1.0, 8.0]);
}

#[test]
fn cosine() {
    assert_forms_agree(&with_weights(Weights::Cosine), &[1.0, 2.5]);
}

#[test]
fn binary() {
    assert_forms_agree(&with_weights(Weights::Binary), &[1.0, 4.0]);
}

#[test]
fn local_scaling_by_every_metric() {
    let metrics = [
        Metric::SquaredEuclidean,
        Metric::Manhattan,
        Metric::Chebyshev,
        Metric::Cosine,
        Metric::Precomputed,
    ];
    for metric in metrics {
        assert_forms_agree(&Neighborhood { metric, ..Default::default() }, &[1.0, 2.0]);
    }
}

#[test]
fn a_cost_may_be_scaled_before_or_after_its_power() {
    let data = many();
    let edges = |factor: f64| {
        let weight = |i: usize| factor * (1.0 + (i % 7) as f64);
        let pairs = (1..ROWS).map(|i| (i / 2, i, weight(i)));
        Graph::new(ROWS, pairs.filter(|(i, j, _)| i != j)).expect("graph")
    };
    let inside = UnlabelChoice::Given(Cost::graph(edges(2.5)));
    let outside = UnlabelChoice::Given(Cost::graph(edges(1.0)).times(2.5));
    let [inside, outside] =
        [inside, outside].map(|unlabel| fit(unlabel, 3.0, Constraint::Blended, &data));
    assert_same("2.5 C", &inside, &outside, 1e-10);
}

/// Clusters a billion times narrower than they are apart, on a grid of exact numbers.
fn tight() -> Dataset<'static> {
    let fine = 2f64.powi(-30);
    let narrow = |v: &f64| fine * (1000.0 * v).round();
    let mut table = Table::clusters(150, 3, 3, 3, 5).mapped(|row| row.iter().map(narrow).collect());
    table.x.iter_mut().enumerate().for_each(|(i, row)| row[i % 3] += 1024.0);
    table.dataset()
}

#[test]
fn near_pairs_keep_their_digits_in_tiles() {
    let data = tight();
    let samples = data.samples();
    for weights in [Weights::LocalScaling(3), Weights::Heat(1e-6)] {
        let all = with_weights(weights);
        let sparse = Neighborhood { pairs: Pairs::Nearest(149), ..all.clone() };
        let [tiled, direct] = [all, sparse]
            .map(|graph| graph.cost(samples).and_then(|cost| cost.to_dense()).expect("weights"));
        assert!(direct.iter().any(|&weight| weight > 0.1 && weight < 0.9), "{weights:?}");
        let difference = worst(tiled.iter().zip(&direct).map(|(a, b)| a - b));
        assert!(difference < 1e-9, "{weights:?}: {difference:e}");
    }
}

#[test]
fn near_pairs_keep_their_digits_in_kernels() {
    let data = tight();
    let samples = data.samples();
    let width = 1e-6;
    let kernel = Kernel::Rbf { width: Some(width) };
    let found =
        kernel.resolve(samples).expect("kernel").between(samples, samples).expect("kernel values");
    let squared =
        |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| ((a - b) / width).powi(2)).sum::<f64>();
    let value = |i: usize, j: usize| (-squared(&samples.row(i), &samples.row(j))).exp();
    let differences =
        (0..150 * 150).map(|at| found.row(at / 150)[at % 150] - value(at / 150, at % 150));
    assert!(worst(differences) < 1e-9);
}
