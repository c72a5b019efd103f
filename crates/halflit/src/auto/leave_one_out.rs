//! Ridge regression onto the classes, with every row left out once, in closed form.
//!
//! For a kernel K whose rows are centred, and one-hot classes Y, centred, F = K(K + λℓI)⁻¹Y; without row i the score of row i
//! would have been (F_i − h_i Y_i)/(1 − h_i), h_i = 1/ℓ + the i-th diagonal entry of K(K + λℓI)⁻¹.
//!
//! F is Fisher's discriminant in disguise: with ε = λℓ its columns span the axes of S_b a = μ(S_w + εI) a.

use faer::Mat;

use crate::eigen::self_adjoint;
use crate::error::Result;
use crate::matrix::product;

/// λ to choose from, in half decades.
const RIDGES: std::ops::RangeInclusive<i32> = -8..=0;
/// A row that nothing else explains has h = 1.
const LARGEST_LEVERAGE: f64 = 1.0 - 1e-9;

/// How well rows are predicted that are left out, at the best λ.
#[derive(Debug, Clone)]
pub(super) struct LeaveOneOut {
    /// The mean over rows of the squared error, summed over classes.
    pub(super) loss: f64,
    /// λ.
    pub(super) ridge: f64,
    /// The score of every class for every row, from the other rows.
    pub(super) scores: Mat<f64>,
}

/// Tries every λ; of equal losses the first.
pub(super) fn leave_one_out(kernel: &Mat<f64>, targets: &Mat<f64>) -> Result<LeaveOneOut> {
    let (l, c) = (targets.nrows(), targets.ncols());
    let (values, vectors) = self_adjoint(kernel.as_ref())?;
    let turned = product(vectors.transpose(), targets.as_ref());
    let mut best: Option<LeaveOneOut> = None;
    for ridge in RIDGES.map(|half| 10f64.powf(0.5 * f64::from(half))) {
        let share: Vec<f64> = values
            .iter()
            .map(|value| value.max(0.0) / (value.max(0.0) + ridge * l as f64))
            .collect();
        let shrunk = Mat::from_fn(l, c, |i, j| share[i] * turned[(i, j)]);
        let mut scores = product(vectors.as_ref(), shrunk.as_ref());
        let mut loss = 0.0;
        for i in 0..l {
            let own: f64 = (0..l).map(|j| share[j] * vectors[(i, j)] * vectors[(i, j)]).sum();
            let leverage = (own + 1.0 / l as f64).min(LARGEST_LEVERAGE);
            for j in 0..c {
                let target = targets[(i, j)];
                scores[(i, j)] = (scores[(i, j)] - leverage * target) / (1.0 - leverage);
                loss += (scores[(i, j)] - target).powi(2) / l as f64;
            }
        }
        if best.as_ref().is_none_or(|best| loss < best.loss) {
            best = Some(LeaveOneOut { loss, ridge, scores });
        }
    }
    best.ok_or(crate::Error::NoConvergence { what: "leave-one-out" })
}
