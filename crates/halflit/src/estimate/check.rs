//! Whether a fit is checked on held-out labels: decided here for the check itself and for whoever asks beforehand.

use super::{Estimate, Shape, Step};
use crate::data::fold_count;

/// Labels below which holding some out says nothing.
const FEW_LABELS: usize = 4;
/// Operations of the smallest eigenproblem, with all that goes with it; a large one of r columns takes about ten r³.
const SMALLEST_SOLVE: f64 = 2e5;

/// Whether there are labels of two classes to hold out.
pub(crate) fn can_hold_out(labeled: usize, classes: usize) -> bool {
    labeled >= FEW_LABELS && classes > 1
}

/// Operations of the check of a reduction in so many dimensions, by so many eigenproblems.
pub(crate) fn of_reduction(rank: usize, labeled: usize, solves: usize) -> f64 {
    let (r, l) = (rank as f64, labeled as f64);
    solves as f64 * (10.0 * r.powi(3) + SMALLEST_SOLVE) + 3.0 * l * l * r
}

/// Likewise of the default: however many labels there are, a fit looks at some hundreds; the nearest neighbour looks at all.
pub(crate) fn of_auto(columns: usize, labeled: usize) -> f64 {
    let (d, l) = (columns as f64, labeled as f64);
    3.0 * l * l * d
}

impl Estimate {
    /// The same with a check, which does the last step again for every fold and is left out where it needs more operations than
    /// so many. `needed` is nothing where no label can be hidden.
    pub(crate) fn with_check(mut self, shape: &Shape, needed: Option<f64>, most: f64) -> Self {
        let Some(last) = self.steps.last() else { return self };
        let folds = fold_count(shape.labeled);
        let needed = needed.filter(|_| can_hold_out(shape.labeled, shape.classes));
        let (how, operations) = match needed {
            None => ("none: too few labels".into(), 0.0),
            Some(needed) if needed > most => ("none: it would take long".into(), 0.0),
            Some(_) => (format!("labels held out, {folds} folds"), folds as f64 * last.operations),
        };
        let during = if operations > 0.0 { last.during } else { 0.0 };
        self.steps.push(Step { what: "check", how, operations, during, kept: 0.0, ..last.clone() });
        self
    }
}
