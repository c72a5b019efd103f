//! What reads all rows and chooses those to label, beside fits: a thread of its own, or the only one there is, step by step.

use std::sync::Arc;
use std::time::Duration;

use halflit::suggest::{Known, Suggestion, covers};
use halflit::{Crew, Prepared};

use crate::desk::{Desk, ToLearn};
use crate::engine::Chart;
use crate::error::Result;
use crate::orders::{Step, What};
use crate::queue::Round;

/// How long it waits for news before it looks by itself.
const LOOK: Duration = Duration::from_secs(1);

/// Who goes ahead of the map.
pub(crate) struct Scout<'s> {
    desk: &'s Desk,
    prepared: Prepared<'s>,
    /// Those who read; who fits has others.
    crew: Crew,
}

impl<'s> Scout<'s> {
    pub(crate) fn new(desk: &'s Desk, prepared: Prepared<'s>) -> Self {
        Self { desk, prepared, crew: Crew::default() }
    }

    /// Does what comes next; with `wait` something always does.
    pub(crate) fn step(&mut self, wait: bool) -> Step {
        loop {
            let seen = self.desk.changes.count();
            if self.desk.orders.is_stopped() {
                return Step::End;
            }
            if let Some(round) = self.desk.due().filter(|round| self.can_choose(round)) {
                self.choose(&round);
                return Step::Done;
            }
            if self.can_read() {
                self.read();
                return Step::Done;
            }
            if !wait {
                return Step::Idle;
            }
            self.desk.changes.wait(seen, LOOK);
        }
    }

    /// Rows that cover the data need no model; others wait until one can be made. Unless somebody has a map and nothing to label, the
    /// map comes first: it may be of the very labels that the choice asks about.
    fn can_choose(&self, round: &Round) -> bool {
        let orders = &self.desk.orders;
        let is_mapped = !orders.is_fitting() && !orders.is_awaited();
        let is_next = is_mapped || self.desk.map_version().is_some() && self.desk.is_waiting();
        is_next && (covers(&round.basis.labels) || orders.is_ready())
    }

    /// The first map comes before everything.
    fn can_read(&self) -> bool {
        let orders = &self.desk.orders;
        let is_next = self.desk.map_version().is_some() || !orders.is_fitting();
        is_next && !orders.is_ready()
    }

    /// Makes what no label changes. Who needs what cannot be made will be told what is wrong with it.
    fn read(&self) {
        let read = || self.crew.run(|| self.prepared.warm());
        self.desk.orders.run(self.desk, What::Prepare, read);
        self.desk.orders.ready();
        self.desk.changed();
    }

    /// What to label after what is asked for now. Rows that cannot be chosen are none.
    fn choose(&self, round: &Round) {
        let chart = self.desk.chart_of(&round.basis);
        let suggest = || self.crew.run(|| suggest(&self.prepared, round, chart.as_deref()));
        if let Some(chosen) = self.desk.orders.run(self.desk, What::Suggest, suggest) {
            self.desk.suggest(chosen.unwrap_or_default());
        }
    }
}

/// Rows to label next: those of a round, chosen from what was known when the one before it began. A map of these labels is asked
/// where there is one.
///
/// # Errors
/// As [`Prepared::suggest_by`].
fn suggest(
    prepared: &Prepared<'_>,
    round: &Round,
    chart: Option<&Chart>,
) -> Result<Vec<Suggestion>> {
    let Round { basis: ToLearn { labels, settings, taken, .. }, asked, count } = round;
    let mut closed = vec![false; labels.len()];
    let rows = labels.labeled_rows();
    rows.iter().chain(taken).chain(asked).for_each(|&row| closed[row] = true);
    let left = closed.iter().filter(|own| !**own).count();
    if left == 0 {
        return Ok(Vec::new());
    }
    let known = Known { taken, asked, ..Known::of(labels) };
    let known_by = chart.and_then(|chart| chart.guesses.as_ref());
    let placement = match known_by {
        _ if covers(labels) => None,
        Some(own) => Some(own.placement.clone()),
        None => {
            let plan = settings.plan(prepared.plan().seed, labels.len())?;
            // A model that cannot be made has no say.
            prepared.with(&plan)?.place(labels, settings.votes).ok().map(Arc::new)
        }
    };
    let predictions = placement.as_ref().map(|own| &own.predictions);
    Ok(prepared.suggest_by(&Known { predictions, ..known }, left.min(*count))?)
}

#[cfg(test)]
mod tests;
