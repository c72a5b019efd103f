//! The one thread that computes.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use halflit::{Labels, Method};

use crate::desk::{Desk, ToLearn};
use crate::engine::{Chart, Engine};
use crate::error::StudioError;
use crate::orders::{Order, What};
use crate::session::Settings;

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
    let engine = match Engine::open(&samples, desk.material.seed) {
        Ok(engine) => engine,
        Err(error) => return desk.failed(error),
    };
    let mut worker = Worker { desk, engine, drawn: None, prepared: false };
    loop {
        let detailed = worker.drawn.as_ref().is_none_or(|own| own.detailed);
        match desk.orders.next(worker.prepared && detailed) {
            Order::Stop => return,
            Order::Job(job) => {
                desk.orders.run(desk, What::Job, || job(&mut worker.engine));
            }
            Order::Fit => worker.fit(),
            Order::Nothing if !detailed => worker.detail(),
            // Who needs it will be told what is wrong with it.
            Order::Nothing => _ = worker.prepare(),
        }
    }
}

struct Worker<'w> {
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

impl Worker<'_> {
    /// A map of the latest labels, and what to label next.
    fn fit(&mut self) {
        let wanted = self.desk.to_learn();
        let same = |own: &Drawn| own.labels == wanted.labels && own.settings == wanted.settings;
        if self.drawn.as_ref().is_some_and(same) {
            self.desk.well();
        } else if !self.drawn_anew(&wanted) {
            // Newer labels wait.
            return;
        }
        let chart = self.drawn.as_ref().map(|own| own.chart.clone());
        let suggest = || self.engine.suggest(&wanted.labels, &wanted.taken, chart.as_deref());
        if let Some(Ok(suggestions)) = self.desk.orders.run(self.desk, What::Suggest, suggest) {
            self.desk.suggest(suggestions);
        }
    }

    /// Whether it was not stopped.
    fn drawn_anew(&mut self, wanted: &ToLearn) -> bool {
        let ToLearn { labels, classes, settings, .. } = wanted;
        // What no label changes is never thrown away, so it is not part of what may be stopped.
        let needs_views = classes.len() > 1 && settings.method == Method::AUTO;
        if needs_views && !self.prepared && !self.prepare() {
            return false;
        }
        let since = Instant::now();
        let fit = || self.engine.fit(labels, settings);
        match self.desk.orders.run(self.desk, What::Fit, fit) {
            None => return false,
            Some(Err(error)) => self.desk.failed(error),
            Some(Ok(chart)) => {
                let (chart, labels, settings) = (Arc::new(chart), labels.clone(), settings.clone());
                self.engine.shown(&chart);
                self.desk.show(chart.clone(), classes.clone(), since.elapsed());
                self.drawn = Some(Drawn { chart, labels, settings, detailed: false });
            }
        }
        true
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
        // There may be a better map without labels now, and there are suggestions.
        self.drawn = self.drawn.take().filter(|own| own.chart.guesses.is_some());
        self.desk.orders.fit();
        made.is_some()
    }
}
