//! Rows joined in pairs.

use crate::error::{Result, check_count, check_finite, check_pairs};
use serde::{Deserialize, Serialize};

/// Rows in the plane and the pairs that a cost looks at.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PairGraph {
    /// Where each row is drawn.
    pub points: Vec<(f64, f64)>,
    /// The class of each row; `None` for an unlabeled row.
    pub labels: Vec<Option<String>>,
    /// The classes in the order in which they get colours.
    pub classes: Vec<String>,
    /// Two rows and the weight of their pair; heavier pairs are drawn thicker.
    pub edges: Vec<(usize, usize, f64)>,
}

impl PairGraph {
    pub(crate) fn check(&self) -> Result<()> {
        let rows = self.points.len();
        check_count("the list of labels", rows, self.labels.len())?;
        check_finite("a point of the graph", self.points.iter().flat_map(|p| [&p.0, &p.1]))?;
        check_finite("an edge's weight", self.edges.iter().map(|edge| &edge.2))?;
        check_pairs(self.edges.iter().map(|edge| (edge.0, edge.1)), rows)
    }
}
