//! Exact nearest rows by bounds in f32: a pair is measured by direct differences only if its bound does not rule it out.

use rayon::prelude::*;

use super::Neighbor;
use super::compact::{Compact, reach};
use super::panels::{GROUP, WIDTH, squared_length};
use super::points::Tile;
use super::search::{Best, Distances, ProductRows, visit};
use crate::error::Result;
use crate::watch::{self, Stage};

/// Queries handled by one task: sixteen groups, which stay in the first-level cache with a panel.
const QUERY_TILE: usize = 16 * GROUP;
/// References held in f32 at once, so that no copy of all is held.
const REFERENCE_CHUNK: usize = 8192;
/// References after which a task sees whether f32 tells enough.
const REFERENCE_TILE: usize = 512;
/// Fewer pairs than this are not worth a change of form.
const FEWEST_PAIRS: usize = 1 << 12;
/// One pair in so many may be measured directly; where it is more, bounds in f64 are cheaper.
const MEASURED: usize = 16;

/// Whether bounds in f32 are worth their preparation.
pub(super) fn worthwhile(queries: usize, references: usize) -> bool {
    queries.saturating_mul(references) >= FEWEST_PAIRS
}

/// As [`super::search::nearest`].
pub(super) fn nearest(
    distances: &ProductRows<'_>,
    rows: &[usize],
    own: Option<&[usize]>,
    k: usize,
) -> Result<Vec<Vec<Neighbor>>> {
    let (queries, references) = (distances.queries, distances.references);
    let largest = [queries, references].map(|points| reach(points.samples(), points.center()));
    let compact = Compact::new(references.center().to_vec(), largest[0].max(largest[1]));
    let count = queries.rows();
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
        let chunk = first..(first + REFERENCE_CHUNK).min(rows.len());
        let mut panels = compact.panels(references.samples(), chunk.clone());
        let shrink = 1.0 - compact.error();
        let lowered = |norm: &mut f32| *norm = ((f64::from(*norm) * shrink) as f32).next_down();
        panels.norms.iter_mut().filter(|norm| norm.is_finite()).for_each(lowered);
        let pass = Pass { distances, compact: &compact, panels: &panels, first, end: chunk.end };
        tiles.par_iter_mut().try_for_each(|tile| tile.visit(&pass, &stage))?;
    }
    Ok(tiles.into_iter().flat_map(|tile| tile.best).map(|best| best.list).collect())
}

/// One chunk of references.
struct Pass<'a> {
    distances: &'a ProductRows<'a>,
    compact: &'a Compact,
    panels: &'a super::panels::Panels,
    /// The first reference and the one past the last.
    first: usize,
    end: usize,
}

impl Pass<'_> {
    /// What a sum of f32 must be below for its row to enter the list. `norm` is that of the query.
    fn threshold(&self, best: &Best, norm: f64) -> f32 {
        if best.is_settled() {
            return f32::NEG_INFINITY;
        }
        let squared = self.distances.threshold(best.limit()) * self.compact.squared_scale();
        let error = norm * self.compact.error() + self.compact.least_error();
        ((squared - norm + error) as f32).next_up().next_up()
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
        let points = pass.distances.queries.samples();
        let mut queries = pass.compact.rows(points, self.start..self.start + count);
        let norms: Vec<f64> = queries.chunks_exact(columns).map(squared_length).collect();
        queries.iter_mut().for_each(|x| *x *= -2.0);
        let padded = count.next_multiple_of(GROUP);
        queries.resize(padded * columns, 0.0);
        // The queries as direct differences see them, which may be stored in another form.
        let mut given = Vec::new();
        points.centered_block(self.start..self.start + count, &vec![0.0; columns], &mut given);
        let mut tile = Tile::default();
        for start in (pass.first..pass.end).step_by(REFERENCE_TILE) {
            let references = start..(start + REFERENCE_TILE).min(pass.end);
            if self.in_f64 {
                let queries = self.start..self.start + count;
                visit(pass.distances, self.rows, queries, references, &mut self.best, &mut tile);
                stage.advance(1)?;
                continue;
            }
            let mut thresholds = vec![f32::NEG_INFINITY; padded];
            for ((threshold, best), &norm) in thresholds.iter_mut().zip(&self.best).zip(&norms) {
                *threshold = pass.threshold(best, norm);
            }
            let panels = (references.start - pass.first) / WIDTH
                ..(references.end - pass.first).div_ceil(WIDTH);
            let mut measured = 0;
            pass.panels.scan(panels, &queries, &mut thresholds, |query, slot, _| {
                let (reference, best) = (pass.first + slot, &mut self.best[query]);
                if Some(self.rows[reference]) != best.itself {
                    measured += 1;
                    let x = &given[query * columns..(query + 1) * columns];
                    let distance = pass.distances.from(x, reference);
                    best.insert(Neighbor { row: self.rows[reference], distance });
                }
                pass.threshold(best, norms[query])
            });
            // The first tile fills the lists, whatever the bounds are worth.
            self.in_f64 = start > 0 && measured > references.len() * count / MEASURED;
            stage.advance(1)?;
        }
        Ok(())
    }
}
