//! Which way a fit goes and what it holds, by the shape of its data.

use halflit::graph::{Neighborhood, Pairs, Weights};
use halflit::learner::{Pca, SsLfda};
use halflit::neighbors::Search;
use halflit::{Estimate, Plan, Shape, Solver};

fn near(search: Search) -> Plan {
    let graph = Neighborhood { pairs: Pairs::Nearest(10), search, ..Neighborhood::default() };
    Plan::new(SsLfda { graph, ..SsLfda::default() }).axes(2)
}

fn without_samples(shape: Shape) -> Shape {
    Shape { sample_bytes: 0, ..shape }
}

fn words(estimate: &Estimate) -> String {
    estimate.steps.iter().map(|step| format!("{}: {}\n", step.what, step.how)).collect()
}

#[test]
fn more_columns_than_rows_need_no_copy_of_them() {
    let wide = without_samples(Shape::new(3000, 100_000, 100, 2));
    // Some 3000 × 3000 matrices; the samples are 2.4 GB.
    let estimate = Plan::new(Pca {}).axes(2).estimate(&wide);
    assert!((3e8..2e9).contains(&estimate.peak_bytes()), "{:e}", estimate.peak_bytes());
    let estimate = near(Search::Auto).estimate(&wide);
    let span = estimate.steps.iter().find(|step| step.what == "span").expect("a span");
    assert!(span.during < 1e9 && span.kept < 3e8, "{span:?}");
}

#[test]
fn many_dimensions_need_no_matrix_of_them() {
    let large = without_samples(Shape::new(30_000, 8000, 100, 2));
    let estimate = near(Search::Auto).estimate(&large);
    // A matrix of 8000 × 8000 numbers has 5e8 bytes, and a dense solve a dozen of them.
    let solve = &estimate.steps[estimate.steps.len() - 1];
    assert!(solve.during < 1e8 && solve.how.contains("matrix-free"), "{}", words(&estimate));
    assert!(estimate.steps.iter().all(|step| step.what != "span"));
    assert!(estimate.peak_bytes() < 2e9, "{:e}", estimate.peak_bytes());
    // All pairs, weights and a solver that was named have matrices.
    let dense = |estimate: Estimate| {
        assert!(estimate.peak_bytes() > 3e9, "{}", words(&estimate));
    };
    dense(Plan::new(SsLfda::default()).axes(2).estimate(&large));
    dense(near(Search::Auto).estimate(&Shape { weighed: true, ..large }));
    dense(Plan { solver: Solver::Dense, ..near(Search::Auto) }.estimate(&large));
}

#[test]
fn sparse_samples_count_what_they_store() {
    let shape = Shape::new(20_000, 100_000, 200, 5).sparse(2_000_000);
    let estimate = near(Search::Auto).estimate(&shape);
    // Written out they would be 16 GB.
    assert!(estimate.peak_bytes() < 1e9, "{:e}\n{}", estimate.peak_bytes(), words(&estimate));
    assert!(words(&estimate).contains("2000000 of them stored"));
    assert!(estimate.operations() < 1e13);
}

#[test]
fn a_search_is_named_and_counted_as_it_is_done() {
    let graph = |rows, columns, search| {
        let estimate = near(search).estimate(&Shape::new(rows, columns, 100, 2));
        let step = estimate.steps.into_iter().find(|step| step.what == "graph").expect("a graph");
        (step.how, step.operations)
    };
    for (rows, columns, words) in
        [(10_000, 50, "exactly"), (100_000, 50, "approximately"), (100_000, 4, "by a tree")]
    {
        let (how, operations) = graph(rows, columns, Search::Auto);
        let (exact, all) = graph(rows, columns, Search::Exact);
        assert!(how.ends_with(words) && exact.ends_with("exactly"), "{how}, {exact}");
        assert!(if words == "exactly" { operations == all } else { 3.0 * operations < all });
    }
    let auto = |rows| words(&Plan::default().estimate(&Shape::new(rows, 50, 100, 2)));
    assert!(auto(10_000).contains("exactly") && auto(100_000).contains("approximately"));
}

#[test]
fn all_pairs_keep_centred_rows_where_these_are_few() {
    let held = |rows: usize| {
        let shape = Shape::new(rows, 1000, 100, 2);
        let graph = Neighborhood { weights: Weights::Heat(1.0), ..Neighborhood::default() };
        let learner = SsLfda { graph, ..SsLfda::default() };
        let steps = Plan::new(learner).axes(2).estimate(&shape).steps;
        let graph = steps.into_iter().find(|step| step.what == "graph").expect("a graph");
        graph.during / (8.0 * rows as f64 * 1000.0)
    };
    assert!(held(30_000) > 2.0 && held(40_000) < 0.5, "{} {}", held(30_000), held(40_000));
}
