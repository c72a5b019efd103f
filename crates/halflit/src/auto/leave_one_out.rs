//! Ridge regression onto the classes, with every row left out once, in closed form.
//!
//! For a kernel K whose rows are centred, and one-hot classes Y, centred, F = K(K + λℓI)⁻¹Y; without row i the score of row i
//! would have been R_i = (F_i − h_i Y_i)/(1 − h_i), h_i = 1/ℓ + the i-th diagonal entry of K(K + λℓI)⁻¹.
//!
//! F is Fisher's discriminant in disguise: with ε = λℓ its columns span the axes of S_b a = μ(S_w + εI) a.
//!
//! The loss is min over a of Σ‖a R_i − Y_i‖²/ℓ: a narrow kernel has small scores, and they may be right all the same.

use crate::dense::Mat;

use super::eigenpairs::Eigenpairs;
use crate::elementary::pow;
use crate::error::{Error, Result};
use crate::matrix::product;

/// log₁₀ λ to choose from, in halves.
const RIDGES: std::ops::RangeInclusive<i32> = -8..=0;
/// What is known of log₁₀ λ before any row is left out: its mean and deviation. With few rows the loss alone is too noisy.
const PRIOR: (f64, f64) = (-1.5, 1.0);
/// A row that nothing else explains has h = 1.
const LARGEST_LEVERAGE: f64 = 1.0 - 1e-9;

/// How well rows are predicted that are left out, at the best λ.
#[derive(Debug, Clone)]
pub(super) struct LeaveOneOut {
    /// Between 0, all right, and the mean ‖Y_i‖², nothing learned.
    pub(super) loss: f64,
    /// λ.
    pub(super) ridge: f64,
    /// R: the score of every class for every row, from the other rows.
    pub(super) scores: Mat<f64>,
}

/// How much a difference of losses between views says, with so many rows: exp(−max(2√ℓ, ℓ/2) (loss − other loss)).
pub(super) fn keenness(rows: usize) -> f64 {
    caution(rows).max(0.5 * rows as f64)
}

/// How much a difference of losses between values of λ says: exp(−2√ℓ (loss − other loss)).
fn caution(rows: usize) -> f64 {
    2.0 * (rows as f64).sqrt()
}

/// Tries every λ; of equally good ones the first.
///
/// Rows that do not count, being the only ones of their class, are scored too, but nothing is judged by them.
pub(super) fn leave_one_out(
    kernel: &Eigenpairs,
    targets: &Mat<f64>,
    counts: &[bool],
) -> Result<LeaveOneOut> {
    let (l, c, k) = (targets.nrows(), targets.ncols(), kernel.values.len());
    let Eigenpairs { values, vectors } = kernel;
    let turned = product(vectors.transpose(), targets.as_ref());
    let squares = Mat::from_fn(l, k, |i, j| vectors[(i, j)] * vectors[(i, j)]);
    let mut best: Option<(f64, LeaveOneOut)> = None;
    for exponent in RIDGES.map(|half| 0.5 * f64::from(half)) {
        let ridge = pow(10.0, exponent);
        let share = |value: &f64| value.max(0.0) / (value.max(0.0) + ridge * l as f64);
        let share = Mat::from_fn(k, 1, |j, _| share(&values[j]));
        let shrunk = Mat::from_fn(k, c, |i, j| share[(i, 0)] * turned[(i, j)]);
        let mut scores = product(vectors.as_ref(), shrunk.as_ref());
        let leverages = product(squares.as_ref(), share.as_ref());
        let (mut agreement, mut length, mut total) = (0.0f64, 0.0f64, 0.0f64);
        for j in 0..c {
            for i in 0..l {
                let leverage = (leverages[(i, 0)] + 1.0 / l as f64).min(LARGEST_LEVERAGE);
                let target = targets[(i, j)];
                let score = (scores[(i, j)] - leverage * target) / (1.0 - leverage);
                scores[(i, j)] = score;
                if counts[i] {
                    agreement += score * target;
                    length += score * score;
                    total += target * target;
                }
            }
        }
        let explained = if length > 0.0 { agreement.max(0.0).powi(2) / length } else { 0.0 };
        let loss = (total - explained) / l as f64;
        let doubt = 0.5 * ((exponent - PRIOR.0) / PRIOR.1).powi(2);
        let penalty = caution(l) * loss + doubt;
        if best.as_ref().is_none_or(|(least, _)| penalty < *least) {
            best = Some((penalty, LeaveOneOut { loss, ridge, scores }));
        }
    }
    best.map(|(_, best)| best).ok_or(Error::NoConvergence { what: "leave-one-out" })
}

#[cfg(test)]
mod tests {
    use super::super::kernel::centered;
    use super::*;
    use crate::eigen::self_adjoint;

    /// A kernel of five rows, centred.
    fn kernel() -> Mat<f64> {
        let points = [[0.0, 1.0], [0.3, 0.2], [2.0, 0.1], [2.2, 1.3], [1.4, 3.0]];
        let mean = [5.9 / 5.0, 5.6 / 5.0];
        let inner = |i: usize, j: usize| -> f64 {
            (0..2).map(|k| (points[i][k] - mean[k]) * (points[j][k] - mean[k])).sum()
        };
        Mat::from_fn(5, 5, inner)
    }

    /// One-hot classes, centred.
    fn targets(classes: &[usize], count: usize) -> Mat<f64> {
        let size = |class: usize| classes.iter().filter(|&&own| own == class).count() as f64;
        let one_hot = |i: usize, j: usize| f64::from(u8::from(classes[i] == j));
        Mat::from_fn(classes.len(), count, |i, j| one_hot(i, j) - size(j) / classes.len() as f64)
    }

    #[test]
    fn the_loss_is_what_the_best_multiple_of_the_scores_leaves_of_rows_that_count() -> Result<()> {
        // The last row is the only one of its class.
        let (targets, counts) = (targets(&[0, 0, 1, 1, 2], 3), [true, true, true, true, false]);
        let found = leave_one_out(&Eigenpairs::of_kernel(&kernel())?, &targets, &counts)?;
        let left = |factor: f64| -> f64 {
            let square =
                |i: usize, j: usize| (factor * found.scores[(i, j)] - targets[(i, j)]).powi(2);
            (0..4).flat_map(|i| (0..3).map(move |j| (i, j))).map(|(i, j)| square(i, j)).sum()
        };
        let best = (0..40_000)
            .map(|step| left(1e-4 * f64::from(step)) / 5.0)
            .fold(f64::INFINITY, f64::min);
        assert!((found.loss - best).abs() < 1e-6, "{} {best}", found.loss);
        Ok(())
    }

    #[test]
    fn the_ridge_is_the_likeliest_by_rows_left_out_and_by_what_was_known_before() -> Result<()> {
        let (l, targets) = (5, targets(&[0, 0, 1, 1, 1], 2));
        // −2 ln of how likely a ridge is: 4√ℓ · loss + (log₁₀ λ + 1.5)².
        let unlikely = |pairs: &Eigenpairs, exponent: f64| {
            let Eigenpairs { values, vectors } = pairs;
            let hat = |i: usize, k: usize| -> f64 {
                let share = |value: f64| value / (value + l as f64 * pow(10.0, exponent));
                (0..l).map(|j| vectors[(i, j)] * vectors[(k, j)] * share(values[j].max(0.0))).sum()
            };
            let (mut along, mut square, mut all) = (0.0f64, 0.0f64, 0.0f64);
            for (i, class) in (0..l).flat_map(|i| [(i, 0), (i, 1)]) {
                let (own, y) = (hat(i, i) + 1.0 / l as f64, targets[(i, class)]);
                let fitted: f64 = (0..l).map(|k| hat(i, k) * targets[(k, class)]).sum();
                let left_out = (fitted - own * y) / (1.0 - own);
                along += left_out * y;
                square += left_out * left_out;
                all += y * y;
            }
            let loss = (all - along.max(0.0).powi(2) / square) / l as f64;
            4.0 * (l as f64).sqrt() * loss + (exponent + 1.5).powi(2)
        };
        let mut seen = std::collections::BTreeSet::new();
        for size in (-12..=12).map(|half| pow(10.0, 0.25 * f64::from(half))) {
            let kernel = kernel();
            let scaled = Mat::from_fn(l, l, |i, j| size * kernel[(i, j)]);
            let pairs = Eigenpairs::of_kernel(&scaled)?;
            let found =
                crate::elementary::log10(leave_one_out(&pairs, &targets, &[true; 5])?.ridge);
            let best = (-8..=0).map(|half| unlikely(&pairs, 0.5 * f64::from(half)));
            let best = best.fold(f64::INFINITY, f64::min);
            assert!(unlikely(&pairs, found) < best + 1e-9, "{size}: {found}");
            seen.insert((2.0 * found).round() as i32);
        }
        assert!(seen.len() > 1, "one ridge for kernels of every size");
        Ok(())
    }

    #[test]
    fn classes_that_the_kernel_tells_in_detail_are_smoothed_less_than_noise() -> Result<()> {
        let squared = |i: usize, j: usize| 0.01 * (i as f64 - j as f64).powi(2);
        let kernel = centered(&Mat::from_fn(60, 60, |i, j| (-squared(i, j) / 2.0).exp()));
        let ridge = |class: fn(usize) -> usize| -> Result<f64> {
            let targets = targets(&(0..60).map(class).collect::<Vec<_>>(), 2);
            Ok(leave_one_out(&Eigenpairs::of_kernel(&kernel)?, &targets, &[true; 60])?.ridge)
        };
        let (detail, noise): (f64, f64) = (ridge(|i| i / 10 % 2)?, ridge(|i| i * 7 % 5 % 2)?);
        assert!(detail < noise, "{detail} {noise}");
        Ok(())
    }

    #[test]
    fn a_row_left_out_in_closed_form_is_a_row_left_out() -> Result<()> {
        let targets = targets(&[0, 0, 1, 1, 1], 2);
        let found = leave_one_out(&Eigenpairs::of_kernel(&kernel())?, &targets, &[true; 5])?;
        let epsilon = 5.0 * found.ridge;
        for out in 0..5 {
            // Ridge regression with an offset on the other rows: in two dimensions, by hand.
            let rest: Vec<usize> = (0..5).filter(|&i| i != out).collect();
            let k = kernel();
            let kernel_mean = |i: usize| rest.iter().map(|&j| k[(i, j)]).sum::<f64>() / 4.0;
            let overall = rest.iter().map(|&i| kernel_mean(i)).sum::<f64>() / 4.0;
            let centered =
                |i: usize, j: usize| k[(i, j)] - kernel_mean(i) - kernel_mean(j) + overall;
            let own = Mat::from_fn(4, 4, |i, j| {
                centered(rest[i], rest[j]) + if i == j { epsilon } else { 0.0 }
            });
            let (values, vectors) = self_adjoint(own.as_ref())?;
            for class in 0..2 {
                let mean = rest.iter().map(|&i| targets[(i, class)]).sum::<f64>() / 4.0;
                let y = Mat::from_fn(4, 1, |i, _| targets[(rest[i], class)] - mean);
                let turned = product(vectors.transpose(), y.as_ref());
                let solved = Mat::from_fn(4, 1, |i, _| turned[(i, 0)] / values[i]);
                let weights = product(vectors.as_ref(), solved.as_ref());
                let score: f64 =
                    (0..4).map(|i| weights[(i, 0)] * centered(out, rest[i])).sum::<f64>() + mean;
                assert!((score - found.scores[(out, class)]).abs() < 1e-12);
            }
        }
        Ok(())
    }
}
