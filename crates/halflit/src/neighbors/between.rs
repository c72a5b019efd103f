//! Every squared distance between two sets of rows.

use super::metric::Metric;
use super::points::{Points, Tile};
use crate::data::Samples;
use crate::error::Result;
use crate::matrix::RowMatrix;
use crate::threads::*;
use crate::watch;

/// New rows handled by one task.
const ROW_TILE: usize = 64;

/// ‖x − y‖² (of normalised rows for the cosine) between two sets of rows.
pub(crate) fn squared_distances(
    new: &Samples<'_>,
    training: &Samples<'_>,
    metric: Metric,
) -> Result<RowMatrix<'static>> {
    let training = Points::of_samples(training, metric)?;
    let new = Points::around(new, metric, &training)?;
    let (m, n) = (new.rows(), training.rows());
    let mut values = vec![0.0; m * n];
    let stage = watch::stage("distances", m.div_ceil(ROW_TILE));
    values.par_chunks_mut(ROW_TILE * n).enumerate().try_for_each(|(tile, out)| {
        let start = tile * ROW_TILE;
        let rows = start..start + out.len() / n;
        let mut tile = Tile::default();
        new.accurate_squared_tile(rows, &training, 0..n, &mut tile);
        for (position, row) in out.chunks_exact_mut(n).enumerate() {
            row.copy_from_slice(tile.column(position));
        }
        stage.advance(1)
    })?;
    Ok(RowMatrix::new(values, m, n))
}

/// Σ_j |x_j − y_j| between two sets of rows.
pub(crate) fn absolute_distances(
    new: &Samples<'_>,
    training: &Samples<'_>,
) -> Result<RowMatrix<'static>> {
    let (new, training) = (new.to_rows(), training.to_rows());
    let (m, n) = (new.rows(), training.rows());
    let mut values = vec![0.0; m * n];
    let stage = watch::stage("distances", m.div_ceil(ROW_TILE));
    values.par_chunks_mut((ROW_TILE * n).max(1)).enumerate().try_for_each(|(tile, out)| {
        for (position, row) in out.chunks_exact_mut(n).enumerate() {
            let x = new.row(tile * ROW_TILE + position);
            for (j, value) in row.iter_mut().enumerate() {
                *value = absolute(x, training.row(j));
            }
        }
        stage.advance(1)
    })?;
    Ok(RowMatrix::new(values, m, n))
}

/// Eight sums at once, in a fixed order.
fn absolute(x: &[f64], y: &[f64]) -> f64 {
    let (x_whole, x_rest) = x.as_chunks::<8>();
    let (y_whole, y_rest) = y.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (x, y) in x_whole.iter().zip(y_whole) {
        (0..8).for_each(|k| sums[k] += (x[k] - y[k]).abs());
    }
    let rest: f64 = x_rest.iter().zip(y_rest).map(|(x, y)| (x - y).abs()).sum();
    sums.iter().sum::<f64>() + rest
}
