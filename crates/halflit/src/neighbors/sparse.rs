//! Nearest rows among sparse ones: inner products by an index of the columns, refined by direct differences.

use std::ops::Range;

use super::Neighbor;
use super::metric::Metric;
use crate::data::{Csr, Samples};
use crate::error::Result;
use crate::threads::*;
use crate::watch;

/// Queries of one task.
const BLOCK: usize = 64;

/// Sparse rows, queries and references, and the factor of every column, which they share.
pub(super) struct SparseRows<'s> {
    queries: &'s Csr,
    references: &'s Csr,
    factor: Option<&'s [f64]>,
    columns: usize,
    metric: Metric,
}

impl<'s> SparseRows<'s> {
    /// Nothing unless both are sparse, on one scale, and the metric is a function of ‖x − y‖².
    pub(super) fn of(
        queries: &'s Samples<'_>,
        references: &'s Samples<'_>,
        metric: Metric,
    ) -> Option<Self> {
        let ((own, factor), (other, same)) = (queries.sparse_rows()?, references.sparse_rows()?);
        let together = metric.is_product() && factor == same;
        let columns = references.columns();
        together.then_some(Self { queries: own, references: other, factor, columns, metric })
    }

    /// The distance between a query and a reference.
    pub(super) fn distance(&self, i: usize, j: usize) -> f64 {
        self.metric.of_squared(self.queries.distance(i, self.references, j, |j| self.factor_of(j)))
    }

    /// The `k` nearest references of every query. `rows` names the references; `own` names the queries where they are rows of the
    /// same samples, so that none finds itself.
    pub(super) fn nearest(
        &self,
        rows: &[usize],
        own: Option<&[usize]>,
        k: usize,
    ) -> Result<Vec<Vec<Neighbor>>> {
        let starts: Vec<usize> = (0..self.queries.rows()).step_by(BLOCK).collect();
        let stage = watch::stage("nearest rows", starts.len());
        let lengths = self.lengths(self.references);
        let blocks = starts.into_par_iter().map(|start| {
            let queries = start..(start + BLOCK).min(self.queries.rows());
            let found = self.nearest_of(queries, rows, own, k, &lengths);
            stage.advance(1).map(|()| found)
        });
        Ok(blocks.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    fn lengths(&self, rows: &Csr) -> Vec<f64> {
        (0..rows.rows()).map(|i| self.length(rows, i)).collect()
    }

    /// ‖f ∘ x_i‖².
    fn length(&self, rows: &Csr, i: usize) -> f64 {
        rows.row(i).map(|(j, value)| (value * self.factor_of(j)).powi(2)).sum()
    }

    fn factor_of(&self, column: usize) -> f64 {
        self.factor.map_or(1.0, |factor| factor[column])
    }

    fn nearest_of(
        &self,
        queries: Range<usize>,
        rows: &[usize],
        own: Option<&[usize]>,
        k: usize,
        lengths: &[f64],
    ) -> Vec<Vec<Neighbor>> {
        let mut products = vec![0.0; rows.len()];
        let one = |i: usize| {
            products.fill(0.0);
            self.queries.add_products(i, self.references, self.columns, self.factor, &mut products);
            let stored = self.queries.row(i).count() as f64;
            let length = self.length(self.queries, i);
            // As many products as the query has numbers and a few roundings, doubled to be safe.
            let error = 4.0 * (stored + 8.0) * f64::EPSILON;
            let itself = own.map(|own| own[i]);
            let mut best = Vec::with_capacity(k.min(rows.len()) + 1);
            let mut threshold = f64::INFINITY;
            for (j, (&product, &other)) in products.iter().zip(lengths).enumerate() {
                let bound = length + other - 2.0 * product - error * (length + other);
                if bound > threshold || Some(rows[j]) == itself {
                    continue;
                }
                let distance = self.distance(i, j);
                let candidate = Neighbor { row: rows[j], distance };
                let at = best.partition_point(|kept: &Neighbor| kept.before(&candidate));
                if at < k {
                    best.insert(at, candidate);
                    best.truncate(k);
                }
                if let Some(last) = best.last().filter(|_| best.len() == k) {
                    threshold = self.threshold(last.distance);
                }
            }
            best
        };
        queries.map(one).collect()
    }

    /// Squared, and a little more than that, because a square root rounds.
    fn threshold(&self, limit: f64) -> f64 {
        self.metric.to_squared(limit) * (1.0 + 8.0 * f64::EPSILON)
    }
}
