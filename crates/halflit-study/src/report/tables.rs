//! Accuracies under every rule and constraint, each table beside the published one if there is one.

use super::markdown::{list, numbers, plain, table as grid, words};
use super::names::{self, NOTHING};
use super::verdict::verdict;
use super::{Study, cells, distances};
use crate::protocol::Space;
use crate::table::{Line, Table};

pub(super) fn sections(study: &Study) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut last = None;
    for table in &study.tables {
        if last != Some(&table.title) {
            // The headline says already what a protocol on its own is called.
            let is_headline = table.title == study.title;
            let title = if is_headline { "Results".into() } else { plain(&table.title) };
            blocks.push(format!("## {title}"));
            last = Some(&table.title);
        }
        blocks.extend(section(table));
    }
    blocks
}

fn section(table: &Table) -> Vec<String> {
    let mut blocks = vec![format!("### {}", names::choice(table))];
    if !table.rule.is_honest() {
        blocks
            .push("This rule has seen the test labels: an upper bound, no result to claim.".into());
    }
    for (space, heading) in [(Space::Linear, "Input space"), (Space::Kernel, "Kernel space")] {
        let lines: Vec<&Line> = table.lines.iter().filter(|line| line.space == space).collect();
        if !lines.is_empty() {
            blocks.push(format!("#### {heading}"));
            blocks.extend(in_space(table, &lines));
        }
    }
    blocks.extend(distances::section(table));
    blocks
}

fn in_space(table: &Table, lines: &[&Line]) -> Vec<String> {
    let mut blocks = Vec::new();
    for group in table.groups() {
        let heads = group.iter().map(|learner| numbers(names::learner(learner)));
        let heads = [words("Dataset")].into_iter().chain(heads).collect();
        let rows = lines.iter().flat_map(|line| rows(line, table, &group)).collect();
        blocks.extend(grid(caption(table, &group), heads, rows));
    }
    blocks.extend(cells::footnote(lines));
    if table.paper {
        let item = |line: &&Line| format!("**{}**: {}", label(line, table), verdict(line));
        blocks.push(list(lines.iter().map(item)));
    }
    blocks
}

fn caption(table: &Table, group: &[&str]) -> &'static str {
    match group.iter().any(|learner| table.is_published(learner)) {
        true => "Accuracy in percent: ours, and under each row what was published",
        false if table.paper => "Accuracy in percent of learners beyond the paper: ours only",
        false => "Accuracy in percent",
    }
}

/// Ours, and what was published if anything was.
fn rows(line: &Line, table: &Table, learners: &[&str]) -> Vec<Vec<String>> {
    let entries: Vec<_> = learners.iter().map(|learner| line.entry(learner)).collect();
    let nothing = || NOTHING.to_owned();
    let ours = entries.iter().map(|entry| entry.map_or_else(nothing, cells::ours));
    let mut rows = vec![[label(line, table)].into_iter().chain(ours).collect()];
    let printed = || entries.iter().map(|entry| entry.and_then(|entry| entry.printed));
    if printed().any(|printed| printed.is_some()) {
        let cells = printed().map(|printed| printed.map_or_else(nothing, cells::published));
        rows.push(["*published*".to_owned()].into_iter().chain(cells).collect());
    }
    rows
}

pub(super) fn label(line: &Line, table: &Table) -> String {
    plain(&table.label(line))
}
