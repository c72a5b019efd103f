//! Evaluation: folds that hide labels but keep the rows, scores, methods side by side, and tests of what is found.

mod best_of_many;
mod check;
mod comparison;
mod interval;
mod metrics;
mod paired_test;
mod student;
mod verdict;

pub use crate::data::{
    cross_validation, draw_labeled, draw_labeled_per_class, leave_one_out, stratified_folds,
    testable_folds,
};
pub use check::Check;
pub use comparison::{Comparison, RAW, Standing, interval};
pub use interval::wilson;
pub use metrics::{GoodPairs, accuracy, good_neighbors, good_pairs};
pub use paired_test::{PairedTest, paired_t_test};
pub use verdict::{Answer, Finding, Question, confidence};
