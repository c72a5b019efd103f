//! Local scales: how far "near" reaches around each row.

use super::class_graph::check_neighbors;
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

/// The same by any search, and how it went.
pub(crate) fn searched_scales(
    samples: &Samples<'_>,
    k: usize,
    metric: Metric,
    search: Search,
) -> Result<(Vec<f64>, Searched)> {
    let rows: Vec<usize> = (0..samples.rows()).collect();
    kth_distances(samples, &rows, k, metric, search)
}

/// The same among the chosen rows only, in their order.
pub(crate) fn kth_distances(
    samples: &Samples<'_>,
    rows: &[usize],
    k: usize,
    metric: Metric,
    search: Search,
) -> Result<(Vec<f64>, Searched)> {
    check_neighbors("local-scaling", k)?;
    let index = Index::over(samples, metric, rows.to_vec(), search)?;
    let found = index.nearest(Queries::Rows(rows), k)?;
    Ok((scales_of(&index, rows, &found.nearest, k)?, found.searched))
}

/// The same from nearest rows that are known, of which there may be more than k.
pub(super) fn scales_of(
    index: &Index<'_>,
    rows: &[usize],
    nearest: &[Vec<Neighbor>],
    k: usize,
) -> Result<Vec<f64>> {
    let mut scales = Vec::with_capacity(rows.len());
    for (&row, neighbors) in rows.iter().zip(nearest) {
        let from = k.min(neighbors.len()).saturating_sub(1);
        let mut known = neighbors[from..].iter().map(|neighbor| neighbor.distance);
        scales.push(match known.find(|&distance| distance > 0.0) {
            Some(distance) => distance,
            None => index.smallest_positive(row)?.ok_or(Error::NoLocalScale { row })?,
        });
    }
    Ok(scales)
}
