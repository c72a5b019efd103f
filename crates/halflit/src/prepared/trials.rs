//! Choices and scores, for studies: what a fit would choose, and how any setting does on any trial.

use std::sync::Arc;

use super::Prepared;
use crate::auto;
use crate::choose::{
    Assessment, Decision, Scores, Selection, Setting, Tally, Trial, assess, assess_raw,
    assess_rows, choose, scores,
};
use crate::data::{Labels, Samples};
use crate::error::Result;
use crate::plan::{Method, Plan, Reduction};
use crate::space::Space;

impl<'a> Prepared<'a> {
    /// The parameters that a fit to these labels would take: the plan with nothing left open, and how they were chosen.
    ///
    /// # Errors
    /// As [`Prepared::fit`].
    pub fn choose(&self, labels: &Labels) -> Result<(Plan, Option<Selection>)> {
        match self.plan.method {
            Method::Auto(_) => Ok((self.plan.clone(), None)),
            Method::Learner(_) => {
                let (_, Decision { reduction, selection }) = self.choice(labels)?;
                Ok((self.plan.settled(reduction), selection))
            }
        }
    }

    /// What a learner's plan becomes with these labels, and where.
    pub(super) fn choice(&self, labels: &Labels) -> Result<(Arc<Space<'a>>, Decision)> {
        let (space, reduction) = self.learners(labels)?;
        let choice = choose(&space, &reduction, labels)?;
        Ok((space, choice))
    }

    /// The space of a fit and the learner's plan there.
    fn learners(&self, labels: &Labels) -> Result<(Arc<Space<'a>>, Reduction)> {
        self.reduction(labels)?.ok_or_else(|| self.plan.method.unknown_parameter("setting"))
    }

    /// How some settings of the learner do on some trials.
    ///
    /// # Errors
    /// Parameters out of range; [`Error::FixedLabelCost`] for a label cost that cannot hide labels; [`Error::NoUsableFold`]
    /// where no trial could be fitted. A trial whose labels leave the learner nothing to work with is skipped, and says so in the
    /// result.
    pub fn scores(
        &self,
        labels: &Labels,
        settings: Vec<Setting>,
        trials: &[Trial],
    ) -> Result<Scores> {
        let (space, reduction) = self.learners(labels)?;
        scores(&space, &reduction, settings, trials)
    }

    /// A test on rows that were not prepared; `truth` holds indices into the classes of `labels`.
    ///
    /// # Errors
    /// [`Error::LabelCount`] where there is not one class per row, [`Error::ColumnCount`] where columns differ.
    pub fn outside(
        &self,
        labels: Labels,
        samples: &Samples<'_>,
        truth: Vec<usize>,
    ) -> Result<Trial> {
        Trial::outside(&*self.space()?, labels, samples, truth)
    }

    /// The nearest labeled row in the whole space, nothing reduced: what a learner has to beat. It is measured where the learner
    /// learns: on scaled columns and in a kernel's space if the plan has them, before PCA.
    ///
    /// # Errors
    /// [`Error::NothingToCompare`] where nothing is labeled.
    pub fn raw(&self, trial: &Trial) -> Result<Tally> {
        trial.raw(&*self.space()?)
    }

    /// What a fit, its choice of parameters included, gets right on labels that it does not see: for every fold the rows to hold
    /// out. Everything that depends on labels is done again in every fold.
    ///
    /// # Errors
    /// As [`Prepared::fit`]; a fold whose labels leave nothing to work with is skipped, unless all are.
    pub fn assess(&self, labels: &Labels, folds: &[Vec<usize>]) -> Result<Assessment> {
        match &self.plan.method {
            Method::Auto(breadth) => {
                auto::assess(&*self.views(*breadth)?, &self.plan, labels, folds)
            }
            Method::Learner(_) => {
                let (space, _) = self.learners(labels)?;
                assess(&space, &self.plan, labels, folds)
            }
        }
    }

    /// The nearest labeled row without any reduction, on the same folds: see [`Prepared::raw`].
    ///
    /// # Errors
    /// [`Error::NothingToCompare`] where a fold leaves no label.
    pub fn assess_raw(&self, labels: &Labels, folds: &[Vec<usize>]) -> Result<Assessment> {
        match self.plan.method {
            Method::Auto(_) => assess_rows(self.samples(), labels, folds),
            Method::Learner(_) => assess_raw(&*self.space()?, labels, folds),
        }
    }
}
