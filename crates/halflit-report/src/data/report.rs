//! Everything one page shows.

use super::{AccuracyTable, Columns, CurveChart, Embedding, HeatMap, Loadings, Spectrum};
use serde::{Deserialize, Serialize};

/// What the page shows; a part that is `None` or empty has no section.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// Heading of the page.
    pub title: String,
    /// A few sentences in plain words: what was done and what came out.
    pub summary: Vec<String>,
    /// The command that makes this page again; empty when there is none.
    pub command: String,
    /// The rows in the embedded space.
    pub embedding: Option<Embedding>,
    /// How well the learners classify.
    pub accuracy: Option<AccuracyTable>,
    /// A value for every pair of two settings.
    pub heat_map: Option<HeatMap>,
    /// The eigenvalues of the fit.
    pub spectrum: Option<Spectrum>,
    /// The features that spread rows most along each axis.
    pub loadings: Option<Loadings>,
    /// The columns that matter, where no axis has weights.
    pub columns: Option<Columns>,
    /// Any number of charts with curves, e.g. the quality of the graph over the number of neighbours.
    pub curves: Vec<CurveChart>,
    /// Every setting of the fit and its value.
    pub parameters: Vec<(String, String)>,
    /// What the fit found out about itself.
    pub diagnostics: Vec<(String, String)>,
}
