//! One dataset in one space: a row of a table.

use halflit::choose::Trial;
use halflit::evaluation::fold_count;
use halflit::{KernelRank, Labels, RidgeRule, SpaceChoice};

use super::contestant::{Contestant, contestants_of};
use super::scene::Scene;
use super::split::Split;
use super::{Choices, Journal, Key, Record};
use crate::error::Result;
use crate::protocol::{DatasetPlan, Protocol, Space};
use crate::sources::Loaded;

/// A dataset, a space, and what is to be done there.
pub(super) struct Cell<'p> {
    plan: &'p DatasetPlan,
    loaded: &'p Loaded,
    space: Space,
    choices: &'p Choices,
    contestants: Vec<Contestant>,
}

impl<'p> Cell<'p> {
    pub(super) fn new(
        protocol: &Protocol,
        plan: &'p DatasetPlan,
        loaded: &'p Loaded,
        space: Space,
        choices: &'p Choices,
    ) -> Result<Self> {
        let mut contestants = Vec::new();
        let rule = match protocol.paper {
            true => RidgeRule::Published,
            false => RidgeRule::default(),
        };
        for name in &protocol.learners {
            let (grid, dimension) = (&protocol.grid, plan.dimension);
            contestants.extend(contestants_of(name, grid, dimension, choices, rule)?);
        }
        Ok(Self { plan, loaded, space, choices, contestants })
    }

    /// An estimate of the work of one split, in units of about a microsecond.
    pub(super) fn work(&self) -> u64 {
        self.contestants.iter().map(|contestant| self.work_of(contestant)).sum()
    }

    fn work_of(&self, contestant: &Contestant) -> u64 {
        let samples = self.loaded.data.samples();
        let rows = self.plan.unlabeled.map_or(samples.rows(), |u| u + self.plan.labeled);
        let rank = self.space.rank(rows, samples.columns()) as u64;
        let solve = 20 + rank.pow(3) / 7_000;
        let asked = contestant.automatic || self.has_held_out(contestant);
        let folds = if asked { fold_count(self.plan.labeled) } else { 0 };
        solve * (contestant.points() * (1 + folds)) as u64
    }

    /// Whether a rule will ask how the points of the grid do on held-out labels.
    fn has_held_out(&self, contestant: &Contestant) -> bool {
        contestant.settings.len() > 1 && self.choices.rules.iter().any(|r| r.cross_validates())
    }

    /// Where the setting is transductive, all splits share what no label changes.
    pub(super) fn shared_space(&self) -> Result<Option<halflit::Space<'p>>> {
        match self.plan.unlabeled {
            None => Ok(Some(halflit::Space::of(self.loaded.data.samples(), &self.choice())?)),
            Some(_) => Ok(None),
        }
    }

    fn choice(&self) -> SpaceChoice {
        let kernel = self.space.kernel(self.choices.kernel_constant);
        // As published: nothing of a kernel is left out.
        let kernel_rank = kernel.as_ref().map_or(KernelRank::Auto, |_| KernelRank::Full);
        SpaceChoice { kernel, kernel_rank, ..SpaceChoice::default() }
    }

    /// Every contestant on one split.
    pub(super) fn split(
        &self,
        number: usize,
        shared: Option<&halflit::Space<'p>>,
        journal: &Journal,
        advance: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Record>> {
        let truth = self.loaded.data.labels();
        let split = Split::draw(truth, self.plan, self.choices.seed, number)?;
        match shared {
            Some(space) => {
                let test = Trial::hiding(truth, &split.unlabeled);
                let scene = Scene { space, labels: truth.hide(&split.unlabeled), test };
                self.contest(number, &scene, journal, advance)
            }
            None => {
                let samples = self.loaded.data.samples().gather(&split.inside());
                let space = &halflit::Space::of(&samples, &self.choice())?;
                let labels = split.labels_inside(truth);
                let test = self.test_outside(space, &split, labels.clone())?;
                self.contest(number, &Scene { space, labels, test }, journal, advance)
            }
        }
    }

    fn test_outside(
        &self,
        space: &halflit::Space<'_>,
        split: &Split,
        labels: Labels,
    ) -> Result<Trial> {
        let truth = self.loaded.data.labels();
        let classes = split.outside.iter().filter_map(|&row| truth.class_of(row)).collect();
        let outside = self.loaded.data.samples().gather(&split.outside);
        Ok(Trial::outside(space, labels, &outside, classes)?)
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
            advance(self.work_of(contestant));
        }
        Ok(records)
    }

    fn key(&self, contestant: &Contestant, split: usize) -> Key {
        Key {
            dataset: self.plan.name(),
            labeled: self.plan.labeled,
            space: self.space,
            learner: contestant.name().into(),
            constraint: contestant.constraint.clone(),
            automatic: contestant.automatic,
            split,
        }
    }
}
