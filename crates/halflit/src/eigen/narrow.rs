//! Products of tall, narrow matrices, in parallel over blocks of rows of a fixed size, each sum in one order.

use crate::dense::{Mat, MatRef};
use crate::products::{Accum, multiply};
use crate::threads::*;

/// Rows of one task; a matter of cache, but it fixes the order of sums.
const ROWS: usize = 2048;

/// aᵀ b.
pub(super) fn inner(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let starts: Vec<usize> = (0..a.nrows()).step_by(ROWS).collect();
    let part = |&start: &usize| {
        let rows = ROWS.min(a.nrows() - start);
        let (a, b) = (a.subrows(start, rows), b.subrows(start, rows));
        let mut out = Mat::zeros(a.ncols(), b.ncols());
        multiply(out.as_mut(), Accum::Replace, a.transpose(), b, 1.0);
        out
    };
    let parts: Vec<Mat<f64>> = starts.par_iter().map(part).collect();
    let mut total = Mat::zeros(a.ncols(), b.ncols());
    parts.iter().for_each(|part| total += part);
    total
}

/// a · c for a small c.
pub(super) fn combined(a: MatRef<'_, f64>, c: MatRef<'_, f64>) -> Mat<f64> {
    let mut out = Mat::zeros(a.nrows(), c.ncols());
    add_product(&mut out, a, c, 1.0);
    out
}

/// `out += factor · a · c` for a small c.
pub(super) fn add_product(out: &mut Mat<f64>, a: MatRef<'_, f64>, c: MatRef<'_, f64>, factor: f64) {
    let starts: Vec<usize> = (0..out.nrows()).step_by(ROWS).collect();
    let own = out.as_ref();
    let block = |start: usize| {
        let count = ROWS.min(own.nrows() - start);
        let mut block = own.subrows(start, count).to_owned();
        multiply(block.as_mut(), Accum::Add, a.subrows(start, count), c, factor);
        block
    };
    let blocks: Vec<Mat<f64>> = starts.par_iter().map(|&start| block(start)).collect();
    for (&start, block) in starts.iter().zip(&blocks) {
        out.as_mut().subrows_mut(start, block.nrows()).copy_from(block.as_ref());
    }
}

/// Two matrices side by side.
pub(super) fn beside(left: MatRef<'_, f64>, right: MatRef<'_, f64>) -> Mat<f64> {
    let mut both = Mat::zeros(left.nrows(), left.ncols() + right.ncols());
    both.as_mut().subcols_mut(0, left.ncols()).copy_from(left);
    both.as_mut().subcols_mut(left.ncols(), right.ncols()).copy_from(right);
    both
}

/// The chosen columns.
pub(super) fn columns(matrix: MatRef<'_, f64>, chosen: &[usize]) -> Mat<f64> {
    let mut out = Mat::zeros(matrix.nrows(), chosen.len());
    for (to, &from) in chosen.iter().enumerate() {
        out.as_mut().col_mut(to).copy_from(matrix.col(from));
    }
    out
}
