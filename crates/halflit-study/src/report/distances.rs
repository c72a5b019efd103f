//! How far our values are from the published ones, at a glance.

use super::document::{Column, Document, GridRow};
use super::names::{self, NOTHING};
use super::tables::{label, learners};
use super::text::Text;
use crate::table::{Line, Table};

const CAPTION: &str = "Ours minus published, in standard errors of the difference; bold beyond two";

/// One table for both spaces; nothing where nothing was published.
pub(super) fn write(table: &Table, document: &mut Document) {
    let lines: Vec<&Line> = table
        .lines
        .iter()
        .filter(|line| line.entries.iter().any(|e| e.printed.is_some()))
        .collect();
    let learners = learners(&lines, |learner| !names::is_beyond_the_paper(learner));
    if lines.is_empty() || learners.is_empty() {
        return;
    }
    document.heading(4, "Difference from the paper");
    let heads = learners.iter().map(|learner| Column::number(&names::learner(learner)));
    let start = [Column::words("Dataset"), Column::words("Space")];
    let columns = start.into_iter().chain(heads).collect();
    let row = |line: &&Line| {
        let same_space: Vec<&Line> =
            lines.iter().copied().filter(|other| other.space == line.space).collect();
        let start = [Text::plain(label(line, &same_space)), Text::plain(line.space.name())];
        let cells = learners.iter().map(|learner| cell(line, learner));
        GridRow::new(start.into_iter().chain(cells).collect())
    };
    document.table(CAPTION, columns, lines.iter().map(row).collect());
}

fn cell(line: &Line, learner: &str) -> Text {
    let entry = line.entries.iter().find(|entry| entry.learner == learner);
    match entry.and_then(|entry| entry.distance()).filter(|distance| distance.is_finite()) {
        Some(distance) if names::rounded(distance).abs() > 2.0 => {
            Text::strong(names::signed(distance))
        }
        Some(distance) => Text::plain(names::signed(distance)),
        None => Text::plain(NOTHING),
    }
}
