//! Scores of every setting on every trial, and how to choose by them.

use serde::{Deserialize, Serialize};

use super::trial::Judgement;
use crate::search::Setting;

/// The result of one setting on one trial.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Rows classified right.
    pub right: usize,
    /// Rows tested.
    pub tested: usize,
    /// Sum over the tested rows of (d_other − d_same)/(d_other + d_same), d the distances to the nearest labeled row
    /// of another and of the right class.
    pub margin: f64,
    /// These rows by their weights, where they have some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weighed: Option<Weighed>,
}

/// Tested rows by their weights: a row of weight 2 counts twice.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Weighed {
    /// Weight of the rows classified right.
    pub right: f64,
    /// Weight of the rows tested.
    pub tested: f64,
    /// Σ w² of the rows tested.
    pub squares: f64,
}

impl Tally {
    /// So many of so many rows right, each counting once.
    pub fn counted(right: usize, tested: usize) -> Self {
        Self { right, tested, ..Self::default() }
    }

    /// Share of the tested rows that are right, each as often as it counts; 0 where none is tested.
    pub fn accuracy(&self) -> f64 {
        let Weighed { right, tested, .. } = self.by_weight();
        if self.tested == 0 { 0.0 } else { right / tested }
    }

    /// Mean margin of the tested rows, each as often as it counts; 0 where none is tested.
    pub(crate) fn mean_margin(&self) -> f64 {
        if self.tested == 0 { 0.0 } else { self.margin / self.by_weight().tested }
    }

    /// So many rows of equal weight would say as much (Kish, 1965): copies of a row are right or wrong together.
    pub(crate) fn effective_rows(&self) -> f64 {
        let Weighed { tested, squares, .. } = self.by_weight();
        if self.tested == 0 { 0.0 } else { tested * tested / squares }
    }

    fn by_weight(&self) -> Weighed {
        let (right, tested) = (self.right as f64, self.tested as f64);
        self.weighed.unwrap_or(Weighed { right, tested, squares: tested })
    }

    /// Tested rows summed up.
    pub(super) fn of(rows: &[Judgement]) -> Self {
        let right = rows.iter().filter(|row| row.right).count();
        let margin = rows.iter().map(|row| row.weight * row.margin).sum();
        let weighed = rows.iter().any(|row| row.weight != 1.0).then(|| {
            rows.iter().fold(Weighed::default(), |sum, row| Weighed {
                right: sum.right + if row.right { row.weight } else { 0.0 },
                tested: sum.tested + row.weight,
                squares: sum.squares + row.weight * row.weight,
            })
        });
        Self { right, tested: rows.len(), margin, weighed }
    }

    /// Several outcomes as one.
    pub fn sum<'o>(outcomes: impl IntoIterator<Item = &'o Tally>) -> Tally {
        outcomes.into_iter().fold(Tally::default(), |sum, one| {
            let (a, b) = (sum.by_weight(), one.by_weight());
            let weighed = Weighed {
                right: a.right + b.right,
                tested: a.tested + b.tested,
                squares: a.squares + b.squares,
            };
            Tally {
                right: sum.right + one.right,
                tested: sum.tested + one.tested,
                margin: sum.margin + one.margin,
                weighed: (sum.weighed.is_some() || one.weighed.is_some()).then_some(weighed),
            }
        })
    }
}

/// One trial: an outcome for each setting, or why it could not be run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrialScores {
    /// In the order of the settings; empty where the trial was skipped.
    pub outcomes: Vec<Tally>,
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
    pub(crate) fn pool(all: &[Scores]) -> Scores {
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
        let outcomes: Vec<Tally> =
            self.trials.iter().filter_map(|trial| trial.outcomes.get(index).copied()).collect();
        let sum = Tally::sum(&outcomes);
        SettingScore {
            index,
            setting: self.settings[index],
            accuracy: sum.accuracy(),
            margin: sum.mean_margin(),
            standard_error: standard_error(&outcomes),
        }
    }
}

/// Spread of the trials' accuracies over √trials.
fn standard_error(outcomes: &[Tally]) -> f64 {
    let rates: Vec<f64> = outcomes.iter().filter(|o| o.tested > 0).map(Tally::accuracy).collect();
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
                .map(|s| Tally { margin: margins[s], ..Tally::counted(rights[s], 10) })
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
    fn a_row_of_weight_two_counts_twice() {
        let row = |right, margin, weight| Judgement { right, margin, weight };
        let some = Tally::of(&[row(true, 0.5, 2.0), row(false, -0.25, 1.0)]);
        assert_eq!((some.right, some.tested), (1, 2));
        assert_eq!((some.accuracy(), some.mean_margin()), (2.0 / 3.0, 0.25));
        let all = Tally::sum(&[some, Tally::counted(1, 1)]);
        assert_eq!((all.accuracy(), all.effective_rows()), (0.75, 16.0 / 6.0));
        assert_eq!(Tally::of(&[row(true, 0.5, 1.0)]).weighed, None);
    }

    #[test]
    fn every_tested_row_counts_as_much_in_whatever_fold() {
        let trial = |right, tested, margin| TrialScores {
            outcomes: vec![Tally { margin, ..Tally::counted(right, tested) }],
            skipped: None,
        };
        let settings = scores([[0; 2]; 2], [0.0; 2]).settings[..1].to_vec();
        let uneven = Scores { settings, trials: vec![trial(1, 1, 0.5), trial(0, 3, 1.5)] };
        let [score] = uneven.summary()[..] else { panic!("one setting") };
        assert_eq!((score.accuracy, score.margin), (0.25, 0.5));
    }
}
