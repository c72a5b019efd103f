//! What the axes are: A B Aᵀ = I, S a = λ B a, λ ascending, signs, weights.

use halflit::{AnyLearner, AxisWeights, Dataset, Kernel, Model, Named, PcaFirst, Plan};
use serde_json::json;

use crate::common::axis_difference;
use crate::common::compare::{Geometry, assert_none, fitted, matrix, with_kernel};
use crate::common::dense::{Matrix, dot, isometry, length, worst};
use crate::common::rebuild::{Rebuilt, dataset_of, kernel_coordinates};
use crate::common::table::{Table, shuffled};
use crate::common::variants::{Variant, defaults, variants};
use crate::common::with::With;
use crate::contract::{few, kernels, tall, wide};

/// Nearly equal eigenvalues form a group whose axes are rotated, which costs them this share of the largest |λ|.
const GROUP: f64 = 1e-9;

/// Rounding of linear axes, which are known.
const KNOWN: f64 = 1e-12;
/// Rounding of kernel axes, which are found from an embedding, at the cost of digits along flat directions.
const FOUND: f64 = 1e-8;

/// Everything about the axes that does not hold. `axes` and `data` are in the same coordinates.
fn broken(
    variant: &Variant,
    model: &Model,
    axes: &Matrix,
    data: &Dataset<'_>,
    rounding: f64,
) -> Vec<String> {
    let rebuilt = Rebuilt::of(&variant.learner, data, model);
    let (condition, spectrum) = rebuilt.spectrum();
    // More is lost where B is nearly singular.
    let rounding = rounding + 1e-14 * condition;
    let largest = worst(spectrum.iter().copied());
    let found = model.eigenvalues();
    let mut wrong = Vec::new();
    let mut claim = |what: &str, value: f64, limit: f64| {
        if value > limit {
            wrong.push(format!("{}: {what} is {value:e}, allowed {limit:e}", variant.name));
        }
    };
    claim("A B Aᵀ − I", rebuilt.constraint_error(axes), rounding);
    let width = GROUP * spectrum.len() as f64 * largest * rebuilt.bound.norm();
    let limits: Vec<f64> = found.iter().map(|&v| rounding + width / rebuilt.size(v)).collect();
    for (residual, &limit) in rebuilt.residuals(axes, found).into_iter().zip(&limits) {
        claim("residual", residual, limit);
    }
    claim("reported residual", worst([model.diagnostics().residual]), worst(limits));
    let differences = found.iter().zip(&spectrum).map(|(a, b)| (a - b) / largest);
    claim("error of eigenvalues", worst(differences), rounding);
    let steps = found.windows(2).map(|pair| (pair[0] - pair[1]).max(0.0));
    claim("descent of eigenvalues", worst(steps), 0.0);
    wrong
}

fn linear_axes(model: &Model) -> Matrix {
    matrix(model.projection().expect("a linear model").components())
}

fn broken_linear(variant: &Variant, table: &Table, dimension: usize) -> Vec<String> {
    let data = table.dataset();
    let model = fitted(&Plan::new(variant.learner.clone()).axes(dimension), &data);
    broken(variant, &model, &linear_axes(&model), &data, KNOWN)
}

/// Axes in kernel coordinates from the embedding Z = φ Aᵀ of the training rows: A = Zᵀ φ (φᵀφ)⁻¹.
fn kernel_axes(model: &Model, data: &Dataset<'_>, phi: &Matrix) -> Matrix {
    let embedding = matrix(&model.transform(data.samples()).expect("training rows"));
    let lengths: Vec<f64> = (0..phi.columns).map(|j| length(&phi.column(j)).powi(2)).collect();
    let products = embedding.transposed().times(phi);
    Matrix::from_fn(products.rows, products.columns, |i, j| products[(i, j)] / lengths[j])
}

fn broken_kernel(variant: &Variant, table: &Table, kernel: &Kernel) -> Vec<String> {
    let data = table.dataset();
    let model = fitted(&with_kernel(&variant.learner, 3, Some(kernel)), &data);
    let phi = kernel_coordinates(kernel, data.samples());
    let axes = kernel_axes(&model, &data, &phi);
    broken(variant, &model, &axes, &dataset_of(&phi, data.labels()), FOUND)
}

#[test]
fn every_axis_of_tall_data_solves_the_problem() {
    let wrong: Vec<String> = variants().iter().flat_map(|v| broken_linear(v, &tall(), 4)).collect();
    assert_none(&wrong);
}

#[test]
fn axes_of_wide_data_solve_the_problem() {
    let wrong: Vec<String> = variants().iter().flat_map(|v| broken_linear(v, &wide(), 3)).collect();
    assert_none(&wrong);
}

/// Learners of every kind of matrices: with and without unlabeled rows, each constraint.
fn kinds() -> Vec<Variant> {
    let named = ["pca", "lpp*", "fda", "dne", "lfda", "ss-lfda", "ss-snle"].map(Variant::named);
    let blended = Variant::named("ss-mfa").with("constraint", "blended".into());
    named.into_iter().chain([blended]).collect()
}

/// Enough columns for a solver that finds a few axes only.
fn large(labeled: usize) -> Table {
    Table::clusters(84, 66, 3, labeled, 13)
}

#[test]
fn a_few_axes_of_many_solve_the_problem() {
    // With nine labels most eigenvalues of a supervised learner are equal; with 84 hardly any are.
    for labeled in [3, 28] {
        let table = large(labeled);
        let wrong: Vec<String> = kinds().iter().flat_map(|v| broken_linear(v, &table, 3)).collect();
        assert_none(&wrong);
    }
}

/// Rows ± along 66 axes, turned: three variances equal, three more within a millionth, the others apart.
fn nearly_round() -> Table {
    let size = |j: usize| match j {
        0..3 => 10.0,
        3..6 => 10.0 - 1e-6 * j as f64,
        _ => 8.0 - 0.1 * j as f64,
    };
    let row = |at: usize| {
        let sign = if at.is_multiple_of(2) { 1.0 } else { -1.0 };
        (0..66).map(|j| if j == at / 2 { sign * size(j) } else { 0.0 }).collect()
    };
    let table = Table { x: (0..132).map(row).collect(), y: vec![None; 132], distances: vec![] };
    table.times(&isometry(66, 66))
}

#[test]
fn nearly_equal_axes_of_many_solve_the_problem() {
    for d in [1, 2, 3, 4, 6, 10] {
        assert_none(&broken_linear(&Variant::named("pca"), &nearly_round(), d));
    }
}

#[test]
fn a_few_axes_are_the_first_of_all_axes() {
    for labeled in [3, 28] {
        let data = large(labeled).dataset();
        for Variant { name, learner } in kinds() {
            let fit =
                |d: usize| Geometry::of(&fitted(&Plan::new(learner.clone()).axes(d), &data), &data);
            let all = fit(66);
            for d in [1, 2, 7, 20] {
                let what = format!("{name}, {labeled} labels a class, {d} axes");
                let few = fit(d);
                assert_eq!(few.difference(&all.clone().first_axes(d), 1e-6), None, "{what}");
                // A group of equal eigenvalues is turned as a whole, so even a part of it is determined.
                for j in 0..d {
                    let columns = [&few, &all].map(|fit| fit.embedding.column(j));
                    let difference = axis_difference(&columns[0], &columns[1]);
                    assert!(difference < 1e-5, "{what}: axis {j} differs by {difference:e}");
                }
            }
        }
    }
}

#[test]
fn axes_in_kernel_coordinates_solve_the_problem() {
    let mut wrong = Vec::new();
    for kernel in kernels() {
        for variant in variants().iter().filter(|v| !v.needs_distances() && !v.weighs_by_angles()) {
            wrong.extend(broken_kernel(variant, &few(), &kernel));
        }
    }
    assert_none(&wrong);
}

/// T_jj from the axis as it is without weights.
fn expected_weight(weights: AxisWeights, eigenvalue: f64, axis: &[f64]) -> f64 {
    match weights {
        AxisWeights::Identity => 1.0,
        AxisWeights::Unit => 1.0 / length(axis),
        AxisWeights::Sqrt => eigenvalue.abs().sqrt(),
        AxisWeights::UnitSqrt => eigenvalue.abs().sqrt() / length(axis),
    }
}

#[test]
fn axis_weights_scale_axes_and_nothing_else() {
    let (data, mut wrong) = (tall().dataset(), Vec::new());
    for variant in variants() {
        let plain = Plan::new(variant.learner.clone()).axes(3);
        let (model, axes) = (fitted(&plain, &data), linear_axes(&fitted(&plain, &data)));
        for &(_, weights, _) in AxisWeights::TABLE {
            let weighted = fitted(&plain.clone().weights(weights), &data);
            assert_eq!(weighted.eigenvalues(), model.eigenvalues(), "{}", variant.name);
            let found = linear_axes(&weighted);
            for (j, &eigenvalue) in model.eigenvalues().iter().enumerate() {
                let factor = expected_weight(weights, eigenvalue, axes.row(j));
                let pairs = found.row(j).iter().zip(axes.row(j));
                let error = worst(pairs.map(|(f, a)| f - factor * a));
                if error > 1e-14 * factor * length(axes.row(j)) {
                    wrong.push(format!("{} {weights:?}: axis {j} off by {error:e}", variant.name));
                }
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn axis_weights_scale_kernel_embeddings() {
    let (data, mut wrong) = (tall().dataset(), Vec::new());
    for kernel in kernels() {
        let phi = kernel_coordinates(&kernel, data.samples());
        for variant in defaults() {
            let plain = with_kernel(&variant.learner, 2, Some(&kernel));
            let model = fitted(&plain, &data);
            let axes = kernel_axes(&model, &data, &phi);
            for &(_, weights, _) in AxisWeights::TABLE {
                let weighted = fitted(&plain.clone().weights(weights), &data);
                let found = kernel_axes(&weighted, &data, &phi);
                for (j, &eigenvalue) in model.eigenvalues().iter().enumerate() {
                    let factor = expected_weight(weights, eigenvalue, axes.row(j));
                    let ratio = dot(found.row(j), axes.row(j)) / dot(axes.row(j), axes.row(j));
                    if worst([ratio / factor - 1.0]) > 1e-7 {
                        wrong.push(format!("{} {weights:?} {j}: {ratio} {factor}", variant.name));
                    }
                }
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn the_largest_entry_of_an_axis_is_positive() {
    for variant in variants() {
        for &(_, weights, _) in AxisWeights::TABLE {
            let chosen = Plan::new(variant.learner.clone()).axes(3).weights(weights);
            let axes = linear_axes(&fitted(&chosen, &tall().dataset()));
            for j in 0..axes.rows {
                let largest = axes.row(j).iter().copied().fold(0.0, f64::max);
                let size = worst(axes.row(j).iter().copied());
                assert!(largest >= size * (1.0 - 1e-8), "{}: axis {j}", variant.name);
            }
        }
    }
}

#[test]
fn a_cut_through_equal_eigenvalues_is_reported() {
    // One weight on all pairs makes every eigenvalue of LPP n / (n − 1).
    let equal = Variant::named("lpp").with("graph", json!({"weights": "binary"})).learner;
    let cut = |learner: &AnyLearner, d: usize| {
        let model = fitted(&Plan::new(learner.clone()).axes(d), &tall().dataset());
        model.diagnostics().cut_group
    };
    assert_eq!([1, 2, 3, 4].map(|d| cut(&equal, d)), [true, true, true, false]);
    let distinct = Variant::named("lpp").learner;
    assert_eq!([1, 2, 3, 4].map(|d| cut(&distinct, d)), [false; 4]);
}

#[test]
fn directions_without_spread_are_counted() {
    let flat = tall().mapped(|row| [row, &[0.1, 7.0, 2.0 * row[0]]].concat());
    for (table, rank, dropped) in [(tall(), 4, 0), (flat, 4, 3), (wide(), 15, 15)] {
        let model = fitted(&Plan::new(Variant::named("pca").learner).axes(1), &table.dataset());
        assert_eq!((model.diagnostics().rank, model.diagnostics().dropped), (rank, dropped));
    }
    let first = Plan::new(Variant::named("lpp").learner).axes(1).pca_first(PcaFirst::Axes(3));
    let model = fitted(&first, &tall().dataset());
    assert_eq!((model.diagnostics().rank, model.diagnostics().dropped), (3, 1));
}

#[test]
fn signs_of_kernel_axes_do_not_depend_on_the_order_of_rows() {
    let (table, samples) = (few(), few().samples());
    for kernel in kernels() {
        for name in ["pca", "lfda", "ss-lfda"] {
            let chosen = with_kernel(&Variant::named(name).learner, 3, Some(&kernel));
            let embedded = |table: &Table| {
                matrix(&fitted(&chosen, &table.dataset()).transform(&samples).expect("rows"))
            };
            let plain = embedded(&table);
            for seed in 1..6 {
                let moved = embedded(&table.permuted(&shuffled(24, seed)));
                let pairs = plain.values.iter().zip(&moved.values);
                let difference = worst(pairs.map(|(a, b)| a - b));
                let size = worst(plain.values.iter().copied());
                assert!(difference < 1e-6 * size, "{name} {kernel:?}: {difference:e}");
            }
        }
    }
}
