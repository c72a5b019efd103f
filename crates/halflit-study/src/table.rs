//! Rows summed up as the paper prints them: mean ± standard error, who beats whom, and how surely.

use halflit::evaluation::paired_t_test;
use serde::Serialize;

use crate::protocol::{Printed, Protocol, Space};
use crate::rows::Row;
use crate::rule::Rule;

/// One table: a rule and a constraint.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// A heading.
    pub title: String,
    /// How γ and α were chosen.
    pub rule: Rule,
    /// Constraint of the semi-supervised learners.
    pub constraint: String,
    /// In the order of the protocol.
    pub lines: Vec<Line>,
}

/// A dataset in a space.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// The dataset's name.
    pub dataset: String,
    /// Rows shown with a label.
    pub labeled: usize,
    /// Where.
    pub space: Space,
    /// One a learner, in the order of the protocol.
    pub entries: Vec<Entry>,
}

/// A learner there. Numbers are in percent.
#[derive(Debug, Clone, Serialize)]
pub struct Entry {
    /// Its name.
    pub learner: String,
    /// Mean accuracy over splits.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Splits on which it could be fitted.
    pub splits: usize,
    /// Splits on which it could not.
    pub failed: usize,
    /// For SS-X: the comparison with LPP*, X, and SELF where X is LFDA.
    pub contest: Option<Contest>,
    /// What was published.
    pub printed: Option<Printed>,
}

/// SS-X against its opponents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contest {
    /// The best of them.
    pub opponent: String,
    /// Whether SS-X has a higher mean than every one of them.
    pub won: bool,
    /// Confidence, in percent, of the one-tailed paired t-test that it is better than the best; absent below 80.
    pub level: Option<u8>,
}

impl Entry {
    /// (ours − theirs) over the standard error of the difference.
    pub fn distance(&self) -> Option<f64> {
        let printed = self.printed?;
        let error = self.standard_error.hypot(printed.standard_error);
        Some((self.mean - printed.mean) / error.max(0.1))
    }

    /// Whether it is one of the paper's own learners, SS-DNE and SS-LFDA.
    pub fn is_of_the_paper(&self) -> bool {
        matches!(self.learner.as_str(), "ss-dne" | "ss-lfda")
    }
}

impl Table {
    /// Sums up the rows of one rule and one constraint.
    pub fn new(protocol: &Protocol, rows: &[Row], rule: Rule, constraint: &str) -> Self {
        let wanted = |row: &&Row| {
            row.selection == rule && row.constraint.as_deref().is_none_or(|own| own == constraint)
        };
        let rows: Vec<&Row> = rows.iter().filter(wanted).collect();
        let mut lines = Vec::new();
        for plan in &protocol.datasets {
            for &space in &protocol.spaces {
                let here = |row: &&&Row| {
                    row.dataset == plan.name() && row.labeled == plan.labeled && row.space == space
                };
                let rows: Vec<&Row> = rows.iter().filter(here).copied().collect();
                if rows.is_empty() {
                    continue;
                }
                let printed = |learner: &str| protocol.printed(plan.source, space, learner);
                let entry = |learner: &String| entry(learner, &rows, printed(learner));
                let entries = protocol.learners.iter().filter_map(entry).collect();
                lines.push(Line { dataset: plan.name(), labeled: plan.labeled, space, entries });
            }
        }
        let (title, constraint) = (protocol.title.clone(), constraint.to_owned());
        Self { title, rule, constraint, lines }
    }

    /// Wins of SS-DNE and SS-LFDA over their opponents, and how many there could be.
    pub fn wins(&self) -> (usize, usize) {
        let contests =
            || self.entries().filter(|e| e.is_of_the_paper()).filter_map(|e| e.contest.as_ref());
        (contests().filter(|contest| contest.won).count(), contests().count())
    }

    /// How often SS-DNE and SS-LFDA reach what was published, and how often they could.
    pub fn reached(&self) -> (usize, usize) {
        let pairs = || {
            let of_paper = self.entries().filter(|entry| entry.is_of_the_paper());
            of_paper.filter_map(|entry| Some((entry.mean, entry.printed?.mean)))
        };
        // Printed numbers are rounded.
        (pairs().filter(|(ours, theirs)| *ours >= theirs - 0.05).count(), pairs().count())
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().flat_map(|line| &line.entries)
    }
}

fn entry(learner: &str, rows: &[&Row], printed: Option<Printed>) -> Option<Entry> {
    let own = of(learner, rows);
    if own.is_empty() {
        return None;
    }
    let rates: Vec<f64> = own.iter().flatten().map(|rate| 100.0 * rate).collect();
    let (mean, standard_error) = mean_and_error(&rates);
    let (splits, failed) = (rates.len(), own.len() - rates.len());
    let contest = contest(learner, rows);
    Some(Entry { learner: learner.into(), mean, standard_error, splits, failed, contest, printed })
}

/// The accuracies of a learner, split by split.
fn of(learner: &str, rows: &[&Row]) -> Vec<Option<f64>> {
    rows.iter().filter(|row| row.learner == learner).map(|row| row.accuracy).collect()
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

fn contest(learner: &str, rows: &[&Row]) -> Option<Contest> {
    let base = learner.strip_prefix("ss-")?;
    if of(base, rows).is_empty() {
        // Without its supervised form there is no contest to speak of.
        return None;
    }
    let mut opponents = vec!["lpp*", base];
    if base == "lfda" {
        opponents.push("self");
    }
    let own = of(learner, rows);
    let paired = |opponent: &&str| -> Option<(String, Vec<f64>, Vec<f64>)> {
        let theirs = of(opponent, rows);
        let pairs = own.iter().zip(&theirs).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
        let (ours, theirs): (Vec<f64>, Vec<f64>) = pairs.unzip();
        (ours.len() > 1).then(|| ((*opponent).to_owned(), ours, theirs))
    };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let contests: Vec<_> = opponents.iter().filter_map(paired).collect();
    let best = contests.iter().max_by(|a, b| mean(&a.2).total_cmp(&mean(&b.2)))?;
    let won = contests.iter().all(|(_, ours, theirs)| mean(ours) > mean(theirs));
    let test = paired_t_test(&best.1, &best.2).ok();
    let level = test.filter(|_| won).and_then(|test| test.confidence());
    Some(Contest { opponent: best.0.clone(), won, level })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(learner: &str, rates: [f64; 3]) -> Vec<Row> {
        let row = |(split, &rate): (usize, &f64)| Row {
            dataset: "Ionosphere".into(),
            labeled: 10,
            space: Space::Linear,
            learner: learner.into(),
            constraint: learner.starts_with("ss-").then(|| "paper".into()),
            selection: Rule::Cv,
            split,
            accuracy: Some(rate),
            gamma: None,
            alpha: None,
        };
        rates.iter().enumerate().map(row).collect()
    }

    #[test]
    fn a_win_needs_every_opponent() {
        let protocol = Protocol::built_in("table2").expect("valid");
        let table = |lpp: [f64; 3]| {
            let all =
                [rows("lpp*", lpp), rows("dne", [0.5, 0.6, 0.7]), rows("ss-dne", [0.6, 0.7, 0.81])];
            Table::new(&protocol, &all.concat(), Rule::Cv, "paper")
        };
        let won = table([0.1, 0.2, 0.3]);
        assert_eq!((won.wins(), won.reached()), ((1, 1), (0, 1)));
        let entry = won.lines[0].entries.last().expect("ss-dne");
        let contest = entry.contest.as_ref().expect("opponents");
        assert_eq!((contest.opponent.as_str(), contest.level), ("dne", Some(99)));
        assert!(
            (entry.mean - 70.333).abs() < 1e-3 && entry.printed.expect("published").mean == 75.0
        );
        assert_eq!(table([0.9, 0.9, 0.9]).wins(), (0, 1));
    }

    #[test]
    fn no_contest_without_the_supervised_form() {
        let protocol = Protocol::built_in("table2").expect("valid");
        let all = [rows("lpp*", [0.1, 0.2, 0.3]), rows("ss-dne", [0.6, 0.7, 0.8])].concat();
        let table = Table::new(&protocol, &all, Rule::Cv, "paper");
        assert!(table.lines[0].entries.iter().all(|entry| entry.contest.is_none()));
    }
}
