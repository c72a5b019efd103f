//! Local scales: how far "near" reaches around each row.

use super::class_graph::check_neighbors;
use super::copies::enough;
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::neighbors::{Exact, Metric, Neighbor, Queries};

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
    let weights = samples.weights();
    let nearest = index.nearest(Queries::Rows(rows), enough(k, weights, rows))?;
    let mut scales = Vec::with_capacity(rows.len());
    for (&row, neighbors) in rows.iter().zip(&nearest) {
        let distance = match weights {
            None => neighbors.last().map_or(0.0, |last| last.distance),
            Some(weights) => reached(row, neighbors, weights, k),
        };
        scales.push(match distance > 0.0 {
            true => distance,
            false => index.smallest_positive(row)?.ok_or(Error::NoLocalScale { row })?,
        });
    }
    Ok(scales)
}

/// The distance at which the weights of nearer rows reach k, the row's own other copies being at 0; that of the last row where they
/// never do.
fn reached(row: usize, nearest: &[Neighbor], weights: &[f64], k: usize) -> f64 {
    let (k, mut sum) = (k as f64, (weights[row] - 1.0).max(0.0));
    if sum >= k {
        return 0.0;
    }
    let reached = nearest.iter().find(|neighbor| {
        sum += weights[neighbor.row];
        sum >= k
    });
    reached.or(nearest.last()).map_or(0.0, |neighbor| neighbor.distance)
}
