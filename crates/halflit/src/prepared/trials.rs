//! Choices and scores, for studies: what a fit would choose, and how any setting does on any trial.

use std::sync::Arc;

use super::Prepared;
use crate::auto;
use crate::choose::{
    Assessment, Decision, Scores, Selection, Setting, Tally, Trial, assess, assess_raw,
    assess_rows, choose, scores,
};
use crate::data::{Labels, Samples, Scaling};
use crate::error::{Error, Result};
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
        self.reduction(labels)?.ok_or_else(|| self.no_setting())
    }

    /// The default has no settings to score.
    fn no_setting(&self) -> Error {
        self.plan.method.unknown_parameter("setting")
    }

    /// The scores of some settings of the learner on some trials.
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
        // Trials are of the whole space, of which a fit may need less.
        let space = self.space()?;
        let reduction = self.plan.reduction(labels, space.rank());
        let reduction = reduction.ok_or_else(|| self.no_setting())?;
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
        self.dataset(labels)?;
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

    /// The nearest labeled row without any reduction, on the same folds: see [`Prepared::raw`]. The default looks at standardised
    /// columns too, so that what it is compared with sees columns of equal spread; wide sparse rows are compared as they are condensed.
    ///
    /// # Errors
    /// [`Error::NothingToCompare`] where a fold leaves no label.
    pub fn assess_raw(&self, labels: &Labels, folds: &[Vec<usize>]) -> Result<Assessment> {
        self.dataset(labels)?;
        match self.plan.method {
            Method::Auto(_) => {
                let seen = self.store.seen()?;
                // What is condensed has columns of one unit.
                let scaling = match seen.condenser {
                    Some(_) => Scaling::None,
                    None => Scaling::Standard,
                };
                assess_rows(&scaling.learn(&seen.samples).apply(&seen.samples)?, labels, folds)
            }
            Method::Learner(_) => assess_raw(&*self.space()?, labels, folds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Kernel;
    use crate::learner::Pca;
    use crate::search::{Grid, Search};
    use crate::space::SpaceChoice;

    #[test]
    fn scores_are_of_the_whole_space_whatever_a_fit_would_need_of_it() -> Result<()> {
        let samples = |rows: std::ops::Range<usize>| {
            let value = |k: usize| ((k * 7919) % 1009) as f64 / 500.0;
            let values: Vec<f64> =
                rows.clone().flat_map(|r| [value(r), value(3 * r + 1)]).collect();
            Samples::from_row_major(values, rows.len(), 2)
        };
        let inside = samples(0..520)?;
        let class = |row: usize| usize::from(inside.row(row)[0] > 1.0);
        let labels = Labels::new((0..520).map(|row| (row < 30).then(|| class(row))));
        let kernel = Some(Kernel::Rbf { width: Some(1.0) });
        let plan = Plan {
            space: SpaceChoice { kernel, ..SpaceChoice::default() },
            ..Plan::new(Pca::default()).axes(1)
        };
        let scored = |plan: Plan| {
            let grid = Grid { dimension: vec![1, 5], ..Grid::default() };
            let settings = grid.settings(&Pca::default().into(), 1, plan.weights)?;
            let prepared = plan.prepare(&inside)?;
            let trial = prepared.outside(labels.clone(), &samples(520..600)?, vec![0; 80])?;
            prepared.scores(&labels, settings, &[trial])
        };
        let search = Search::Grid(Grid { dimension: vec![1, 5], ..Grid::default() });
        assert_eq!(scored(plan.clone())?, scored(Plan { search, ..plan })?);
        Ok(())
    }
}
