//! Nearest rows, how far "near" reaches around each, and the graph that joins them.

use crate::data::Samples;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::neighbors::{Exact, Metric, Neighbor, Queries};

/// The nearest rows of every row.
pub(super) fn nearest(samples: &Samples<'_>, k: usize) -> Result<Vec<Vec<Neighbor>>> {
    let rows: Vec<usize> = (0..samples.rows()).collect();
    Exact::new(samples, Metric::Euclidean)?.nearest(Queries::Rows(&rows), k)
}

/// σ_i: the distance to the k-th nearest row. Where duplicates make it zero, to the next that differs, and where all that are
/// known coincide, the median of the others.
pub(super) fn scales(nearest: &[Vec<Neighbor>], k: usize) -> Result<Vec<f64>> {
    let own = |neighbors: &Vec<Neighbor>| {
        let from = k.min(neighbors.len()).saturating_sub(1);
        neighbors[from..].iter().map(|neighbor| neighbor.distance).find(|&d| d > 0.0)
    };
    let found: Vec<Option<f64>> = nearest.iter().map(own).collect();
    let known: Vec<f64> = found.iter().copied().flatten().collect();
    if known.is_empty() {
        return Err(Error::NoLocalScale { row: 0 });
    }
    let typical = median(known);
    Ok(found.into_iter().map(|scale| scale.unwrap_or(typical)).collect())
}

/// Each row and its k nearest, joined either way, with weights exp(−d²/(σ_i σ_j)).
pub(super) fn graph(nearest: &[Vec<Neighbor>], scales: &[f64], k: usize) -> Graph {
    let mut pairs: Vec<(usize, usize, f64)> = Vec::with_capacity(nearest.len() * k);
    for (i, neighbors) in nearest.iter().enumerate() {
        for &Neighbor { row: j, distance } in neighbors.iter().take(k) {
            let weight = (-distance * distance / (scales[i] * scales[j])).exp();
            pairs.push((i.min(j), i.max(j), weight));
        }
    }
    pairs.sort_unstable_by_key(|&(i, j, _)| (i, j));
    pairs.dedup_by_key(|&mut (i, j, _)| (i, j));
    Graph::from_sorted(nearest.len(), pairs.into_iter())
}

/// The middle value, the lower of two.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[(values.len() - 1) / 2]
}
