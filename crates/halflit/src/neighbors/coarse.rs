//! Exact nearest rows by bounds in f32: a pair is measured by direct differences only if its bound does not rule it out.

use std::ops::Range;

use super::compact::{Compact, reach};
use super::panels::{GROUP, Panels, WIDTH, squared_length};
use super::points::{Points, Tile};
use super::search::{Best, Distances, ProductRows, visit};
use super::{Neighbor, short_lists};
use crate::error::Result;
use crate::threads::*;
use crate::watch::{self, Stage};

/// Queries handled by one task: sixteen groups, which stay in the first-level cache with a panel.
pub(super) const QUERY_TILE: usize = 16 * GROUP;
/// References held in f32 at once, so that no copy of all is held.
pub(super) const REFERENCE_CHUNK: usize = 8192;
/// References after which a task sees whether f32 tells enough.
pub(super) const REFERENCE_TILE: usize = 512;
/// Fewer pairs than this are not worth a change of form.
const FEWEST_PAIRS: usize = 1 << 12;
/// One pair in so many may be measured directly; where it is more, bounds in f64 are cheaper.
const MEASURED: usize = 16;

/// Whether bounds in f32 are worth their preparation.
pub(super) fn worthwhile(queries: usize, references: usize) -> bool {
    queries.saturating_mul(references) >= FEWEST_PAIRS
}

/// As [`super::search::nearest`]: by short lists where rows are many beside k, and every pair that a bound does not rule out for the
/// queries that short lists leave open.
pub(super) fn nearest(
    distances: &ProductRows<'_>,
    rows: &[usize],
    own: Option<&[usize]>,
    k: usize,
) -> Result<Vec<Vec<Neighbor>>> {
    if !short_lists::worthwhile(rows.len(), k) {
        return one_by_one(distances, rows, own, k);
    }
    let found = short_lists::nearest(distances, rows, own, k)?;
    let open: Vec<usize> = (0..found.len()).filter(|&query| found[query].is_none()).collect();
    let mut rest = Vec::new();
    if !open.is_empty() {
        let queries = distances.queries;
        let queries = Points::new(queries.samples().gather(&open), queries.center());
        let own: Option<Vec<usize>> = own.map(|own| open.iter().map(|&query| own[query]).collect());
        let distances = ProductRows { queries: &queries, ..*distances };
        rest = one_by_one(&distances, rows, own.as_deref(), k)?;
    }
    let mut rest = rest.into_iter();
    Ok(found.into_iter().map(|list| list.or_else(|| rest.next()).unwrap_or_default()).collect())
}

/// Measures a pair whenever its bound does not rule it out.
fn one_by_one(
    distances: &ProductRows<'_>,
    rows: &[usize],
    own: Option<&[usize]>,
    k: usize,
) -> Result<Vec<Vec<Neighbor>>> {
    let (bounds, count) = (Bounds::of(distances), distances.queries.rows());
    let mut tiles: Vec<QueryTile<'_>> = (0..count)
        .step_by(QUERY_TILE)
        .map(|start| {
            let best = (start..(start + QUERY_TILE).min(count))
                .map(|query| Best::new(k, own.map(|own| own[query])));
            QueryTile { start, best: best.collect(), rows, in_f64: false }
        })
        .collect();
    let stage = watch::stage("nearest rows", tiles.len() * rows.len().div_ceil(REFERENCE_TILE));
    for first in (0..rows.len()).step_by(REFERENCE_CHUNK) {
        let pass = bounds.pass(first);
        tiles.par_iter_mut().try_for_each(|tile| tile.visit(&pass, &stage))?;
    }
    Ok(tiles.into_iter().flat_map(|tile| tile.best).map(|best| best.list).collect())
}

/// Squared distances from below, in f32.
pub(super) struct Bounds<'a> {
    pub(super) distances: &'a ProductRows<'a>,
    compact: Compact,
}

impl<'a> Bounds<'a> {
    pub(super) fn of(distances: &'a ProductRows<'a>) -> Self {
        let (queries, references) = (distances.queries, distances.references);
        let largest = [queries, references].map(|points| reach(points.samples(), points.center()));
        let compact = Compact::new(references.center().to_vec(), largest[0].max(largest[1]));
        Self { distances, compact }
    }

    /// A chunk of references from the first one on.
    pub(super) fn pass(&self, first: usize) -> Pass<'_> {
        let references = self.distances.references.samples();
        let end = (first + REFERENCE_CHUNK).min(references.rows());
        let mut panels = self.compact.panels(references, first..end);
        let shrink = 1.0 - self.compact.error();
        let lowered = |norm: &mut f32| *norm = ((f64::from(*norm) * shrink) as f32).next_down();
        panels.norms.iter_mut().filter(|norm| norm.is_finite()).for_each(lowered);
        Pass { bounds: self, panels, first, end }
    }

    /// What a sum of f32 is at or above only if the distance is above the limit. `norm` is that of the query.
    pub(super) fn threshold(&self, limit: f64, norm: f64) -> f32 {
        let squared = self.distances.threshold(limit) * self.compact.squared_scale();
        let error = norm * self.compact.error() + self.compact.least_error();
        ((squared - norm + error) as f32).next_up().next_up()
    }

    /// Some queries, and the norm of each.
    pub(super) fn queries(&self, queries: Range<usize>) -> (Vec<f32>, Vec<f64>) {
        let samples = self.distances.queries.samples();
        let mut values = self.compact.rows(samples, queries.clone());
        let columns = samples.columns();
        let norms = values.chunks_exact(columns).map(squared_length).collect();
        values.iter_mut().for_each(|x| *x *= -2.0);
        values.resize(queries.len().next_multiple_of(GROUP) * columns, 0.0);
        (values, norms)
    }

    /// Some queries as direct differences see them, which may be stored in another form.
    pub(super) fn given(&self, queries: Range<usize>) -> Vec<f64> {
        let (samples, mut given) = (self.distances.queries.samples(), Vec::new());
        samples.centered_block(queries, &vec![0.0; samples.columns()], &mut given);
        given
    }
}

/// One chunk of references.
pub(super) struct Pass<'a> {
    pub(super) bounds: &'a Bounds<'a>,
    pub(super) panels: Panels,
    /// The first reference and the one past the last.
    pub(super) first: usize,
    end: usize,
}

impl Pass<'_> {
    /// The references, some at a time: after each the task may stop.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let end = self.end;
        (self.first..end)
            .step_by(REFERENCE_TILE)
            .map(move |start| start..(start + REFERENCE_TILE).min(end))
    }

    /// The panels of some references.
    pub(super) fn panels_of(&self, references: &Range<usize>) -> Range<usize> {
        (references.start - self.first) / WIDTH..(references.end - self.first).div_ceil(WIDTH)
    }

    /// What a sum of f32 must be below for its row to enter the list. `norm` is that of the query.
    fn threshold(&self, best: &Best, norm: f64) -> f32 {
        match best.is_settled() {
            true => f32::NEG_INFINITY,
            false => self.bounds.threshold(best.limit(), norm),
        }
    }
}

/// Some queries and the nearest references that they have met so far.
struct QueryTile<'a> {
    start: usize,
    best: Vec<Best>,
    rows: &'a [usize],
    /// Whether f32 told too little here, as where rows lie close together and far from the centre.
    in_f64: bool,
}

impl QueryTile<'_> {
    fn visit(&mut self, pass: &Pass<'_>, stage: &Stage) -> Result<()> {
        let (columns, count) = (pass.panels.columns(), self.best.len());
        let own = self.start..self.start + count;
        let (bounds, distances) = (pass.bounds, pass.bounds.distances);
        let (queries, norms) = bounds.queries(own.clone());
        let given = bounds.given(own.clone());
        let mut tile = Tile::default();
        for references in pass.tiles() {
            if self.in_f64 {
                visit(distances, self.rows, own.clone(), references, &mut self.best, &mut tile);
                stage.advance(1)?;
                continue;
            }
            let mut thresholds = vec![f32::NEG_INFINITY; queries.len() / columns];
            for ((threshold, best), &norm) in thresholds.iter_mut().zip(&self.best).zip(&norms) {
                *threshold = pass.threshold(best, norm);
            }
            let mut measured = 0;
            let panels = pass.panels_of(&references);
            pass.panels.scan(panels, &queries, &mut thresholds, |query, slot, _| {
                let (reference, best) = (pass.first + slot, &mut self.best[query]);
                if Some(self.rows[reference]) != best.itself {
                    measured += 1;
                    let x = &given[query * columns..(query + 1) * columns];
                    let distance = distances.from(x, reference);
                    best.insert(Neighbor { row: self.rows[reference], distance });
                }
                pass.threshold(best, norms[query])
            });
            // The first tile fills the lists, whatever the bounds are worth.
            self.in_f64 = references.start > 0 && measured > references.len() * count / MEASURED;
            stage.advance(1)?;
        }
        Ok(())
    }
}
