//! What computes: a thread of its own, or the only one there is, step by step.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use halflit::{Labels, Method, Samples};
use web_time::Instant;

use crate::desk::{Desk, ToLearn};
use crate::easel::{Painter, Subject};
use crate::engine::{Chart, Engine};
use crate::error::{Result, StudioError};
use crate::orders::{Job, Order, Step, What};
use crate::session::Settings;

/// Rows above which a picture comes after what labels will need.
const MANY: usize = 20_000;

/// Works until it is told to stop. A mistake of ours is told as what it is: labels go on being kept.
pub(crate) fn work(desk: &Desk) {
    let end = std::panic::catch_unwind(AssertUnwindSafe(|| fit_and_answer(desk)));
    if end.is_err() {
        let help = "start the studio again; all labels are kept";
        desk.orders.forget();
        desk.failed(StudioError::failed("the map failed by a mistake of ours", help));
    }
    desk.orders.stop();
}

fn fit_and_answer(desk: &Desk) {
    let samples = match desk.material.table.samples() {
        Ok(samples) => samples,
        Err(error) => return desk.failed(error.into()),
    };
    let mut worker = match Worker::open(desk, &samples) {
        Ok(worker) => worker,
        Err(error) => return desk.failed(error),
    };
    let mut painter = worker.painter();
    std::thread::scope(|scope| {
        // Whichever way the work ends, nobody draws on.
        let _end = EndOfPictures(desk);
        scope.spawn(move || while painter.step(true) != Step::End {});
        while worker.step(true) != Step::End {}
    });
}

struct EndOfPictures<'d>(&'d Desk);

impl Drop for EndOfPictures<'_> {
    fn drop(&mut self) {
        self.0.easel.stop();
    }
}

/// The engine, and what it has done.
pub(crate) struct Worker<'w> {
    desk: &'w Desk,
    engine: Engine<'w>,
    drawn: Option<Drawn>,
    /// Whether what no label changes was made, or cannot be.
    prepared: bool,
}

/// The last map, and what it was made of.
struct Drawn {
    chart: Arc<Chart>,
    labels: Labels,
    settings: Settings,
    detailed: bool,
}

impl<'w> Worker<'w> {
    /// Looks at nothing yet.
    ///
    /// # Errors
    /// As [`Engine::open`].
    pub(crate) fn open(desk: &'w Desk, samples: &'w Samples<'w>) -> Result<Self> {
        let engine = Engine::open(samples, desk.material.seed)?;
        Ok(Self { desk, engine, drawn: None, prepared: false })
    }

    /// Who draws pictures of the same rows.
    pub(crate) fn painter(&self) -> Painter<'w> {
        Painter::new(self.desk, self.engine.prepared())
    }

    /// Does what comes next; with `wait` something always does.
    pub(crate) fn step(&mut self, wait: bool) -> Step {
        // Somebody who has a map and nothing to label comes first.
        if self.has_waiting() {
            self.choose();
        }
        let detailed = self.drawn.as_ref().is_none_or(|own| own.detailed);
        let is_due = self.desk.is_due();
        let is_idle = self.prepared && detailed && !is_due;
        match self.desk.orders.next(wait && is_idle) {
            Order::Stop => return Step::End,
            Order::Job(job) => self.job(job),
            Order::Fit => self.fit(),
            Order::Nothing if is_due => self.choose(),
            // Who needs it will be told what is wrong with it.
            Order::Nothing if !self.prepared => _ = self.prepare(),
            Order::Nothing if is_idle => return Step::Idle,
            Order::Nothing => self.detail(),
        }
        Step::Done
    }

    /// Whether somebody has a map and nothing to label.
    pub(crate) fn has_waiting(&self) -> bool {
        self.drawn.is_some() && self.desk.is_waiting()
    }

    /// Does something that somebody waits for.
    pub(crate) fn job(&mut self, job: Job) {
        self.desk.orders.run(self.desk, What::Job, || job(&mut self.engine));
    }

    /// A map of the latest labels. Where it was stopped newer ones wait.
    fn fit(&mut self) {
        let wanted = self.desk.to_learn();
        let same = |own: &Drawn| own.labels == wanted.labels && own.settings == wanted.settings;
        match self.drawn.as_ref().is_some_and(same) {
            true => self.desk.well(),
            false => self.draw(&wanted),
        }
    }

    /// What to label after what is asked for now. Rows that cannot be chosen are none.
    fn choose(&self) {
        let Some(round) = self.desk.due() else { return };
        let is_of_it =
            |own: &&Drawn| own.labels == round.basis.labels && own.settings == round.basis.settings;
        let chart = self.drawn.as_ref().filter(is_of_it).map(|own| &*own.chart);
        let suggest = || self.engine.suggest(&round, chart);
        if let Some(chosen) = self.desk.orders.run(self.desk, What::Suggest, suggest) {
            self.desk.suggest(chosen.unwrap_or_default());
        }
    }

    fn draw(&mut self, wanted: &ToLearn) {
        let ToLearn { labels, classes, settings, .. } = wanted;
        // What no label changes is never thrown away, so it is not part of what may be stopped.
        let needs_views = classes.len() > 1 && settings.method == Method::AUTO;
        if needs_views && !self.prepared && !self.prepare() {
            return;
        }
        let since = Instant::now();
        let fit = || self.engine.fit(labels, settings);
        let run = || self.desk.orders.run(self.desk, What::Fit, fit);
        match self.desk.easel.rest(run) {
            None => {}
            Some(Err(error)) => self.desk.failed(error),
            Some(Ok(chart)) => {
                let (chart, labels, settings) = (Arc::new(chart), labels.clone(), settings.clone());
                self.engine.shown(&chart);
                self.desk.show(chart.clone(), classes.clone(), since.elapsed());
                self.drawn = Some(Drawn { chart, labels, settings, detailed: false });
                self.paint();
            }
        }
    }

    /// Has the picture drawn anew. That of many rows comes after what labels will need.
    fn paint(&self) {
        let Some(Drawn { chart, labels, .. }) = &self.drawn else { return };
        if self.prepared || labels.len() <= MANY {
            let placement = chart.guesses.as_ref().map(|own| own.placement.clone());
            self.desk.easel.draw(Subject { labels: labels.clone(), placement });
        }
    }

    /// What else there is to know; asked again where newer labels came amid it.
    fn detail(&mut self) {
        let Some(own) = &mut self.drawn else { return };
        let details = || self.engine.details(&own.chart, &own.labels);
        if let Some(details) = self.desk.orders.run(self.desk, What::Details, details) {
            own.detailed = true;
            // Details that cannot be made are left out: the map stands.
            self.desk.detail(details.unwrap_or_default());
        }
    }

    /// Makes what no label changes; whether it was not stopped.
    fn prepare(&mut self) -> bool {
        self.prepared = true;
        let made = self.desk.orders.run(self.desk, What::Prepare, || self.engine.prepare());
        if self.drawn.as_ref().is_some_and(|own| own.labels.len() > MANY) {
            self.paint();
        }
        made.is_some()
    }
}
