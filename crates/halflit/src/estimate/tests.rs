//! Which way a fit goes and what it holds, by the shape of its data.

use super::*;
use crate::graph::{Neighborhood, Pairs};
use crate::learner::{Pca, SsLfda};
use crate::neighbors::Search;
use crate::{Auto, Reduction, Solver};

#[test]
fn the_peak_is_what_was_kept_and_what_one_step_holds() {
    let step = |during, kept| Step { during, kept, ..samples(&Shape::new(1, 1, 0, 0)) };
    let steps = vec![step(10.0, 10.0), step(50.0, 0.0), step(30.0, 25.0), step(20.0, 0.0)];
    let estimate = Estimate { steps };
    assert_eq!(estimate.peak(), (1, 60.0));
    assert_eq!(estimate.largest(), Some(&estimate.steps[1]));
    let steps = vec![step(40.0, 40.0), step(30.0, 0.0)];
    assert_eq!(Estimate { steps: steps.clone() }.largest(), Some(&steps[0]));
    assert_eq!(Estimate { steps: Vec::new() }.largest(), None);
}

#[test]
fn a_check_does_the_last_step_for_every_fold() {
    let shape = Shape::new(100, 5, 40, 2);
    let steps = vec![Step { operations: 7.0, ..samples(&shape) }];
    let checked = |shape: &Shape, needed| {
        Estimate { steps: steps.clone() }.with_check(shape, needed, 1e3).operations()
    };
    assert_eq!(checked(&shape, Some(1e3)), 7.0 + 5.0 * 7.0);
    assert_eq!(checked(&shape, Some(1.1e3)), 7.0);
    assert_eq!(checked(&shape, None), 7.0);
    // Three labels are too few for a check, whoever asks.
    assert_eq!(checked(&Shape { labeled: 3, ..shape }, Some(1e3)), 7.0);
}

fn near(search: Search) -> Reduction<SsLfda> {
    let graph = Neighborhood { pairs: Pairs::Nearest(10), search, ..Neighborhood::default() };
    Reduction::new(SsLfda { graph, ..SsLfda::default() }, 2)
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
    for estimate in [near(Search::Auto).estimate(&wide), Reduction::new(Pca {}, 2).estimate(&wide)]
    {
        let peak = estimate.peak_bytes();
        // Some 3000 × 3000 matrices; the samples are 2.4 GB.
        assert!((3e8..2e9).contains(&peak), "{peak:e}\n{}", words(&estimate));
    }
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
    dense(Reduction::new(SsLfda::default(), 2).estimate(&large));
    dense(near(Search::Auto).estimate(&Shape { weighed: true, ..large }));
    dense(Reduction { solver: Solver::Dense, ..near(Search::Auto) }.estimate(&large));
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
    let auto = |rows| words(&Auto::default().estimate(&Shape::new(rows, 50, 100, 2)));
    assert!(auto(10_000).contains("exactly") && auto(100_000).contains("approximately"));
}

#[test]
fn all_pairs_keep_centred_rows_where_these_are_few() {
    let held = |rows: usize| {
        let shape = Shape::new(rows, 1000, 100, 2);
        let steps = Reduction::new(SsLfda::default(), 2).estimate(&shape).steps;
        let graph = steps.into_iter().find(|step| step.what == "graph").expect("a graph");
        graph.during / (8.0 * rows as f64 * 1000.0)
    };
    assert!(held(30_000) > 2.0 && held(40_000) < 0.5, "{} {}", held(30_000), held(40_000));
}
