//! Evaluation: splits that hide labels but keep the rows, scores, tests, and the search for parameters.

mod auto;
mod balance;
mod compare;
mod grid;
mod metrics;
mod paired_test;
mod prepared;
mod scores;
mod search;
mod split;
mod trial_points;
mod tune;

pub use auto::{Auto, auto};
pub use compare::{Assessment, assess, assess_prepared, assess_raw, assess_split};
pub use grid::{Grid, Setting};
pub use metrics::{GoodPairs, accuracy, balanced_accuracy, good_neighbors, good_pairs};
pub use paired_test::{PairedTest, paired_t_test};
pub use prepared::{Prepared, Progress, Trial};
pub use scores::{Outcome, Scores, Selection, SettingScore, TrialScores};
pub use split::{
    cross_validation, draw_labeled, draw_labeled_per_class, leave_one_out, stratified_folds,
};
pub use tune::{Tuned, tune, tune_automatically};
