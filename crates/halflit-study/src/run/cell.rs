//! One dataset in one space: a row of a table.

use halflit::choose::Trial;
use halflit::{KernelRank, Labels, Plan, Prepared, Shape, SpaceChoice};

use super::contestant::{Contestant, common, contestants_of};
use super::scene::Scene;
use super::split::Split;
use super::{Choices, Journal, Key, Record};
use crate::error::Result;
use crate::protocol::{DatasetPlan, Protocol, Space};
use crate::sources::Loaded;

/// A dataset, a space, and what is to be done there.
pub(super) struct Cell<'p> {
    dataset: &'p DatasetPlan,
    loaded: &'p Loaded,
    space: Space,
    choices: &'p Choices,
    /// That of the rows which are shown.
    shape: Shape,
    /// What all contestants have in common.
    common: Plan,
    contestants: Vec<Contestant>,
}

impl<'p> Cell<'p> {
    pub(super) fn new(
        protocol: &Protocol,
        dataset: &'p DatasetPlan,
        loaded: &'p Loaded,
        space: Space,
        choices: &'p Choices,
    ) -> Result<Self> {
        let chosen = chosen(space, choices);
        let common = common(protocol.paper, dataset.dimension, chosen, choices.seed);
        let mut contestants = Vec::new();
        for name in &protocol.learners {
            contestants.extend(contestants_of(name, &protocol.grid, &common, choices)?);
        }
        let shape = shape(dataset, loaded);
        Ok(Self { dataset, loaded, space, choices, shape, common, contestants })
    }

    /// An estimate of the work of one split, in operations.
    pub(super) fn work(&self) -> u64 {
        self.contestants.iter().map(|contestant| contestant.work(&self.shape)).sum()
    }

    /// Whether a rule will ask how the points of the grid do on held-out labels.
    fn has_held_out(&self, contestant: &Contestant) -> bool {
        contestant.settings.len() > 1 && self.choices.rules.iter().any(|r| r.cross_validates())
    }

    /// Where the setting is transductive, all splits share what no label changes.
    pub(super) fn shared(&self) -> Result<Option<Prepared<'p>>> {
        if self.dataset.unlabeled.is_some() {
            return Ok(None);
        }
        let prepared = self.common.prepare(self.loaded.data.samples())?;
        // Splits that begin together would each make it.
        prepared.warm()?;
        Ok(Some(prepared))
    }

    /// Every contestant on one split.
    pub(super) fn split(
        &self,
        number: usize,
        shared: Option<&Prepared<'p>>,
        journal: &Journal,
        advance: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Record>> {
        let truth = self.loaded.data.labels();
        let split = Split::draw(truth, self.dataset, self.choices.seed, number)?;
        match shared {
            Some(prepared) => {
                let test = Trial::hiding(truth, &split.unlabeled);
                let scene = Scene { prepared, labels: truth.hide(&split.unlabeled), test };
                self.contest(number, &scene, journal, advance)
            }
            None => {
                let samples = self.loaded.data.samples().gather(&split.inside());
                let prepared = &self.common.prepare(&samples)?;
                let labels = split.labels_inside(truth);
                let test = self.test_outside(prepared, &split, labels.clone())?;
                self.contest(number, &Scene { prepared, labels, test }, journal, advance)
            }
        }
    }

    fn test_outside(
        &self,
        prepared: &Prepared<'_>,
        split: &Split,
        labels: Labels,
    ) -> Result<Trial> {
        let truth = self.loaded.data.labels();
        let classes = split.outside.iter().filter_map(|&row| truth.class_of(row)).collect();
        let outside = self.loaded.data.samples().gather(&split.outside);
        Ok(prepared.outside(labels, &outside, classes)?)
    }

    fn contest(
        &self,
        split: usize,
        scene: &Scene<'_, '_>,
        journal: &Journal,
        advance: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Record>> {
        let mut records = Vec::new();
        for contestant in &self.contestants {
            let (key, with_held_out) = (self.key(contestant, split), self.has_held_out(contestant));
            let record = match journal.get(&key, with_held_out) {
                Some(known) => known.clone(),
                None => {
                    let record = scene.record(contestant, key, with_held_out)?;
                    journal.keep(&record)?;
                    record
                }
            };
            records.push(record);
            advance(contestant.work(&self.shape));
        }
        Ok(records)
    }

    fn key(&self, contestant: &Contestant, split: usize) -> Key {
        Key {
            dataset: self.dataset.name(),
            labeled: self.dataset.labeled,
            space: self.space,
            learner: contestant.name().into(),
            constraint: contestant.constraint.clone(),
            automatic: contestant.automatic,
            split,
        }
    }
}

/// The space in the library's words.
fn chosen(space: Space, choices: &Choices) -> SpaceChoice {
    let kernel = space.kernel(choices.kernel_constant);
    // As published: nothing of a kernel is left out.
    let kernel_rank = kernel.as_ref().map_or(KernelRank::Auto, |_| KernelRank::Full);
    SpaceChoice { kernel, kernel_rank, ..SpaceChoice::default() }
}

/// The shape of the rows which are shown.
fn shape(dataset: &DatasetPlan, loaded: &Loaded) -> Shape {
    let whole = Shape::of(&loaded.data);
    let rows = dataset.unlabeled.map_or(whole.rows, |count| count + dataset.labeled);
    Shape::new(rows, whole.columns, dataset.labeled, whole.classes)
}
