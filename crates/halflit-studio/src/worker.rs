//! What fits: a thread of its own, or the only one there is, step by step.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use halflit::{Labels, Method, Samples};
use web_time::Instant;

use crate::desk::{Desk, MANY, ToLearn};
use crate::easel::{Painter, Subject};
use crate::engine::{Chart, Engine};
use crate::error::{Result, StudioError};
use crate::orders::{Job, Order, Step, What};
use crate::scout::Scout;
use crate::session::Settings;

/// Works until it is told to stop.
pub(crate) fn work(desk: &Desk) {
    guarded(desk, || fit_and_answer(desk));
    desk.orders.stop();
}

/// A mistake of ours is told as what it is: labels go on being kept.
fn guarded(desk: &Desk, work: impl FnOnce()) {
    if std::panic::catch_unwind(AssertUnwindSafe(work)).is_err() {
        let help = "start the studio again; all labels are kept";
        desk.orders.forget();
        desk.failed(StudioError::failed("the map failed by a mistake of ours", help));
        desk.orders.stop();
    }
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
    let (mut painter, mut scout) = (worker.painter(), worker.scout());
    std::thread::scope(|scope| {
        // Whichever way the work ends, nobody else goes on.
        let _end = EndOfWork(desk);
        scope.spawn(move || while painter.step(true) != Step::End {});
        scope.spawn(move || guarded(desk, || while scout.step(true) != Step::End {}));
        while worker.step(true) != Step::End {}
    });
}

struct EndOfWork<'d>(&'d Desk);

impl Drop for EndOfWork<'_> {
    fn drop(&mut self) {
        self.0.easel.stop();
        self.0.orders.stop();
        self.0.changed();
    }
}

/// The engine, and what it has done.
pub(crate) struct Worker<'w> {
    desk: &'w Desk,
    engine: Engine<'w>,
    drawn: Option<Drawn>,
}

/// The last map, and what it was made of.
struct Drawn {
    chart: Arc<Chart>,
    labels: Labels,
    settings: Settings,
    detailed: bool,
    painted: bool,
}

impl<'w> Worker<'w> {
    /// Looks at nothing yet.
    ///
    /// # Errors
    /// As [`Engine::open`].
    pub(crate) fn open(desk: &'w Desk, samples: &'w Samples<'w>) -> Result<Self> {
        let engine = Engine::open(samples, desk.material.seed)?;
        Ok(Self { desk, engine, drawn: None })
    }

    /// Who draws pictures of the same rows.
    pub(crate) fn painter(&self) -> Painter<'w> {
        Painter::new(self.desk, self.engine.prepared())
    }

    /// Who reads all rows and chooses those to label.
    pub(crate) fn scout(&self) -> Scout<'w> {
        Scout::new(self.desk, self.engine.prepared())
    }

    /// Does what comes next; with `wait` something always does.
    pub(crate) fn step(&mut self, wait: bool) -> Step {
        let is_idle = self.drawn.as_ref().is_none_or(|own| own.detailed);
        match self.desk.orders.next(wait && is_idle) {
            Order::Stop => return Step::End,
            Order::Job(job) => self.job(job),
            Order::Fit => self.fit(),
            Order::Nothing if is_idle => return Step::Idle,
            Order::Nothing => self.detail(),
        }
        Step::Done
    }

    /// Does something that somebody waits for.
    pub(crate) fn job(&mut self, job: Job) {
        self.desk.orders.run(self.desk, What::Job, || job(&mut self.engine));
    }

    /// A map of the latest labels. Where it was stopped newer ones wait.
    fn fit(&mut self) {
        let wanted = self.desk.to_learn();
        let same = |own: &Drawn| {
            let is_old = own.chart.is_first && self.desk.orders.is_ready();
            !is_old && own.labels == wanted.labels && own.settings == wanted.settings
        };
        match self.drawn.as_ref().is_some_and(same) {
            true => {
                self.desk.well();
                self.paint();
            }
            false => self.draw(&wanted),
        }
    }

    fn draw(&mut self, wanted: &ToLearn) {
        let ToLearn { labels, classes, settings, .. } = wanted;
        let orders = &self.desk.orders;
        let needs_views = classes.len() > 1 && settings.method == Method::AUTO;
        let at_once = needs_views && !orders.is_ready();
        if at_once && labels.len() <= MANY {
            // It is ordered again when they are there, in no time.
            orders.wait_until_ready();
            return self.desk.changed();
        }
        let since = Instant::now();
        let fit = || match at_once {
            true => self.engine.fit_at_once(labels),
            false => self.engine.fit(labels, settings),
        };
        match self.desk.urgently(|| orders.run(self.desk, What::Fit, fit)) {
            None => {}
            Some(Err(error)) => self.desk.failed(error),
            Some(Ok(chart)) => {
                let (chart, labels, settings) = (Arc::new(chart), labels.clone(), settings.clone());
                self.engine.shown(&chart);
                self.desk.show(chart.clone(), wanted, since.elapsed());
                // Of a map for the moment there is nothing else to know.
                let detailed = chart.is_first;
                self.drawn = Some(Drawn { chart, labels, settings, detailed, painted: false });
                self.paint();
            }
        }
    }

    /// Has the picture drawn anew. That of many rows comes after what labels will need.
    fn paint(&mut self) {
        let Some(Drawn { chart, labels, painted, .. }) = &mut self.drawn else { return };
        let comes_later = labels.len() > MANY && !self.desk.orders.is_ready();
        if !*painted && !comes_later {
            *painted = true;
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
}
