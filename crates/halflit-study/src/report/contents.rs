//! The report from beginning to end.

use super::document::{Block, Document};
use super::text::Text;
use super::{Study, datasets, errata, provenance, rules, summary, tables};
use crate::error::Result;
use crate::figures::{Figure, Finding};

/// Everything, in reading order: the answer, what it means, the evidence, how to repeat it.
pub(super) fn document(study: &Study) -> Result<Document> {
    let mut document = Document { title: "The paper, reproduced".into(), blocks: Vec::new() };
    summary::write(study, &mut document);
    rules::write(study, &mut document);
    datasets::write(&study.details, &mut document);
    tables::write(&study.tables, &mut document);
    figures(&study.figures, &mut document)?;
    errata::write(&mut document);
    provenance::write(study, &mut document);
    Ok(document)
}

fn figures(figures: &[Figure], document: &mut Document) -> Result<()> {
    if figures.is_empty() {
        return Ok(());
    }
    document.heading(2, "Figures");
    document.paragraph(
        "The paper prints no data for its toy figures, so their points are drawn here from a fixed seed. Under each \
         picture stands what the paper says it shows, and whether it does.",
    );
    for figure in figures {
        document.heading(3, &figure.title);
        document.blocks.push(Block::Picture {
            name: figure.name.into(),
            title: figure.title.clone(),
            svg: figure.picture.svg()?,
            caption: Text::marked(&figure.caption),
        });
        document.list(figure.findings.iter().map(finding).collect());
    }
    Ok(())
}

fn finding(finding: &Finding) -> Text {
    let verdict = if finding.holds { "Holds" } else { "Does not hold" };
    let rest = format!(": {}. Measured: {}.", finding.claim, finding.measured);
    Text::strong(verdict).then(Text::marked(&rest))
}
