//! The one thread that computes.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use halflit::{Auto, Labels};

use crate::desk::{Desk, ToLearn};
use crate::engine::{Engine, Fit};
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
    let engine = Engine::open(&samples, desk.material.seed);
    let mut worker = Worker { desk, engine, fitted: None, prepared: false };
    loop {
        let detailed = worker.fitted.as_ref().is_none_or(|own| own.detailed);
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
    fitted: Option<Fitted>,
    /// Whether what no label changes was made, or cannot be.
    prepared: bool,
}

/// What the last fit was made of.
struct Fitted {
    fit: Arc<Fit>,
    labels: Labels,
    settings: Settings,
    detailed: bool,
}

impl Worker<'_> {
    /// A map of the latest labels, and what to label next.
    fn fit(&mut self) {
        let wanted = self.desk.to_learn();
        let same = |own: &Fitted| own.labels == wanted.labels && own.settings == wanted.settings;
        if self.fitted.as_ref().is_some_and(same) {
            self.desk.well();
        } else if !self.fitted_anew(&wanted) {
            // Newer labels wait.
            return;
        }
        let fit = self.fitted.as_ref().map(|own| own.fit.clone());
        let suggest = || self.engine.suggest(&wanted.labels, &wanted.taken, fit.as_deref());
        if let Some(Ok(suggestions)) = self.desk.orders.run(self.desk, What::Suggest, suggest) {
            self.desk.suggest(suggestions);
        }
    }

    /// Whether it was not stopped.
    fn fitted_anew(&mut self, wanted: &ToLearn) -> bool {
        let ToLearn { labels, classes, settings, .. } = wanted;
        // What no label changes is never thrown away, so it is not part of what may be stopped.
        let needs_views = classes.len() > 1 && settings.method == Auto::NAME;
        if needs_views && !self.prepared && !self.prepare() {
            return false;
        }
        let since = Instant::now();
        let fit = || self.engine.fit(labels, settings);
        match self.desk.orders.run(self.desk, What::Fit, fit) {
            None => return false,
            Some(Err(error)) => self.desk.failed(error),
            Some(Ok(fit)) => {
                let (fit, labels, settings) = (Arc::new(fit), labels.clone(), settings.clone());
                self.engine.shown(&fit);
                self.desk.show(fit.clone(), classes.clone(), since.elapsed());
                self.fitted = Some(Fitted { fit, labels, settings, detailed: false });
            }
        }
        true
    }

    /// What else there is to know; asked again where newer labels came amid it.
    fn detail(&mut self) {
        let Some(own) = &mut self.fitted else { return };
        let details = || self.engine.details(&own.fit, &own.labels);
        if let Some(details) = self.desk.orders.run(self.desk, What::Details, details) {
            own.detailed = true;
            // Details that cannot be made are left out: the fit stands.
            self.desk.detail(details.unwrap_or_default());
        }
    }

    /// Makes what no label changes; whether it was not stopped.
    fn prepare(&mut self) -> bool {
        self.prepared = true;
        let made = self.desk.orders.run(self.desk, What::Prepare, || self.engine.prepare());
        // There may be a better map without labels now, and there are suggestions.
        self.fitted = self.fitted.take().filter(|own| own.fit.guesses.is_some());
        self.desk.orders.fit();
        made.is_some()
    }
}
