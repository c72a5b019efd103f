//! One split as its contestants see it.

use halflit::choose::{Grid, Outcome, Search, Setting, Trial, choose, scores};
use halflit::evaluation::cross_validation;
use halflit::{AnyLearner, Labels, Reduction, Space};

use super::Record;
use super::contestant::Contestant;
use super::record::Key;
use crate::error::Result;

/// What contestants may see, and the test that they may not.
pub(super) struct Scene<'c, 's> {
    pub(super) space: &'c Space<'s>,
    /// Those of the labeled rows, and of no other.
    pub(super) labels: Labels,
    pub(super) test: Trial,
}

impl Scene<'_, '_> {
    /// What a contestant does here; one that cannot be fitted has a record that says so.
    pub(super) fn record(
        &self,
        contestant: &Contestant,
        key: Key,
        with_held_out: bool,
    ) -> Result<Record> {
        let (settings, none) = (contestant.settings.clone(), Vec::new);
        let blank = Record { key, settings, held_out: none(), tested: none(), failed: None };
        let filled = match &contestant.reduction {
            None => self.raw(blank.clone()),
            Some(reduction) if contestant.automatic => self.automatic(reduction, blank.clone()),
            Some(reduction) => self.over_grid(reduction, with_held_out, blank.clone()),
        };
        match filled {
            Err(halflit::Error::NoUsableFold { reason }) => {
                Ok(Record { failed: Some(reason), ..blank })
            }
            filled => Ok(filled?),
        }
    }

    fn raw(&self, blank: Record) -> halflit::Result<Record> {
        Ok(Record { tested: vec![self.test.raw(self.space)?], ..blank })
    }

    fn automatic(
        &self,
        reduction: &Reduction<AnyLearner>,
        blank: Record,
    ) -> halflit::Result<Record> {
        let reduction = Reduction { search: Search::auto(), ..reduction.clone() };
        let chosen = choose(self.space, &reduction, &self.labels)?.reduction;
        // An empty grid has one point: what the learner has now.
        let settings =
            Grid::default().settings(&chosen.learner, chosen.dimension, chosen.weights)?;
        let tested = self.outcomes(&chosen, &settings, std::slice::from_ref(&self.test))?;
        Ok(Record { settings, tested, ..blank })
    }

    fn over_grid(
        &self,
        reduction: &Reduction<AnyLearner>,
        with_held_out: bool,
        mut record: Record,
    ) -> halflit::Result<Record> {
        if with_held_out {
            let folds = cross_validation(&self.labels, reduction.seed)?;
            let trials: Vec<Trial> =
                folds.iter().map(|rows| Trial::hiding(&self.labels, rows)).collect();
            record.held_out = self.outcomes(reduction, &record.settings, &trials)?;
        }
        record.tested =
            self.outcomes(reduction, &record.settings, std::slice::from_ref(&self.test))?;
        Ok(record)
    }

    /// One per setting, all trials together.
    fn outcomes(
        &self,
        reduction: &Reduction<AnyLearner>,
        settings: &[Setting],
        trials: &[Trial],
    ) -> halflit::Result<Vec<Outcome>> {
        let scores = scores(self.space, reduction, settings.to_vec(), trials)?;
        let of = |place: usize| {
            Outcome::sum(scores.trials.iter().filter_map(|trial| trial.outcomes.get(place)))
        };
        Ok((0..settings.len()).map(of).collect())
    }
}
