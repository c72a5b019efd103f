//! The default: Fisher's discriminant, shrunk, on one kernel that all rows made together.
//!
//! 1. [`Views`] of all rows, without a label: dozens of kernels, each one idea of what "near" means.
//! 2. Every view predicts each labeled row from the others, in closed form; its weight is exp(−max(2√ℓ, ℓ/2) (loss − smallest loss)).
//! 3. Their weighted mean, each of unit variance over the labeled rows, is the kernel; λ is chosen by leaving rows out again.
//! 4. FDA in the space of that kernel with the ridge ε = λℓ. Its axes lie in the span of the labeled rows, so ℓ × ℓ
//!    numbers are all that it needs.
//! 5. What this first fit says of other rows tells which columns matter ([`relevance`]). Views of the columns by their relevance join
//!    the kernel, and steps 3 and 4 are done again.
//!
//! Classes are read from the axes by the scores that ridge regression onto them would give, plus their share among the labels.

mod assess;
mod basis;
mod discriminant;
mod doubt;
mod eigenpairs;
mod kernel;
mod labeled_rows;
mod leave_one_out;
mod mixture;
mod place;
mod relevance;
mod sharpness;
mod training;

pub(crate) use assess::assess;
pub(crate) use place::place;
pub use place::{LeftOut, Placement};

use crate::data::Labels;
use crate::error::Result;
use crate::model::Model;
use crate::plan::Plan;
use crate::views::Views;
use discriminant::Discriminant;
use labeled_rows::LabeledRows;
use training::Training;

/// Learns the map of some labels from views that were made before.
pub(crate) fn fit(views: &Views<'_>, plan: &Plan, labels: &Labels) -> Result<Model> {
    let labels = &views.labels_of_all(labels);
    views.forget_others(&labels.labeled_rows());
    let learned = Training::of(views, plan, labels, &[])?;
    let map = learned.discriminant.map(learned.views(), &learned.mixture)?;
    let dimension = shown(plan, &learned.task, map.dimension());
    let report = learned.mixture.report(learned.views());
    let Training { discriminant, relevance, .. } = learned;
    let Discriminant { mut solution, scores, left_out, .. } = discriminant;
    solution.diagnostics.neighbors = views.searched();
    solution.diagnostics.left_out = Some(left_out);
    solution.diagnostics.views = report;
    solution.diagnostics.relevance = relevance;
    solution.diagnostics.single = labels.single_classes();
    let plan = Plan { dimension: Some(dimension), ..plan.clone() };
    Model::of_views(plan, map, &solution, scores, dimension, labels)
}

/// How many axes are shown of those that there are.
fn shown(plan: &Plan, task: &LabeledRows, axes: usize) -> usize {
    plan.dimension.unwrap_or(task.classes.len() - 1).min(axes)
}

#[cfg(test)]
mod tests {
    use crate::dense::Mat;

    use std::sync::Arc;

    use super::basis::Basis;
    use super::kernel::centered;
    use super::mixture::Mixture;
    use super::*;
    use crate::data::Samples;
    use crate::datasets;
    use crate::eigen::self_adjoint;
    use crate::kernel::Kernel;
    use crate::kpca::NegativeEigenvalues;
    use crate::learner::{Fda, Learner};
    use crate::matrix::RowMatrix;
    use crate::matrix::product;
    use crate::problem::{RidgeChoice, Solve};
    use crate::space::{Space, SpaceChoice};
    use crate::views::{Breadth, Engine, Look, Threads};

    fn views<'a>(samples: &'a Samples<'_>, breadth: Breadth) -> Result<Views<'a>> {
        let engine: Arc<dyn Engine> = Arc::new(Threads);
        Views::of(&engine, samples, breadth, |columns| Look::of(samples, columns).map(Arc::new))
    }

    #[test]
    fn it_is_fda_through_the_kpca_trick_on_its_kernel() -> Result<()> {
        let data = datasets::ionosphere_with_labels(10, 1)?;
        let views = views(data.samples(), Breadth::Full)?;
        let learned = Training::of(&views, &Plan::default(), data.labels(), &[])?;
        let own = learned.discriminant.points(learned.views(), &learned.mixture)?.first_columns(1);
        // The kernel between all rows, n × n, by the way of every other learner.
        let all: Vec<usize> = (0..351).collect();
        let kernel = learned.mixture.between(learned.views(), &all, &all)?;
        let symmetric = |at: usize| {
            let (i, j) = (at / 351, at % 351);
            0.5 * (kernel[(i, j)] + kernel[(j, i)])
        };
        let values: Vec<f64> = (0..351 * 351).map(symmetric).collect();
        let samples = Samples::from_row_major(values, 351, 351)?;
        let space = SpaceChoice {
            kernel: Some(Kernel::Precomputed {}),
            // Views are semidefinite but for the accuracy of their eigenpairs and polynomials.
            negative_eigenvalues: NegativeEigenvalues::Drop,
            ..SpaceChoice::default()
        };
        let space = Space::of(&samples, &space)?;
        let ridge = RidgeChoice::Given(learned.discriminant.solution.diagnostics.ridge);
        let solve = Solve { ridge, ..Solve::axes(1) };
        let problem = Fda::default().problem(&space.dataset(data.labels())?)?;
        let whole = problem.solve(&space, &solve)?.embedding(&space)?;
        // A copy of a row lies where the row lies.
        let whole = whole.gather(views.first_alike());
        let centered = |points: &RowMatrix<'_>| {
            let mean = points.values().iter().sum::<f64>() / 351.0;
            points.values().iter().map(|value| value - mean).collect::<Vec<f64>>()
        };
        let (own, whole) = (centered(&own), centered(&whole));
        let sign = if own[0] * whole[0] < 0.0 { -1.0 } else { 1.0 };
        let spread = own.iter().fold(0.0f64, |most, value| most.max(value.abs()));
        for (own, whole) in own.iter().zip(&whole) {
            assert!((own - sign * whole).abs() < 1e-4 * spread, "{own} {whole}");
        }
        Ok(())
    }

    #[test]
    fn scores_are_those_of_ridge_regression() -> Result<()> {
        for breadth in [Breadth::Full, Breadth::Thin] {
            scores_are_those_of_ridge_regression_on(breadth)?;
        }
        Ok(())
    }

    fn scores_are_those_of_ridge_regression_on(breadth: Breadth) -> Result<()> {
        let data = datasets::ionosphere_with_labels(15, 3)?;
        let views = views(data.samples(), breadth)?;
        let task = LabeledRows::new(data.labels())?;
        let mixture = Mixture::of(&views, &task, &[])?;
        let labeled = data.labels().gather(&task.rows);
        let basis = Basis::of(&views, &task, &mixture, &[])?;
        let found = Discriminant::of(&task, &basis, &labeled, None)?;
        // F = K(K + εI)⁻¹Y on the labeled rows, from the eigenvectors of K.
        // A thin mixture has no kernel; between few rows anybody can ask for one.
        let kernel = centered(&mixture.combine(&views.between(&task.rows, &task.rows, None)?));
        let all: Vec<usize> = (0..task.rows.len()).collect();
        let (values, vectors) = self_adjoint(kernel.as_ref())?;
        let turned = product(vectors.transpose(), task.targets(&all).as_ref());
        let shrunk = Mat::from_fn(all.len(), 2, |i, j| {
            values[i] / (values[i] + found.solution.diagnostics.ridge) * turned[(i, j)]
        });
        let expected = product(vectors.as_ref(), shrunk.as_ref());
        let mapped = found.map(&views, &mixture)?.of_training(&task.rows)?;
        for i in 0..all.len() {
            for class in 0..2 {
                let weights = found.scores.weights.row(class);
                let score: f64 = mapped.row(i).iter().zip(weights).map(|(z, w)| z * w).sum();
                assert!((score - expected[(i, class)]).abs() < 1e-7, "{score} {expected:?}");
            }
        }
        Ok(())
    }

    #[test]
    fn reference_rows_are_seen_by_the_mixture_as_all_others() -> Result<()> {
        let data = datasets::ionosphere_with_labels(10, 2)?;
        let views = views(data.samples(), Breadth::Full)?;
        let task = LabeledRows::new(data.labels())?;
        let mixture = Mixture::of(&views, &task, &[])?;
        let known = views.reference_kernel(&task.rows, &mixture.factors)?;
        let expected = mixture.between(&views, views.references(), &task.rows)?;
        let largest = (0..task.rows.len()).map(|j| expected[(0, j)].abs()).fold(0.0, f64::max);
        for (i, j) in (0..known.nrows()).flat_map(|i| (0..task.rows.len()).map(move |j| (i, j))) {
            assert!((known[(i, j)] - expected[(i, j)]).abs() < 1e-5 * largest);
        }
        Ok(())
    }

    #[test]
    fn rows_are_taken_in_turn_from_every_class() -> Result<()> {
        let label = |i: usize| Some(if i.is_multiple_of(10) { "rare" } else { "common" });
        let task = LabeledRows::new(&Labels::new((0..1000).map(label)))?;
        let some = task.some(300);
        let rare = some.iter().filter(|&&i| i % 10 == 0).count();
        assert_eq!((some.len(), rare), (300, 100));
        assert!(some.windows(2).all(|pair| pair[0] < pair[1]));
        // Those of a class are spread over it.
        let common: Vec<usize> = some.into_iter().filter(|i| i % 10 > 0).collect();
        assert!(common.windows(2).all(|pair| pair[1] - pair[0] <= 25) && common[199] > 970);
        Ok(())
    }
}
