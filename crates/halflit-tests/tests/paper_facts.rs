//! Numbers of the paper that must come out to the last digit, and the graphs behind them against the golden files.

use crate::common::compare::Geometry;
use crate::common::dense::worst;
use crate::common::with::With;
use crate::common::{golden, golden_data, indices, numbers};
use halflit::evaluation::{GoodPairs, good_neighbors, good_pairs};
use halflit::graph::{ClassNeighborhood, Edge, Neighborhood, local_scales};
use halflit::learner::Pca;
use halflit::neighbors::{Exact, Queries};
use halflit::{Dataset, Kernel, Labels, Metric, Plan, Samples, datasets};
use serde_json::Value;

/// The kernel of the paper's experiments, (⟨x, y⟩ + 1)², and the one that it prints, ⟨x, y⟩².
fn square(coef0: f64) -> Kernel {
    Kernel::Polynomial { degree: 2, coef0, scale: 1.0 }
}

/// Rows whose nearest other row has their label.
fn good_rows(data: &Dataset<'_>, metric: Metric) -> usize {
    let share = good_neighbors(data, metric).expect("score");
    let rows = data.labels().labeled_rows().len() as f64;
    assert!(worst([share * rows - (share * rows).round()]) < 1e-9, "a share of {rows} rows");
    (share * rows).round() as usize
}

/// Good rows in the space of a kernel, by given distances.
fn good_rows_by(kernel: &Kernel, data: &Dataset<'_>) -> usize {
    let distances = kernel.distances(data.samples()).expect("distances");
    let samples = data.samples().borrowed().with_distances(distances).expect("samples");
    let data = Dataset::new(samples, data.labels().clone()).expect("dataset");
    good_rows(&data, Metric::Precomputed)
}

/// Good rows in the space of a kernel, by coordinates: PCA with all axes turns them and keeps distances.
fn good_rows_in_coordinates(kernel: &Kernel, data: &Dataset<'_>) -> usize {
    let fit = Geometry::full_by(&Plan::new(Pca::default()).axes(1).kernel(kernel.clone()), data);
    let z = fit.embedding;
    let samples = Samples::from_row_major(z.values, z.rows, z.columns).expect("samples");
    good_rows(&Dataset::new(samples, data.labels().clone()).expect("dataset"), Metric::Euclidean)
}

/// A share as the paper prints it.
fn to_three_digits(count: usize, rows: usize) -> String {
    format!("{:.3}", count as f64 / rows as f64)
}

#[test]
fn near_pairs_of_ionosphere() {
    let data = datasets::ionosphere();
    let graph = Neighborhood::default().cost(data.samples()).expect("graph");
    let counts = good_pairs(&graph, 1.0, data.labels(), &[0.36, 0.01]).expect("counts");
    let expected = [GoodPairs { good: 394, total: 408 }, GoodPairs { good: 22_382, total: 29_662 }];
    assert_eq!(counts, expected);
}

#[test]
fn near_pairs_of_ionosphere_by_every_path() {
    let data = datasets::ionosphere();
    let graph = Neighborhood::default().cost(data.samples()).expect("graph");
    let near = graph.row_reader(1.0).expect("reader").pairs_from(0.36);
    assert_eq!(near.edges().len(), 408 / 2);
    let labels = data.labels();
    let joins = |edge: &&Edge| labels.class_of(edge.first) == labels.class_of(edge.second);
    assert_eq!(near.edges().iter().filter(joins).count(), 394 / 2);
    let dense = graph.to_dense().expect("dense");
    let count = |threshold: f64| dense.iter().filter(|&&weight| weight >= threshold).count();
    assert_eq!((count(0.36), count(0.01)), (408, 29_662));
}

#[test]
fn good_neighbors_of_ionosphere() {
    let data = datasets::ionosphere();
    assert_eq!(good_rows(&data, Metric::Euclidean), 304);
    assert_eq!(good_rows_by(&square(1.0), &data), 296);
    assert_eq!(to_three_digits(304, 351), "0.866");
    assert_eq!(to_three_digits(296, 351), "0.843");
}

#[test]
fn good_neighbors_of_ionosphere_in_kernel_coordinates() {
    assert_eq!(good_rows_in_coordinates(&square(1.0), &datasets::ionosphere()), 296);
}

#[test]
fn the_kernel_that_the_paper_prints_does_not_give_its_number() {
    let printed = good_rows_by(&square(0.0), &datasets::ionosphere());
    assert_eq!(to_three_digits(printed, 351), "0.840");
}

#[test]
fn good_neighbors_of_balance_with_ties_by_index() {
    let data = datasets::balance();
    assert_eq!(good_rows(&data, Metric::Euclidean), 495);
    assert_eq!(good_rows_by(&square(1.0), &data), 486);
    assert_eq!(to_three_digits(495, 625), "0.792");
    assert_eq!(to_three_digits(486, 625), "0.778");
}

#[test]
fn squared_distances_have_the_same_neighbors() {
    for data in [datasets::ionosphere(), datasets::balance()] {
        let squared = good_rows(&data, Metric::SquaredEuclidean);
        assert_eq!(squared, good_rows(&data, Metric::Euclidean));
    }
}

#[test]
fn good_neighbors_of_the_golden_data() {
    let (all, file) = (golden("data.json"), golden("good-neighbors.json"));
    let cases = file["cases"].as_array().expect("cases");
    assert!(cases.len() >= 10, "{} cases", cases.len());
    for case in cases {
        let name = case["data"].as_str().expect("data");
        let samples = golden_data(&all, name).samples().clone();
        let labels = Labels::new(indices(&case["labels"]).into_iter().map(Some));
        let data = Dataset::new(samples, labels).expect("dataset");
        let correct = case["correct"].as_u64().expect("count") as usize;
        let kernel: Option<Kernel> =
            serde_json::from_value(case["kernel"].clone()).expect("kernel");
        match kernel {
            None => assert_eq!(good_rows(&data, Metric::Euclidean), correct, "{name}"),
            Some(kernel) => {
                assert_eq!(good_rows_by(&kernel, &data), correct, "{name}, distances");
                assert_eq!(
                    good_rows_in_coordinates(&kernel, &data),
                    correct,
                    "{name}, coordinates"
                );
            }
        }
    }
}

/// Runs over every golden graph.
fn for_every_graph(check: impl Fn(&str, &Dataset<'_>, &Value)) {
    let (all, graphs) = (golden("data.json"), golden("graphs.json"));
    let graphs = graphs.as_object().expect("graphs");
    assert!(graphs.len() >= 7, "{} graphs", graphs.len());
    for (name, expected) in graphs {
        check(name, &golden_data(&all, name), expected);
    }
}

fn assert_close(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let difference = worst(found.iter().zip(expected).map(|(a, b)| (a - b) / b));
    assert!(difference < 1e-12, "{what} differs by {difference:e}");
}

#[test]
fn local_scales_are_those_of_the_golden_graphs() {
    for_every_graph(|name, data, expected| {
        let scales = local_scales(data.samples(), 3, Metric::Euclidean).expect("scales");
        assert_close(name, &scales, &numbers(&expected["sigma"]));
    });
}

#[test]
fn degrees_and_norms_are_those_of_the_golden_graphs() {
    for_every_graph(|name, data, expected| {
        let graph = Neighborhood::default().cost(data.samples()).expect("graph");
        for (alpha, degrees, norm) in [(1.0, "degrees", "norm"), (8.0, "degrees_8", "norm_8")] {
            let reader = graph.row_reader(alpha).expect("reader");
            let rows: Vec<Vec<f64>> = (0..graph.rows()).map(|i| reader.row(i)).collect();
            let sums: Vec<f64> = rows.iter().map(|row| row.iter().sum()).collect();
            let square: f64 = rows.iter().flatten().map(|weight| weight * weight).sum();
            let what = format!("{name}, α = {alpha}");
            assert_close(&what, &sums, &numbers(&expected[degrees]));
            assert_close(&what, &[square.sqrt()], &[expected[norm].as_f64().expect("norm")]);
        }
    });
}

#[test]
fn neighbors_are_those_of_the_golden_graphs() {
    for_every_graph(|name, data, expected| {
        let metrics = expected["neighbors"].as_object().expect("metrics");
        assert!(metrics.len() >= 4, "{name}");
        for (metric, lists) in metrics {
            let metric: Metric = serde_json::from_value(metric.as_str().into()).expect("metric");
            let rows: Vec<usize> = (0..data.samples().rows()).collect();
            let index = Exact::new(data.samples(), metric).expect("index");
            let found = index.nearest(Queries::Rows(&rows), 3).expect("neighbors");
            let found: Vec<Vec<usize>> = found
                .iter()
                .map(|list| list.iter().map(|neighbor| neighbor.row).collect())
                .collect();
            let lists: Vec<Vec<usize>> =
                lists.as_array().expect("lists").iter().map(indices).collect();
            assert_eq!(found, lists, "{name}, {metric:?}");
        }
    });
}

#[test]
fn class_graphs_are_those_of_the_golden_graphs() {
    for_every_graph(|name, data, expected| {
        let graphs = ClassNeighborhood::default().graphs(data).expect("graphs");
        for (graph, key) in [(graphs.same, "same_edges"), (graphs.other, "other_edges")] {
            assert!(graph.edges().iter().all(|edge| edge.weight == 1.0), "{name}, {key}");
            let found: Vec<Vec<usize>> =
                graph.edges().iter().map(|edge| vec![edge.first, edge.second]).collect();
            let edges: Vec<Vec<usize>> =
                expected[key].as_array().expect("edges").iter().map(indices).collect();
            assert_eq!(found, edges, "{name}, {key}");
        }
    });
}
