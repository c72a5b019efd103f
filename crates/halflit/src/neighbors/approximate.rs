//! Nearest rows by looking into a few cells.
//!
//! Every query looks into the cells whose centres are nearest to it. How many, is read off some queries whose nearest rows are
//! known exactly: as many as hold the wanted share of them. What was found is measured by direct differences in f64, and
//! compared with what is known.

use super::cells::Cells;
use super::compact::{Compact, reach};
use super::panels::{GROUP, insert};
use super::points::metric_center;
use super::{Exact, Neighbor, Queries};
use crate::data::Samples;
use crate::error::Result;
use crate::threads::*;
use crate::watch;

/// Queries whose nearest rows are looked for exactly.
const KNOWN: usize = 300;
/// The share of their nearest rows that is to be in the cells looked into.
const WANTED: f64 = 0.97;
/// The share below which rows are looked for exactly instead.
const LEAST: f64 = 0.95;
/// Queries of one task that lie in no cell.
const QUERY_BLOCK: usize = 256;
/// Rows found in f32 beyond k, as their order may not be that of f64.
const SPARE: usize = 4;

/// What a search in cells answers, and the share of true nearest rows among those of the known queries.
pub(super) struct CellAnswer {
    pub(super) nearest: Vec<Vec<Neighbor>>,
    pub(super) recall: f64,
}

/// The cells of an index.
pub(super) struct Approximate {
    compact: Compact,
    cells: Cells,
}

impl Approximate {
    pub(super) fn new(exact: &Exact<'_>) -> Result<Self> {
        let references = exact.references();
        let center = metric_center(references, exact.metric());
        let largest = reach(references, &center);
        let compact = Compact::new(center, largest);
        let cells = Cells::new(references, &compact)?;
        Ok(Self { compact, cells })
    }

    /// The `k` nearest rows of every query; nothing where too few of them would be found.
    pub(super) fn nearest(
        &self,
        exact: &Exact<'_>,
        queries: Queries<'_>,
        k: usize,
    ) -> Result<Option<CellAnswer>> {
        let points = exact.queries(queries)?;
        let count = points.rows();
        let known: Vec<usize> = (0..count).step_by(count.div_ceil(KNOWN).max(1)).collect();
        let truth = exactly(exact, queries, &known, k)?;
        let looked_into = self.needed(exact, &points.gather(&known), &truth);
        // Half of the cells cost more than the exact search, which needs none.
        if 2 * looked_into > self.cells.count() {
            return Ok(None);
        }
        let search = CellSearch { all: self, exact, points: &points, queries, k, looked_into };
        let blocks = match queries {
            Queries::Rows(rows) if exact.is_all(rows) => self.by_cells(),
            _ => {
                let all: Vec<u32> = (0..count as u32).collect();
                all.chunks(QUERY_BLOCK).map(<[u32]>::to_vec).collect()
            }
        };
        let stage = watch::stage("nearest rows", blocks.len());
        let found = blocks.par_iter().map(|block| {
            let found = search.block(block);
            stage.advance(1).map(|()| found)
        });
        let found = found.collect::<Result<Vec<_>>>()?;
        let mut nearest = vec![Vec::new(); count];
        for (&query, list) in blocks.iter().flatten().zip(found.into_iter().flatten()) {
            nearest[query as usize] = list;
        }
        Self::complete(exact, queries, k, &mut nearest)?;
        let recall = recall(known.iter().map(|&query| &nearest[query]).zip(&truth));
        Ok((recall >= LEAST).then_some(CellAnswer { nearest, recall }))
    }

    /// Looks for the nearest rows exactly where the cells held fewer than `k`.
    fn complete(
        exact: &Exact<'_>,
        queries: Queries<'_>,
        k: usize,
        nearest: &mut [Vec<Neighbor>],
    ) -> Result<()> {
        let most = k.min(exact.references().rows().saturating_sub(1));
        let short: Vec<usize> = (0..nearest.len()).filter(|&i| nearest[i].len() < most).collect();
        if short.is_empty() {
            return Ok(());
        }
        let lists = exactly(exact, queries, &short, k)?;
        short.into_iter().zip(lists).for_each(|(query, list)| nearest[query] = list);
        Ok(())
    }

    /// How many cells hold the wanted share of true nearest rows.
    fn needed(&self, exact: &Exact<'_>, points: &Samples<'_>, truth: &[Vec<Neighbor>]) -> usize {
        let mut cell_of = vec![0u32; exact.references().rows()];
        for cell in 0..self.cells.count() {
            self.cells.rows_of(cell).for_each(|row| cell_of[row as usize] = cell as u32);
        }
        let count = self.cells.count();
        let mut queries = self.compact.rows(points, 0..points.rows());
        let order = self.nearest_cells(&mut queries, points.rows(), count);
        let mut ranks = Vec::new();
        for (order, truth) in order.chunks_exact(count).zip(truth) {
            let mut rank_of = vec![0; count];
            order.iter().enumerate().for_each(|(rank, &cell)| rank_of[cell as usize] = rank);
            let at = truth.iter().filter_map(|neighbor| exact.position(neighbor.row));
            ranks.extend(at.map(|at| rank_of[cell_of[at] as usize]));
        }
        ranks.sort_unstable();
        let wanted = (WANTED * ranks.len() as f64).ceil() as usize;
        wanted.checked_sub(1).map_or(1, |last| ranks[last] + 1)
    }

    /// The cells of the nearest centres of every query, nearest first; turns the queries into −2x and pads them.
    fn nearest_cells(&self, queries: &mut Vec<f32>, count: usize, most: usize) -> Vec<u32> {
        let centers = &self.cells.centers;
        queries.iter_mut().for_each(|x| *x *= -2.0);
        let padded = count.next_multiple_of(GROUP);
        queries.resize(padded * centers.columns(), 0.0);
        let mut thresholds = vec![f32::NEG_INFINITY; padded];
        thresholds[..count].fill(f32::INFINITY);
        let mut values = vec![f32::INFINITY; count * most];
        let mut cells = vec![u32::MAX; count * most];
        centers.scan(0..centers.count(), queries, &mut thresholds, |query, slot, value| {
            let list = query * most..(query + 1) * most;
            insert(&mut values[list.clone()], &mut cells[list], value, slot as u32)
        });
        cells
    }

    /// All rows, those of a cell together.
    fn by_cells(&self) -> Vec<Vec<u32>> {
        (0..self.cells.count()).map(|cell| self.cells.rows_of(cell).collect()).collect()
    }
}

/// The nearest rows of some of the queries.
fn exactly(
    exact: &Exact<'_>,
    queries: Queries<'_>,
    some: &[usize],
    k: usize,
) -> Result<Vec<Vec<Neighbor>>> {
    match queries {
        Queries::Rows(rows) => {
            let rows: Vec<usize> = some.iter().map(|&query| rows[query]).collect();
            exact.nearest(Queries::Rows(&rows), k)
        }
        Queries::Points(points) => exact.nearest(Queries::Points(&points.gather(some)), k),
    }
}

/// The share of true nearest rows that were found; one that is as near as the last of them is as good.
fn recall<'l>(lists: impl Iterator<Item = (&'l Vec<Neighbor>, &'l Vec<Neighbor>)>) -> f64 {
    let (mut found, mut all) = (0, 0);
    for (list, truth) in lists {
        let limit = truth.last().map_or(0.0, |last| last.distance);
        found += list.iter().filter(|neighbor| neighbor.distance <= limit).count().min(truth.len());
        all += truth.len();
    }
    if all == 0 { 1.0 } else { found as f64 / all as f64 }
}

struct CellSearch<'s> {
    all: &'s Approximate,
    exact: &'s Exact<'s>,
    points: &'s Samples<'s>,
    queries: Queries<'s>,
    k: usize,
    looked_into: usize,
}

impl CellSearch<'_> {
    /// The nearest rows of some queries.
    fn block(&self, block: &[u32]) -> Vec<Vec<Neighbor>> {
        let (cells, count) = (&self.all.cells, block.len());
        let columns = cells.panels.columns();
        let keep = self.k.saturating_add(SPARE).min(self.exact.references().rows());
        let mut queries = vec![0.0; count * columns];
        for (&query, out) in block.iter().zip(queries.chunks_exact_mut(columns)) {
            self.all.compact.row(&self.points.row(query as usize), out);
        }
        let order = self.all.nearest_cells(&mut queries, count, self.looked_into);
        let mut visits: Vec<(u32, u32)> = order
            .chunks_exact(self.looked_into)
            .enumerate()
            .flat_map(|(query, cells)| cells.iter().map(move |&cell| (cell, query as u32)))
            .collect();
        visits.sort_unstable();
        let mut values = vec![f32::INFINITY; count * keep];
        let mut slots = vec![u32::MAX; count * keep];
        let (mut visitors, mut thresholds) = (Vec::new(), Vec::new());
        for visit in visits.chunk_by(|a, b| a.0 == b.0) {
            visitors.clear();
            thresholds.clear();
            for &(_, query) in visit {
                let query = query as usize;
                visitors.extend_from_slice(&queries[query * columns..(query + 1) * columns]);
                thresholds.push(values[(query + 1) * keep - 1]);
            }
            let padded = visit.len().next_multiple_of(GROUP);
            visitors.resize(padded * columns, 0.0);
            thresholds.resize(padded, f32::NEG_INFINITY);
            let panels = cells.panels_of(visit[0].0 as usize);
            cells.panels.scan(panels, &visitors, &mut thresholds, |visitor, slot, value| {
                let query = visit[visitor].1 as usize;
                let list = query * keep..(query + 1) * keep;
                insert(&mut values[list.clone()], &mut slots[list], value, slot as u32)
            });
        }
        let lists = slots.chunks_exact(keep).zip(block);
        lists.map(|(slots, &query)| self.measured(query as usize, slots)).collect()
    }

    /// The rows in some slots, by direct differences; the query itself is left out.
    fn measured(&self, query: usize, slots: &[u32]) -> Vec<Neighbor> {
        let itself = match self.queries {
            Queries::Rows(rows) => Some(rows[query]),
            Queries::Points(_) => None,
        };
        let (x, references) = (self.points.row(query), self.exact.references());
        let found = slots.iter().filter(|&&slot| slot != u32::MAX).map(|&slot| {
            let at = self.all.cells.rows[slot as usize] as usize;
            let distance = self.exact.metric().direct(&x, &references.row(at));
            Neighbor { row: self.exact.row(at), distance }
        });
        let mut list: Vec<Neighbor> = found.filter(|found| Some(found.row) != itself).collect();
        let key = |n: &Neighbor| n.row;
        list.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(key(a).cmp(&key(b))));
        list.truncate(self.k);
        list
    }
}
