//! Dense storage and the few products everything else is built from.
//!
//! All parallel work runs over blocks of fixed size and every entry is summed by one task in one order, so that
//! results are the same bits for any number of threads, and on every processor (`products.rs`).

use std::borrow::Cow;
use std::ops::Range;

use crate::dense::{Mat, MatMut, MatRef};
use crate::error::{Error, Result};
use crate::products::{Accum, multiply};
use crate::threads::*;

/// Rows handled by one task; a matter of cache, not of result.
const ROW_BLOCK: usize = 256;
/// Columns of a Gram matrix that are summed by one product, so that little more than a triangle is computed.
const GRAM_COLUMNS: usize = 96;
/// Numbers in a block of rows that a Gram matrix is summed over: it stays in the second-level cache.
const GRAM_BLOCK: usize = 1 << 16;

/// Rows that come in blocks, stored or made when they are asked for.
pub(crate) trait Blocks: Sync {
    /// Number of rows.
    fn rows(&self) -> usize;
    /// Number of columns.
    fn columns(&self) -> usize;
    /// Some consecutive rows; they are put into `room` where they are not stored as such.
    fn block<'b>(&'b self, rows: Range<usize>, room: &'b mut Vec<f64>) -> MatRef<'b, f64>;
}

impl Blocks for RowMatrix<'_> {
    fn rows(&self) -> usize {
        self.rows
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn block<'b>(&'b self, rows: Range<usize>, _: &'b mut Vec<f64>) -> MatRef<'b, f64> {
        self.tile(rows)
    }
}

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

    /// The first columns; handed on where it has no more.
    pub(crate) fn first_columns(self, count: usize) -> RowMatrix<'static> {
        match self.columns == count {
            true => self.into_owned(),
            false => RowMatrix::from_mat(self.as_mat().subcols(0, count)),
        }
    }

    /// This matrix, borrowed.
    pub fn borrowed(&self) -> RowMatrix<'_> {
        RowMatrix::new(self.values(), self.rows, self.columns)
    }

    /// This matrix without a borrow.
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
    multiply(out.as_mut(), Accum::Replace, a, b, 1.0);
    out
}

/// `X · b` for a tall X, in parallel over row blocks.
pub(crate) fn tall_product(x: &impl Blocks, b: MatRef<'_, f64>) -> RowMatrix<'static> {
    row_blocks(x.rows(), b.ncols(), |rows, out| {
        let mut room = Vec::new();
        multiply(out, Accum::Replace, x.block(rows, &mut room), b, 1.0);
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
        multiply(out, Accum::Replace, block, b, 1.0);
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

/// `xᵀ diag(weights) x`, full and symmetric.
pub(crate) fn weighted_gram(x: &impl Blocks, weights: Option<&[f64]>) -> Mat<f64> {
    let sums = sum_blocks(x.rows(), x.columns(), |rows, sums, room| {
        let block = x.block(rows.clone(), room);
        match weights {
            None => sums.add_gram(block, block),
            Some(weights) => {
                let mut weighed = Vec::with_capacity(block.nrows() * block.ncols());
                for (row, &weight) in block.row_iter().zip(&weights[rows]) {
                    weighed.extend(row.iter().map(|value| weight * value));
                }
                let (height, width) = block.shape();
                sums.add_gram(block, MatRef::from_row_major_slice(&weighed, height, width));
            }
        }
    });
    sums.into_matrix()
}

/// The upper triangle of a symmetric matrix that is summed over blocks of rows, and sums of columns for those who want them.
pub(crate) struct GramSum {
    matrix: Mat<f64>,
    totals: Vec<f64>,
}

impl GramSum {
    fn new(columns: usize) -> Self {
        Self { matrix: Mat::zeros(columns, columns), totals: vec![0.0; columns] }
    }

    /// Adds aᵀ b, which is known to be symmetric in the end: a few columns at a time, each down to the diagonal.
    pub(crate) fn add_gram(&mut self, a: MatRef<'_, f64>, b: MatRef<'_, f64>) {
        let columns = a.ncols();
        let parts = columns.div_ceil(GRAM_COLUMNS).max(if columns > 16 { 2 } else { 1 });
        let width = columns.div_ceil(parts).next_multiple_of(8);
        for start in (0..columns).step_by(width) {
            let width = width.min(columns - start);
            let target = self.matrix.as_mut().submatrix_mut(0, start, start + width, width);
            let (left, right) = (a.subcols(0, start + width), b.subcols(start, width));
            multiply(target, Accum::Add, left.transpose(), right, 1.0);
        }
    }

    /// Adds the rows of a block, as row-major values, to the sums of the columns.
    pub(crate) fn add_totals(&mut self, rows: &[f64]) {
        for row in rows.chunks_exact(self.totals.len()) {
            self.totals.iter_mut().zip(row).for_each(|(total, value)| *total += value);
        }
    }

    fn add(&mut self, other: &GramSum) {
        self.matrix += &other.matrix;
        self.totals.iter_mut().zip(&other.totals).for_each(|(total, more)| *total += more);
    }

    /// The sums of the columns.
    pub(crate) fn totals(&self) -> &[f64] {
        &self.totals
    }

    /// The whole matrix.
    pub(crate) fn into_matrix(self) -> Mat<f64> {
        let mut matrix = self.matrix;
        for j in 0..matrix.ncols() {
            (0..j).for_each(|i| matrix[(j, i)] = matrix[(i, j)]);
        }
        matrix
    }
}

/// Rows of one block of a Gram matrix.
fn gram_height(columns: usize) -> usize {
    (GRAM_BLOCK / columns.max(1)).clamp(64, 1024)
}

/// How many lanes sum a Gram matrix. Each holds a matrix of its own.
pub(crate) fn gram_lanes(rows: usize, columns: usize) -> usize {
    let most = match columns {
        0..=512 => 16,
        513..=2048 => 8,
        2049..=4096 => 4,
        _ => 2,
    };
    most.min(rows.div_ceil(gram_height(columns))).max(1)
}

/// A Gram matrix summed over blocks of rows: in parallel over lanes that each take every so many blocks, then lane by
/// lane. The number of lanes follows the columns alone, so that threads do not change the result. Each lane has room for a
/// block.
pub(crate) fn sum_blocks(
    rows: usize,
    columns: usize,
    add: impl Fn(Range<usize>, &mut GramSum, &mut Vec<f64>) + Sync,
) -> GramSum {
    let height = gram_height(columns);
    let lanes = gram_lanes(rows, columns);
    let lane = |lane: usize| {
        let (mut sums, mut room) = (GramSum::new(columns), Vec::new());
        for start in (lane * height..rows).step_by(lanes * height) {
            add(start..(start + height).min(rows), &mut sums, &mut room);
        }
        sums
    };
    let mut sums = (0..lanes).into_par_iter().map(lane).collect::<Vec<_>>().into_iter();
    let mut total = sums.next().unwrap_or_else(|| GramSum::new(columns));
    sums.for_each(|lane| total.add(&lane));
    total
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
    target.join(other, |target, other| *target += factor * other);
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
