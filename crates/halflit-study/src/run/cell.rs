//! One dataset in one space: a row of a table.

use halflit::evaluation::{Prepared, Trial, auto, cross_validation};
use halflit::{AnyLearner, Labels, Learner, Reduction};

use super::contestant::{Contestant, contestants_of};
use super::split::{Split, gather};
use super::{Choices, Journal, Key, Record};
use crate::error::Result;
use crate::protocol::{DatasetPlan, Protocol, RAW, Space};
use crate::sources::Loaded;

/// A dataset, a space, and what is to be done there.
pub(super) struct Cell<'p> {
    plan: &'p DatasetPlan,
    loaded: &'p Loaded,
    space: Space,
    choices: &'p Choices,
    base: Reduction<AnyLearner>,
    contestants: Vec<Contestant>,
}

/// The labels of a split as its learners see them, and the test.
struct Scene<'s, 'a> {
    prepared: &'s Prepared<'a>,
    labels: Labels,
    test: Trial,
}

impl<'p> Cell<'p> {
    pub(super) fn new(
        protocol: &Protocol,
        plan: &'p DatasetPlan,
        loaded: &'p Loaded,
        space: Space,
        choices: &'p Choices,
    ) -> Result<Self> {
        let mut base = Reduction::new(AnyLearner::named("pca")?, plan.dimension);
        base.kernel = space.kernel(choices.kernel_constant);
        let mut contestants = Vec::new();
        for name in &protocol.learners {
            contestants.extend(contestants_of(name, &protocol.grid, &base, choices)?);
        }
        Ok(Self { plan, loaded, space, choices, base, contestants })
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
        solve * (contestant.points * (1 + self.folds(contestant))) as u64
    }

    fn folds(&self, contestant: &Contestant) -> usize {
        let asked = contestant.automatic || self.choices.rules.iter().any(|r| r.cross_validates());
        match contestant.points {
            1 => 0,
            _ if !asked => 0,
            // As the library draws them.
            _ if self.plan.labeled <= 20 => self.plan.labeled,
            _ => 5,
        }
    }

    /// Where the setting is transductive, all splits share what no label changes.
    pub(super) fn prepare_once(&self) -> Result<Option<Prepared<'p>>> {
        match self.plan.unlabeled {
            None => Ok(Some(Prepared::new(self.loaded.data.samples(), &self.base)?)),
            Some(_) => Ok(None),
        }
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
        let split = Split::draw(truth, self.plan, self.choices.seed, number)?;
        match shared {
            Some(prepared) => {
                let labels = truth.hide(&split.unlabeled);
                let test = Trial::hiding(truth, &split.unlabeled);
                self.contest(number, &Scene { prepared, labels, test }, journal, advance)
            }
            None => {
                let inside = [split.labeled.as_slice(), split.unlabeled.as_slice()].concat();
                let samples = gather(self.loaded.data.samples(), &inside)?;
                let hidden: Vec<usize> = (split.labeled.len()..inside.len()).collect();
                let labels = truth.gather(&inside).hide(&hidden);
                let prepared = Prepared::new(&samples, &self.base)?;
                let classes = split.outside.iter().filter_map(|&row| truth.class_of(row)).collect();
                let outside = gather(self.loaded.data.samples(), &split.outside)?;
                let test = prepared.trial_outside(labels.clone(), &outside, classes)?;
                let scene = Scene { prepared: &prepared, labels, test };
                self.contest(number, &scene, journal, advance)
            }
        }
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
            let key = self.key(contestant, split);
            let record = match journal.get(&key, self.folds(contestant) > 0 && !key.automatic) {
                Some(known) => known.clone(),
                None => {
                    let record = self.record(contestant, key, scene)?;
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
            learner: contestant.learner.as_ref().map_or(RAW, |learner| learner.name()).into(),
            constraint: contestant.constraint.clone(),
            automatic: contestant.automatic,
            split,
        }
    }

    fn record(&self, contestant: &Contestant, key: Key, scene: &Scene<'_, '_>) -> Result<Record> {
        let empty = Record {
            key,
            settings: vec![],
            held_out: vec![],
            right: vec![],
            tested: 0,
            failed: None,
        };
        let Some(learner) = &contestant.learner else {
            let outcome = scene.prepared.nearest(&scene.test)?;
            let (settings, right) = (vec![(None, None)], vec![outcome.right]);
            return Ok(Record { settings, right, tested: outcome.tested, ..empty });
        };
        let reduction = Reduction { learner: learner.clone(), ..self.base.clone() };
        match self.fill(contestant, &reduction, scene, empty.clone()) {
            Ok(record) => Ok(record),
            Err(halflit::Error::NoUsableFold { reason }) => {
                Ok(Record { failed: Some(reason), ..empty })
            }
            Err(error) => Err(error.into()),
        }
    }

    fn fill(
        &self,
        contestant: &Contestant,
        reduction: &Reduction<AnyLearner>,
        scene: &Scene<'_, '_>,
        mut record: Record,
    ) -> halflit::Result<Record> {
        let (prepared, labels, quiet) = (scene.prepared, &scene.labels, &|_: usize, _: usize| {});
        let settings = match contestant.automatic {
            true => vec![auto(prepared, reduction, labels, self.choices.seed, quiet)?.best.setting],
            false => contestant.grid.settings(reduction)?,
        };
        if self.folds(contestant) > 0 && !contestant.automatic {
            let folds = cross_validation(labels, self.choices.seed)?;
            let trials: Vec<Trial> = folds.iter().map(|rows| Trial::hiding(labels, rows)).collect();
            let scores = prepared.scores_of(reduction, settings.clone(), &trials, quiet)?;
            let sum = |point: usize| {
                let outcomes = scores.trials.iter().filter_map(|trial| trial.outcomes.get(point));
                outcomes.fold((0, 0, 0.0), |sum, o| {
                    (sum.0 + o.right, sum.1 + o.tested, sum.2 + o.margin)
                })
            };
            record.held_out = (0..settings.len()).map(sum).collect();
        }
        let test = std::slice::from_ref(&scene.test);
        let scores = prepared.scores_of(reduction, settings.clone(), test, quiet)?;
        record.settings = settings.iter().map(|s| (s.gamma, s.alpha)).collect();
        record.right = scores.trials[0].outcomes.iter().map(|outcome| outcome.right).collect();
        record.tested = scores.trials[0].outcomes.first().map_or(0, |outcome| outcome.tested);
        Ok(record)
    }
}
