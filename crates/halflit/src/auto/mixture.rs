//! How much every view says: weights by rows left out.

use faer::Mat;
use rayon::prelude::*;
use serde_json::json;

use super::leave_one_out::{LeaveOneOut, keenness, leave_one_out};
use super::task::Task;
use crate::error::{Error, Result};
use crate::matrix::{add_scaled, symmetrize, trace};
use crate::views::Views;
use crate::watch;

/// Labeled rows that weights and ridge are chosen by; more would add little, and cost ℓ³ for every view.
const WEIGHED: usize = 300;
/// Columns that every view is asked for at once.
const COLUMNS_AT_ONCE: usize = 32;

/// The weights of all views, and what their mean can predict.
pub(super) struct Mixture {
    /// Shares that sum to 1.
    pub(super) shares: Vec<f64>,
    /// The same over the variance of each view: the factors of the kernel values.
    pub(super) factors: Vec<f64>,
    /// What each view gets wrong on rows left out.
    pub(super) losses: Vec<f64>,
    /// The mixture itself on rows left out, and their classes where they are not the only ones of it.
    pub(super) whole: LeaveOneOut,
    pub(super) classes: Vec<Option<usize>>,
    /// The kernel of every view between all labeled rows, where these are few enough.
    pub(super) all: Option<Vec<Mat<f64>>>,
}

impl Mixture {
    pub(super) fn of(views: &Views<'_>, task: &Task) -> Result<Self> {
        let positions = task.some(WEIGHED);
        let rows = task.at(&positions);
        let kernels = views.gram(&rows)?;
        let targets = task.targets(&positions);
        let of_class =
            |class: usize| positions.iter().filter(|&&i| task.of_row[i] == class).count();
        let sizes: Vec<usize> = (0..task.classes.len()).map(of_class).collect();
        let counts: Vec<bool> = positions.iter().map(|&i| sizes[task.of_row[i]] > 1).collect();
        let centered: Vec<(Mat<f64>, f64)> = kernels.par_iter().map(unit_variance).collect();
        let stage = watch::stage("views weighed", centered.len());
        let alone: Vec<Option<LeaveOneOut>> = centered
            .par_iter()
            .map(|(kernel, variance)| {
                stage.advance(1)?;
                match *variance > 0.0 {
                    true => leave_one_out(kernel, &targets, &counts).map(Some),
                    false => Ok(None),
                }
            })
            .collect::<Result<_>>()?;
        drop(stage);
        let losses: Vec<f64> = alone
            .iter()
            .map(|view| view.as_ref().map_or(f64::INFINITY, |view| view.loss))
            .collect();
        let smallest = losses.iter().copied().fold(f64::INFINITY, f64::min);
        if smallest == f64::INFINITY {
            return Err(Error::FlatKernel);
        }
        let keen = keenness(rows.len());
        let raw: Vec<f64> = losses.iter().map(|loss| (-keen * (loss - smallest)).exp()).collect();
        let total: f64 = raw.iter().sum();
        let shares: Vec<f64> = raw.iter().map(|share| share / total).collect();
        let mut mean = Mat::zeros(rows.len(), rows.len());
        for ((kernel, _), &share) in centered.iter().zip(&shares) {
            add_scaled(&mut mean, share, kernel.as_ref());
        }
        let over = |(share, (_, variance)): (&f64, &(Mat<f64>, f64))| match *variance > 0.0 {
            true => share / variance,
            false => 0.0,
        };
        Ok(Self {
            factors: shares.iter().zip(&centered).map(over).collect(),
            losses,
            whole: leave_one_out(&mean, &targets, &counts)?,
            classes: positions
                .iter()
                .zip(&counts)
                .map(|(&i, counts)| counts.then_some(task.of_row[i]))
                .collect(),
            all: (positions.len() == task.rows.len()).then_some(kernels),
            shares,
        })
    }

    /// Σ_v factor_v K_v.
    pub(super) fn combine(&self, kernels: &[Mat<f64>]) -> Mat<f64> {
        let mut sum = Mat::zeros(kernels[0].nrows(), kernels[0].ncols());
        for (kernel, &factor) in kernels.iter().zip(&self.factors) {
            add_scaled(&mut sum, factor, kernel.as_ref());
        }
        sum
    }

    /// The same between some rows and others, for some columns after others: views are many.
    pub(super) fn between(
        &self,
        views: &Views<'_>,
        rows: &[usize],
        columns: &[usize],
    ) -> Result<Mat<f64>> {
        let mut sum = Mat::zeros(rows.len(), columns.len());
        let stage = watch::stage("labeled rows", columns.len().div_ceil(COLUMNS_AT_ONCE));
        for (block, some) in columns.chunks(COLUMNS_AT_ONCE).enumerate() {
            stage.advance(usize::from(block > 0))?;
            let part = self.combine(&views.between(rows, some)?);
            let start = block * COLUMNS_AT_ONCE;
            sum.as_mut().subcols_mut(start, some.len()).copy_from(part);
        }
        Ok(sum)
    }

    /// What a user may want to know about every view.
    pub(super) fn report(&self, views: &Views<'_>) -> Vec<serde_json::Value> {
        let numbers = self.shares.iter().zip(&self.factors).zip(&self.losses);
        let own = views.views().into_iter().zip(numbers);
        own.map(|((columns, view), ((share, factor), loss))| {
            json!({
                "columns": columns, "view": view, "share": share, "factor": factor, "loss": loss,
            })
        })
        .collect()
    }
}

/// The kernel with its rows centred, of mean variance 1, and what that variance was.
fn unit_variance(kernel: &Mat<f64>) -> (Mat<f64>, f64) {
    let l = kernel.nrows();
    let largest = (0..l).map(|i| kernel[(i, i)].abs()).fold(0.0, f64::max);
    let mut kernel = centered(kernel);
    let variance = trace(kernel.as_ref()) / l as f64;
    // A kernel to which all labeled rows look alike has none, but for rounding.
    let variance = if variance > 1e-12 * largest { variance } else { 0.0 };
    if variance > 0.0 {
        kernel.as_mut().col_iter_mut().for_each(|column| {
            column.iter_mut().for_each(|value| *value /= variance);
        });
    }
    (kernel, variance)
}

/// H K H, H = I − 1/ℓ.
pub(super) fn centered(kernel: &Mat<f64>) -> Mat<f64> {
    let l = kernel.nrows();
    let means: Vec<f64> = (0..l).map(|j| kernel.col(j).sum() / l as f64).collect();
    let mean = means.iter().sum::<f64>() / l as f64;
    let mut centered = Mat::from_fn(l, l, |i, j| kernel[(i, j)] - means[i] - means[j] + mean);
    symmetrize(&mut centered);
    centered
}
