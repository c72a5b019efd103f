//! Local scales: how far "near" reaches around each row.

use super::class_graph::check_neighbors;
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::neighbors::{Exact, Metric, Queries};

/// σ_i: the distance from row i to its min(k, n − 1)-th nearest among all rows, itself not counted; where duplicates
/// make that zero, the smallest positive distance.
///
/// # Errors
/// [`Error::NoLocalScale`] where all rows coincide with row i, [`Error::Parameter`] for k = 0.
pub fn local_scales(samples: &Samples<'_>, k: usize, metric: Metric) -> Result<Vec<f64>> {
    let rows: Vec<usize> = (0..samples.rows()).collect();
    kth_distances(samples, &rows, k, metric)
}

/// The same among the chosen rows only, in their order.
pub(crate) fn kth_distances(
    samples: &Samples<'_>,
    rows: &[usize],
    k: usize,
    metric: Metric,
) -> Result<Vec<f64>> {
    check_neighbors("local-scaling", k)?;
    let index = Exact::over(samples, metric, rows.to_vec())?;
    let nearest = index.nearest(Queries::Rows(rows), k)?;
    let mut scales = Vec::with_capacity(rows.len());
    for (&row, neighbors) in rows.iter().zip(&nearest) {
        let distance = neighbors.last().map_or(0.0, |last| last.distance);
        scales.push(match distance > 0.0 {
            true => distance,
            false => index.smallest_positive(row)?.ok_or(Error::NoLocalScale { row })?,
        });
    }
    Ok(scales)
}
