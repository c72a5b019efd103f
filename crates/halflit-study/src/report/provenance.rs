//! What was missing, where the numbers come from, and how to get them again.

use super::document::{Block, Column, Document, GridRow};
use super::names;
use super::text::{Span, Text};
use super::{Provenance, Study};

pub(super) fn write(study: &Study, document: &mut Document) {
    if !study.missing.is_empty() {
        document.heading(2, "Missing datasets");
        document.paragraph("These were not there, so the tables leave them out:");
        let item = |(name, hint): &(String, String)| {
            Text::strong(name.as_str()).then(Text::marked(&format!(": {hint}.")))
        };
        document.list(study.missing.iter().map(item).collect());
    }
    document.heading(2, "Where the numbers come from");
    let columns = vec![Column::words("What"), Column::words("Value")];
    document.table("How this report came about", columns, facts(&study.provenance));
    data(&study.provenance, document);
    repeat(study, document);
}

fn facts(provenance: &Provenance) -> Vec<GridRow> {
    let kernel = match provenance.kernel_constant {
        0.0 => "⟨x, x′⟩²".to_owned(),
        constant => format!("(⟨x, x′⟩ + {constant})²"),
    };
    let unknown = || "unknown".to_owned();
    let facts = [
        ("Version", format!("halflit {}", provenance.version)),
        ("Commit", provenance.commit.clone().unwrap_or_else(unknown)),
        ("Machine", provenance.machine.clone()),
        ("Splits of each dataset", provenance.splits.to_string()),
        ("Seed of the splits", provenance.seed.to_string()),
        ("Kernel", kernel),
        ("Time", names::duration(provenance.elapsed)),
    ];
    facts
        .into_iter()
        .map(|(what, value)| GridRow::new([what.into(), value].map(Text::plain).to_vec()))
        .collect()
}

fn data(provenance: &Provenance, document: &mut Document) {
    if provenance.data.is_empty() {
        return;
    }
    let columns = ["Dataset", "Origin", "Digest"].map(Column::words).to_vec();
    let row = |(name, origin, digest): &(String, String, String)| {
        let digest = Text(vec![Span::Code(digest.clone())]);
        GridRow::new(vec![Text::plain(name.as_str()), Text::plain(origin.as_str()), digest])
    };
    let caption =
        "The data. Equal digests mean equal values and labels, whatever the form of the file";
    document.table(caption, columns, provenance.data.iter().map(row).collect());
}

fn repeat(study: &Study, document: &mut Document) {
    document.heading(2, "How to repeat it");
    let place = match &study.provenance.commit {
        Some(commit) => format!("With halflit {} as of commit {commit}", study.provenance.version),
        None => format!("With halflit {}", study.provenance.version),
    };
    document.paragraph(&format!("{place}, type:"));
    document.blocks.push(Block::Code(study.provenance.command.clone()));
    document.paragraph(
        "The same version, data and seed give the same numbers, whatever the number of threads. Compare the digests \
         above first: where they differ, so do the data.",
    );
}
