//! What one learner did on one split: enough to apply every rule afterwards.

use halflit::AxisWeights;
use halflit::evaluation::{Outcome, Scores, Setting, TrialScores};
use serde::{Deserialize, Serialize};

use crate::protocol::Space;

/// Which run of which learner.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key {
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
    /// Whether γ and α come from the automatic rule and not from the grid.
    pub automatic: bool,
    /// The number of the split.
    pub split: usize,
}

/// Its scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Whose.
    #[serde(flatten)]
    pub key: Key,
    /// γ and α of every point.
    pub settings: Vec<(Option<f64>, Option<f64>)>,
    /// On held-out labels: right, tested, sum of margins; empty where no rule asked for it.
    pub held_out: Vec<(usize, usize, f64)>,
    /// Test rows classified right.
    pub right: Vec<usize>,
    /// Test rows.
    pub tested: usize,
    /// Why it could not be fitted.
    pub failed: Option<String>,
}

impl Record {
    /// Share of test rows that one point classifies right.
    pub fn accuracy(&self, point: usize) -> f64 {
        self.right[point] as f64 / self.tested.max(1) as f64
    }

    /// Whether there was something to choose.
    pub fn has_choice(&self) -> bool {
        self.settings.len() > 1
    }

    /// As scores on held-out labels.
    pub(crate) fn held_out_scores(&self) -> Scores {
        let outcome =
            |&(right, tested, margin): &(usize, usize, f64)| Outcome { right, tested, margin };
        self.scores(self.held_out.iter().map(outcome).collect())
    }

    /// As scores on the test rows.
    pub(crate) fn test_scores(&self) -> Scores {
        let outcome = |&right: &usize| Outcome { right, tested: self.tested, margin: 0.0 };
        self.scores(self.right.iter().map(outcome).collect())
    }

    fn scores(&self, outcomes: Vec<Outcome>) -> Scores {
        let setting = |&(gamma, alpha): &(Option<f64>, Option<f64>)| Setting {
            gamma,
            alpha,
            neighbors: None,
            dimension: 1,
            weights: AxisWeights::Identity,
        };
        Scores {
            settings: self.settings.iter().map(setting).collect(),
            trials: vec![TrialScores { outcomes, skipped: None }],
        }
    }
}
