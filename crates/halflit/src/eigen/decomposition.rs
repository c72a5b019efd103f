//! Thin wrappers around faer, sequential so that bits do not depend on threads.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt;
use faer::linalg::evd::{self, ComputeEigenvectors, tridiag};
use faer::linalg::qr::no_pivoting as qr;
use faer::linalg::svd::{self, ComputeSvdVectors};
use faer::linalg::{householder, triangular_solve};
use faer::{Conj, Mat, MatMut, MatRef, Par};

use crate::error::{Error, Result};

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
    Ok((0..n).map(|i| values[i]).collect())
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
    let (mut reflectors, mut factors) = (matrix.clone(), Mat::zeros(block, n - 1));
    let need = tridiag::tridiag_in_place_scratch::<f64>(n, Par::Seq, Default::default());
    with_scratch(need, |stack| {
        let (a, h) = (reflectors.as_mut(), factors.as_mut());
        tridiag::tridiag_in_place(a, h, Par::Seq, stack, Default::default());
    });
    let diagonal = (0..n).map(|i| reflectors[(i, i)]).collect();
    let below = (0..n - 1).map(|i| reflectors[(i + 1, i)]).collect();
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
    let mut values = Diag::<f64>::zeros(size);
    let mut vectors = Mat::zeros(columns, size);
    let (no, thin) = (ComputeSvdVectors::No, ComputeSvdVectors::Thin);
    let need = svd::svd_scratch::<f64>(rows, columns, no, thin, Par::Seq, Default::default());
    with_scratch(need, |stack| {
        let (s, v) = (values.as_mut(), vectors.as_mut());
        svd::svd(matrix, s, None, Some(v), Par::Seq, stack, Default::default())
    })
    .map_err(|_| Error::NoConvergence { what: "singular value" })?;
    Ok(((0..size).map(|i| values[i]).collect(), vectors))
}

/// An orthonormal basis of the columns of a tall matrix of full column rank.
pub(super) fn orthonormal(mut matrix: Mat<f64>) -> Mat<f64> {
    let (rows, columns) = matrix.shape();
    let block = qr::factor::recommended_block_size::<f64>(rows, columns);
    let mut factors = Mat::zeros(block, columns);
    let need =
        qr::factor::qr_in_place_scratch::<f64>(rows, columns, block, Par::Seq, Default::default());
    with_scratch(need, |stack| {
        let (a, h) = (matrix.as_mut(), factors.as_mut());
        qr::factor::qr_in_place(a, h, Par::Seq, stack, Default::default())
    });
    let mut basis = Mat::identity(rows, columns);
    let need = householder::apply_block_householder_sequence_on_the_left_in_place_scratch::<f64>(
        rows, block, columns,
    );
    with_scratch(need, |stack| {
        householder::apply_block_householder_sequence_on_the_left_in_place_with_conj(
            matrix.as_ref(),
            factors.as_ref(),
            Conj::No,
            basis.as_mut(),
            Par::Seq,
            stack,
        );
    });
    basis
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
