//! Nearest neighbours: serves the graphs and the classifier.
//!
//! A back-end is an [`Index`] over some rows. [`Exact`] is the reference: it returns what direct differences in f64
//! would give, equal distances by the lower row. Another back-end has to pass the same contract test
//! (`tests/neighbors.rs`).

mod exact;
mod metric;
mod points;
mod search;

pub use exact::Exact;
pub use metric::Metric;
pub(crate) use points::{Points, Tile};

use crate::data::Samples;
use crate::error::Result;

/// Whose neighbours are wanted.
#[derive(Debug, Clone, Copy)]
pub enum Queries<'q> {
    /// Rows of the indexed samples, each left out of its own list.
    Rows(&'q [usize]),
    /// Other points with the same columns.
    Points(&'q Samples<'q>),
}

/// A set of rows that can be asked for nearest neighbours.
pub trait Index: Sync {
    /// The `k` nearest indexed rows of every query, nearest first, equal distances by the lower row. Where fewer
    /// than `k` rows can answer, all of them.
    ///
    /// # Errors
    /// Whatever makes the distance undefined, such as a zero row under the cosine metric.
    fn nearest(&self, queries: Queries<'_>, k: usize) -> Result<Vec<Vec<Neighbor>>>;
}

/// One answer: a row of the indexed samples and its distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbor {
    /// Row number in the samples the index was built on.
    pub row: usize,
    /// Distance under the metric of the index.
    pub distance: f64,
}

impl Neighbor {
    /// Nearer first, equal distances by the lower row.
    pub(crate) fn before(&self, other: &Neighbor) -> bool {
        self.distance < other.distance || (self.distance == other.distance && self.row < other.row)
    }
}
