//! The figures, each with what it must show.

use super::markdown::{list, plain};
use crate::figures::{Figure, Finding};

/// Where the archive keeps the picture, seen from the report.
pub(super) fn file(figure: &Figure) -> String {
    format!("figures/{}.png", figure.name)
}

pub(super) fn section(figures: &[Figure]) -> Vec<String> {
    if figures.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![
        "## Figures".into(),
        "The paper prints no data for its toy figures, so their points are drawn here from a fixed seed. Under each \
         picture stands what the paper says it shows, and whether it does."
            .into(),
    ];
    blocks.extend(figures.iter().flat_map(one));
    blocks
}

fn one(figure: &Figure) -> [String; 4] {
    let title = raised(&figure.title);
    [
        format!("### {title}"),
        format!("![{}]({})", plain(&figure.title), file(figure)),
        raised(&figure.caption),
        list(figure.findings.iter().map(finding)),
    ]
}

fn finding(finding: &Finding) -> String {
    let verdict = if finding.holds { "Holds" } else { "Does not hold" };
    format!("**{verdict}**: {}. Measured: {}.", raised(&finding.claim), raised(&finding.measured))
}

/// The unlabel cost as the paper sets it; pictures and terminals write it in one line.
fn raised(words: &str) -> String {
    plain(words).replace("c^u", "cᵘ")
}
