//! Nearest neighbours: serves the graphs and the classifier.
//!
//! [`Exact`] is an index over some rows. It returns what direct differences in f64 would give, equal distances by the lower
//! row; `tests/neighbors.rs` is its contract, and that of any index that may come to stand beside it.

mod between;
mod exact;
mod metric;
mod points;
mod search;
mod sparse;

pub(crate) use between::squared_distances;
pub use exact::Exact;
pub use metric::Metric;
pub(crate) use points::{Points, Tile};

use crate::data::Samples;

/// Whose neighbours are wanted.
#[derive(Debug, Clone, Copy)]
pub enum Queries<'q> {
    /// Rows of the indexed samples, each left out of its own list.
    Rows(&'q [usize]),
    /// Other points with the same columns.
    Points(&'q Samples<'q>),
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
