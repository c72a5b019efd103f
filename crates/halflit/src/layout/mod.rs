//! A picture of all rows: one to three coordinates that keep which rows lie near to each other.
//!
//! Axes of a fit are one fewer than classes, and two of them cannot show ten classes. A layout is no map of the columns: it moves points
//! until those lie together that belong together. Distances between far groups mean little in it.
//!
//! 1. **Ground**, without a label: up to 30 principal coordinates of standardised columns, and the 90 nearest rows of every row that
//!    differs. Equal rows lie at one point.
//! 2. **Hint**, where there are labels: ‖z_i − z_j‖² + w² ‖√p_i − √p_j‖² says which 15 of these draw the row. Both parts have unit mean
//!    square, and w is ¾ as far as left-out labels are found more often than by chance. So noise for labels leaves the picture alone.
//! 3. **Descent** of t-SNE, every edge counting as much, from the first principal coordinates or from a former picture. Far points push
//!    as one, by a tree of boxes. Sums have one order: the same bits, whatever the number of threads.
//!
//! [`Layout`] says what share of the 10 nearest rows it keeps, and how far what it shows near is near.

mod choice;
mod descent;
mod drawing;
mod edges;
mod faithfulness;
mod ground;
mod hint;
mod newcomers;
mod repulsion;
mod start;
mod tree;

pub use choice::LayoutChoice;
pub use drawing::Drawing;
pub use faithfulness::Faithfulness;
pub use hint::trust;

pub(crate) use drawing::Motif;
pub(crate) use ground::Ground;
pub(crate) use hint::{Told, trust_of};
pub(crate) use newcomers::{Guidance, place};

use crate::matrix::RowMatrix;

/// A picture of all rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Where they lie: n × 2, or as many columns as were asked for.
    pub points: RowMatrix<'static>,
    /// What it keeps of the rows.
    pub faithfulness: Faithfulness,
    /// What probabilities of classes counted against the rows: 0 where there are no labels, or none to be trusted.
    pub label_weight: f64,
}
