//! The experiments of the paper, and a tool for comparisons of one's own.
//!
//! ```text
//! protocol (TOML) + datasets ──▶ run ──▶ records ──▶ rows by rule ──▶ tables ──▶ report, archive
//! ```

mod archive;
mod datasets;
pub mod details;
mod error;
pub mod figures;
mod machine;
pub mod protocol;
pub mod report;
mod reproduce;
mod rows;
pub mod run;
pub mod sources;
mod table;

pub use error::{Result, StudyError};
pub use reproduce::{Part, Request, Results, reproduce};
pub use rows::{Row, rows};
pub use table::{Contest, Entry, Line, Table};
