//! What can be drawn: plain structs with public fields, checked when they are drawn.

mod charts;
mod embedding;
mod graph;
mod report;

pub use charts::*;
pub use embedding::*;
pub use graph::*;
pub use report::*;
