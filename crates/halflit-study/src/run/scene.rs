//! One split as its contestants see it.

use halflit::choose::{Setting, Tally, Trial};
use halflit::evaluation::cross_validation;
use halflit::{Labels, Prepared};

use super::Record;
use super::contestant::{Contestant, points};
use super::record::Key;
use crate::error::Result;

/// What contestants may see, and the test that they may not.
pub(super) struct Scene<'c, 's> {
    /// For any plan in the space of the cell.
    pub(super) prepared: &'c Prepared<'s>,
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
        let own = self.prepared.with(&contestant.plan)?;
        let filled = match contestant {
            Contestant { is_raw: true, .. } => self.raw(&own, blank.clone()),
            Contestant { automatic: true, .. } => self.automatic(&own, blank.clone()),
            _ => self.over_grid(&own, with_held_out, blank.clone()),
        };
        match filled {
            Err(halflit::Error::NoUsableFold { reason }) => {
                Ok(Record { failed: Some(reason), ..blank })
            }
            filled => Ok(filled?),
        }
    }

    fn raw(&self, own: &Prepared<'_>, blank: Record) -> halflit::Result<Record> {
        Ok(Record { tested: vec![own.raw(&self.test)?], ..blank })
    }

    fn automatic(&self, own: &Prepared<'_>, blank: Record) -> halflit::Result<Record> {
        let (chosen, _) = own.choose(&self.labels)?;
        let settings = points(&chosen)?;
        let tested =
            self.tallies(&own.with(&chosen)?, &settings, std::slice::from_ref(&self.test))?;
        Ok(Record { settings, tested, ..blank })
    }

    fn over_grid(
        &self,
        own: &Prepared<'_>,
        with_held_out: bool,
        mut record: Record,
    ) -> halflit::Result<Record> {
        if with_held_out {
            let folds = cross_validation(&self.labels, own.plan().seed)?;
            let trials: Vec<Trial> =
                folds.iter().map(|rows| Trial::hiding(&self.labels, rows)).collect();
            record.held_out = self.tallies(own, &record.settings, &trials)?;
        }
        record.tested = self.tallies(own, &record.settings, std::slice::from_ref(&self.test))?;
        Ok(record)
    }

    /// One per setting, all trials together.
    fn tallies(
        &self,
        own: &Prepared<'_>,
        settings: &[Setting],
        trials: &[Trial],
    ) -> halflit::Result<Vec<Tally>> {
        let scores = own.scores(&self.labels, settings.to_vec(), trials)?;
        let of = |place: usize| {
            Tally::sum(scores.trials.iter().filter_map(|trial| trial.outcomes.get(place)))
        };
        Ok((0..settings.len()).map(of).collect())
    }
}
