//! Nearest neighbours: serves the graphs and the classifier.
//!
//! [`Index`] is an index over some rows, searched as [`Search`] says. [`Exact`] and the tree return what direct differences in f64
//! would give, equal distances by the lower row; the approximate search may miss rows, and says how many.
//! `halflit-tests/tests/neighbors.rs` is the contract of all.
//!
//! | search | how | files |
//! |---|---|---|
//! | exact | every pair bounded in f32, near ones measured in f64 | `exact`, `short_lists`, `coarse`, `compact`, `panels`; `search`, `points` in f64 |
//! | tree | a k-d tree of tight boxes | `tree`, `descend` |
//! | approximate | cells around √n centres, the nearest ones looked into | `cells`, `approximate` |

mod approximate;
mod between;
mod cells;
mod choice;
mod coarse;
mod compact;
mod descend;
mod exact;
mod index;
mod metric;
mod panels;
mod points;
mod search;
mod short_lists;
mod sparse;
mod tree;

pub(crate) use between::{absolute_distances, squared_distances};
pub use choice::Search;
pub use exact::Exact;
pub use index::{Index, NearestRows, Searched};
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
