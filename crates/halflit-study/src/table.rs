//! Rows summed up as the paper prints them: mean ± standard error, who beats whom, and how surely.

use halflit::choose::Rule;
use halflit::evaluation::paired_t_test;
use serde::Serialize;

use crate::protocol::{Printed, Protocol, Space, supervised_form};
use crate::rows::Row;

/// One table: what came out of a protocol under one rule and one constraint.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// The title of its protocol.
    pub title: String,
    /// Whether it is one of the paper's tables.
    pub paper: bool,
    /// How γ and α were chosen.
    pub rule: Rule,
    /// Constraint of the semi-supervised learners, whether there are any or not.
    constraint: String,
    /// One per dataset and space, in the order of the protocol.
    pub lines: Vec<Line>,
}

/// A dataset in a space.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// The dataset's name.
    pub dataset: String,
    /// Rows shown with a label.
    pub labeled: usize,
    /// The space that the learners worked in.
    pub space: Space,
    /// One per learner, in the order of the protocol.
    pub entries: Vec<Entry>,
}

/// What a learner reached there, in percent.
#[derive(Debug, Clone, Serialize)]
pub struct Entry {
    /// The learner's name.
    pub learner: String,
    /// Mean accuracy over splits.
    pub mean: f64,
    /// Standard error of the mean.
    pub standard_error: f64,
    /// Splits on which it could be fitted.
    pub splits: usize,
    /// Splits on which it could not.
    pub failed: usize,
    /// For SS-X: the comparison with X, with LPP*, and with SELF where X is LFDA.
    pub contest: Option<Contest>,
    /// What was published.
    pub printed: Option<Printed>,
}

/// SS-X against its opponents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contest {
    /// The best of the opponents.
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

    /// What was published of a semi-supervised learner: the paper is about these.
    pub fn claim(&self) -> Option<Printed> {
        self.printed.filter(|_| supervised_form(&self.learner).is_some())
    }
}

impl Line {
    /// What a learner reached, if it was asked.
    pub fn entry(&self, learner: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.learner == learner)
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
        let (title, paper) = (protocol.title.clone(), protocol.paper);
        Self { title, paper, rule, constraint: constraint.to_owned(), lines }
    }

    /// Every cell, line by line.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().flat_map(|line| &line.entries)
    }

    /// Constraint of the semi-supervised learners, if there are any.
    pub fn constraint(&self) -> Option<&str> {
        let mut entries = self.entries();
        entries.any(|e| supervised_form(&e.learner).is_some()).then_some(&self.constraint)
    }

    /// Learners in the order of the protocol.
    pub fn learners(&self) -> Vec<&str> {
        let mut learners: Vec<&str> = Vec::new();
        for entry in self.entries() {
            if !learners.contains(&entry.learner.as_str()) {
                learners.push(&entry.learner);
            }
        }
        learners
    }

    /// Whether something was published of a learner.
    pub fn is_published(&self, learner: &str) -> bool {
        self.entries().any(|entry| entry.learner == learner && entry.printed.is_some())
    }

    /// All learners: first those of which something was published, then the others. No group is empty.
    pub fn groups(&self) -> Vec<Vec<&str>> {
        let (published, others): (Vec<&str>, Vec<&str>) =
            self.learners().into_iter().partition(|learner| self.is_published(learner));
        [published, others].into_iter().filter(|group| !group.is_empty()).collect()
    }

    /// The dataset of a line, with the number of labels where that alone tells two lines apart.
    pub fn label(&self, line: &Line) -> String {
        let is_twin = |other: &Line| other.dataset == line.dataset && other.labeled != line.labeled;
        match self.lines.iter().any(is_twin) {
            true => format!("{}, {} labels", line.dataset, line.labeled),
            false => line.dataset.clone(),
        }
    }

    /// Contests won, and how many there were. In the paper's tables only those of its own learners count.
    pub fn wins(&self) -> (usize, usize) {
        let counts = |entry: &&Entry| !self.paper || entry.claim().is_some();
        let contests = || self.entries().filter(counts).filter_map(|entry| entry.contest.as_ref());
        (contests().filter(|contest| contest.won).count(), contests().count())
    }

    /// Contests won as published, among those that [`Table::wins`] counts.
    pub fn published_wins(&self) -> usize {
        let contests = self.entries().filter(|entry| entry.contest.is_some());
        contests.filter_map(Entry::claim).filter(|printed| printed.bold).count()
    }

    /// How often semi-supervised learners reach what was published of them, and how often they could.
    pub fn reached(&self) -> (usize, usize) {
        let pairs = || self.entries().filter_map(|entry| Some((entry.mean, entry.claim()?.mean)));
        // Printed numbers are rounded.
        (pairs().filter(|(ours, theirs)| *ours >= theirs - 0.05).count(), pairs().count())
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
    let own = of(learner, rows);
    let paired = |opponent: &str| -> Option<(String, Vec<f64>, Vec<f64>)> {
        let theirs = of(opponent, rows);
        let pairs = own.iter().zip(&theirs).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
        let (ours, theirs): (Vec<f64>, Vec<f64>) = pairs.unzip();
        (ours.len() > 1).then(|| (opponent.to_owned(), ours, theirs))
    };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let contests: Vec<_> = opponents(learner, rows)?.into_iter().filter_map(paired).collect();
    let best = contests.iter().max_by(|a, b| mean(&a.2).total_cmp(&mean(&b.2)))?;
    let won = contests.iter().all(|(_, ours, theirs)| mean(ours) > mean(theirs));
    let test = paired_t_test(&best.1, &best.2).ok();
    let level = test.filter(|_| won).and_then(|test| test.confidence());
    Some(Contest { opponent: best.0.clone(), won, level })
}

/// Whom SS-X has to beat. Without its supervised form there is no contest to speak of.
fn opponents(learner: &str, rows: &[&Row]) -> Option<Vec<&'static str>> {
    let base = supervised_form(learner).filter(|base| !of(base, rows).is_empty())?;
    let rival = (base == "lfda").then_some("self");
    Some(["lpp*", base].into_iter().chain(rival).collect())
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
            setting: None,
        };
        rates.iter().enumerate().map(row).collect()
    }

    /// SS-LFDA against LPP*, LFDA and SELF.
    fn contest_with(opponents: [[f64; 3]; 3]) -> Contest {
        let protocol = Protocol::built_in("table2").expect("valid");
        let names = ["lpp*", "lfda", "self"];
        let mut all = rows("ss-lfda", [0.6, 0.7, 0.81]);
        all.extend(names.iter().zip(opponents).flat_map(|(name, rates)| rows(name, rates)));
        let table = Table::new(&protocol, &all, Rule::Cv, "paper");
        table.lines[0].entry("ss-lfda").and_then(|e| e.contest.clone()).expect("a contest")
    }

    #[test]
    fn a_win_needs_every_opponent() {
        const WORSE: [f64; 3] = [0.1, 0.2, 0.3];
        const BETTER: [f64; 3] = [0.9, 0.9, 0.9];
        let won = contest_with([WORSE, [0.5, 0.6, 0.7], WORSE]);
        assert_eq!(won, Contest { opponent: "lfda".into(), won: true, level: Some(99) });
        // Whichever of them is better, and even if all others are worse.
        for (place, name) in ["lpp*", "lfda", "self"].into_iter().enumerate() {
            let mut rates = [WORSE; 3];
            rates[place] = BETTER;
            let lost = Contest { opponent: name.into(), won: false, level: None };
            assert_eq!(contest_with(rates), lost);
        }
    }

    #[test]
    fn each_opponent_is_met_on_the_splits_of_both() {
        // SELF could not be fitted on the easy split.
        let mut all = [rows("ss-lfda", [0.2, 0.3, 0.9]), rows("lfda", [0.1, 0.2, 0.7])].concat();
        let mut rival = rows("self", [0.25, 0.35, 0.0]);
        rival[2].accuracy = None;
        all.extend(rival);
        let protocol = Protocol::built_in("table2").expect("valid");
        let table = Table::new(&protocol, &all, Rule::Cv, "paper");
        let entry = table.lines[0].entry("ss-lfda").expect("an entry");
        // LFDA, which has the higher mean of the two, is beaten, and SELF is not.
        let contest = entry.contest.as_ref().expect("a contest");
        assert_eq!((contest.opponent.as_str(), contest.won), ("lfda", false));
    }

    #[test]
    fn wins_and_values_reached_are_counted() {
        let protocol = Protocol::built_in("table2").expect("valid");
        let all = [rows("dne", [0.5, 0.6, 0.7]), rows("ss-dne", [0.6, 0.7, 0.81])];
        let mfa = [rows("mfa", [0.5, 0.6, 0.7]), rows("ss-mfa", [0.6, 0.7, 0.81])];
        let all = [all.concat(), mfa.concat()].concat();
        let table = Table::new(&protocol, &all, Rule::Cv, "paper");
        // The paper has no SS-MFA.
        assert_eq!((table.wins(), table.published_wins(), table.reached()), ((1, 1), 0, (0, 1)));
        assert_eq!(table.groups(), [["dne", "ss-dne"], ["mfa", "ss-mfa"]]);
        let entry = table.lines[0].entry("ss-dne").expect("an entry");
        assert!((entry.mean - 70.333).abs() < 1e-3);
        assert_eq!(entry.claim().map(|printed| printed.mean), Some(75.0));
        let own = Protocol { paper: false, ..protocol };
        assert_eq!(Table::new(&own, &all, Rule::Cv, "paper").wins(), (2, 2));
    }

    #[test]
    fn no_contest_without_the_supervised_form() {
        let protocol = Protocol::built_in("table2").expect("valid");
        let all = [rows("lpp*", [0.1, 0.2, 0.3]), rows("ss-dne", [0.6, 0.7, 0.8])].concat();
        let table = Table::new(&protocol, &all, Rule::Cv, "paper");
        assert!(table.lines[0].entries.iter().all(|entry| entry.contest.is_none()));
    }
}
