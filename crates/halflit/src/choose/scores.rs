//! Scores of every setting on every trial, and how to choose by them.

use serde::{Deserialize, Serialize};

use super::trial::Judged;
use crate::search::Setting;

/// What one setting did on one trial.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// Rows classified right.
    pub right: usize,
    /// Rows tested.
    pub tested: usize,
    /// Sum over the tested rows of (d_other − d_same)/(d_other + d_same), d the distances to the nearest labeled row
    /// of another and of the right class.
    pub margin: f64,
}

impl Outcome {
    /// Share of the tested rows that are right; 0 where none is tested.
    pub fn accuracy(&self) -> f64 {
        if self.tested == 0 { 0.0 } else { self.right as f64 / self.tested as f64 }
    }

    /// Tested rows summed up.
    pub(super) fn of(rows: &[Judged]) -> Self {
        let right = rows.iter().filter(|row| row.right).count();
        Self { right, tested: rows.len(), margin: rows.iter().map(|row| row.margin).sum() }
    }

    /// Several outcomes as one.
    pub fn sum<'o>(outcomes: impl IntoIterator<Item = &'o Outcome>) -> Outcome {
        outcomes.into_iter().fold(Outcome::default(), |sum, one| Outcome {
            right: sum.right + one.right,
            tested: sum.tested + one.tested,
            margin: sum.margin + one.margin,
        })
    }
}

/// One trial: an outcome for each setting, or why it could not be run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrialScores {
    /// In the order of the settings; empty where the trial was skipped.
    pub outcomes: Vec<Outcome>,
    /// Why the trial was skipped: its labels left the learner nothing to work with.
    pub skipped: Option<String>,
}

/// All trials.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// The points of the grid.
    pub settings: Vec<Setting>,
    /// One for each trial.
    pub trials: Vec<TrialScores>,
}

/// A setting summed up over trials.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SettingScore {
    /// Its place among the settings.
    pub index: usize,
    /// The setting.
    pub setting: Setting,
    /// Share of tested rows classified right.
    pub accuracy: f64,
    /// Mean relative margin of the tested rows.
    pub margin: f64,
    /// Standard error of the accuracy, from the spread over trials; 0 for a single trial.
    pub standard_error: f64,
}

impl Scores {
    /// The trials of several searches over the same settings, together.
    pub fn pool(all: &[Scores]) -> Scores {
        let settings = all.first().map_or(Vec::new(), |scores| scores.settings.clone());
        let trials = all.iter().flat_map(|scores| scores.trials.clone()).collect();
        Scores { settings, trials }
    }

    /// One line for each setting.
    pub fn summary(&self) -> Vec<SettingScore> {
        (0..self.settings.len()).map(|index| self.summarize(index)).collect()
    }

    /// The setting of highest accuracy; of equal ones the one of largest margin; of equal ones the first.
    pub fn best(&self) -> Option<SettingScore> {
        if self.trials.iter().all(|trial| trial.skipped.is_some()) {
            return None;
        }
        let better = |best: SettingScore, next: SettingScore| {
            let higher = (next.accuracy, next.margin) > (best.accuracy, best.margin);
            if higher { next } else { best }
        };
        self.summary().into_iter().reduce(better)
    }

    /// Why trials were skipped.
    pub fn skipped(&self) -> impl Iterator<Item = &str> {
        self.trials.iter().filter_map(|trial| trial.skipped.as_deref())
    }

    fn summarize(&self, index: usize) -> SettingScore {
        let outcomes: Vec<Outcome> =
            self.trials.iter().filter_map(|trial| trial.outcomes.get(index).copied()).collect();
        let sum = Outcome::sum(&outcomes);
        SettingScore {
            index,
            setting: self.settings[index],
            accuracy: sum.accuracy(),
            margin: sum.margin / sum.tested.max(1) as f64,
            standard_error: standard_error(&outcomes),
        }
    }
}

/// Spread of the trials' accuracies over √trials.
fn standard_error(outcomes: &[Outcome]) -> f64 {
    let rates: Vec<f64> = outcomes.iter().filter(|o| o.tested > 0).map(Outcome::accuracy).collect();
    mean_and_error(&rates).1
}

/// The mean of some numbers, and its standard error from their spread; 0 for fewer than two.
pub fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, if n < 2.0 { 0.0 } else { (squares / (n - 1.0) / n).sqrt() })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::projection::AxisWeights;

    pub(crate) fn scores(rights: [[usize; 2]; 2], margins: [f64; 2]) -> Scores {
        let weights = AxisWeights::Identity;
        let setting = |gamma| Setting {
            gamma: Some(gamma),
            alpha: None,
            neighbors: None,
            dimension: 1,
            weights,
        };
        let trial = |rights: [usize; 2]| TrialScores {
            outcomes: (0..2)
                .map(|s| Outcome { right: rights[s], tested: 10, margin: margins[s] })
                .collect(),
            skipped: None,
        };
        Scores { settings: vec![setting(0.1), setting(1.0)], trials: rights.map(trial).to_vec() }
    }

    #[test]
    fn ties_break_by_margin_then_by_order() {
        let chosen = |scores: Scores| scores.best().map(|best| best.index);
        assert_eq!(chosen(scores([[5, 7], [5, 7]], [3.0, 0.0])), Some(1));
        assert_eq!(chosen(scores([[5, 7], [7, 5]], [0.0, 1.0])), Some(1));
        assert_eq!(chosen(scores([[5, 7], [7, 5]], [0.0, 0.0])), Some(0));
    }

    #[test]
    fn every_tested_row_counts_as_much_in_whatever_fold() {
        let trial = |right, tested, margin| TrialScores {
            outcomes: vec![Outcome { right, tested, margin }],
            skipped: None,
        };
        let settings = scores([[0; 2]; 2], [0.0; 2]).settings[..1].to_vec();
        let uneven = Scores { settings, trials: vec![trial(1, 1, 0.5), trial(0, 3, 1.5)] };
        let [score] = uneven.summary()[..] else { panic!("one setting") };
        assert_eq!((score.accuracy, score.margin), (0.25, 0.5));
    }
}
