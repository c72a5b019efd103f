//! One row for each split and rule: the raw result of a study.

use halflit::evaluation::{Scores, Selection};
use serde::{Deserialize, Serialize};

use crate::protocol::Space;
use crate::rule::Rule;
use crate::run::Record;

/// What one learner reached on one split under one rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The dataset's name.
    pub dataset: String,
    /// Rows shown with a label.
    pub labeled: usize,
    /// Where.
    pub space: Space,
    /// The learner's name.
    pub learner: String,
    /// `paper` or `blended`; absent for learners without that choice.
    pub constraint: Option<String>,
    /// How γ and α were chosen.
    pub selection: Rule,
    /// The number of the split.
    pub split: usize,
    /// Share of test rows classified right; absent where the learner could not be fitted.
    pub accuracy: Option<f64>,
    /// γ chosen.
    pub gamma: Option<f64>,
    /// α chosen.
    pub alpha: Option<f64>,
}

/// Applies every rule to the records. Records of one learner must lie side by side, its splits in order.
pub fn rows(records: &[Record], rules: &[Rule]) -> Vec<Row> {
    let mut grouped: Vec<Vec<&Record>> = Vec::new();
    for record in records {
        match grouped.iter_mut().find(|group| is_same(group[0], record)) {
            Some(group) => group.push(record),
            None => grouped.push(vec![record]),
        }
    }
    let mut rows = Vec::new();
    for group in &grouped {
        let has_choice = group.iter().any(|record| record.has_choice());
        for &rule in rules {
            match (group[0].key.automatic, rule) {
                (true, Rule::Auto) => rows.extend(group.iter().map(|record| row(record, 0, rule))),
                (false, rule) if !has_choice => {
                    rows.extend(group.iter().map(|record| row(record, 0, rule)));
                }
                (false, Rule::Cv) => rows.extend(chosen(group, rule, Selection::Cv)),
                (false, Rule::PooledCv) => rows.extend(chosen(group, rule, Selection::PooledCv)),
                (false, Rule::Best) => rows.extend(chosen(group, rule, Selection::Best)),
                _ => {}
            }
        }
    }
    rows
}

/// Whether two records differ in their split only.
fn is_same(a: &Record, b: &Record) -> bool {
    let mut key = b.key.clone();
    key.split = a.key.split;
    a.key == key
}

fn chosen(group: &[&Record], rule: Rule, selection: Selection) -> Vec<Row> {
    let fitted: Vec<&&Record> = group.iter().filter(|record| record.failed.is_none()).collect();
    let held_out: Vec<Scores> = fitted.iter().map(|record| record.held_out_scores()).collect();
    let tested: Vec<Scores> = fitted.iter().map(|record| record.test_scores()).collect();
    let failed =
        group.iter().filter(|record| record.failed.is_some()).map(|record| row(record, 0, rule));
    let of_split = |(place, record): (usize, &&&Record)| {
        row(record, selection.choose(place, &held_out, &tested), rule)
    };
    let mut rows: Vec<Row> = fitted.iter().enumerate().map(of_split).chain(failed).collect();
    rows.sort_by_key(|row| row.split);
    rows
}

fn row(record: &Record, point: usize, rule: Rule) -> Row {
    let key = &record.key;
    let (gamma, alpha) = record.settings.get(point).copied().unwrap_or_default();
    Row {
        dataset: key.dataset.clone(),
        labeled: key.labeled,
        space: key.space,
        learner: key.learner.clone(),
        constraint: key.constraint.clone(),
        selection: rule,
        split: key.split,
        accuracy: record.failed.is_none().then(|| record.accuracy(point)),
        gamma,
        alpha,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Key;

    fn record(split: usize, held_out: [usize; 2], right: [usize; 2]) -> Record {
        let key = Key {
            dataset: "D".into(),
            labeled: 10,
            space: Space::Linear,
            learner: "lpp*".into(),
            constraint: None,
            automatic: false,
            split,
        };
        Record {
            key,
            settings: vec![(None, Some(1.0)), (None, Some(2.0))],
            held_out: held_out.map(|right| (right, 10, 0.0)).to_vec(),
            right: right.to_vec(),
            tested: 100,
            failed: None,
        }
    }

    #[test]
    fn every_rule_looks_where_it_says() {
        let records = [record(0, [9, 1], [50, 60]), record(1, [4, 5], [70, 10])];
        let alphas = |rule| -> Vec<f64> {
            rows(&records, &[rule]).iter().filter_map(|row| row.alpha).collect()
        };
        assert_eq!(alphas(Rule::Cv), [1.0, 2.0]);
        assert_eq!(alphas(Rule::PooledCv), [1.0, 1.0]);
        assert_eq!(alphas(Rule::Best), [2.0, 1.0]);
        assert_eq!(alphas(Rule::Auto), [] as [f64; 0]);
        assert_eq!(rows(&records, &[Rule::Cv])[1].accuracy, Some(0.1));
    }
}
