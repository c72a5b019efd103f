//! The only place that calls a decomposition: span, order, signs, rank, tolerance.

mod decomposition;
mod pencil;
mod span;

pub(crate) use decomposition::{self_adjoint, self_adjoint_values};
pub(crate) use pencil::{Axes, Bound, Pencil};
pub use span::Span;

use faer::{Mat, MatMut};

/// Makes the entry of largest magnitude of a vector positive; of nearly equal ones the first decides, so that
/// rounding does not.
pub(crate) fn canonical_sign(vector: &[f64]) -> f64 {
    let largest = vector.iter().fold(0.0f64, |largest, v| largest.max(v.abs()));
    let decisive = vector.iter().find(|v| v.abs() >= largest * (1.0 - 1e-9));
    if decisive.is_some_and(|&v| v < 0.0) { -1.0 } else { 1.0 }
}

/// Multiplies a column by a number.
pub(crate) fn scale_column(matrix: &mut Mat<f64>, column: usize, factor: f64) {
    let mut matrix: MatMut<'_, f64> = matrix.as_mut();
    (0..matrix.nrows()).for_each(|i| matrix[(i, column)] *= factor);
}
