//! The check after a fit: one rule for every front end.

use super::Prepared;
use crate::data::{Labels, testable_folds};
use crate::error::{Error, Result};
use crate::estimate::check::{self, CHECK_OPERATIONS, can_hold_out};
use crate::evaluation::Check;
use crate::learner::Learner;
use crate::plan::Method;

impl Prepared<'_> {
    /// The accuracy of a fit on labels that it does not see, by [`testable_folds`](crate::evaluation::testable_folds): the number that
    /// [`compare`](super::compare) has. A label that is the only one of its class is not counted. Nothing where there are too few labels to hold some out, where the label cost cannot hide
    /// any, or where it would take long ([`Plan::estimate_with_check`](crate::Plan::estimate_with_check) tells beforehand).
    ///
    /// # Errors
    /// [`Error::Interrupted`]. A fit that succeeded does not fail because its check cannot be made.
    pub fn check(&self, labels: &Labels) -> Result<Option<Check>> {
        match self.checked_anyway(labels) {
            Err(Error::Interrupted) => Err(Error::Interrupted),
            Err(_) => Ok(None),
            made => made,
        }
    }

    fn checked_anyway(&self, labels: &Labels) -> Result<Option<Check>> {
        let (labeled, classes) = (labels.labeled_rows().len(), labels.present_classes().len());
        if !can_hold_out(labeled, classes) || !self.hides_labels() {
            return Ok(None);
        }
        if self.check_operations(labels)? > CHECK_OPERATIONS {
            return Ok(None);
        }
        let folds = testable_folds(labels, self.plan.seed)?;
        if folds.is_empty() {
            return Ok(None);
        }
        let (found, raw) = (self.assess(labels, &folds)?, self.assess_raw(labels, &folds)?);
        Ok(Some(Check::new(&found, &raw, labels)))
    }

    fn hides_labels(&self) -> bool {
        self.plan.learner().is_none_or(Learner::follows_labels)
    }

    fn check_operations(&self, labels: &Labels) -> Result<f64> {
        let labeled = labels.labeled_rows().len();
        let dimensions = match &self.plan.method {
            Method::Auto(_) => self.store.seen()?.samples.columns(),
            Method::Learner(_) => self.space()?.rank(),
        };
        Ok(check::operations(&self.plan, dimensions, labeled))
    }
}
