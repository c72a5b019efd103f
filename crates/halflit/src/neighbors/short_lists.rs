//! Exact nearest rows from short lists in f32: a few more rows than are wanted are kept by their bounds, and these alone are measured.
//!
//! Let D be the k-th distance measured. If the last bound kept is above D, so is the distance of every row that was left out, and the
//! answer is exact. Otherwise, as with many equal rows, the query stays open.

use std::ops::Range;

use rayon::prelude::*;

use super::Neighbor;
use super::coarse::{Bounds, Pass, QUERY_TILE, REFERENCE_CHUNK, REFERENCE_TILE};
use super::panels::insert;
use super::search::ProductRows;
use crate::error::Result;
use crate::watch::{self, Stage};

/// Rows kept beyond k: bounds may be in another order than distances.
const SPARE: usize = 8;
/// Lists are short where references are so many times as many.
const SHORT: usize = 8;
/// The longest list that is worth its order.
const LONGEST: usize = 128;

/// Whether short lists save anything.
pub(super) fn worthwhile(references: usize, k: usize) -> bool {
    k > 0 && k <= LONGEST && (k + SPARE) * SHORT <= references
}

/// The `k` nearest references of every query, nothing for one that stays open. `rows` names the references; `own` names the queries
/// where they are rows of the same samples, so that none finds itself.
pub(super) fn nearest(
    distances: &ProductRows<'_>,
    rows: &[usize],
    own: Option<&[usize]>,
    k: usize,
) -> Result<Vec<Option<Vec<Neighbor>>>> {
    let (bounds, count) = (Bounds::of(distances), distances.queries.rows());
    let lists = |start: usize| {
        let queries = start..(start + QUERY_TILE).min(count);
        ShortLists::new(rows, own.map(|own| &own[queries.clone()]), queries, k)
    };
    let mut tiles: Vec<ShortLists<'_>> = (0..count).step_by(QUERY_TILE).map(lists).collect();
    let stage = watch::stage("nearest rows", tiles.len() * rows.len().div_ceil(REFERENCE_TILE));
    for first in (0..rows.len()).step_by(REFERENCE_CHUNK) {
        let pass = bounds.pass(first);
        tiles.par_iter_mut().try_for_each(|tile| tile.visit(&pass, &stage))?;
    }
    let measured: Vec<Vec<_>> = tiles.par_iter().map(|tile| tile.measured(&bounds)).collect();
    Ok(measured.into_iter().flatten().collect())
}

/// Some queries, and for each the references with the smallest bounds that it has met so far.
struct ShortLists<'a> {
    rows: &'a [usize],
    own: Option<&'a [usize]>,
    queries: Range<usize>,
    k: usize,
    /// For every query its bounds, smallest first, and whose they are.
    values: Vec<f32>,
    references: Vec<u32>,
}

impl<'a> ShortLists<'a> {
    fn new(rows: &'a [usize], own: Option<&'a [usize]>, queries: Range<usize>, k: usize) -> Self {
        let room = queries.len() * (k + SPARE);
        let (values, references) = (vec![f32::INFINITY; room], vec![u32::MAX; room]);
        Self { rows, own, queries, k, values, references }
    }

    /// The list of a query.
    fn list(&self, query: usize) -> Range<usize> {
        let keep = self.k + SPARE;
        query * keep..(query + 1) * keep
    }

    fn visit(&mut self, pass: &Pass<'_>, stage: &Stage) -> Result<()> {
        let (queries, _) = pass.bounds.queries(self.queries.clone());
        let mut thresholds = vec![f32::NEG_INFINITY; queries.len() / pass.panels.columns()];
        for (query, threshold) in thresholds.iter_mut().take(self.queries.len()).enumerate() {
            *threshold = self.values[self.list(query).end - 1];
        }
        for references in pass.tiles() {
            let panels = pass.panels_of(&references);
            pass.panels.scan(panels, &queries, &mut thresholds, |query, slot, value| {
                let (reference, list) = (pass.first + slot, self.list(query));
                if self.own.is_some_and(|own| own[query] == self.rows[reference]) {
                    return self.values[list.end - 1];
                }
                let (values, references) = (&mut self.values, &mut self.references);
                insert(&mut values[list.clone()], &mut references[list], value, reference as u32)
            });
            stage.advance(1)?;
        }
        Ok(())
    }

    /// The answer for every query, by direct differences.
    fn measured(&self, bounds: &Bounds<'_>) -> Vec<Option<Vec<Neighbor>>> {
        let given = bounds.given(self.queries.clone());
        let (_, norms) = bounds.queries(self.queries.clone());
        let columns = given.len() / self.queries.len().max(1);
        let answer = |query: usize| {
            let x = &given[query * columns..(query + 1) * columns];
            let kept = self.references[self.list(query)].iter().filter(|&&at| at != u32::MAX);
            let mut list: Vec<Neighbor> = kept
                .map(|&at| {
                    let distance = bounds.distances.from(x, at as usize);
                    Neighbor { row: self.rows[at as usize], distance }
                })
                .collect();
            list.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.row.cmp(&b.row)));
            list.truncate(self.k);
            let limit = list.last().map_or(f64::INFINITY, |last| last.distance);
            let last = self.values[self.list(query).end - 1];
            (last >= bounds.threshold(limit, norms[query])).then_some(list)
        };
        (0..self.queries.len()).map(answer).collect()
    }
}
