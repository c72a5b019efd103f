//! The k nearest of every query, from distances that come in tiles.

use std::ops::Range;

use rayon::prelude::*;

use super::Neighbor;
use super::metric::Metric;
use super::points::{Points, Tile};
use crate::error::Result;
use crate::watch::{self, Stage};

/// Queries handled by one task, and references in one tile: a tile of 64 × 512 stays in the second-level cache.
const QUERY_TILE: usize = 64;
const REFERENCE_TILE: usize = 512;

/// Distances of queries to references, cheap lower bounds first.
pub(super) trait Distances: Sync {
    /// Number of queries.
    fn queries(&self) -> usize;
    /// Fills `tile` with lower bounds, in whatever unit is cheapest.
    fn lower_bounds(&self, queries: Range<usize>, references: Range<usize>, tile: &mut Tile);
    /// The unit of the bounds: a bound above `threshold(limit)` means a distance above `limit`.
    fn threshold(&self, limit: f64) -> f64;
    /// The distance itself, to the last bit.
    fn exact(&self, query: usize, reference: usize) -> f64;
}

/// Distances computed one by one.
pub(super) struct DirectRows<F> {
    pub(super) queries: usize,
    pub(super) distance: F,
}

impl<F: Fn(usize, usize) -> f64 + Sync> Distances for DirectRows<F> {
    fn queries(&self) -> usize {
        self.queries
    }

    fn lower_bounds(&self, queries: Range<usize>, references: Range<usize>, tile: &mut Tile) {
        tile.resize(references.len(), queries.len());
        for (column, i) in queries.enumerate() {
            for (value, j) in tile.column_mut(column).iter_mut().zip(references.clone()) {
                *value = (self.distance)(i, j);
            }
        }
    }

    fn threshold(&self, limit: f64) -> f64 {
        limit
    }

    fn exact(&self, query: usize, reference: usize) -> f64 {
        (self.distance)(query, reference)
    }
}

/// Distances bounded by a matrix product.
pub(super) struct ProductRows<'a> {
    pub(super) queries: &'a Points<'a>,
    pub(super) references: &'a Points<'a>,
    pub(super) metric: Metric,
}

impl Distances for ProductRows<'_> {
    fn queries(&self) -> usize {
        self.queries.rows()
    }

    /// Squared distances minus their error bound.
    fn lower_bounds(&self, queries: Range<usize>, references: Range<usize>, tile: &mut Tile) {
        self.queries.squared_tile(queries.clone(), self.references, references.clone(), tile);
        let error = self.queries.error();
        for (column, i) in queries.enumerate() {
            let query_norm = self.queries.norms()[i];
            let norms = &self.references.norms()[references.clone()];
            for (value, norm) in tile.column_mut(column).iter_mut().zip(norms) {
                *value -= error * (query_norm + norm);
            }
        }
    }

    /// Squared, and a little more than that, because a square root rounds.
    fn threshold(&self, limit: f64) -> f64 {
        self.metric.to_squared(limit) * (1.0 + 8.0 * f64::EPSILON)
    }

    fn exact(&self, query: usize, reference: usize) -> f64 {
        self.metric.of_squared(self.queries.direct_squared(query, self.references, reference))
    }
}

/// The `k` nearest references of every query. `rows` names the references; `own` names the queries where they are
/// rows of the same samples, so that none finds itself.
pub(super) fn nearest(
    distances: &dyn Distances,
    rows: &[usize],
    own: Option<&[usize]>,
    k: usize,
) -> Result<Vec<Vec<Neighbor>>> {
    let starts: Vec<usize> = (0..distances.queries()).step_by(QUERY_TILE).collect();
    let steps = starts.len() * rows.len().div_ceil(REFERENCE_TILE);
    let stage = watch::stage("nearest rows", steps);
    let tiles = starts.into_par_iter().map(|start| {
        let queries = start..(start + QUERY_TILE).min(distances.queries());
        nearest_of_tile(distances, rows, own, queries, k, &stage)
    });
    Ok(tiles.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

fn nearest_of_tile(
    distances: &dyn Distances,
    rows: &[usize],
    own: Option<&[usize]>,
    queries: Range<usize>,
    k: usize,
    stage: &Stage,
) -> Result<Vec<Vec<Neighbor>>> {
    let mut best: Vec<Vec<Neighbor>> =
        vec![Vec::with_capacity(k.min(rows.len()) + 1); queries.len()];
    let mut tile = Tile::default();
    for start in (0..rows.len()).step_by(REFERENCE_TILE) {
        let references = start..(start + REFERENCE_TILE).min(rows.len());
        distances.lower_bounds(queries.clone(), references.clone(), &mut tile);
        for (column, query) in queries.clone().enumerate() {
            let (best, itself) = (&mut best[column], own.map(|own| own[query]));
            let mut threshold = distances.threshold(limit(best, k));
            for (&bound, reference) in tile.column(column).iter().zip(references.clone()) {
                if bound > threshold || Some(rows[reference]) == itself {
                    continue;
                }
                let distance = distances.exact(query, reference);
                insert(best, Neighbor { row: rows[reference], distance }, k);
                threshold = distances.threshold(limit(best, k));
            }
        }
        stage.advance(1)?;
    }
    Ok(best)
}

/// The distance beyond which nothing enters the list any more.
fn limit(best: &[Neighbor], k: usize) -> f64 {
    match best.last() {
        Some(last) if best.len() >= k => last.distance,
        _ => f64::INFINITY,
    }
}

/// Keeps the list sorted and at most `k` long.
fn insert(best: &mut Vec<Neighbor>, candidate: Neighbor, k: usize) {
    let at = best.partition_point(|kept| kept.before(&candidate));
    if at < k {
        best.insert(at, candidate);
        best.truncate(k);
    }
}
