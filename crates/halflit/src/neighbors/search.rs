//! The k nearest of every query, from distances that come in tiles.

use std::ops::Range;

use super::Neighbor;
use super::metric::Metric;
use super::points::{Points, Tile};
use crate::error::Result;
use crate::threads::*;
use crate::watch;

/// Queries handled by one task, and references in one tile: a tile of 64 × 512 stays in the second-level cache.
const QUERY_TILE: usize = 64;
const REFERENCE_TILE: usize = 512;

/// Distances of queries to references, cheap lower bounds first.
pub(super) trait Distances: Sync {
    /// Number of queries.
    fn count(&self) -> usize;
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
    fn count(&self) -> usize {
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

impl ProductRows<'_> {
    /// The distance of a point to a reference, to the last bit.
    pub(super) fn from(&self, x: &[f64], reference: usize) -> f64 {
        self.metric.direct(x, &self.references.samples().row(reference))
    }
}

impl Distances for ProductRows<'_> {
    fn count(&self) -> usize {
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

/// The nearest rows that one query has met so far.
#[derive(Clone)]
pub(super) struct Best {
    k: usize,
    /// The query, where it is a row of the same samples: it does not find itself.
    pub(super) itself: Option<usize>,
    /// Nearest first.
    pub(super) list: Vec<Neighbor>,
}

impl Best {
    pub(super) fn new(k: usize, itself: Option<usize>) -> Self {
        Self { k, itself, list: Vec::new() }
    }

    /// The distance beyond which nothing enters the list any more.
    pub(super) fn limit(&self) -> f64 {
        match self.list.last() {
            Some(last) if self.list.len() >= self.k => last.distance,
            _ => f64::INFINITY,
        }
    }

    /// Whether the list is full of rows that coincide with the query. Rows come in ascending order, so that no other enters it.
    pub(super) fn is_settled(&self) -> bool {
        self.limit() == 0.0
    }

    /// Keeps the list sorted and at most `k` long.
    pub(super) fn insert(&mut self, candidate: Neighbor) {
        let at = self.list.partition_point(|kept| kept.before(&candidate));
        if at < self.k {
            self.list.truncate(self.k - 1);
            self.list.insert(at, candidate);
        }
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
    let starts: Vec<usize> = (0..distances.count()).step_by(QUERY_TILE).collect();
    let steps = starts.len() * rows.len().div_ceil(REFERENCE_TILE);
    let stage = watch::stage("nearest rows", steps);
    let tiles = starts.into_par_iter().map(|start| {
        let queries = start..(start + QUERY_TILE).min(distances.count());
        let best = queries.clone().map(|query| Best::new(k, own.map(|own| own[query])));
        let (mut best, mut tile) = (best.collect::<Vec<_>>(), Tile::default());
        for start in (0..rows.len()).step_by(REFERENCE_TILE) {
            let references = start..(start + REFERENCE_TILE).min(rows.len());
            visit(distances, rows, queries.clone(), references, &mut best, &mut tile);
            stage.advance(1)?;
        }
        Ok(best)
    });
    let tiles = tiles.collect::<Result<Vec<_>>>()?;
    Ok(tiles.into_iter().flatten().map(|best| best.list).collect())
}

/// Shows some references to some queries.
pub(super) fn visit(
    distances: &dyn Distances,
    rows: &[usize],
    queries: Range<usize>,
    references: Range<usize>,
    best: &mut [Best],
    tile: &mut Tile,
) {
    distances.lower_bounds(queries.clone(), references.clone(), tile);
    for (column, (query, best)) in queries.zip(best).enumerate() {
        if best.is_settled() {
            continue;
        }
        let mut threshold = distances.threshold(best.limit());
        for (&bound, reference) in tile.column(column).iter().zip(references.clone()) {
            if bound > threshold || Some(rows[reference]) == best.itself {
                continue;
            }
            let distance = distances.exact(query, reference);
            best.insert(Neighbor { row: rows[reference], distance });
            if best.is_settled() {
                break;
            }
            threshold = distances.threshold(best.limit());
        }
    }
}
