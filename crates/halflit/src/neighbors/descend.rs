//! Nearest rows by descending into a k-d tree.

use super::search::Best;
use super::tree::{LEAF, Tree};
use super::{Exact, Metric, Neighbor, Queries};
use crate::data::Samples;
use crate::error::Result;
use crate::lanes::wide;
use crate::threads::*;
use crate::watch;

/// Queries of one task.
const QUERY_BLOCK: usize = 512;

impl Tree {
    /// The `k` nearest rows of every query, as the exact search finds them.
    pub(super) fn nearest(
        &self,
        exact: &Exact<'_>,
        queries: Queries<'_>,
        k: usize,
    ) -> Result<Vec<Vec<Neighbor>>> {
        match exact.metric() {
            Metric::Manhattan => self.by(exact, queries, k, |sum, d| sum + d.abs()),
            Metric::Chebyshev => self.by(exact, queries, k, |sum, d| sum.max(d.abs())),
            _ => self.by(exact, queries, k, |sum, d| sum + d * d),
        }
    }

    /// `add` puts the difference of one column to those of the columns before.
    fn by(
        &self,
        exact: &Exact<'_>,
        queries: Queries<'_>,
        k: usize,
        add: impl Fn(f64, f64) -> f64 + Copy + Sync,
    ) -> Result<Vec<Vec<Neighbor>>> {
        let points = exact.queries(queries)?;
        let own: Option<&[usize]> = match queries {
            Queries::Rows(rows) => Some(rows),
            Queries::Points(_) => None,
        };
        // Rows next to each other descend into the same leaves.
        let order = match own {
            Some(rows) if exact.is_all(rows) => self.order.clone(),
            _ => (0..points.rows() as u32).collect(),
        };
        let stage = watch::stage("nearest rows", order.len().div_ceil(QUERY_BLOCK));
        let found = order.par_chunks(QUERY_BLOCK).map(|block| {
            let found = wide!(|| {
                let mut descent = Descent::new(self, exact, add);
                let nearest = |&query: &u32| {
                    let best = Best::new(k, own.map(|own| own[query as usize]));
                    descent.nearest(&points, query as usize, best)
                };
                block.iter().map(nearest).collect::<Vec<_>>()
            });
            stage.advance(1).map(|()| found)
        });
        let found = found.collect::<Result<Vec<_>>>()?;
        let mut nearest = vec![Vec::new(); order.len()];
        for (&query, list) in order.iter().zip(found.into_iter().flatten()) {
            nearest[query as usize] = list;
        }
        Ok(nearest)
    }
}

/// One task's way through the tree.
struct Descent<'t, F> {
    tree: &'t Tree,
    exact: &'t Exact<'t>,
    add: F,
    /// 1 and what sums over columns, however they are rounded, may be off.
    slack: f64,
    /// Boxes that are still to be seen, and how far they are.
    open: Vec<(u32, f64)>,
    row: Vec<f64>,
}

impl<'t, F: Fn(f64, f64) -> f64 + Copy> Descent<'t, F> {
    fn new(tree: &'t Tree, exact: &'t Exact<'t>, add: F) -> Self {
        let slack = 1.0 + 4.0 * (tree.columns as f64 + 8.0) * f64::EPSILON;
        Self { tree, exact, add, slack, open: Vec::new(), row: vec![0.0; tree.columns] }
    }

    #[inline(always)]
    fn nearest(&mut self, points: &Samples<'_>, query: usize, mut best: Best) -> Vec<Neighbor> {
        let x = &*points.row(query);
        let mut threshold = self.threshold(&best);
        self.open.push((0, 0.0));
        while let Some((at, gap)) = self.open.pop() {
            let node = self.tree.nodes[at as usize];
            if gap > threshold || self.is_late(&best, node.lowest) {
                continue;
            }
            if node.second == 0 {
                self.leaf(x, at as usize, &mut best, &mut threshold);
                continue;
            }
            let halves = [at + 1, node.second].map(|half| (half, self.gap(x, half as usize)));
            let [first, second] = halves;
            // The nearer one is seen first.
            match second.1 < first.1 {
                true => self.open.extend([first, second]),
                false => self.open.extend([second, first]),
            }
        }
        best.list
    }

    /// Whether the list is full of duplicates of the query, all of them before any row of a box.
    #[inline(always)]
    fn is_late(&self, best: &Best, lowest: u32) -> bool {
        let last = best.list.last().filter(|last| last.distance == 0.0 && best.limit() == 0.0);
        last.is_some_and(|last| last.row < self.exact.row(lowest as usize))
    }

    /// What a sum over columns is at most where its distance is within the limit.
    #[inline(always)]
    fn threshold(&self, best: &Best) -> f64 {
        let (metric, limit) = (self.exact.metric(), best.limit());
        let sum = if metric.is_product() { metric.to_squared(limit) } else { limit };
        sum * self.slack
    }

    /// How far a box is at least.
    #[inline(always)]
    fn gap(&self, x: &[f64], node: usize) -> f64 {
        let columns = self.tree.columns;
        let (low, high) =
            self.tree.boxes[2 * columns * node..2 * columns * (node + 1)].split_at(columns);
        let gaps =
            x.iter().zip(low).zip(high).map(|((x, low), high)| (low - x).max(x - high).max(0.0));
        gaps.fold(0.0, self.add)
    }

    /// Measures every row of a leaf, and by direct differences those that may be near enough.
    #[inline(always)]
    fn leaf(&mut self, x: &[f64], at: usize, best: &mut Best, threshold: &mut f64) {
        let (tree, node) = (self.tree, self.tree.nodes[at]);
        let size = tree.columns * LEAF;
        let values = &tree.leaves[node.leaf as usize * size..(node.leaf as usize + 1) * size];
        let mut sums = [0.0; LEAF];
        for (lanes, x) in values.as_chunks::<LEAF>().0.iter().zip(x) {
            for (sum, y) in sums.iter_mut().zip(lanes) {
                *sum = (self.add)(*sum, y - x);
            }
        }
        let rows = &tree.order[node.start as usize..][..node.rows as usize];
        for (lane, (&sum, &at)) in sums.iter().zip(rows).enumerate() {
            let row = self.exact.row(at as usize);
            if sum > *threshold || Some(row) == best.itself {
                continue;
            }
            let lanes = values[lane..].iter().step_by(LEAF);
            self.row.iter_mut().zip(lanes).for_each(|(out, y)| *out = *y);
            let distance = self.exact.metric().direct(x, &self.row);
            best.insert(Neighbor { row, distance });
            *threshold = self.threshold(best);
        }
    }
}
