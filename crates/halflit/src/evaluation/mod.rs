//! Evaluation: folds that hide labels but keep the rows, scores, and the paired test.

mod metrics;
mod paired_test;

pub use crate::auto::assess_auto;
pub use crate::data::{
    cross_validation, draw_labeled, draw_labeled_per_class, fold_count, leave_one_out,
    stratified_folds,
};
pub use metrics::{GoodPairs, accuracy, balanced_accuracy, good_neighbors, good_pairs};
pub use paired_test::{PairedTest, paired_t_test};
