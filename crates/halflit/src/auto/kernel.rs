//! Kernel matrices of labeled rows, centred and scaled.

use crate::dense::Mat;

use crate::matrix::{symmetrize, trace};

/// Every column by its factor.
pub(super) fn scale_columns(matrix: &mut Mat<f64>, factors: &[f64]) {
    for (j, factor) in factors.iter().enumerate() {
        (0..matrix.nrows()).for_each(|i| matrix[(i, j)] *= factor);
    }
}

/// Every column to mean 0; what the means were.
pub(super) fn center_columns(matrix: &mut Mat<f64>) -> Vec<f64> {
    let rows = matrix.nrows();
    let means = (0..matrix.ncols())
        .map(|j| matrix.col(j).iter().sum::<f64>() / rows as f64)
        .collect::<Vec<_>>();
    for (j, mean) in means.iter().enumerate() {
        (0..rows).for_each(|i| matrix[(i, j)] -= mean);
    }
    means
}

/// The kernel with its rows centred, over its mean variance or the least that is given, and what it was divided by. Nothing where the
/// variance is a smaller share of the largest value than `flat`: all labeled rows look alike, but for rounding.
pub(super) fn unit_variance(kernel: &Mat<f64>, flat: f64, least: f64) -> Option<(Mat<f64>, f64)> {
    let l = kernel.nrows();
    let largest = (0..l).map(|i| kernel[(i, i)].abs()).fold(0.0, f64::max);
    let mut kernel = centered(kernel);
    let variance = trace(kernel.as_ref()) / l as f64;
    if variance <= flat * largest {
        return None;
    }
    let variance = variance.max(least);
    kernel.values_mut().iter_mut().for_each(|value| *value /= variance);
    Some((kernel, variance))
}

/// H K H, H = I − 1/ℓ.
pub(super) fn centered(kernel: &Mat<f64>) -> Mat<f64> {
    let l = kernel.nrows();
    let means: Vec<f64> = (0..l).map(|j| kernel.col(j).iter().sum::<f64>() / l as f64).collect();
    let mean = means.iter().sum::<f64>() / l as f64;
    let mut centered = Mat::from_fn(l, l, |i, j| kernel[(i, j)] - means[i] - means[j] + mean);
    symmetrize(&mut centered);
    centered
}
