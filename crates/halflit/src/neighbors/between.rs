//! Every squared distance between two sets of rows.

use rayon::prelude::*;

use super::metric::Metric;
use super::points::{Points, Tile};
use crate::data::Samples;
use crate::error::Result;
use crate::matrix::RowMatrix;
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
