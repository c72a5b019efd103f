//! Thin wrappers around faer, sequential so that bits do not depend on threads.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt;
use faer::linalg::evd::{self, ComputeEigenvectors, tridiag};
use faer::linalg::lu::partial_pivoting as lu;
use faer::linalg::qr::no_pivoting as qr;
use faer::linalg::svd::{self, ComputeSvdVectors};
use faer::linalg::{householder, triangular_solve};
use faer::{Conj, Mat, MatMut, MatRef, Par};

use crate::elementary::log2;
use crate::error::{Error, Result};
use crate::watch;

/// Runs `work` with the scratch memory it asked for.
fn with_scratch<T>(need: StackReq, work: impl FnOnce(&mut MemStack) -> T) -> T {
    let mut buffer = MemBuffer::new(need);
    work(MemStack::new(&mut buffer))
}

/// All eigenpairs of a symmetric matrix, ascending.
pub(crate) fn self_adjoint(matrix: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>)> {
    let n = matrix.nrows();
    let mut vectors = Mat::zeros(n, n);
    let values = evd_into(matrix, Some(vectors.as_mut()))?;
    Ok((values, vectors))
}

/// All eigenvalues of a symmetric matrix, ascending.
pub(crate) fn self_adjoint_values(matrix: MatRef<'_, f64>) -> Result<Vec<f64>> {
    evd_into(matrix, None)
}

fn evd_into(matrix: MatRef<'_, f64>, vectors: Option<MatMut<'_, f64>>) -> Result<Vec<f64>> {
    let n = matrix.nrows();
    // Named, but not a place to stop: some callers keep what they get, if it is nothing too.
    let _stage = watch::stage("eigenvectors", 1);
    let (matrix, scale) = near_one(matrix);
    let matrix = matrix.as_ref();
    let mut values = Diag::<f64>::zeros(n);
    let compute = match vectors {
        Some(_) => ComputeEigenvectors::Yes,
        None => ComputeEigenvectors::No,
    };
    let need = evd::self_adjoint_evd_scratch::<f64>(n, compute, Par::Seq, Default::default());
    with_scratch(need, |stack| {
        let out = values.as_mut();
        evd::self_adjoint_evd(matrix, out, vectors, Par::Seq, stack, Default::default())
    })
    .map_err(|_| Error::NoConvergence { what: "eigenvalue" })?;
    Ok((0..n).map(|i| values[i] * scale).collect())
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

/// Q T Qᵀ with T tridiagonal.
pub(super) struct Tridiagonal {
    pub(super) diagonal: Vec<f64>,
    /// One shorter than the diagonal.
    pub(super) below: Vec<f64>,
    reflectors: Mat<f64>,
    factors: Mat<f64>,
}

/// Reduces a symmetric matrix of at least two rows to tridiagonal form.
pub(super) fn tridiagonal(matrix: &Mat<f64>) -> Tridiagonal {
    let n = matrix.nrows();
    let block = qr::factor::recommended_block_size::<f64>(n, n);
    let (mut reflectors, scale) = near_one(matrix.as_ref());
    let mut factors = Mat::zeros(block, n - 1);
    let need = tridiag::tridiag_in_place_scratch::<f64>(n, Par::Seq, Default::default());
    with_scratch(need, |stack| {
        let (a, h) = (reflectors.as_mut(), factors.as_mut());
        tridiag::tridiag_in_place(a, h, Par::Seq, stack, Default::default());
    });
    let diagonal = (0..n).map(|i| reflectors[(i, i)] * scale).collect();
    let below = (0..n - 1).map(|i| reflectors[(i + 1, i)] * scale).collect();
    Tridiagonal { diagonal, below, reflectors, factors }
}

impl Tridiagonal {
    /// A bound on the magnitude of every eigenvalue.
    pub(super) fn norm(&self) -> f64 {
        let below = |i: usize| self.below.get(i).map_or(0.0, |b| b.abs());
        let row = |i: usize| {
            let left = if i > 0 { below(i - 1) } else { 0.0 };
            self.diagonal[i].abs() + left + below(i)
        };
        (0..self.diagonal.len()).map(row).fold(0.0, f64::max)
    }

    /// ‖T x − λ x‖.
    pub(super) fn residual(&self, value: f64, x: &[f64]) -> f64 {
        let row = |i: usize| {
            let left = if i > 0 { self.below[i - 1] * x[i - 1] } else { 0.0 };
            let right = if i + 1 < x.len() { self.below[i] * x[i + 1] } else { 0.0 };
            left + (self.diagonal[i] - value) * x[i] + right
        };
        (0..x.len()).map(|i| row(i).powi(2)).sum::<f64>().sqrt()
    }

    /// Q times vectors of T.
    pub(super) fn back(&self, mut vectors: Mat<f64>) -> Mat<f64> {
        let (n, count) = vectors.shape();
        let block = self.factors.nrows();
        let need = householder::apply_block_householder_sequence_on_the_left_in_place_scratch::<f64>(
            n - 1,
            block,
            count,
        );
        with_scratch(need, |stack| {
            householder::apply_block_householder_sequence_on_the_left_in_place_with_conj(
                self.reflectors.as_ref().submatrix(1, 0, n - 1, n - 1),
                self.factors.as_ref(),
                Conj::No,
                vectors.as_mut().subrows_mut(1, n - 1),
                Par::Seq,
                stack,
            );
        });
        vectors
    }
}

/// Singular values, descending, and right singular vectors of a matrix of any shape.
pub(super) fn right_singular(matrix: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>)> {
    let (rows, columns) = matrix.shape();
    let size = rows.min(columns);
    let (matrix, scale) = near_one(matrix);
    let matrix = matrix.as_ref();
    let mut values = Diag::<f64>::zeros(size);
    let mut vectors = Mat::zeros(columns, size);
    let (no, thin) = (ComputeSvdVectors::No, ComputeSvdVectors::Thin);
    let need = svd::svd_scratch::<f64>(rows, columns, no, thin, Par::Seq, Default::default());
    with_scratch(need, |stack| {
        let (s, v) = (values.as_mut(), vectors.as_mut());
        svd::svd(matrix, s, None, Some(v), Par::Seq, stack, Default::default())
    })
    .map_err(|_| Error::NoConvergence { what: "singular value" })?;
    Ok(((0..size).map(|i| values[i] * scale).collect(), vectors))
}

/// Q R of a matrix with at least as many rows as columns, Q as Householder reflections.
pub(super) struct Reflectors {
    matrix: Mat<f64>,
    factors: Mat<f64>,
}

/// Factors a matrix with at least as many rows as columns.
pub(super) fn reflect(mut matrix: Mat<f64>) -> Reflectors {
    let (rows, columns) = matrix.shape();
    let block = qr::factor::recommended_block_size::<f64>(rows, columns);
    let mut factors = Mat::zeros(block, columns);
    let need =
        qr::factor::qr_in_place_scratch::<f64>(rows, columns, block, Par::Seq, Default::default());
    with_scratch(need, |stack| {
        let (a, h) = (matrix.as_mut(), factors.as_mut());
        qr::factor::qr_in_place(a, h, Par::Seq, stack, Default::default())
    });
    Reflectors { matrix, factors }
}

impl Reflectors {
    /// R, upper triangular.
    pub(super) fn triangle(&self) -> Mat<f64> {
        let n = self.matrix.ncols();
        Mat::from_fn(n, n, |i, j| if i <= j { self.matrix[(i, j)] } else { 0.0 })
    }

    /// Q times a matrix with as many rows as R has.
    pub(super) fn apply(&self, inner: MatRef<'_, f64>) -> Mat<f64> {
        let mut outer = Mat::zeros(self.matrix.nrows(), inner.ncols());
        outer.as_mut().subrows_mut(0, inner.nrows()).copy_from(inner);
        let need = householder::apply_block_householder_sequence_on_the_left_in_place_scratch::<f64>(
            self.matrix.nrows(),
            self.factors.nrows(),
            inner.ncols(),
        );
        with_scratch(need, |stack| {
            householder::apply_block_householder_sequence_on_the_left_in_place_with_conj(
                self.matrix.as_ref(),
                self.factors.as_ref(),
                Conj::No,
                outer.as_mut(),
                Par::Seq,
                stack,
            );
        });
        outer
    }
}

/// An orthonormal basis of the columns of a matrix with at least as many rows, of full column rank.
pub(super) fn orthonormal(matrix: Mat<f64>) -> Mat<f64> {
    let columns = matrix.ncols();
    reflect(matrix).apply(Mat::identity(columns, columns).as_ref())
}

/// The lower Cholesky factor, or nothing where the matrix is not positive definite.
pub(super) fn cholesky(matrix: &Mat<f64>) -> Option<Mat<f64>> {
    let n = matrix.nrows();
    let mut factor = matrix.clone();
    let need = llt::factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, Default::default());
    with_scratch(need, |stack| {
        let (a, regularization) = (factor.as_mut(), Default::default());
        llt::factor::cholesky_in_place(a, regularization, Par::Seq, stack, Default::default())
    })
    .ok()?;
    for j in 1..n {
        (0..j).for_each(|i| factor[(i, j)] = 0.0);
    }
    Some(factor)
}

/// L⁻¹ b, in place.
pub(super) fn solve_lower(factor: MatRef<'_, f64>, b: MatMut<'_, f64>) {
    triangular_solve::solve_lower_triangular_in_place(factor, b, Par::Seq);
}

/// L⁻ᵀ b, in place.
pub(super) fn solve_lower_transposed(factor: MatRef<'_, f64>, b: MatMut<'_, f64>) {
    triangular_solve::solve_upper_triangular_in_place(factor.transpose(), b, Par::Seq);
}

/// A⁻¹ b for a square A, or nothing where A is singular to rounding.
pub(super) fn solve_square(mut a: Mat<f64>, mut b: Mat<f64>) -> Option<Mat<f64>> {
    let (n, count) = (a.nrows(), b.ncols());
    let (mut forward, mut backward) = (vec![0usize; n], vec![0usize; n]);
    let (par, spec) = (Par::Seq, Default::default());
    let need = StackReq::any_of(&[
        lu::factor::lu_in_place_scratch::<usize, f64>(n, n, par, spec),
        lu::solve::solve_in_place_scratch::<usize, f64>(n, count, par),
    ]);
    with_scratch(need, |stack| {
        let (_, order) =
            lu::factor::lu_in_place(a.as_mut(), &mut forward, &mut backward, par, stack, spec);
        lu::solve::solve_in_place(a.as_ref(), a.as_ref(), order, b.as_mut(), par, stack);
    });
    b.is_all_finite().then_some(b)
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
