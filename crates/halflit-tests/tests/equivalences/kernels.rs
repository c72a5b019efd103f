//! With the linear kernel and the same ridge every learner is its linear form.

use halflit::{Dataset, Kernel, Plan, Samples};

use crate::common::axis_difference;
use crate::common::compare::{Geometry, assert_none, fitted, matrix, with_kernel};
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults, variants};
use crate::common::with::With;
use crate::equivalences::blobs;

/// The linear form, with the ridge of the kernel's space, which knows no columns to shrink by.
fn without_kernel(plan: &Plan, data: &Dataset<'_>) -> Plan {
    let found = fitted(plan, data).diagnostics().clone();
    let mut linear = plan.clone();
    linear.space.kernel = None;
    if found.shrinkage.is_some() { linear.ridge(found.ridge) } else { linear }
}

#[test]
fn the_linear_kernel_changes_nothing() {
    let (data, mut wrong) = (blobs().dataset(), Vec::new());
    // Kernel coordinates are rotated, centred and carry no given distances.
    for variant in variants().iter().filter(|v| v.is_euclidean()) {
        let kernel = with_kernel(&variant.learner, 1, Some(&Kernel::Linear {}));
        let linear = Geometry::full_by(&without_kernel(&kernel, &data), &data);
        let kernel = Geometry::full_by(&kernel, &data);
        let difference = linear.difference(&kernel, 1e-7);
        wrong.extend(difference.map(|d| format!("{}: {d}", variant.name)));
    }
    assert_none(&wrong);
}

#[test]
fn new_rows_are_mapped_alike() {
    let (data, new) = (blobs().dataset(), Table::clusters(9, 4, 3, 0, 77).samples());
    for variant in defaults() {
        let kernel = with_kernel(&variant.learner, 2, Some(&Kernel::Linear {}));
        let linear = without_kernel(&kernel, &data);
        let [a, b] = [linear, kernel]
            .map(|chosen| matrix(&fitted(&chosen, &data).transform(&new).expect("rows")));
        for j in 0..2 {
            let difference = axis_difference(&a.column(j), &b.column(j));
            assert!(difference < 1e-8, "{}: axis {j} differs by {difference:e}", variant.name);
        }
    }
}

#[test]
fn a_function_and_a_precomputed_matrix_are_the_kernel_that_they_repeat() {
    let table = blobs();
    let data = table.dataset();
    let polynomial = Kernel::polynomial(2);
    let function =
        Kernel::function(|a, b| (a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() + 1.0).powi(2));
    let resolved = polynomial.resolve(data.samples()).expect("kernel");
    let gram = resolved.between(data.samples(), data.samples()).expect("kernel values");
    let rows = (0..gram.rows()).map(|i| gram.row(i).to_vec()).collect();
    let given = Table { x: rows, ..table.clone() }.dataset();
    for Variant { name, learner } in defaults() {
        let fit =
            |kernel: &Kernel, data| Geometry::first(&with_kernel(&learner, 2, Some(kernel)), data);
        let named = fit(&polynomial, &data);
        for (what, other) in
            [("function", fit(&function, &data)), ("matrix", fit(&Kernel::Precomputed {}, &given))]
        {
            let difference = named.difference(&other, 1e-6);
            assert_eq!(difference, None, "{name}, {what}");
        }
    }
}

#[test]
fn rows_that_a_kernel_hardly_tells_apart_are_at_no_distance() {
    let samples = Table::clusters(3, 2, 1, 0, 5).samples();
    // 1 + 1 − 2k is below 0 by rounding.
    let nearly = Kernel::function(|x, y| if x == y { 1.0 } else { 1.0 + f64::EPSILON });
    assert_eq!(nearly.distances(&samples).expect("distances"), [0.0; 9]);
}

#[test]
fn what_is_left_out_is_what_the_table_says() {
    // Variances 1 and 4.
    let samples = Samples::from_rows(&[[0.0, 0.0], [2.0, 4.0]]).expect("samples");
    let default = |words: &str| match words {
        "the root of the total variance" => 5f64.sqrt(),
        "the sum of the columns' deviations" => 3.0,
        "1 over the total variance" => 0.2,
        number => number.parse().expect("a number, or words that are known here"),
    };
    for info in Kernel::TABLE {
        let kernel: Kernel = info.name.parse().expect("a kernel");
        let resolved = kernel.resolve(&samples).expect("kernel");
        let written = serde_json::to_value(resolved.kernel()).expect("JSON");
        for (parameter, _, words) in info.parameters {
            let found = written[info.name][parameter].as_f64();
            assert_eq!(found, Some(default(words)), "{} {parameter}", info.name);
        }
    }
}
