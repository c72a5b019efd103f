//! How far our values are from the published ones, at a glance.

use super::markdown::{numbers, table as grid, words};
use super::names::{self, NOTHING};
use super::tables::label;
use crate::table::{Entry, Line, Table};

const CAPTION: &str = "Ours minus published, in standard errors of the difference; bold beyond two";

/// One table for both spaces; nothing where nothing was published.
pub(super) fn section(table: &Table) -> Vec<String> {
    let is_published = |line: &&Line| line.entries.iter().any(|entry| entry.printed.is_some());
    let lines: Vec<&Line> = table.lines.iter().filter(is_published).collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let mut learners = table.learners();
    learners.retain(|learner| table.is_published(learner));
    let mut heads = vec![words("Dataset"), words("Space")];
    heads.extend(learners.iter().map(|learner| numbers(names::learner(learner))));
    let row = |line: &&Line| {
        let cells = learners.iter().map(|learner| cell(line.entry(learner)));
        [label(line, table), line.space.name().into()].into_iter().chain(cells).collect()
    };
    let mut blocks = vec!["#### Difference from what was published".into()];
    blocks.extend(grid(CAPTION, heads, lines.iter().map(row).collect()));
    blocks
}

fn cell(entry: Option<&Entry>) -> String {
    match entry.and_then(Entry::distance).filter(|distance| distance.is_finite()) {
        Some(distance) if names::rounded(distance).abs() > 2.0 => {
            format!("**{}**", names::signed(distance))
        }
        Some(distance) => names::signed(distance),
        None => NOTHING.into(),
    }
}
