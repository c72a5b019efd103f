//! One row for each split and rule: the raw result of a study.

use halflit::choose::{Rule, Scores, Setting, Tally};
use serde::{Deserialize, Serialize};

use crate::protocol::Space;
use crate::run::{Key, Record};

/// What one learner reached on one split under one rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The dataset's name.
    pub dataset: String,
    /// Rows shown with a label.
    pub labeled: usize,
    /// The space that the learner worked in.
    pub space: Space,
    /// The learner's name, or `raw`.
    pub learner: String,
    /// `paper` or `blended`; absent for learners without that choice.
    pub constraint: Option<String>,
    /// How parameters were chosen.
    pub selection: Rule,
    /// The number of the split.
    pub split: usize,
    /// Share of test rows classified right; absent where the learner could not be fitted.
    pub accuracy: Option<f64>,
    /// What was chosen; absent where the learner could not be fitted, and for `raw`, which has nothing to choose.
    #[serde(flatten)]
    pub setting: Option<Setting>,
}

/// Applies every rule to the records. Those of one learner may lie apart, but its splits are in order.
pub fn rows(records: &[Record], rules: &[Rule]) -> Vec<Row> {
    let mut groups: Vec<Vec<&Record>> = Vec::new();
    for record in records {
        match groups.iter_mut().find(|group| is_same(group[0], record)) {
            Some(group) => group.push(record),
            None => groups.push(vec![record]),
        }
    }
    let of_group = |group: &Vec<&Record>| -> Vec<Row> {
        let asked = |rule: &&Rule| group[0].key.automatic == (**rule == Rule::Auto);
        rules.iter().filter(asked).flat_map(|&rule| by_rule(group, rule)).collect()
    };
    groups.iter().flat_map(of_group).collect()
}

/// Whether two records differ in their split only.
fn is_same(a: &Record, b: &Record) -> bool {
    a.key == Key { split: a.key.split, ..b.key.clone() }
}

/// One row per split of one learner.
fn by_rule(group: &[&Record], rule: Rule) -> Vec<Row> {
    let held_out: Vec<Scores> =
        group.iter().map(|record| record.scores(&record.held_out)).collect();
    let tested: Vec<Scores> = group.iter().map(|record| record.scores(&record.tested)).collect();
    let row_of = |(place, record): (usize, &&Record)| {
        let chosen = match record.has_choice() {
            true => rule.choose(place, &held_out, &tested).map(|best| best.index),
            false => Some(0),
        };
        row(record, chosen, rule)
    };
    group.iter().enumerate().map(row_of).collect()
}

/// The row of one setting. Where nothing could be fitted there is no tally, and so no setting to speak of.
fn row(record: &Record, chosen: Option<usize>, rule: Rule) -> Row {
    let key = record.key.clone();
    let tally = chosen.and_then(|place| record.tested.get(place));
    let setting = chosen.filter(|_| tally.is_some()).and_then(|place| record.settings.get(place));
    Row {
        dataset: key.dataset,
        labeled: key.labeled,
        space: key.space,
        learner: key.learner,
        constraint: key.constraint,
        selection: rule,
        split: key.split,
        accuracy: tally.map(Tally::accuracy),
        setting: setting.copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halflit::AxisWeights;

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
        let setting = |alpha| Setting {
            gamma: None,
            alpha: Some(alpha),
            neighbors: None,
            dimension: 1,
            weights: AxisWeights::Identity,
        };
        let tally = |tested| move |right| Tally::counted(right, tested);
        Record {
            key,
            settings: vec![setting(1.0), setting(2.0)],
            held_out: held_out.map(tally(10)).to_vec(),
            tested: right.map(tally(100)).to_vec(),
            failed: None,
        }
    }

    #[test]
    fn every_rule_looks_where_it_says() {
        let records = [record(0, [9, 1], [50, 60]), record(1, [4, 5], [70, 10])];
        let alphas = |rule| -> Vec<f64> {
            rows(&records, &[rule]).iter().filter_map(|row| row.setting?.alpha).collect()
        };
        assert_eq!(alphas(Rule::Cv), [1.0, 2.0]);
        assert_eq!(alphas(Rule::PooledCv), [1.0, 1.0]);
        assert_eq!(alphas(Rule::Oracle), [2.0, 1.0]);
        assert_eq!(alphas(Rule::Auto), [] as [f64; 0]);
        assert_eq!(rows(&records, &[Rule::Cv])[1].accuracy, Some(0.1));
    }

    #[test]
    fn a_split_that_could_not_be_fitted_has_a_row_and_no_say() {
        let fitted = record(1, [4, 5], [70, 10]);
        let failed = Some("one class".to_owned());
        let failed =
            Record { held_out: vec![], tested: vec![], failed, ..record(0, [0, 0], [0, 0]) };
        for rule in [Rule::Cv, Rule::PooledCv] {
            let rows = rows(&[failed.clone(), fitted.clone()], &[rule]);
            assert_eq!((rows[0].accuracy, rows[0].setting), (None, None));
            assert_eq!(rows[1].setting.and_then(|setting| setting.alpha), Some(2.0));
        }
    }
}
