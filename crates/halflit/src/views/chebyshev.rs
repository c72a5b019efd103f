//! Functions on an interval as sums of Chebyshev polynomials.

use crate::elementary::cos;

/// f(N) is found to this share of the largest value of f.
const ACCURACY: f64 = 1e-6;

/// Middle and half length of [−1, edge].
pub(super) fn interval(edge: f64) -> (f64, f64) {
    (0.5 * (edge - 1.0), 0.5 * (edge + 1.0))
}

/// Coefficients of a function on [−1, edge]: interpolates at more and more Chebyshev points until the last coefficients vanish.
pub(super) fn polynomial(function: &(dyn Fn(f64) -> f64 + Sync), edge: f64) -> Vec<f64> {
    let (middle, half) = interval(edge);
    let mut count = 32;
    loop {
        let angle = |k: usize| std::f64::consts::PI * (k as f64 + 0.5) / count as f64;
        let values: Vec<f64> =
            (0..count).map(|k| function(middle + half * cos(angle(k)))).collect();
        let coefficient = |j: usize| {
            let sum: f64 = (0..count).map(|k| values[k] * cos(j as f64 * angle(k))).sum();
            sum * if j == 0 { 1.0 } else { 2.0 } / count as f64
        };
        let mut coefficients: Vec<f64> = (0..count).map(coefficient).collect();
        let largest = values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
        let small = |c: &f64| c.abs() <= ACCURACY * largest;
        if coefficients[count - 4..].iter().all(small) || count >= 2048 {
            let last = coefficients.iter().rposition(|c| !small(c)).unwrap_or(0);
            coefficients.truncate(last + 1);
            return coefficients;
        }
        count *= 2;
    }
}
