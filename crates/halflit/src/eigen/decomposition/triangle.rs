//! Cholesky factors, and solutions with triangles.

use crate::dense::{Mat, MatMut, MatRef};

use crate::lanes::{add_multiple, wide};
use crate::products::{Accum, multiply};

/// Rows of a triangle that are solved one by one; all others are a product.
const BLOCK: usize = 32;

/// The lower Cholesky factor, or nothing where the matrix is not positive definite.
pub(crate) fn cholesky(matrix: &Mat<f64>) -> Option<Mat<f64>> {
    let n = matrix.nrows();
    let mut factor = Mat::from_fn(n, n, |i, j| if i >= j { matrix[(i, j)] } else { 0.0 });
    for start in (0..n).step_by(BLOCK) {
        let width = BLOCK.min(n - start);
        factor_panel(&mut factor, start, width)?;
        let end = start + width;
        let (left, mut right) = factor.as_mut().split_at_col_mut(end);
        let panel = left.as_ref().subcols(start, width);
        for at in (end..n).step_by(4 * BLOCK) {
            let columns = (4 * BLOCK).min(n - at);
            let target = right.as_mut().submatrix_mut(at, at - end, n - at, columns);
            let (below, beside) = (panel.subrows(at, n - at), panel.subrows(at, columns));
            multiply(target, Accum::Add, below, beside.transpose(), -1.0);
        }
    }
    for j in 1..n {
        factor.col_as_slice_mut(j)[..j].fill(0.0);
    }
    Some(factor)
}

/// A few columns of the factor, one by one.
fn factor_panel(factor: &mut Mat<f64>, start: usize, width: usize) -> Option<()> {
    for j in start..start + width {
        let pivot = factor[(j, j)];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return None;
        }
        let root = pivot.sqrt();
        let column = factor.col_as_slice_mut(j);
        column[j..].iter_mut().for_each(|value| *value /= root);
        let column = column.to_vec();
        wide!(|| {
            for c in j + 1..start + width {
                add_multiple(&mut factor.col_as_slice_mut(c)[c..], -column[c], &column[c..]);
            }
        });
    }
    Some(())
}

/// L⁻¹ b, in place.
pub(in super::super) fn solve_lower(factor: MatRef<'_, f64>, mut b: MatMut<'_, f64>) {
    let n = factor.nrows();
    for start in (0..n).step_by(BLOCK) {
        let width = BLOCK.min(n - start);
        let (own, end) = (b.as_mut().subrows_mut(start, width), start + width);
        let known = solved_block(factor.submatrix(start, start, width, width), own, false);
        let (rest, below) =
            (b.as_mut().subrows_mut(end, n - end), factor.submatrix(end, start, n - end, width));
        multiply(rest, Accum::Add, below, known.as_ref(), -1.0);
    }
}

/// L⁻ᵀ b, in place.
pub(in super::super) fn solve_lower_transposed(factor: MatRef<'_, f64>, mut b: MatMut<'_, f64>) {
    let n = factor.nrows();
    let starts: Vec<usize> = (0..n).step_by(BLOCK).collect();
    for &start in starts.iter().rev() {
        let width = BLOCK.min(n - start);
        let own = b.as_mut().subrows_mut(start, width);
        let known = solved_block(factor.submatrix(start, start, width, width), own, true);
        let (rest, beside) =
            (b.as_mut().subrows_mut(0, start), factor.submatrix(start, 0, width, start));
        multiply(rest, Accum::Add, beside.transpose(), known.as_ref(), -1.0);
    }
}

/// A few rows of the solution, which replace those of b: along rows, many right sides at once.
fn solved_block(
    triangle: MatRef<'_, f64>,
    mut b: MatMut<'_, f64>,
    is_transposed: bool,
) -> Mat<f64> {
    let (count, columns) = b.shape();
    let mut rows: Vec<Vec<f64>> =
        (0..count).map(|i| b.as_ref().row(i).iter().copied().collect()).collect();
    wide!(|| {
        for step in 0..count {
            let k = if is_transposed { count - 1 - step } else { step };
            let own = std::mem::take(&mut rows[k]);
            let pivot = triangle[(k, k)];
            let own: Vec<f64> = own.into_iter().map(|value| value / pivot).collect();
            let others = if is_transposed { 0..k } else { k + 1..count };
            for i in others {
                let factor = if is_transposed { triangle[(k, i)] } else { triangle[(i, k)] };
                add_multiple(&mut rows[i], -factor, &own);
            }
            rows[k] = own;
        }
    });
    let known = Mat::from_fn(count, columns, |i, j| rows[i][j]);
    b.copy_from(known.as_ref());
    known
}

/// A⁻¹ b for a square A, or nothing where that is not finite, as for a singular A.
pub(in super::super) fn solve_square(mut a: Mat<f64>, mut b: Mat<f64>) -> Option<Mat<f64>> {
    let n = a.nrows();
    for k in 0..n {
        let column = a.col_as_slice(k);
        let pivot =
            (k..n).fold(k, |best, i| if column[i].abs() > column[best].abs() { i } else { best });
        for j in 0..n {
            a.col_as_slice_mut(j).swap(k, pivot);
        }
        for j in 0..b.ncols() {
            b.col_as_slice_mut(j).swap(k, pivot);
        }
        let column = a.col_as_slice_mut(k);
        let top = column[k];
        column[k + 1..].iter_mut().for_each(|value| *value /= top);
        let column = column.to_vec();
        wide!(|| {
            let eliminate = |own: &mut [f64]| {
                let factor = -own[k];
                add_multiple(&mut own[k + 1..], factor, &column[k + 1..]);
            };
            (k + 1..n).for_each(|j| eliminate(a.col_as_slice_mut(j)));
            (0..b.ncols()).for_each(|j| eliminate(b.col_as_slice_mut(j)));
        });
    }
    for j in 0..b.ncols() {
        let own = b.col_as_slice_mut(j);
        for k in (0..n).rev() {
            own[k] /= a[(k, k)];
            let factor = -own[k];
            add_multiple(&mut own[..k], factor, &a.col_as_slice(k)[..k]);
        }
    }
    (0..b.ncols()).all(|j| b.col_as_slice(j).iter().all(|value| value.is_finite())).then_some(b)
}
