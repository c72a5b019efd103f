//! Decompositions of dense matrices, on one thread and with the same bits on every processor.

mod divide;
mod ql;
mod reflection;
mod secular;
mod singular;
mod triangle;
mod tridiagonal;

pub(super) use reflection::{Reflectors, orthonormal, reflect};
pub(crate) use triangle::cholesky;
pub(super) use triangle::{solve_lower, solve_lower_transposed, solve_square};
pub(super) use tridiagonal::{Tridiagonal, tridiagonal};

use faer::{Mat, MatRef};

use crate::elementary::log2;
use crate::error::{Error, Result};
use crate::watch;

/// All eigenpairs of a symmetric matrix, ascending.
pub(crate) fn self_adjoint(matrix: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>)> {
    let n = matrix.nrows();
    // Named, but not a place to stop: some callers keep what they get, if it is nothing too.
    let _stage = watch::stage("eigenvectors", 1);
    if n < 2 {
        return Ok(((0..n).map(|i| matrix[(i, i)]).collect(), Mat::identity(n, n)));
    }
    let (matrix, scale) = near_one(matrix);
    let form = Tridiagonal::of(matrix.as_ref());
    let pairs = divide::eigenpairs(&form.diagonal, &form.below);
    let (values, vectors) = pairs.ok_or(Error::NoConvergence { what: "eigenvalue" })?;
    Ok((values.into_iter().map(|value| value * scale).collect(), form.back(vectors)))
}

/// All eigenvalues of a symmetric matrix, ascending.
pub(crate) fn self_adjoint_values(matrix: MatRef<'_, f64>) -> Result<Vec<f64>> {
    let n = matrix.nrows();
    let _stage = watch::stage("eigenvectors", 1);
    if n < 2 {
        return Ok((0..n).map(|i| matrix[(i, i)]).collect());
    }
    let (matrix, scale) = near_one(matrix);
    let mut form = Tridiagonal::of(matrix.as_ref());
    ql::iterate(&mut form.diagonal, &form.below, &mut [])
        .ok_or(Error::NoConvergence { what: "eigenvalue" })?;
    Ok(form.diagonal.into_iter().map(|value| value * scale).collect())
}

/// The matrix over a power of two, so that its largest entry is near 1, and that power. faer's iterations stop by
/// thresholds that are not relative: at a norm of 1e15 they lose ten digits. The division is exact.
fn near_one(matrix: MatRef<'_, f64>) -> (Mat<f64>, f64) {
    let largest = matrix.norm_max();
    let scale = match largest.is_finite() && largest > 0.0 {
        true => 2f64.powi(log2(largest).ceil().clamp(-1000.0, 1000.0) as i32),
        false => 1.0,
    };
    (Mat::from_fn(matrix.nrows(), matrix.ncols(), |i, j| matrix[(i, j)] / scale), scale)
}

/// Singular values, descending, and right singular vectors of a matrix of any shape, as many as it has rows or columns.
pub(super) fn right_singular(matrix: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>)> {
    let (matrix, scale) = near_one(matrix);
    let (rows, columns) = matrix.shape();
    let pairs = match rows >= columns {
        true => singular::right_singular(reflect(matrix).triangle().as_ref()),
        // Aᵀ = Q R: the vectors of A are Q times those of Rᵀ.
        false => {
            let turned = reflect(matrix.transpose().to_owned());
            singular::right_singular(turned.triangle().transpose())
                .map(|(values, vectors)| (values, turned.apply(vectors.as_ref())))
        }
    };
    let (values, vectors) = pairs.ok_or(Error::NoConvergence { what: "singular value" })?;
    Ok((values.into_iter().map(|value| value * scale).collect(), vectors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_as_exact_at_any_scale() {
        let n = 120;
        let wave = |i: usize, j: usize| ((i * 7 + j * 13 + 3) as f64).sin();
        let basis = orthonormal(Mat::from_fn(n, n, wave));
        let graded = |j: usize| 10f64.powf(-0.12 * j as f64);
        for scale in [1e-200, 1e-12, 1.0, 1e15, 1e200] {
            let weighed = Mat::from_fn(n, n, |i, j| basis[(i, j)] * graded(j) * scale);
            let mut matrix = &weighed * basis.transpose();
            crate::matrix::symmetrize(&mut matrix);
            let (values, vectors) = self_adjoint(matrix.as_ref()).expect("converges");
            let again = Mat::from_fn(n, n, |i, j| vectors[(i, j)] * values[j]);
            let error = (&again * vectors.transpose() - &matrix).norm_max();
            assert!(error < 1e-13 * scale, "scale {scale:e}: {:e}", error / scale);
            let (singular, _) = right_singular(weighed.as_ref()).expect("converges");
            assert!((0..n).all(|j| (singular[j] - graded(j) * scale).abs() < 1e-13 * scale));
        }
    }
}
