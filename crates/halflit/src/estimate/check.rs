//! Whether a fit is checked on held-out labels: decided here for the check itself and for estimates beforehand.

use super::{Estimate, Shape, Step};
use crate::choose;
use crate::data::fold_count;
use crate::plan::{Method, Plan};

/// Labels below which holding some out says nothing.
const FEW_LABELS: usize = 4;
/// Operations of the smallest eigenproblem, with all that goes with it; a large one of r columns takes about ten r³.
const SMALLEST_SOLVE: f64 = 2e5;
/// Operations of weighing all views by ℓ labels, in ℓ³: full and thin.
const VIEWS_WEIGHED: [f64; 2] = [700.0, 20.0];
/// Labels by which views are weighed at most.
const MOST_WEIGHED: f64 = 300.0;
/// Operations above which a check would take longer than people want to wait.
pub(crate) const CHECK_OPERATIONS: f64 = 3e10;

/// Whether there are labels of two classes to hold out.
pub(crate) fn can_hold_out(labeled: usize, classes: usize) -> bool {
    labeled >= FEW_LABELS && classes > 1
}

/// Operations of the check of a plan in so many dimensions: every fold chooses and solves again, and the nearest neighbour looks at
/// all pairs of labels.
pub(crate) fn operations(plan: &Plan, dimensions: usize, labeled: usize) -> f64 {
    let (r, l, folds) = (dimensions as f64, labeled as f64, fold_count(labeled) as f64);
    let fold = match &plan.method {
        Method::Auto(breadth) => VIEWS_WEIGHED[*breadth as usize] * l.min(MOST_WEIGHED).powi(3),
        Method::Learner(_) => {
            let tried = choose::settings(plan) as f64 * if plan.searches() { folds } else { 1.0 };
            (tried + choose::balancing(plan) as f64) * (10.0 * r.powi(3) + SMALLEST_SOLVE)
        }
    };
    folds * fold + 3.0 * l * l * r
}

impl Estimate {
    /// The steps with a check, which does the last one again for every fold and is left out where it needs more than
    /// [`CHECK_OPERATIONS`]. `needed` is nothing where no label can be hidden.
    pub(super) fn with_check(mut self, shape: &Shape, needed: Option<f64>) -> Self {
        let Some(last) = self.steps.last() else { return self };
        let folds = fold_count(shape.labeled);
        let needed = needed.filter(|_| can_hold_out(shape.labeled, shape.classes));
        let (how, operations) = match needed {
            None => ("none: too few labels".into(), 0.0),
            Some(needed) if needed > CHECK_OPERATIONS => ("none: it would take long".into(), 0.0),
            Some(_) => (format!("labels held out, {folds} folds"), folds as f64 * last.operations),
        };
        let during = if operations > 0.0 { last.during } else { 0.0 };
        self.steps.push(Step { what: "check", how, operations, during, kept: 0.0, ..last.clone() });
        self
    }
}
