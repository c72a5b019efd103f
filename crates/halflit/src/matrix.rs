//! Dense storage and the few products everything else is built from.
//!
//! All parallel work runs over blocks of fixed size and every entry is summed by one task in one order, so that
//! results are the same bits for any number of threads. faer itself is always called with `Par::Seq`.

use std::borrow::Cow;
use std::ops::Range;

use faer::linalg::matmul::matmul;
use faer::prelude::ReborrowMut;
use faer::{Accum, Mat, MatMut, MatRef, Par, unzip, zip};
use rayon::prelude::*;

use crate::error::{Error, Result};

/// Rows handled by one task; a matter of cache, not of result.
const ROW_BLOCK: usize = 256;
/// Columns of a result handled by one task.
const COLUMN_BLOCK: usize = 64;

/// A row-major matrix, owned or borrowed: row i is contiguous, as examples are.
#[derive(Debug, Clone, PartialEq)]
pub struct RowMatrix<'a> {
    values: Cow<'a, [f64]>,
    rows: usize,
    columns: usize,
}

impl<'a> RowMatrix<'a> {
    /// Wraps `rows · columns` values; the caller has checked the length.
    pub(crate) fn new(values: impl Into<Cow<'a, [f64]>>, rows: usize, columns: usize) -> Self {
        let values = values.into();
        debug_assert_eq!(values.len(), rows * columns);
        Self { values, rows, columns }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All values, row after row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Row `i`.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.values[i * self.columns..(i + 1) * self.columns]
    }

    /// Some consecutive rows as a view.
    pub(crate) fn tile(&self, rows: Range<usize>) -> MatRef<'_, f64> {
        let count = rows.len();
        let values = &self.values[rows.start * self.columns..rows.end * self.columns];
        MatRef::from_row_major_slice(values, count, self.columns)
    }

    /// The whole matrix as a view.
    pub(crate) fn as_mat(&self) -> MatRef<'_, f64> {
        self.tile(0..self.rows)
    }

    /// The chosen rows, copied.
    pub fn gather(&self, rows: &[usize]) -> RowMatrix<'static> {
        let mut values = Vec::with_capacity(rows.len() * self.columns);
        rows.iter().for_each(|&i| values.extend_from_slice(self.row(i)));
        RowMatrix::new(values, rows.len(), self.columns)
    }

    /// The same matrix, borrowed.
    pub fn borrowed(&self) -> RowMatrix<'_> {
        RowMatrix::new(self.values(), self.rows, self.columns)
    }

    /// The same matrix without a borrow.
    pub fn into_owned(self) -> RowMatrix<'static> {
        RowMatrix {
            values: Cow::Owned(self.values.into_owned()),
            rows: self.rows,
            columns: self.columns,
        }
    }

    /// All values, row after row, owned or borrowed as they are.
    pub(crate) fn into_cow(self) -> Cow<'a, [f64]> {
        self.values
    }

    /// All values, row after row, taken out.
    pub fn into_values(self) -> Vec<f64> {
        self.values.into_owned()
    }

    /// Copies a view of any layout.
    pub(crate) fn from_mat(mat: MatRef<'_, f64>) -> RowMatrix<'static> {
        let (rows, columns) = mat.shape();
        let mut values = vec![0.0; rows * columns];
        MatMut::from_row_major_slice_mut(&mut values, rows, columns).copy_from(mat);
        RowMatrix::new(values, rows, columns)
    }
}

/// `a · b`, sequentially; for small matrices.
pub(crate) fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let mut out = Mat::zeros(a.nrows(), b.ncols());
    matmul(&mut out, Accum::Replace, a, b, 1.0, Par::Seq);
    out
}

/// `X · b` for a tall X, in parallel over row blocks.
pub(crate) fn tall_product(x: &RowMatrix<'_>, b: MatRef<'_, f64>) -> RowMatrix<'static> {
    row_blocks(x.rows(), b.ncols(), |rows, out| {
        matmul(out, Accum::Replace, x.tile(rows), b, 1.0, Par::Seq);
    })
}

/// `X · b` for a tall X whose rows `fill` puts into a buffer, block by block.
pub(crate) fn block_product(
    rows: usize,
    b: MatRef<'_, f64>,
    fill: impl Fn(Range<usize>, &mut Vec<f64>) + Sync,
) -> RowMatrix<'static> {
    row_blocks(rows, b.ncols(), |rows, out| {
        let (count, mut block) = (rows.len(), Vec::with_capacity(rows.len() * b.nrows()));
        fill(rows, &mut block);
        let block = MatRef::from_row_major_slice(&block, count, b.nrows());
        matmul(out, Accum::Replace, block, b, 1.0, Par::Seq);
    })
}

/// An n × m matrix, computed in parallel over blocks of rows.
fn row_blocks(
    n: usize,
    m: usize,
    compute: impl Fn(Range<usize>, MatMut<'_, f64>) + Sync,
) -> RowMatrix<'static> {
    let mut values = vec![0.0; n * m];
    if m > 0 {
        values.par_chunks_mut(ROW_BLOCK * m).enumerate().for_each(|(block, out)| {
            let (start, count) = (block * ROW_BLOCK, out.len() / m);
            compute(start..start + count, MatMut::from_row_major_slice_mut(out, count, m));
        });
    }
    RowMatrix::new(values, n, m)
}

/// `aᵀ · b` for two tall matrices, in parallel over the columns of the result.
pub(crate) fn cross_product(a: &RowMatrix<'_>, b: &RowMatrix<'_>) -> Mat<f64> {
    let mut out = Mat::zeros(a.columns(), b.columns());
    let (a, b) = (a.as_mat(), b.as_mat());
    let blocks = out.par_col_chunks_exactly(COLUMN_BLOCK);
    blocks.into_par_iter().for_each(|(start, block)| {
        let b = b.subcols(start, block.ncols());
        matmul(block, Accum::Replace, a.transpose(), b, 1.0, Par::Seq);
    });
    out
}

/// `xᵀ diag(weights) x`, full and symmetric.
pub(crate) fn weighted_gram(x: &RowMatrix<'_>, weights: Option<&[f64]>) -> Mat<f64> {
    let mut gram = match weights {
        None => cross_product(x, x),
        Some(weights) => weighted_product(x, weights),
    };
    symmetrize(&mut gram);
    gram
}

/// `xᵀ diag(weights) x`, in parallel over the columns of the result. Rows are weighed block by block, so that no second
/// copy of `x` is held.
fn weighted_product(x: &RowMatrix<'_>, weights: &[f64]) -> Mat<f64> {
    let mut out = Mat::zeros(x.columns(), x.columns());
    let blocks = out.par_col_chunks_exactly(COLUMN_BLOCK);
    blocks.into_par_iter().for_each(|(start, mut block)| {
        let columns = start..start + block.ncols();
        let mut weighed = Vec::with_capacity(ROW_BLOCK * columns.len());
        for first in (0..x.rows()).step_by(ROW_BLOCK) {
            let rows = first..(first + ROW_BLOCK).min(x.rows());
            weighed.clear();
            for i in rows.clone() {
                weighed.extend(x.row(i)[columns.clone()].iter().map(|value| weights[i] * value));
            }
            let weighed = MatRef::from_row_major_slice(&weighed, rows.len(), columns.len());
            let tile = x.tile(rows);
            matmul(block.rb_mut(), Accum::Add, tile.transpose(), weighed, 1.0, Par::Seq);
        }
    });
    out
}

/// Replaces a nearly symmetric matrix by the mean of itself and its transpose.
pub(crate) fn symmetrize(matrix: &mut Mat<f64>) {
    for j in 0..matrix.ncols() {
        for i in 0..j {
            let mean = 0.5 * (matrix[(i, j)] + matrix[(j, i)]);
            matrix[(i, j)] = mean;
            matrix[(j, i)] = mean;
        }
    }
}

/// `target += factor · other`.
pub(crate) fn add_scaled(target: &mut Mat<f64>, factor: f64, other: MatRef<'_, f64>) {
    zip!(target.as_mut(), other).for_each(|unzip!(target, other)| *target += factor * *other);
}

/// Sum of the diagonal.
pub(crate) fn trace(matrix: MatRef<'_, f64>) -> f64 {
    (0..matrix.nrows()).map(|i| matrix[(i, i)]).sum()
}

/// `vᵀ m v` restricted to the columns of `v`: `m` seen in the basis `v`.
pub(crate) fn congruence(m: MatRef<'_, f64>, v: MatRef<'_, f64>) -> Mat<f64> {
    let mut out = product(v.transpose(), product(m, v).as_ref());
    symmetrize(&mut out);
    out
}

/// Refuses a matrix that is not n × n, finite and symmetric to rounding.
pub(crate) fn check_symmetric(what: &'static str, values: &[f64], n: usize) -> Result<()> {
    if values.len() != n * n {
        return Err(Error::shape(what, format!("{n} × {n} values"), values.len()));
    }
    if let Some(at) = values.iter().position(|v| !v.is_finite()) {
        return Err(Error::NotFinite { row: at / n, column: at % n, value: values[at] });
    }
    for row in 0..n {
        for column in 0..row {
            let (value, mirrored) = (values[row * n + column], values[column * n + row]);
            if (value - mirrored).abs() > 1e-12 * value.abs().max(mirrored.abs()) {
                return Err(Error::NotSymmetric { what, row, column, value, mirrored });
            }
        }
    }
    Ok(())
}

/// Splits a matrix into blocks of consecutive columns of a fixed width.
trait ColumnBlocks {
    fn par_col_chunks_exactly(&mut self, width: usize) -> Vec<(usize, MatMut<'_, f64>)>;
}

impl ColumnBlocks for Mat<f64> {
    fn par_col_chunks_exactly(&mut self, width: usize) -> Vec<(usize, MatMut<'_, f64>)> {
        let mut rest = self.as_mut();
        let (mut start, mut blocks) = (0, Vec::new());
        while rest.ncols() > 0 {
            let width = width.min(rest.ncols());
            let (block, tail) = rest.split_at_col_mut(width);
            blocks.push((start, block));
            start += width;
            rest = tail;
        }
        blocks
    }
}
