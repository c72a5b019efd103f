//! Exact nearest rows from short lists in f32: a few more rows than are wanted are kept by their bounds, and these alone are measured.
//!
//! Let D be the k-th distance measured. If the largest bound kept is above D, so is the distance of every row that was left out, and the
//! answer is exact. Otherwise, as with many equal rows, the query stays open.

use std::ops::Range;

use super::Neighbor;
use super::coarse::{Bounds, Pass, QUERY_TILE, REFERENCE_CHUNK, REFERENCE_TILE};
use super::search::ProductRows;
use crate::error::Result;
use crate::threads::*;
use crate::watch::{self, Stage};

/// Rows kept beyond k: bounds may be in another order than distances.
const SPARE: usize = 8;
/// Lists are short where references are so many times as many.
const SHORT: usize = 8;
/// The longest list that is worth its upkeep.
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
    let measured: Vec<Vec<_>> = tiles.par_iter_mut().map(|tile| tile.measured(&bounds)).collect();
    Ok(measured.into_iter().flatten().collect())
}

/// Some queries, and for each the references with the smallest bounds that it has met so far.
///
/// A list is filled to twice its length, then its better half is kept: that costs less than keeping it in order.
struct ShortLists<'a> {
    rows: &'a [usize],
    own: Option<&'a [usize]>,
    queries: Range<usize>,
    k: usize,
    /// For every query twice as many bounds as are kept, and whose they are.
    entries: Vec<(f32, u32)>,
    /// How many of them are filled.
    filled: Vec<usize>,
    /// What a bound must be below to be entered.
    thresholds: Vec<f32>,
}

impl<'a> ShortLists<'a> {
    fn new(rows: &'a [usize], own: Option<&'a [usize]>, queries: Range<usize>, k: usize) -> Self {
        let count = queries.len();
        let entries = vec![(f32::INFINITY, u32::MAX); count * 2 * (k + SPARE)];
        let (filled, thresholds) = (vec![0; count], vec![f32::INFINITY; count]);
        Self { rows, own, queries, k, entries, filled, thresholds }
    }

    /// The entries of a query.
    fn list(&mut self, query: usize) -> &mut [(f32, u32)] {
        let room = 2 * (self.k + SPARE);
        &mut self.entries[query * room..][..self.filled[query]]
    }

    /// Enters a bound; answers what the next must be below.
    fn enter(&mut self, query: usize, value: f32, reference: usize) -> f32 {
        self.filled[query] += 1;
        let list = self.list(query);
        let last = list.len() - 1;
        list[last] = (value, reference as u32);
        if self.filled[query] == 2 * (self.k + SPARE) {
            self.shorten(query);
        }
        self.thresholds[query]
    }

    /// Keeps the smallest bounds of a query.
    fn shorten(&mut self, query: usize) {
        let keep = self.k + SPARE;
        if self.filled[query] < keep {
            return;
        }
        let by_bound = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let (_, last, _) = self.list(query).select_nth_unstable_by(keep - 1, by_bound);
        self.thresholds[query] = last.0;
        self.filled[query] = keep;
    }

    fn visit(&mut self, pass: &Pass<'_>, stage: &Stage) -> Result<()> {
        let (queries, _) = pass.bounds.queries(self.queries.clone());
        let mut thresholds = vec![f32::NEG_INFINITY; queries.len() / pass.panels.columns()];
        thresholds[..self.queries.len()].copy_from_slice(&self.thresholds);
        for references in pass.tiles() {
            let panels = pass.panels_of(&references);
            pass.panels.scan(panels, &queries, &mut thresholds, |query, slot, value| {
                let reference = pass.first + slot;
                match self.own.is_some_and(|own| own[query] == self.rows[reference]) {
                    true => self.thresholds[query],
                    false => self.enter(query, value, reference),
                }
            });
            stage.advance(1)?;
        }
        Ok(())
    }

    /// The answer for every query, by direct differences.
    fn measured(&mut self, bounds: &Bounds<'_>) -> Vec<Option<Vec<Neighbor>>> {
        let given = bounds.given(self.queries.clone());
        let (_, norms) = bounds.queries(self.queries.clone());
        let count = self.queries.len();
        let columns = given.len() / count.max(1);
        let answer = |query: usize| {
            self.shorten(query);
            let x = &given[query * columns..(query + 1) * columns];
            let rows = self.rows;
            let mut list: Vec<Neighbor> = self
                .list(query)
                .iter()
                .map(|&(_, at)| {
                    let distance = bounds.distances.from(x, at as usize);
                    Neighbor { row: rows[at as usize], distance }
                })
                .collect();
            list.sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.row.cmp(&b.row)));
            list.truncate(self.k);
            let limit = list.last().map_or(f64::INFINITY, |last| last.distance);
            (self.thresholds[query] >= bounds.threshold(limit, norms[query])).then_some(list)
        };
        (0..count).map(answer).collect()
    }
}
