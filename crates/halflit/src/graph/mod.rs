//! Neighbourhood graphs (paper, section 2.1): which pairs of rows are near, and how near.
//!
//! A [`Graph`] stores its edges. The all-pairs graphs, which have n²/2 of them, are never stored: `AllPairs` knows
//! how to weigh a pair and sums over tiles.

mod all_pairs;
mod class_graph;
mod copies;
mod exponential;
mod measure;
mod neighborhood;
mod scale;
mod sparse;

pub(crate) use all_pairs::{AllPairs, PowerSums};
pub use class_graph::{ClassGraphs, ClassNeighborhood};
pub(crate) use class_graph::{ClassPairs, check_neighbors, local_affinity, same_class};
pub(crate) use exponential::exp_nonpositive;
pub(crate) use measure::{KEPT, Measure};
pub use neighborhood::{Neighborhood, Pairs, Weights};
pub use scale::local_scales;
pub(crate) use scale::searched_scales;
pub use sparse::{Edge, Graph};
pub(crate) use sparse::{Neighbors, check_alpha};
