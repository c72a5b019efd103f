//! The report: every table, beside the published one where there is one, and every figure. It is written once, in
//! Markdown; the page is made from that.

mod cells;
mod datasets;
mod distances;
mod errata;
mod figures;
mod markdown;
mod names;
mod page;
mod provenance;
mod rules;
mod summary;
mod tables;
mod verdict;

use std::time::Duration;

use crate::details::Details;
use crate::error::Result;
use crate::figures::Figure;
use crate::table::Table;

/// Everything that a report shows.
pub struct Study {
    /// The headline, in plain words.
    pub title: String,
    /// What the study is about, in plain words; a blank line begins a new paragraph.
    pub opening: Option<String>,
    /// Whether this is the paper anew, so that its claims are judged and its errata listed.
    pub paper: bool,
    /// How it came about.
    pub provenance: Provenance,
    /// Table 1, of the datasets that were there.
    pub details: Vec<Details>,
    /// Accuracies, one table for each protocol, rule and constraint.
    pub tables: Vec<Table>,
    /// Pictures and what they must show.
    pub figures: Vec<Figure>,
    /// Datasets that were not there: name, and where to get them, in Markdown.
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
pub fn markdown(study: &Study) -> String {
    let mut blocks = vec![format!("# {}", markdown::plain(&study.title))];
    blocks.extend(study.opening.iter().flat_map(|opening| markdown::paragraphs(opening)));
    // In reading order: the answer, what it means, the evidence, how to repeat it.
    if study.paper {
        blocks.extend(summary::section(study));
    }
    blocks.extend(rules::section(study));
    blocks.extend(datasets::section(&study.details));
    blocks.extend(tables::sections(study));
    blocks.extend(figures::section(&study.figures));
    if study.paper {
        blocks.extend(errata::section());
    }
    blocks.extend(provenance::section(study));
    blocks.join("\n\n") + "\n"
}

/// The report as one HTML page that needs neither network, nor scripts, nor other files.
///
/// # Errors
/// A picture that cannot be painted.
pub fn page(study: &Study) -> Result<String> {
    page::render(&study.title, &markdown(study), &study.figures)
}

#[cfg(test)]
mod tests;
