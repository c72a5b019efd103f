//! Spaces and views of some rows, each made when somebody first asks for it and shared by every plan.

use std::sync::{Arc, Mutex};

use super::seen::Seen;
use crate::data::{Labels, Samples};
use crate::error::{Error, Result};
use crate::estimate::Shape;
use crate::gathered::{Gathered, PairPass, summed_space};
use crate::layout::Ground;
use crate::learner::Learner;
use crate::memory::check_rows;
use crate::plan::Plan;
use crate::space::{Space, SpaceChoice};
use crate::statistics::Statistics;
use crate::suggest::Suggester;
use crate::views::{Breadth, Columns, Engine, Look, Threads, Views};

/// Bytes that a layout takes for each row, and for each column of it, a little more than was measured (2,450 and 17).
const LAYOUT_BYTES: (f64, f64) = (2_600.0, 20.0);

/// Where the rows are.
#[derive(Debug)]
enum RowSource<'a> {
    /// Here.
    Samples(&'a Samples<'a>),
    /// Elsewhere: sums over all of them, and some that were kept.
    Sums(Gathered<'a>),
}

/// What no label changes.
#[derive(Debug)]
pub(super) struct Store<'a> {
    source: RowSource<'a>,
    engine: Arc<dyn Engine>,
    spaces: Made<SpaceChoice, Space<'a>>,
    /// Spaces of sums, each with those of one plan.
    summed: Made<Plan, Space<'a>>,
    seen: Made<(), Seen<'a>>,
    looks: Made<Columns, Look<'a>>,
    views: Made<Breadth, Views<'a>>,
    /// By seed, and whether of a sketch.
    suggesters: Made<(u64, bool), Suggester>,
    ground: Made<(), Ground>,
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
        Self::new(RowSource::Samples(samples), engine.clone())
    }

    pub(super) fn of_sums(sums: Gathered<'a>, engine: &Arc<dyn Engine>) -> Self {
        Self::new(RowSource::Sums(sums), engine.clone())
    }

    /// Whether all rows are here.
    pub(super) fn has_rows(&self) -> bool {
        matches!(self.source, RowSource::Samples(_))
    }

    fn new(source: RowSource<'a>, engine: Arc<dyn Engine>) -> Self {
        let (spaces, summed, seen) = (Made::new(), Made::new(), Made::new());
        let (looks, views) = (Made::new(), Made::new());
        let (suggesters, ground) = (Made::new(), Made::new());
        Self { source, engine, spaces, summed, seen, looks, views, suggesters, ground }
    }

    /// The rows that are here.
    pub(super) fn samples(&self) -> &'a Samples<'a> {
        match &self.source {
            RowSource::Samples(samples) => samples,
            RowSource::Sums(sums) => sums.kept.samples(),
        }
    }

    /// The name of who works on the rows of a plan: the engine where it is asked for something.
    pub(super) fn engine(&self, plan: &Plan) -> String {
        let asked = plan.learner().is_none() || self.engine.sums_pairs() && has_graph(plan);
        if asked { self.engine.name() } else { Threads.name() }
    }

    /// The space of a plan, by a choice that may hold less than its own.
    pub(super) fn space(&self, plan: &Plan, choice: SpaceChoice) -> Result<Arc<Space<'a>>> {
        match &self.source {
            RowSource::Samples(samples) if self.engine.sums_pairs() && has_graph(plan) => {
                self.summed.get(plan.clone(), || self.summed_by_engine(plan, samples))
            }
            RowSource::Samples(samples) => {
                self.spaces.get(choice.clone(), || Space::of(samples, &choice))
            }
            RowSource::Sums(sums) => self.summed.get(plan.clone(), || sums.space(plan)),
        }
    }

    /// A space whose sums over pairs are the engine's.
    fn summed_by_engine(&self, plan: &Plan, samples: &'a Samples<'a>) -> Result<Space<'a>> {
        let statistics = Statistics::of(samples, &Labels::none(samples.rows()))?;
        let pass = PairPass::of(plan, &statistics)?;
        let sums = pass.map(|pass| self.engine.pair_sums(&pass.work(samples))).transpose()?;
        summed_space(plan, samples, &statistics, sums.as_ref())
    }

    /// The rows as the default, pictures and suggestions look at them.
    pub(super) fn seen(&self) -> Result<Arc<Seen<'a>>> {
        self.seen.get((), || Seen::of(self.samples()))
    }

    /// The rows with their columns taken in one way.
    pub(super) fn look(&self, columns: Columns) -> Result<Arc<Look<'a>>> {
        self.looks.get(columns, || Look::of(&self.seen()?.samples, columns))
    }

    pub(super) fn views(&self, breadth: Breadth) -> Result<Arc<Views<'a>>> {
        let RowSource::Samples(samples) = &self.source else {
            return Err(Error::NotSummed { what: "auto".into() });
        };
        let make = || {
            check_views(samples, breadth)?;
            let seen = self.seen()?;
            Views::of(&self.engine, &seen.samples, breadth, |columns| self.look(columns))
        };
        self.views.get(breadth, make)
    }

    /// What pictures of the rows are made of.
    pub(super) fn ground(&self) -> Result<Arc<Ground>> {
        let samples = self.samples();
        let make = || {
            if samples.rows() < 2 {
                return Err(Error::TooFewRows { rows: samples.rows() });
            }
            let columns = Shape::of_samples(samples).seen_columns();
            let bytes_a_row = LAYOUT_BYTES.0 + LAYOUT_BYTES.1 * columns as f64;
            check_rows("a layout", samples.rows() as f64, bytes_a_row, "lay a sample of them out")?;
            Ground::of(&self.seen()?.samples, &*self.look(Columns::Standardized)?)
        };
        self.ground.get((), make)
    }

    /// What chooses rows to label; of some rows alone where a sketch will do.
    pub(super) fn suggester(&self, seed: u64, sketched: bool) -> Result<Arc<Suggester>> {
        let samples = self.samples();
        let make = || {
            if samples.rows() < 2 {
                return Err(Error::TooFewRows { rows: samples.rows() });
            }
            let seen = &self.seen()?.samples;
            if sketched {
                return Suggester::sketched(seen, &*self.engine, seed);
            }
            let (given, standardized) =
                (self.look(Columns::Given)?, self.look(Columns::Standardized)?);
            let near = match standardized.hides_axes() {
                true => self.look(Columns::Whitened)?,
                false => standardized,
            };
            Suggester::of(seen, (&given, &near), &*self.engine, seed)
        };
        self.suggesters.get((seed, sketched), make)
    }
}

/// Refuses views that would not fit into memory beside the samples.
fn check_views(samples: &Samples<'_>, breadth: Breadth) -> Result<()> {
    let rows = samples.rows();
    let shape = Shape { sample_bytes: 0, classes: 2, ..Shape::of_samples(samples) };
    let needed = Plan::auto(breadth).estimate(&shape).peak_bytes();
    check_rows(
        "a fit",
        rows as f64,
        needed / rows as f64,
        "take another method, such as pca or fda",
    )
}

/// Whether pairs of rows are summed.
fn has_graph(plan: &Plan) -> bool {
    plan.learner().is_some_and(|learner| learner.unlabel().graph().is_some())
}
