//! Tables 2 and 3 under every rule and constraint, each beside the published one.

use super::document::{Column, Document, GridRow};
use super::names::{self, NOTHING};
use super::text::Text;
use super::verdict::verdict;
use super::{cells, distances};
use crate::protocol::Space;
use crate::table::{Line, Table};

pub(super) fn write(tables: &[Table], document: &mut Document) {
    let mut titles: Vec<&str> = Vec::new();
    for table in tables {
        if !titles.contains(&table.title.as_str()) {
            titles.push(&table.title);
        }
    }
    for title in titles {
        document.heading(2, title);
        for table in tables.iter().filter(|table| table.title == title) {
            one(table, document);
        }
    }
}

fn one(table: &Table, document: &mut Document) {
    let constraint = names::constraint(&table.constraint);
    document.heading(3, &format!("Rule `{}`, {constraint}", table.rule));
    if !table.rule.is_honest() {
        document
            .paragraph("This rule has seen the test labels: an upper bound, no result to claim.");
    }
    for space in [Space::Linear, Space::Kernel] {
        let lines: Vec<&Line> = table.lines.iter().filter(|line| line.space == space).collect();
        if lines.is_empty() {
            continue;
        }
        let (place, heading) = match space {
            Space::Linear => ("Linear", "Input space"),
            Space::Kernel => ("Kernel", "Kernel space"),
        };
        document.heading(4, heading);
        for beyond in [false, true] {
            grid(place, &lines, beyond, document);
        }
        cells::footnotes(&lines, document);
        let item = |line: &&Line| {
            Text::strong(label(line, &lines)).then(Text::plain(format!(": {}", verdict(line))))
        };
        document.list(lines.iter().map(item).collect());
    }
    distances::write(table, document);
}

/// The paper's own columns, or those beyond them.
fn grid(place: &str, lines: &[&Line], beyond: bool, document: &mut Document) {
    let learners = learners(lines, |learner| names::is_beyond_the_paper(learner) == beyond);
    if learners.is_empty() {
        return;
    }
    let heads = learners.iter().map(|learner| Column::number(&names::learner(learner)));
    let columns: Vec<Column> = [Column::words("Dataset")].into_iter().chain(heads).collect();
    let caption = match beyond {
        false => {
            format!(
                "{place}, the learners of the paper: ours, and under each row what was published"
            )
        }
        true => format!("{place}, learners beyond the paper: ours only"),
    };
    let rows = lines.iter().flat_map(|line| rows(line, lines, &learners)).collect();
    document.table(&caption, columns, rows);
}

/// Names of learners in the order of the lines, as far as wanted.
pub(super) fn learners<'a>(lines: &[&'a Line], wanted: impl Fn(&str) -> bool) -> Vec<&'a str> {
    let mut learners: Vec<&str> = Vec::new();
    for entry in lines.iter().flat_map(|line| &line.entries) {
        if wanted(&entry.learner) && !learners.contains(&entry.learner.as_str()) {
            learners.push(&entry.learner);
        }
    }
    learners
}

/// Ours, and what was published if anything was.
fn rows(line: &Line, lines: &[&Line], learners: &[&str]) -> Vec<GridRow> {
    let entry = |learner: &&str| line.entries.iter().find(|entry| entry.learner == *learner);
    let entries: Vec<_> = learners.iter().map(entry).collect();
    let nothing = || Text::plain(NOTHING);
    let ours = entries.iter().map(|entry| entry.map_or_else(nothing, cells::ours));
    let mut rows =
        vec![GridRow::new([Text::plain(label(line, lines))].into_iter().chain(ours).collect())];
    let printed: Vec<_> =
        entries.iter().map(|entry| entry.and_then(|entry| entry.printed)).collect();
    if printed.iter().any(Option::is_some) {
        let printed = printed.iter().map(|printed| printed.map_or_else(nothing, cells::published));
        rows.push(GridRow::light([Text::plain("published")].into_iter().chain(printed).collect()));
    }
    rows
}

/// The dataset's name, with the number of labels where that alone tells two lines apart.
pub(super) fn label(line: &Line, lines: &[&Line]) -> String {
    let is_twin = |other: &&&Line| other.dataset == line.dataset && other.labeled != line.labeled;
    match lines.iter().find(is_twin) {
        Some(_) => format!("{}, {} labels", line.dataset, line.labeled),
        None => line.dataset.clone(),
    }
}
