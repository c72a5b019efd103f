//! Products of samples with narrow matrices, and distances between single rows, for solvers that never see a centred copy.

use crate::dense::{Mat, MatRef};

use super::Samples;
use crate::matrix::RowMatrix;
use crate::products::{Accum, multiply};
use crate::threads::*;

/// Rows of one block.
const ROW_BLOCK: usize = 64;
/// Independent sums, added up in order at the end; fixed, so that threads do not change the result.
const LANES: usize = 4;

impl Samples<'_> {
    /// (X − mean)ᵀ y, in blocks of rows: d0 × m.
    pub(crate) fn centered_transposed(&self, mean: &[f64], y: &RowMatrix<'_>) -> Mat<f64> {
        if let Some(csr) = self.csr() {
            return self.sparse_transposed(csr, mean, y);
        }
        let blocks = self.rows().div_ceil(ROW_BLOCK);
        let lane = |lane: usize| {
            let mut sum = Mat::zeros(self.columns(), y.columns());
            let mut block = Vec::new();
            for number in (lane..blocks).step_by(LANES) {
                let start = number * ROW_BLOCK;
                let rows = start..(start + ROW_BLOCK).min(self.rows());
                self.centered_block(rows.clone(), mean, &mut block);
                let x = MatRef::from_row_major_slice(&block, rows.len(), self.columns());
                multiply(sum.as_mut(), Accum::Add, x.transpose(), y.tile(rows), 1.0);
            }
            sum
        };
        let mut lanes: Vec<Mat<f64>> = (0..LANES).into_par_iter().map(lane).collect();
        let mut total = lanes.remove(0);
        lanes.iter().for_each(|lane| total += lane);
        total
    }

    /// ‖f ∘ (x_i − x_j)‖² with a factor f for every column.
    pub(crate) fn weighed_distance(&self, i: usize, j: usize, factor: Option<&[f64]>) -> f64 {
        match self.sparse_rows() {
            Some((csr, scale)) => {
                let of = |factor: Option<&[f64]>, column: usize| factor.map_or(1.0, |f| f[column]);
                csr.distance(i, csr, j, |column| of(scale, column) * of(factor, column))
            }
            None => weighed_square(&self.row(i), &self.row(j), factor),
        }
    }
}

/// ‖f ∘ (a − b)‖².
pub(crate) fn weighed_square(a: &[f64], b: &[f64], factor: Option<&[f64]>) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| a - b);
    match factor {
        None => differences.map(|d| d * d).sum(),
        Some(factor) => differences.zip(factor).map(|(d, f)| d * f * (d * f)).sum(),
    }
}
