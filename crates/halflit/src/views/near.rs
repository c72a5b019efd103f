//! Nearest rows, how far "near" reaches around each, and the graph that joins them.

use super::look::NEAREST;
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::graph::{Graph, exp_nonpositive};
use crate::neighbors::{Exact, Index, Metric, NearestRows, Neighbor, Queries, Search};

/// Rows whose nearest different row is looked for where no nearest row differs.
const LOOKED_AT: usize = 64;

/// The nearest rows of every row.
pub(super) fn nearest(samples: &Samples<'_>, k: usize) -> Result<NearestRows> {
    let rows: Vec<usize> = (0..samples.rows()).collect();
    Index::new(samples, Metric::Euclidean, Search::Auto)?.nearest(Queries::Rows(&rows), k)
}

/// Refuses lists that are not of these rows: as many as there are others, or as the graphs ask for, nearest first.
pub(super) fn check(nearest: &[Vec<Neighbor>], rows: usize) -> Result<()> {
    let what = "the nearest rows";
    if nearest.len() != rows {
        let lists = |count: usize| format!("{count} lists");
        return Err(Error::shape(what, lists(rows), lists(nearest.len())));
    }
    let wanted = NEAREST.min(rows.saturating_sub(1));
    for (row, list) in nearest.iter().enumerate() {
        let ascending = list.windows(2).all(|pair| pair[0].distance <= pair[1].distance);
        let theirs = list.iter().all(|n| n.row < rows && n.row != row && n.distance.is_finite());
        if list.len() < wanted || !ascending || !theirs {
            let expected = format!("{wanted} other rows of {rows}, nearest first, for row {row}");
            return Err(Error::shape(what, expected, format!("{list:?}")));
        }
    }
    Ok(())
}

/// σ_i: the distance to the k-th nearest row. Where duplicates make it zero, to the next that differs, and where all that are
/// known coincide, the median of the others.
pub(super) fn scales(
    samples: &Samples<'_>,
    nearest: &[Vec<Neighbor>],
    k: usize,
) -> Result<Vec<f64>> {
    let own = |neighbors: &Vec<Neighbor>| {
        let from = k.min(neighbors.len()).saturating_sub(1);
        neighbors[from..].iter().map(|neighbor| neighbor.distance).find(|&d| d > 0.0)
    };
    let found: Vec<Option<f64>> = nearest.iter().map(own).collect();
    let known: Vec<f64> = found.iter().copied().flatten().collect();
    let typical = if known.is_empty() { typical_distance(samples)? } else { median(known) };
    Ok(found.into_iter().map(|scale| scale.unwrap_or(typical)).collect())
}

/// The median distance to the nearest row that differs, of some rows: where every row has many duplicates.
fn typical_distance(samples: &Samples<'_>) -> Result<f64> {
    let index = Exact::new(samples, Metric::Euclidean)?;
    let step = samples.rows().div_ceil(LOOKED_AT);
    let mut known = Vec::new();
    for row in (0..samples.rows()).step_by(step) {
        known.extend(index.smallest_positive(row)?);
    }
    match known.is_empty() {
        true => Err(Error::NoLocalScale { row: 0 }),
        false => Ok(median(known)),
    }
}

/// Each row and its k nearest, joined either way, with weights exp(−d²/(σ_i σ_j)).
pub(super) fn graph(nearest: &[Vec<Neighbor>], scales: &[f64], k: usize) -> Graph {
    let mut pairs: Vec<(usize, usize, f64)> = Vec::with_capacity(nearest.len() * k);
    for (i, neighbors) in nearest.iter().enumerate() {
        for &Neighbor { row: j, distance } in neighbors.iter().take(k) {
            let weight = exp_nonpositive(-distance * distance / (scales[i] * scales[j]));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(distances: &[&[f64]]) -> Vec<Vec<Neighbor>> {
        let list =
            |own: &&[f64]| own.iter().map(|&distance| Neighbor { row: 0, distance }).collect();
        distances.iter().map(list).collect()
    }

    #[test]
    fn a_scale_is_the_distance_to_the_kth_row_or_else_the_next_that_differs() -> Result<()> {
        let samples = Samples::from_rows(&[[0.0], [1.0], [3.0]])?;
        let nearest = lists(&[&[1.0, 3.0, 4.0], &[0.0, 0.0, 5.0], &[2.0, 7.0, 9.0]]);
        assert_eq!(scales(&samples, &nearest, 2)?, [3.0, 5.0, 7.0]);
        // Where all that are known coincide, the median of the others.
        let nearest = lists(&[&[0.0, 0.0], &[10.0, 40.0], &[10.0, 60.0], &[10.0, 50.0]]);
        assert_eq!(scales(&samples, &nearest, 2)?, [50.0, 40.0, 60.0, 50.0]);
        // Of an even number the lower of the middle two.
        assert_eq!(scales(&samples, &nearest[..3], 2)?, [40.0, 40.0, 60.0]);
        Ok(())
    }

    #[test]
    fn near_rows_are_joined_either_way_by_the_scales_of_both() {
        let near = |row: usize, distance: f64| vec![Neighbor { row, distance }];
        let nearest = [near(1, 2.0), near(2, 1.0), near(1, 1.0)];
        let found = graph(&nearest, &[2.0, 0.5, 1.0], 1);
        let expected = [(0, 1, (-4.0f64).exp()), (1, 2, (-2.0f64).exp())];
        assert_eq!(found.edges().len(), 2);
        for (edge, (first, second, weight)) in found.edges().iter().zip(expected) {
            assert_eq!((edge.first, edge.second), (first, second));
            assert!((edge.weight - weight).abs() < 1e-12, "{edge:?}");
        }
    }
}
