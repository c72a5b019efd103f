//! One cell of a table, and the small print about it.

use super::document::Document;
use super::names;
use super::text::Text;
use crate::protocol::Printed;
use crate::table::{Entry, Line};

/// Marks a cell with small print.
const MARK: &str = "†";

/// Mean ± standard error: bold where SS-X wins, raised how surely, and marked where splits are missing.
pub(super) fn ours(entry: &Entry) -> Text {
    let contest = entry.contest.as_ref();
    let won = contest.is_some_and(|contest| contest.won);
    let level = contest.and_then(|contest| contest.level);
    let mark = if entry.failed > 0 { MARK } else { "" };
    cell(names::measured(entry.mean, entry.standard_error), won, level, mark)
}

/// The same as printed in the paper.
pub(super) fn published(printed: Printed) -> Text {
    cell(names::measured(printed.mean, printed.standard_error), printed.bold, printed.level, "")
}

fn cell(number: String, bold: bool, level: Option<u8>, mark: &str) -> Text {
    let number = if bold { Text::strong(number) } else { Text::plain(number) };
    let raised = level.map_or(String::new(), |level| level.to_string()) + mark;
    if raised.is_empty() { number } else { number.then(Text::superscript(raised)) }
}

/// Which cells rest on fewer splits than the others.
pub(super) fn footnotes(lines: &[&Line], document: &mut Document) {
    let notes: Vec<String> = lines.iter().filter_map(|line| footnote(line)).collect();
    if !notes.is_empty() {
        document.note(&format!("{MARK} {}", notes.join(" ")));
    }
}

fn footnote(line: &Line) -> Option<String> {
    let failed = line.entries.iter().filter(|entry| entry.failed > 0);
    let part = |(place, entry): (usize, &Entry)| {
        let (name, all) = (names::learner(&entry.learner), entry.splits + entry.failed);
        match place {
            0 => format!("{name} could not be fitted on {} of {all} splits", entry.failed),
            _ => format!("{name} on {} of {all}", entry.failed),
        }
    };
    let parts: Vec<String> = failed.enumerate().map(part).collect();
    (!parts.is_empty()).then(|| format!("{}: {}.", line.dataset, parts.join(", ")))
}
