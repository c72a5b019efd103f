//! The experiments of the paper, and a tool for comparisons of one's own.

mod error;
pub mod figures;
pub mod sources;

pub use error::{Result, StudyError};
