//! Spaces and views of some rows, each made when somebody first asks for it and shared by every plan.

use std::sync::{Arc, Mutex};

use crate::data::Samples;
use crate::error::{Error, Result};
use crate::gathered::Gathered;
use crate::plan::Plan;
use crate::space::{Space, SpaceChoice};
use crate::suggest::Suggester;
use crate::views::{Breadth, Columns, Engine, Look, Views};

/// Where the rows are.
#[derive(Debug)]
enum Source<'a> {
    /// Here.
    Samples(&'a Samples<'a>),
    /// Elsewhere: sums over all of them, and some that were kept.
    Sums(Gathered<'a>),
}

/// What no label changes.
#[derive(Debug)]
pub(super) struct Store<'a> {
    source: Source<'a>,
    engine: Arc<dyn Engine>,
    spaces: Made<SpaceChoice, Space<'a>>,
    looks: Made<Columns, Look<'a>>,
    views: Made<Breadth, Views<'a>>,
    suggesters: Made<u64, Suggester>,
}

/// Things that are made once, by what was asked for.
#[derive(Debug)]
struct Made<K, T>(Mutex<Vec<(K, Arc<T>)>>);

impl<K: PartialEq, T> Made<K, T> {
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// What was made before, or is made now. Nobody waits while something is made: a thread that helps others in between could
    /// ask for it itself.
    fn get(&self, key: K, make: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
        let known = |key: &K| {
            let all = self.0.lock().ok()?;
            all.iter().find(|(other, _)| other == key).map(|(_, made)| made.clone())
        };
        if let Some(made) = known(&key) {
            return Ok(made);
        }
        let made = Arc::new(make()?);
        if let Ok(mut all) = self.0.lock() {
            all.push((key, made.clone()));
        }
        Ok(made)
    }
}

impl<'a> Store<'a> {
    pub(super) fn of(samples: &'a Samples<'_>, engine: &Arc<dyn Engine>) -> Self {
        Self::new(Source::Samples(samples), engine.clone())
    }

    pub(super) fn of_sums(sums: Gathered<'a>, engine: &Arc<dyn Engine>) -> Self {
        Self::new(Source::Sums(sums), engine.clone())
    }

    fn new(source: Source<'a>, engine: Arc<dyn Engine>) -> Self {
        let (spaces, looks) = (Made::new(), Made::new());
        Self { source, engine, spaces, looks, views: Made::new(), suggesters: Made::new() }
    }

    /// The rows that are here.
    pub(super) fn samples(&self) -> &'a Samples<'a> {
        match &self.source {
            Source::Samples(samples) => samples,
            Source::Sums(sums) => sums.kept.samples(),
        }
    }

    /// The name of who works.
    pub(super) fn engine(&self) -> String {
        self.engine.name()
    }

    /// The space of a plan, by a choice that may hold less than its own.
    pub(super) fn space(&self, plan: &Plan, choice: SpaceChoice) -> Result<Arc<Space<'a>>> {
        match &self.source {
            Source::Samples(samples) => {
                self.spaces.get(choice.clone(), || Space::of(samples, &choice))
            }
            // It holds the sums of one plan.
            Source::Sums(sums) => Ok(Arc::new(sums.space(plan)?)),
        }
    }

    /// The rows with their columns taken in one way.
    pub(super) fn look(&self, columns: Columns) -> Result<Arc<Look<'a>>> {
        self.looks.get(columns, || Look::of(self.samples(), columns))
    }

    pub(super) fn views(&self, breadth: Breadth) -> Result<Arc<Views<'a>>> {
        let Source::Samples(samples) = &self.source else {
            return Err(Error::NotSummed { what: "auto".into() });
        };
        let make = || Views::of(&self.engine, samples, breadth, |columns| self.look(columns));
        self.views.get(breadth, make)
    }

    pub(super) fn suggester(&self, seed: u64) -> Result<Arc<Suggester>> {
        let samples = self.samples();
        let make = || {
            if samples.rows() < 2 {
                return Err(Error::TooFewRows { rows: samples.rows() });
            }
            samples.check_vast("a choice of rows to label")?;
            let looks = (self.look(Columns::Given)?, self.look(Columns::Standardized)?);
            Suggester::of(samples, (&looks.0, &looks.1), &*self.engine, seed)
        };
        self.suggesters.get(seed, make)
    }
}
