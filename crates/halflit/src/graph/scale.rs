//! Local scales: how far "near" reaches around each row.

use super::class_graph::check_neighbors;
use super::copies::enough;
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::neighbors::{Index, Metric, Neighbor, Queries, Search, Searched};

/// σ_i: the distance from row i to its min(k, n − 1)-th nearest among all rows, itself not counted; where duplicates
/// make that zero, the smallest positive distance.
///
/// # Errors
/// [`Error::NoLocalScale`] where all rows coincide with row i, [`Error::Parameter`] for k = 0.
pub fn local_scales(samples: &Samples<'_>, k: usize, metric: Metric) -> Result<Vec<f64>> {
    searched_scales(samples, k, metric, Search::Exact).map(|(scales, _)| scales)
}

/// Local scales by any search, and how it went.
pub(crate) fn searched_scales(
    samples: &Samples<'_>,
    k: usize,
    metric: Metric,
    search: Search,
) -> Result<(Vec<f64>, Searched)> {
    let rows: Vec<usize> = (0..samples.rows()).collect();
    kth_distances(samples, &rows, k, metric, search)
}

/// Distances to the k-th nearest among the chosen rows only, in their order.
pub(crate) fn kth_distances(
    samples: &Samples<'_>,
    rows: &[usize],
    k: usize,
    metric: Metric,
    search: Search,
) -> Result<(Vec<f64>, Searched)> {
    check_neighbors("local-scaling", k)?;
    let index = Index::over(samples, metric, rows.to_vec(), search)?;
    let weights = samples.weights();
    let found = index.nearest(Queries::Rows(rows), enough(k, weights, rows))?;
    Ok((scales_of(&index, rows, &found.nearest, k, weights)?, found.searched))
}

/// Local scales from nearest rows that are known, of which there may be more than k.
pub(super) fn scales_of(
    index: &Index<'_>,
    rows: &[usize],
    nearest: &[Vec<Neighbor>],
    k: usize,
    weights: Option<&[f64]>,
) -> Result<Vec<f64>> {
    let mut scales = Vec::with_capacity(rows.len());
    for (&row, neighbors) in rows.iter().zip(nearest) {
        let known = match weights {
            None => {
                let from = k.min(neighbors.len()).saturating_sub(1);
                neighbors[from..].iter().map(|n| n.distance).find(|&distance| distance > 0.0)
            }
            Some(weights) => Some(reached(row, neighbors, weights, k)).filter(|d| *d > 0.0),
        };
        scales.push(match known {
            Some(distance) => distance,
            None => index.smallest_positive(row)?.ok_or(Error::NoLocalScale { row })?,
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
