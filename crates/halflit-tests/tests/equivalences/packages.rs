//! Results equal to scikit-learn's.

use halflit::learner::{Fda, Pca};
use halflit::{Dataset, Kernel, Plan, Samples};
use serde_json::Value;

use crate::common::compare::{fitted, matrix};
use crate::common::dense::{Matrix, subspace_difference, worst};
use crate::common::with::{ShortFit, With};
use crate::common::{axis_difference, column, golden, golden_data, numbers, rows};

fn data_of(case: &Value) -> Dataset<'static> {
    golden_data(&golden("data.json"), case["data"].as_str().expect("data"))
}

fn cases(file: &str) -> Vec<Value> {
    golden(file)["cases"].as_array().expect("cases").clone()
}

#[test]
fn fda_spans_the_discriminants_of_lda() {
    let case = golden("lda.json");
    let model = fitted(&Plan::new(Fda::default()).axes(2).ridge(0.0), &data_of(&case));
    let ours = matrix(model.projection().expect("linear").components()).transposed();
    let theirs = Matrix::from_rows(&rows(&case["scalings"])).transposed();
    assert!(subspace_difference(&ours, &theirs) < 1e-10);
}

#[test]
fn pca_is_pca() {
    for case in cases("sklearn-pca.json") {
        let data = data_of(&case);
        let theirs = rows(&case["components"]);
        let model = Pca::default().fit(&data, theirs.len()).expect("fit");
        let components = model.projection().expect("linear").components();
        for (j, axis) in theirs.iter().enumerate() {
            let difference = axis_difference(components.row(j), axis);
            assert!(difference < 1e-9, "{}: axis {j} differs by {difference:e}", case["data"]);
        }
        let degrees_of_freedom = (data.samples().rows() - 1) as f64;
        let variances = model.eigenvalues().iter().map(|v| -v / degrees_of_freedom);
        let pairs = variances.zip(numbers(&case["explained_variance"]));
        assert!(worst(pairs.map(|(a, b)| a / b - 1.0)) < 1e-10, "{}", case["data"]);
    }
}

#[test]
fn pca_on_kernel_coordinates_is_kernel_pca() {
    for case in cases("kernel-pca.json") {
        let data = data_of(&case);
        let kernel: Kernel = serde_json::from_value(case["kernel"].clone()).expect("kernel");
        let theirs = Matrix::from_rows(&rows(&case["embedding"]));
        let new_theirs = Matrix::from_rows(&rows(&case["new_embedding"]));
        let chosen = Plan::new(Pca::default()).axes(theirs.columns).kernel(kernel);
        let model = fitted(&chosen, &data);
        let new = &golden("data.json")[case["data"].as_str().expect("data")]["new"];
        let new = Samples::from_rows(&rows(new)).expect("new rows");
        let ours = model.transform(data.samples()).expect("training rows");
        let new_ours = model.transform(&new).expect("new rows");
        for j in 0..theirs.columns {
            // One sign for both, so both are compared as one axis.
            let ours = [&column(&ours, j)[..theirs.rows], &column(&new_ours, j)].concat();
            let theirs = [theirs.column(j), new_theirs.column(j)].concat();
            let difference = axis_difference(&ours, &theirs);
            assert!(difference < 1e-9, "{}: axis {j} differs by {difference:e}", case["kernel"]);
        }
    }
}
