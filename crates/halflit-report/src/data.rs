//! What can be drawn: plain structs with public fields, checked when they are drawn.

mod charts;
mod embedding;
mod graph;
mod report;

pub use charts::{
    AccuracyRow, AccuracyTable, Curve, CurveChart, HeatMap, Loadings, Scale, Spectrum,
};
pub use embedding::{Embedding, Feature, NamedAxis, ProjectionAxes};
pub use graph::PairGraph;
pub use report::Report;
