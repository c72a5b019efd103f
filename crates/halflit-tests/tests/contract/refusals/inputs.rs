//! Samples, labels and distances.

use halflit::evaluation::good_neighbors;
use halflit::graph::{Pairs, Weights, local_scales};
use halflit::learner::Pca;
use halflit::neighbors::{Exact, Queries};
use halflit::{Dataset, Error, Kernel, Labels, Metric, Plan, Samples, Scaling};
use serde_json::json;

use super::{UNSUPERVISED, assert_refused, fit, learner, near, small, supervised};
use crate::common::compare::{fitted, with_kernel};
use crate::common::variants::{Variant, defaults};
use crate::common::with::With;
use crate::contract::{few, tall};

#[test]
fn samples() {
    let none: [[f64; 0]; 0] = [];
    let with = |value: f64| Samples::from_rows(&[[0.0, 1.0, 2.0], [3.0, 4.0, value]]);
    assert_refused! {
        "no row", Samples::from_rows(&none) => Error::Empty { rows: 0, columns: 0 },
        "no column", Samples::from_row_major(vec![], 3, 0) => Error::Empty { rows: 3, columns: 0 },
        "no row of three", Samples::from_row_major(vec![], 0, 3)
            => Error::Empty { rows: 0, columns: 3 },
        "too few values", Samples::from_row_major(vec![1.0; 5], 2, 3) => Error::Shape { .. },
        "too many rows for any memory", Samples::from_row_major(vec![], usize::MAX, 3)
            => Error::Shape { .. },
        "ragged", Samples::from_rows(&[vec![1.0, 2.0], vec![1.0, 2.0], vec![3.0]])
            => Error::Ragged { row: 2, expected: 2, found: 1 },
        "NaN", with(f64::NAN) => Error::NotFinite { row: 1, column: 2, value } if value.is_nan(),
        "infinity", with(f64::INFINITY) => Error::NotFinite { row: 1, column: 2, .. },
        "minus infinity", with(f64::NEG_INFINITY) => Error::NotFinite { row: 1, column: 2, .. },
        "1e308", with(1e308) => Error::TooLarge { row: 1, column: 2, value: 1e308 },
        "-2e100", with(-2e100) => Error::TooLarge { row: 1, column: 2, .. },
    }
}

#[test]
fn labels() {
    let samples = || Samples::from_rows(&[[0.0], [1.0], [2.0]]).expect("samples");
    let one = Samples::from_rows(&[[0.0]]).expect("samples");
    assert_refused! {
        "one row", Dataset::unlabeled(one) => Error::TooFewRows { rows: 1 },
        "too few labels", Dataset::new(samples(), Labels::new([Some(1)]))
            => Error::LabelCount { rows: 3, labels: 1 },
        "too many labels", Dataset::new(samples(), Labels::none(4))
            => Error::LabelCount { rows: 3, labels: 4 },
        "other labels", Dataset::unlabeled(samples()).and_then(|d| d.with_labels(Labels::none(2)))
            => Error::LabelCount { rows: 3, labels: 2 },
    }
}

#[test]
fn learners_that_need_labels_say_so() {
    let unlabeled = tall().unlabeled();
    let mut one_class = tall();
    one_class.y.iter_mut().flatten().for_each(|name| *name = "only".into());
    for Variant { name, learner } in supervised() {
        assert_refused! {
            name, fit(&learner, &unlabeled, 2) => Error::NoLabels { learner } if *learner == name,
            name, fit(&learner, &one_class, 2)
                => Error::OneClass { learner, class } if *learner == name && class == "only",
        }
    }
    for name in UNSUPERVISED {
        assert!(fit(&learner(name), &unlabeled, 2).is_ok(), "{name} needs no label");
        assert!(fit(&learner(name), &one_class, 2).is_ok(), "{name} needs no classes");
    }
}

#[test]
fn dimensions() {
    let mut constant = tall();
    constant.x.iter_mut().for_each(|row| row[1] = 0.1);
    for Variant { name, learner } in defaults() {
        assert_refused! {
            name, fit(&learner, &tall(), 0) => Error::Parameter { name: "dimension", .. },
            name, fit(&learner, &tall(), 5) => Error::DimensionTooLarge { dimension: 5, rank: 4 },
            name, fit(&learner, &constant, 4) => Error::DimensionTooLarge { dimension: 4, rank: 3 },
        }
        let kernel = with_kernel(&learner, 42, Some(&Kernel::Linear {}));
        assert_refused! {
            name, kernel.fit(&tall().dataset())
                => Error::DimensionTooLarge { dimension: 42, rank: 4 },
        }
    }
}

#[test]
fn zero_rows_under_the_cosine() {
    let mut table = tall();
    table.x[9] = vec![0.0; 4];
    let graph = |graph: serde_json::Value| learner("lpp").with("graph", graph).expect("graph");
    let cosine = with_kernel(&learner("pca"), 2, Some(&Kernel::Cosine {}));
    let model = fitted(&cosine, &tall().dataset());
    let labeled = Dataset::new(table.samples(), Labels::new(vec![Some(1); 42])).expect("dataset");
    assert_refused! {
        "weights", fit(&graph(json!({"weights": "cosine"})), &table, 2)
            => Error::ZeroRow { row: 9 },
        "weights of near pairs", fit(&graph(json!({"weights": "cosine", "pairs": {"nearest": 3}})), &table, 2)
            => Error::ZeroRow { row: 9 },
        "metric", fit(&graph(json!({"metric": "cosine"})), &table, 2) => Error::ZeroRow { row: 9 },
        "metric of near pairs", fit(&graph(json!({"metric": "cosine", "pairs": {"nearest": 3}})), &table, 2)
            => Error::ZeroRow { row: 9 },
        "metric of a class graph", fit(&learner("dne").with("metric", "cosine").expect("metric"), &table, 2)
            => Error::ZeroRow { row: 9 },
        "kernel", cosine.fit(&table.dataset()) => Error::ZeroRow { row: 9 },
        "kernel of new rows", model.transform(&table.samples()) => Error::ZeroRow { row: 9 },
        "scaling to unit length", Plan::new(Pca::default()).axes(2).scaling(Scaling::Unit).fit(&table.dataset())
            => Error::ZeroRow { row: 9 },
        "score", good_neighbors(&labeled, Metric::Cosine)
            => Error::ZeroRow { row: 9 },
    }
}

#[test]
fn duplicates_everywhere() {
    let table = tall().mapped(|_| vec![0.1, 0.2, 0.3, 1e15]);
    for Variant { name, learner } in defaults() {
        assert_refused! { name, fit(&learner, &table, 1) => Error::NoSpread { rows: 42, .. }, }
    }
    let data = table.dataset();
    assert_refused! {
        "local scales", local_scales(data.samples(), 3, Metric::Euclidean)
            => Error::NoLocalScale { row: 0 },
        "local scaling", near(Weights::LocalScaling(3), Pairs::All).graph.cost(data.samples())
            => Error::NoLocalScale { row: 0 },
        "rbf", Plan::new(Pca::default()).axes(1).kernel(Kernel::rbf()).fit(&data)
            => Error::Parameter { name: "width", .. },
        "polynomial", Plan::new(Pca::default()).axes(1).kernel(Kernel::polynomial(2)).fit(&data)
            => Error::FlatKernel | Error::NoSpread { .. },
    }
}

#[test]
fn a_class_of_duplicates_has_no_local_scale() {
    let rows = [[0.0, 0.0], [1.0, 2.0], [3.0, 1.0], [7.0, 7.0], [7.0, 7.0], [7.0, 7.0]];
    let table = small(&rows, &["a", "a", "a", "b", "b", "b"]);
    let lfda = learner("lfda").with("affinity", json!({"local-scaling": 7})).expect("affinity");
    let mut given = table.clone();
    given.distances = vec![0.0; 36];
    let lpp = learner("lpp").with("graph", json!({"metric": "precomputed"})).expect("graph");
    assert_refused! {
        "Sugiyama's affinity", fit(&lfda, &table, 1) => Error::NoLocalScale { row: 3 },
        "given distances that are all 0", fit(&lpp, &given, 1) => Error::NoLocalScale { row: 0 },
    }
}

#[test]
fn given_distances() {
    let samples = || Samples::from_rows(&[[0.0], [1.0], [3.0]]).expect("samples");
    let with = |at: usize, value: f64| {
        let mut distances = vec![0.0, 1.0, 3.0, 1.0, 0.0, 2.0, 3.0, 2.0, 0.0];
        distances[at] = value;
        samples().with_distances(distances)
    };
    let mut missing = tall();
    missing.distances.clear();
    let dne = learner("dne").with("metric", "precomputed").expect("metric");
    let lpp = |pairs: serde_json::Value| {
        let graph = json!({"metric": "precomputed", "pairs": pairs});
        fit(&learner("lpp").with("graph", graph).expect("graph"), &missing, 1)
    };
    let tall = tall();
    let points = tall.samples();
    let index = Exact::new(&points, Metric::Precomputed).expect("index");
    assert_refused! {
        "missing", fit(&dne, &missing, 1) => Error::NoDistances,
        "missing in a graph", lpp(json!("all")) => Error::NoDistances,
        "missing in a sparse graph", lpp(json!({"nearest": 3})) => Error::NoDistances,
        "of other points", index.nearest(Queries::Points(&points), 1) => Error::NoDistances,
        "negative", with(5, -2.0) => Error::BadDistance { row: 1, column: 2, value: -2.0 },
        "not a number", with(3, f64::NAN) => Error::BadDistance { row: 1, column: 0, .. },
        "infinite", with(2, f64::INFINITY) => Error::BadDistance { row: 0, column: 2, .. },
        "of another shape", samples().with_distances(vec![0.0; 6]) => Error::Shape { .. },
    }
}

#[test]
fn given_distances_that_are_not_symmetric() {
    let samples = Samples::from_rows(&[[0.0], [1.0], [3.0]]).expect("samples");
    let distances = vec![0.0, 1.0, 3.0, 1.5, 0.0, 2.0, 3.0, 2.0, 0.0];
    assert_refused! {
        "d(0, 1) ≠ d(1, 0)", samples.with_distances(distances) => Error::NotSymmetric { .. },
    }
}

#[test]
fn rows_of_other_columns() {
    let (data, other) = (few().dataset(), Samples::from_rows(&[[1.0, 2.0, 3.0]]).expect("samples"));
    for kernel in [None, Some(Kernel::polynomial(2)), Some(Kernel::rbf()), Some(Kernel::Cosine {})]
    {
        let model = fitted(&with_kernel(&learner("ss-lfda"), 2, kernel.as_ref()), &data);
        let what = format!("{kernel:?}");
        assert_refused! {
            what, model.transform(&other) => Error::ColumnCount { expected: 4, found: 3 },
            what, model.predict(&other) => Error::ColumnCount { expected: 4, found: 3 },
            what, model.elect(&other, Some(1)) => Error::ColumnCount { expected: 4, found: 3 },
            what, model.clone().with_feature_names(vec!["one".into()])
                => Error::ColumnCount { expected: 4, found: 1 },
        }
    }
    for scaling in [Scaling::Standard, Scaling::Minmax, Scaling::Unit] {
        let model = fitted(&Plan::new(learner("pca")).axes(2).scaling(scaling), &data);
        assert_refused! {
            format!("{scaling:?}"), model.transform(&other)
                => Error::ColumnCount { expected: 4, found: 3 },
        }
    }
    let gram = Kernel::rbf()
        .resolve(data.samples())
        .and_then(|k| k.between(data.samples(), data.samples()));
    let gram = gram.expect("kernel values");
    let gram = Samples::from_row_major(gram.values().to_vec(), gram.rows(), gram.columns())
        .expect("samples");
    let gram = Dataset::new(gram, data.labels().clone()).expect("dataset");
    let model = fitted(&with_kernel(&learner("pca"), 2, Some(&Kernel::Precomputed {})), &gram);
    let points = data.samples();
    let index = Exact::new(points, Metric::Euclidean).expect("index");
    assert_refused! {
        "a precomputed kernel", model.transform(&other)
            => Error::ColumnCount { expected: 24, found: 3 },
        "neighbours", index.nearest(Queries::Points(&other), 1)
            => Error::ColumnCount { expected: 4, found: 3 },
    }
}
