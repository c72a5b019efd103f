//! Scores of every setting on every trial, and how to choose by them.

use serde::{Deserialize, Serialize};

use super::grid::Setting;

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

/// One trial: an outcome a setting, or why it could not be run.
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

/// How parameters are chosen when there are many splits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// By cross-validation, anew for every split: honest.
    Cv,
    /// By cross-validation scores pooled over all splits: one choice for a dataset, honest.
    PooledCv,
    /// By the test rows themselves, anew for every split: an upper bound, never a result to claim.
    Best,
}

impl Selection {
    /// The index of the setting for split `split`, from the cross-validation and test scores of all splits.
    pub fn choose(self, split: usize, cross_validated: &[Scores], tested: &[Scores]) -> usize {
        let best = match self {
            Selection::Cv => cross_validated[split].best(),
            Selection::PooledCv => Scores::pool(cross_validated).best(),
            Selection::Best => tested[split].best(),
        };
        best.map_or(0, |score| score.index)
    }
}

impl Scores {
    /// The trials of several searches over the same settings, together.
    pub fn pool(all: &[Scores]) -> Scores {
        let settings = all.first().map_or(Vec::new(), |scores| scores.settings.clone());
        let trials = all.iter().flat_map(|scores| scores.trials.clone()).collect();
        Scores { settings, trials }
    }

    /// One line a setting.
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
        let tested: usize = outcomes.iter().map(|o| o.tested).sum();
        let right: usize = outcomes.iter().map(|o| o.right).sum();
        let margin: f64 = outcomes.iter().map(|o| o.margin).sum();
        let share = |count: f64| if tested == 0 { 0.0 } else { count / tested as f64 };
        SettingScore {
            index,
            setting: self.settings[index],
            accuracy: share(right as f64),
            margin: share(margin),
            standard_error: standard_error(&outcomes),
        }
    }
}

/// Spread of the trials' accuracies over √trials.
pub(super) fn standard_error(outcomes: &[Outcome]) -> f64 {
    let rates: Vec<f64> = outcomes
        .iter()
        .filter(|o| o.tested > 0)
        .map(|o| o.right as f64 / o.tested as f64)
        .collect();
    let n = rates.len() as f64;
    if n < 2.0 {
        return 0.0;
    }
    let mean = rates.iter().sum::<f64>() / n;
    let variance = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (variance / n).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::AxisWeights;

    fn scores(rights: [[usize; 2]; 2], margins: [f64; 2]) -> Scores {
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
    fn rules_look_where_they_say() {
        let first = scores([[9, 1], [9, 1]], [0.0; 2]);
        let second = scores([[4, 5], [4, 5]], [0.0; 2]);
        let test = scores([[1, 9], [1, 9]], [0.0; 2]);
        let cv = [first, second];
        assert_eq!(Selection::Cv.choose(1, &cv, &[]), 1);
        assert_eq!(Selection::PooledCv.choose(1, &cv, &[]), 0);
        assert_eq!(Selection::Best.choose(0, &cv, &[test]), 1);
    }
}
