//! What one learner did on one split: enough to apply every rule afterwards.

use halflit::choose::{Scores, Setting, Tally, TrialScores};
use serde::{Deserialize, Serialize};

use crate::protocol::Space;

/// Which run of which learner.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key {
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
    /// Whether parameters come from the automatic choice and not from the grid.
    pub automatic: bool,
    /// The number of the split.
    pub split: usize,
}

/// What was tried there, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Whose it is.
    #[serde(flatten)]
    pub key: Key,
    /// The points of the grid, or the one that the automatic choice took; none for `raw`, which has no parameters.
    pub settings: Vec<Setting>,
    /// One per setting: held-out labels, all folds together; empty where no rule asks for them.
    pub held_out: Vec<Tally>,
    /// One per setting, and one for `raw`: the test rows; empty where nothing could be fitted.
    pub tested: Vec<Tally>,
    /// Why it could not be fitted.
    pub failed: Option<String>,
}

impl Record {
    /// Whether there is something to choose.
    pub fn has_choice(&self) -> bool {
        self.settings.len() > 1
    }

    /// Some tallies of the settings as scores that a rule can choose by.
    pub(crate) fn scores(&self, tallies: &[Tally]) -> Scores {
        let trial = TrialScores { outcomes: tallies.to_vec(), skipped: self.failed.clone() };
        Scores { settings: self.settings.clone(), trials: vec![trial] }
    }
}
