//! One cell of a table, and the small print about it.

use super::markdown::plain;
use super::names;
use crate::protocol::Printed;
use crate::table::{Entry, Line};

/// Marks a cell with small print.
const MARK: &str = "†";

/// Mean ± standard error: bold where SS-X wins, raised how surely, and marked where splits are missing.
pub(super) fn ours(entry: &Entry) -> String {
    let contest = entry.contest.as_ref();
    let bold = if contest.is_some_and(|contest| contest.won) { "**" } else { "" };
    let level = contest.and_then(|contest| contest.level);
    let mark = if entry.failed > 0 { MARK } else { "" };
    cell(names::measured(entry.mean, entry.standard_error), bold, level, mark)
}

/// A cell as printed in the paper, slanted.
pub(super) fn published(printed: Printed) -> String {
    let emphasis = if printed.bold { "***" } else { "*" };
    cell(names::measured(printed.mean, printed.standard_error), emphasis, printed.level, "")
}

fn cell(number: String, emphasis: &str, level: Option<u8>, mark: &str) -> String {
    let raised = level.map_or(String::new(), |level| level.to_string()) + mark;
    let raised = if raised.is_empty() { raised } else { format!("<sup>{raised}</sup>") };
    format!("{emphasis}{number}{emphasis}{raised}")
}

/// Which cells rest on fewer splits than the others.
pub(super) fn footnote(lines: &[&Line]) -> Option<String> {
    let notes: Vec<String> = lines.iter().filter_map(|line| failures(line)).collect();
    (!notes.is_empty()).then(|| format!("<small>{MARK} {}</small>", notes.join(" ")))
}

fn failures(line: &Line) -> Option<String> {
    let failure = |entry: &Entry| {
        let (name, all) = (names::learner(&entry.learner), entry.splits + entry.failed);
        format!("{name} could not be fitted on {} of {all} splits", entry.failed)
    };
    let failed = line.entries.iter().filter(|entry| entry.failed > 0);
    let failures: Vec<String> = failed.map(failure).collect();
    (!failures.is_empty()).then(|| format!("{}: {}.", plain(&line.dataset), failures.join(", ")))
}
