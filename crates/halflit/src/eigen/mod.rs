//! The only place that calls a decomposition: span, order, signs, rank, tolerance.

mod bisection;
mod block;
mod conjugate;
mod decomposition;
mod extent;
mod groups;
mod leading;
mod leading_axes;
mod low_rank;
mod narrow;
mod partial;
mod pencil;
mod solver;
mod span;
mod tall;
mod wide;

pub(crate) use block::{BLOCKS, Found, Operators, smallest};
pub(crate) use conjugate::{conjugate_gradients, least_squares};
pub(crate) use decomposition::{self_adjoint, self_adjoint_values};
pub(crate) use extent::Extent;
pub(crate) use groups::settle_block;
pub(crate) use leading::{LeadingPairs, are_few, is_above, leading_pairs};
pub(crate) use leading_axes::{leading_axes, leading_axes_from};
pub(crate) use low_rank::LowRank;
pub(crate) use pencil::{Axes, ConstraintMatrix, Pencil, relative_pairs};
pub use solver::Solver;
pub use span::Span;

use crate::dense::{Mat, MatMut, MatRef};

use crate::error::Result;
use crate::matrix::product;

/// Who is expected to find `d` pairs of a pencil of size `r` without known eigenpairs.
pub(crate) fn expected_solver(r: usize, d: usize, asked: Solver) -> Solver {
    match asked {
        Solver::Partial => Solver::Partial,
        Solver::MatrixFree => Solver::MatrixFree,
        Solver::Fastest | Solver::LowRank if partial::pays(r, d) => Solver::Partial,
        Solver::Dense | Solver::Fastest | Solver::LowRank => Solver::Dense,
    }
}

/// Makes the entry of largest magnitude of a vector positive; of nearly equal ones the first decides, so that
/// rounding does not.
fn canonical_sign(vector: &[f64]) -> f64 {
    let largest = vector.iter().fold(0.0f64, |largest, v| largest.max(v.abs()));
    let decisive = vector.iter().find(|v| v.abs() >= largest * (1.0 - 1e-9));
    if decisive.is_some_and(|&v| v < 0.0) { -1.0 } else { 1.0 }
}

/// Gives every column its canonical sign.
pub(crate) fn canonicalize(axes: &mut Mat<f64>) {
    for j in 0..axes.ncols() {
        let column: Vec<f64> = axes.col(j).iter().copied().collect();
        scale_column(axes, j, canonical_sign(&column));
    }
}

/// The pseudo-inverse, transposed: for axes A (d × d0, one per row) the d × d0 matrix (A Aᵀ)⁺ A, by which z · it is
/// the shortest x with A x = z. Directions below 1e-12 of the largest are left out.
pub(crate) fn pseudo_inverse(axes: MatRef<'_, f64>) -> Result<Mat<f64>> {
    let (values, vectors) = self_adjoint(product(axes, axes.transpose()).as_ref())?;
    let largest = values.last().copied().unwrap_or(0.0);
    let inverse = |value: f64| if value > 1e-12 * largest { 1.0 / value } else { 0.0 };
    let d = values.len();
    let scaled = Mat::from_fn(d, d, |i, j| vectors[(i, j)] * inverse(values[j]));
    Ok(product(product(scaled.as_ref(), vectors.transpose()).as_ref(), axes))
}

/// Multiplies a column by a number.
pub(crate) fn scale_column(matrix: &mut Mat<f64>, column: usize, factor: f64) {
    let mut matrix: MatMut<'_, f64> = matrix.as_mut();
    (0..matrix.nrows()).for_each(|i| matrix[(i, column)] *= factor);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_nearly_equal_entries_the_first_gives_the_sign() {
        assert_eq!(canonical_sign(&[0.5, -1.0, 0.9]), -1.0);
        assert_eq!(canonical_sign(&[-1.0, 1.0 + 1e-12]), -1.0);
        assert_eq!(canonical_sign(&[1.0, -1.0 - 1e-12]), 1.0);
    }

    #[test]
    fn short_axes_have_an_inverse_too() -> Result<()> {
        let axes = Mat::from_fn(2, 3, |i, j| if i == j { [1.0, 1e-4][i] } else { 0.0 });
        let inverse = pseudo_inverse(axes.as_ref())?;
        let identity = product(axes.as_ref(), inverse.transpose());
        assert!((identity - Mat::<f64>::identity(2, 2)).norm_max() < 1e-6);
        Ok(())
    }
}
