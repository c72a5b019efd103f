//! Products of matrices that have the same bits on every processor, with AVX-512, without AVX, and in WebAssembly.
//!
//! An entry is a sum over k in one order, which follows from the shapes and the layout alone. Registers run along the entries of
//! the result, so their width changes no sum. No product is fused with a sum: processors before 2013 and WebAssembly cannot.

use std::ops::Mul;

use pulp::{Simd, WithSimd};

use crate::dense::{Mat, MatMut, MatRef, View};
use crate::lanes::{add_multiple, dispatch, dot_here};

/// Terms that are summed before they are added to the result.
const DEPTH: usize = 256;
/// Rows of the left factor that stay in the second-level cache.
const HEIGHT: usize = 192;
/// A result with fewer columns is too thin for registers along them.
const THIN: usize = 4;

/// What becomes of the entries that a product is put into.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Accum {
    /// They are forgotten.
    Replace,
    /// They are added to.
    Add,
}

/// `out = factor · a · b`, or `out += factor · a · b`.
pub(crate) fn multiply(
    mut out: MatMut<'_, f64>,
    accum: Accum,
    a: MatRef<'_, f64>,
    b: MatRef<'_, f64>,
    factor: f64,
) {
    assert_eq!(a.ncols(), b.nrows(), "columns and rows of the factors of a product");
    assert_eq!(out.shape(), (a.nrows(), b.ncols()), "the shape of a product");
    if let Accum::Replace = accum {
        out.fill(0.0);
    }
    if out.nrows() > 0 && out.ncols() > 0 && a.ncols() > 0 {
        dispatch(Product { out, a, b, factor });
    }
}

/// Products by operators, for matrices that are small.
macro_rules! products {
    ($($own:ty),*) => {$(
        impl<B: View<f64>> Mul<B> for $own {
            type Output = Mat<f64>;

            fn mul(self, other: B) -> Mat<f64> {
                let (a, b) = (self.view(), other.view());
                let mut out = Mat::zeros(a.nrows(), b.ncols());
                multiply(out.as_mut(), Accum::Replace, a, b, 1.0);
                out
            }
        }
    )*};
}

products!(Mat<f64>, &Mat<f64>, MatRef<'_, f64>);

/// `out += factor · a · b`, none of them empty.
struct Product<'a> {
    out: MatMut<'a, f64>,
    a: MatRef<'a, f64>,
    b: MatRef<'a, f64>,
    factor: f64,
}

impl WithSimd for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let is_wide = self.out.ncols() > self.out.nrows();
        let is_thin = self.out.ncols().min(self.out.nrows()) <= THIN;
        // Registers run along rows of the result: where these are contiguous, or where columns are short.
        let turn = if is_thin { is_wide } else { self.out.col_stride() != 1 };
        let own = if turn { self.turned() } else { self };
        match (is_thin, S::REGISTER_COUNT >= 32) {
            (true, _) => own.thin(),
            (false, true) => own.run::<S, 2, 8>(simd),
            (false, false) => own.run::<S, 2, 4>(simd),
        }
    }
}

impl Product<'_> {
    /// outᵀ += factor · bᵀ · aᵀ.
    fn turned(self) -> Self {
        let (a, b) = (self.b.transpose(), self.a.transpose());
        Self { out: self.out.transpose_mut(), a, b, factor: self.factor }
    }

    /// A few columns: sums along rows of `a`, or of its columns, as they lie in memory.
    #[inline(always)]
    fn thin(self) {
        let Product { mut out, a, b, factor } = self;
        let is_by_rows = a.col_stride() == 1;
        for j in 0..b.ncols() {
            let column: Vec<f64> = b.col(j).iter().copied().collect();
            let mut sums = vec![0.0; a.nrows()];
            if is_by_rows {
                for (i, sum) in sums.iter_mut().enumerate() {
                    *sum = dot_here(row(a, i), &column);
                }
            } else if a.row_stride() == 1 {
                for (k, &x) in column.iter().enumerate() {
                    add_multiple(&mut sums, x, row(a.transpose(), k));
                }
            } else {
                for (i, sum) in sums.iter_mut().enumerate() {
                    *sum = a.row(i).iter().zip(&column).map(|(x, y)| x * y).sum();
                }
            }
            out.as_mut().col_mut(j).iter_mut().zip(&sums).for_each(|(o, sum)| *o += factor * sum);
        }
    }

    /// Blocks of R rows and W registers of columns, from copies in the order in which they are read.
    #[inline(always)]
    fn run<S: Simd, const W: usize, const R: usize>(self, simd: S) {
        let Product { mut out, a, b, factor } = self;
        let (m, n, k) = (a.nrows(), b.ncols(), a.ncols());
        let width = W * S::F64_LANES;
        let deepest = DEPTH.min(k);
        let mut right = vec![simd.splat_f64s(0.0); n.div_ceil(width) * deepest * W];
        let mut left = vec![[0.0; R]; HEIGHT.min(m).div_ceil(R) * deepest];
        for start in (0..k).step_by(DEPTH) {
            let depth = DEPTH.min(k - start);
            pack_columns::<S, W>(b.subrows(start, depth), &mut right);
            for top in (0..m).step_by(HEIGHT) {
                let height = HEIGHT.min(m - top);
                pack_rows(a.submatrix(top, start, height, depth), &mut left);
                for (j, panel) in right.chunks_exact(depth * W).take(n.div_ceil(width)).enumerate()
                {
                    let columns = width.min(n - j * width);
                    for (i, rows) in left.chunks_exact(depth).take(height.div_ceil(R)).enumerate() {
                        let sums = sums::<S, W, R>(simd, rows, panel);
                        let count = R.min(height - i * R);
                        let (row, column) = (top + i * R, j * width);
                        let target = out.as_mut().submatrix_mut(row, column, count, columns);
                        add::<S, W, R>(target, &sums, factor);
                    }
                }
            }
        }
    }
}

/// A row whose values are contiguous.
#[inline(always)]
fn row(matrix: MatRef<'_, f64>, i: usize) -> &[f64] {
    matrix.row(i).as_slice().expect("contiguous rows")
}

/// R rows times W registers of columns.
#[inline(always)]
fn sums<S: Simd, const W: usize, const R: usize>(
    simd: S,
    rows: &[[f64; R]],
    panel: &[S::f64s],
) -> [[S::f64s; W]; R] {
    let mut sums = [[simd.splat_f64s(0.0); W]; R];
    for (left, right) in rows.iter().zip(panel.as_chunks::<W>().0) {
        for r in 0..R {
            let value = simd.splat_f64s(left[r]);
            for w in 0..W {
                sums[r][w] = simd.add_f64s(sums[r][w], simd.mul_f64s(value, right[w]));
            }
        }
    }
    sums
}

/// Adds sums to their places.
#[inline(always)]
fn add<S: Simd, const W: usize, const R: usize>(
    mut out: MatMut<'_, f64>,
    sums: &[[S::f64s; W]; R],
    factor: f64,
) {
    let is_contiguous = out.col_stride() == 1;
    for (r, sums) in sums.iter().enumerate().take(out.nrows()) {
        let sums: &[f64] = pulp::bytemuck::cast_slice(sums);
        let mut row = out.row_mut(r);
        // The loop over a slice is a wide one.
        match row.as_slice_mut() {
            Some(row) if is_contiguous => {
                row.iter_mut().zip(sums).for_each(|(place, sum)| *place += factor * sum);
            }
            _ => row.iter_mut().zip(sums).for_each(|(place, sum)| *place += factor * sum),
        }
    }
}

/// Panels of W registers of columns: row after row in each, zeros beyond the last column.
#[inline(always)]
fn pack_columns<S: Simd, const W: usize>(b: MatRef<'_, f64>, out: &mut [S::f64s]) {
    let ((depth, n), width) = (b.shape(), W * S::F64_LANES);
    for (panel, out) in out.chunks_exact_mut(depth * W).take(n.div_ceil(width)).enumerate() {
        let count = width.min(n - panel * width);
        let part = b.subcols(panel * width, count);
        if part.col_stride() == 1 && count == width {
            for (k, out) in out.chunks_exact_mut(W).enumerate() {
                out.copy_from_slice(&S::as_simd_f64s(row(part, k)).0[..W]);
            }
        } else {
            lay(part, pulp::bytemuck::cast_slice_mut(out), width);
        }
    }
}

/// Panels of R rows: column after column in each, zeros beyond the last row.
#[inline(always)]
fn pack_rows<const R: usize>(a: MatRef<'_, f64>, out: &mut [[f64; R]]) {
    let (m, depth) = a.shape();
    for (panel, out) in out.chunks_exact_mut(depth).take(m.div_ceil(R)).enumerate() {
        let count = R.min(m - panel * R);
        let part = a.subrows(panel * R, count).transpose();
        if part.col_stride() == 1 && count == R {
            for (k, out) in out.iter_mut().enumerate() {
                *out = *row(part, k).first_chunk().expect("R rows");
            }
        } else {
            lay(part, out.as_flattened_mut(), R);
        }
    }
}

/// Row after row, each filled up with zeros.
#[inline(always)]
fn lay(part: MatRef<'_, f64>, out: &mut [f64], width: usize) {
    let (depth, count) = part.shape();
    if count < width {
        out.fill(0.0);
    }
    if part.row_stride() == 1 && depth > 1 {
        for j in 0..count {
            let column = row(part.transpose(), j);
            out.chunks_exact_mut(width).zip(column).for_each(|(out, value)| out[j] = *value);
        }
    } else {
        for (k, out) in out.chunks_exact_mut(width).enumerate() {
            out.iter_mut().zip(part.row(k).iter()).for_each(|(place, value)| *place = *value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix, stored by columns or by rows.
    fn wave(rows: usize, columns: usize, layout: usize) -> Mat<f64> {
        let value = |i: usize, j: usize| ((i * 7 + j * 13 + 3) as f64).sin();
        match layout {
            0 => Mat::from_fn(rows, columns, value),
            _ => Mat::from_fn(columns, rows, |j, i| value(i, j)),
        }
    }

    fn view(matrix: &Mat<f64>, layout: usize) -> MatRef<'_, f64> {
        if layout == 0 { matrix.as_ref() } else { matrix.transpose() }
    }

    /// As the documentation of the module has it: blocks of terms, each summed in order.
    fn plain(out: &mut Mat<f64>, a: MatRef<'_, f64>, b: MatRef<'_, f64>, factor: f64) {
        for start in (0..a.ncols()).step_by(DEPTH) {
            let terms = start..(start + DEPTH).min(a.ncols());
            for j in 0..b.ncols() {
                for i in 0..a.nrows() {
                    let sum = terms.clone().fold(0.0, |sum, k| sum + a[(i, k)] * b[(k, j)]);
                    out[(i, j)] += factor * sum;
                }
            }
        }
    }

    #[test]
    fn products_are_plain_sums_at_any_width() {
        let sizes = [1, 2, 3, 4, 5, 8, 9, 17, 33, 200];
        for (m, n, k) in sizes
            .iter()
            .flat_map(|&m| sizes.iter().flat_map(move |&n| [1, 2, 31, 256, 300].map(|k| (m, n, k))))
        {
            for layout in 0..8 {
                let (of_a, of_b, is_turned) = (layout & 1, layout >> 1 & 1, layout >> 2 == 1);
                let (a, b) = (wave(m, k, of_a), wave(k, n, of_b));
                let (a, b) = (view(&a, of_a), view(&b, of_b));
                let results = [0, 1, 2].map(|way| {
                    let shape = if is_turned { (n, m) } else { (m, n) };
                    let mut out = Mat::from_fn(shape.0, shape.1, |_, _| 0.1);
                    let target = out.as_mut();
                    let target = if is_turned { target.transpose_mut() } else { target };
                    let work = Product { out: target, a, b, factor: -0.3 };
                    match way {
                        0 => pulp::Arch::new().dispatch(work),
                        1 => work.with_simd(pulp::Scalar::new()),
                        _ => {
                            let mut sums = Mat::from_fn(m, n, |_, _| 0.1);
                            plain(&mut sums, a, b, -0.3);
                            return sums;
                        }
                    }
                    if is_turned { out.transpose().to_owned() } else { out }
                });
                assert!(results[0] == results[1], "{m} × {n}, {k} terms, layout {layout}");
                match m.min(n) > THIN {
                    true => assert!(results[1] == results[2], "{m} × {n}, {k} terms, {layout}"),
                    false => assert!((&results[1] - &results[2]).norm_max() < 1e-13),
                }
            }
        }
    }

    #[test]
    fn nothing_is_replaced_by_zeros() {
        let mut out = Mat::from_fn(2, 2, |_, _| 1.0);
        let empty = Mat::<f64>::zeros(2, 0);
        multiply(out.as_mut(), Accum::Add, empty.as_ref(), empty.transpose(), 1.0);
        assert_eq!(out, Mat::from_fn(2, 2, |_, _| 1.0));
        multiply(out.as_mut(), Accum::Replace, empty.as_ref(), empty.transpose(), 1.0);
        assert_eq!(out, Mat::<f64>::zeros(2, 2));
    }
}
