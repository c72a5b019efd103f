//! β: how much a difference of scores means.
//!
//! On most datasets looked at the best β was near 5; held-out rows say more where they are many. So β has a prior, the
//! scores of rows left out update it, and probabilities are averaged over what is left open.

use crate::dense::Mat;

use crate::class_scores::softmax;
use crate::elementary::{exp2, ln, log2};
use crate::matrix::RowMatrix;

/// log₂ β to choose from.
const OPTIONS: std::ops::RangeInclusive<i32> = 0..=10;
/// The prior of log₂ β for two classes: its mean and deviation.
const PRIOR: (f64, f64) = (2.2, 0.7);
/// How much larger its mean is for twice as many classes.
const PER_DOUBLING: f64 = 0.43;

/// Every β and its probability, given the scores of rows left out and their classes; one without a class says nothing.
pub(super) fn sharpness(scores: &Mat<f64>, classes: &[Option<usize>]) -> RowMatrix<'static> {
    let exponents: Vec<f64> = OPTIONS.map(|half| 0.5 * f64::from(half)).collect();
    let mean = PRIOR.0 + PER_DOUBLING * log2(0.5 * scores.ncols() as f64);
    let posterior = |exponent: &f64| {
        let surprise = |(i, class): (usize, &Option<usize>)| {
            let Some(class) = *class else { return 0.0 };
            let row: Vec<f64> = (0..scores.ncols()).map(|j| scores[(i, j)]).collect();
            -ln(softmax(&row, exp2(*exponent))[class].max(f64::MIN_POSITIVE))
        };
        let surprise: f64 = classes.iter().enumerate().map(surprise).sum();
        -surprise - 0.5 * ((exponent - mean) / PRIOR.1).powi(2)
    };
    let logarithms: Vec<f64> = exponents.iter().map(posterior).collect();
    let shares = softmax(&logarithms, 1.0);
    let pairs = exponents.iter().zip(shares).flat_map(|(exponent, share)| [exp2(*exponent), share]);
    RowMatrix::new(pairs.collect::<Vec<_>>(), exponents.len(), 2)
}
