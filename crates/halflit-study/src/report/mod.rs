//! The report: every table beside the published one, every figure, in Markdown and as one page.

mod document;
mod names;
mod text;

mod contents;
mod datasets;
mod errata;
mod provenance;
mod rules;
mod summary;
mod tally;

mod cells;
mod distances;
mod tables;
mod verdict;

mod html;
mod markdown;
mod page;

use std::time::Duration;

use crate::details::Details;
use crate::error::Result;
use crate::figures::Figure;
use crate::table::Table;

/// Everything that a report shows.
pub struct Study {
    /// How it came about.
    pub provenance: Provenance,
    /// Table 1, of the datasets that were there.
    pub details: Vec<Details>,
    /// Tables 2 and 3, one for each rule and constraint.
    pub tables: Vec<Table>,
    /// The figures.
    pub figures: Vec<Figure>,
    /// Datasets that were not there: name, and where to get them.
    pub missing: Vec<(String, String)>,
}

/// Where numbers come from.
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Provenance {
    /// The command line.
    pub command: String,
    /// Version of the program.
    pub version: String,
    /// Commit it was built from, if known.
    pub commit: Option<String>,
    /// Processor, cores, memory and system.
    pub machine: String,
    /// Name, origin and digest of every dataset.
    pub data: Vec<(String, String, String)>,
    /// Splits of each dataset.
    pub splits: usize,
    /// Seed of the splits.
    pub seed: u64,
    /// c in (⟨x, x′⟩ + c)².
    pub kernel_constant: f64,
    /// How long it took.
    pub elapsed: Duration,
}

/// The report as Markdown. Figures are linked as `figures/NAME.png`, NAME being [`Figure::name`].
///
/// # Errors
/// A picture that cannot be painted.
pub fn markdown(study: &Study) -> Result<String> {
    Ok(markdown::render(&contents::document(study)?))
}

/// The report as one HTML page that needs neither network, nor scripts, nor other files.
///
/// # Errors
/// A picture that cannot be painted.
pub fn page(study: &Study) -> Result<String> {
    Ok(page::render(&contents::document(study)?))
}

#[cfg(test)]
mod tests;
