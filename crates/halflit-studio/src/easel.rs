//! The picture: one thread draws it, from the last one on, and shows it while it settles.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use halflit::{Error, Labels, LayoutChoice, Placement, Prepared, RowMatrix, Watch};

use crate::desk::Desk;

/// How often a picture is shown on its way.
const APART: Duration = Duration::from_millis(400);

/// What is to be drawn.
#[derive(Default)]
pub(crate) struct Easel {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    stop: bool,
    /// Nothing is drawn while the map waits for a fit.
    resting: bool,
    wanted: Option<Subject>,
    watch: Option<Watch>,
}

/// What a picture shows.
pub(crate) struct Subject {
    pub(crate) labels: Labels,
    /// What labels say; nothing before two classes have some.
    pub(crate) placement: Option<Arc<Placement>>,
}

impl Easel {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something new is to be drawn.
    pub(crate) fn draw(&self, subject: Subject) {
        self.state().wanted = Some(subject);
        self.more.notify_all();
    }

    /// Runs something while nothing is drawn.
    pub(crate) fn rest<T>(&self, work: impl FnOnce() -> T) -> T {
        self.state().resting = true;
        let result = work();
        self.state().resting = false;
        self.more.notify_all();
        result
    }

    /// No more pictures.
    pub(crate) fn stop(&self) {
        let mut state = self.state();
        state.stop = true;
        state.watch.iter().for_each(Watch::cancel);
        self.more.notify_all();
    }

    /// How much of a picture is done, if one is drawn.
    pub(crate) fn working(&self) -> Option<(&'static str, Option<f64>)> {
        let state = self.state();
        match state.watch.as_ref() {
            Some(watch) => {
                Some(watch.underway().map_or(("picture", None), |own| (own.name, own.share())))
            }
            None => state.wanted.as_ref().map(|_| ("picture", None)),
        }
    }

    /// What is to be drawn next; nothing at the end.
    fn next(&self) -> Option<(Subject, Watch)> {
        let mut state = self.state();
        loop {
            if state.stop {
                return None;
            }
            if let Some(subject) = state.wanted.take() {
                let watch = Watch::default();
                state.watch = Some(watch.clone());
                return Some((subject, watch));
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits while somebody rests; whether there is something newer to draw.
    fn pause(&self) -> bool {
        let mut state = self.state();
        while state.resting && !state.stop {
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.stop || state.wanted.is_some()
    }

    fn done(&self) {
        self.state().watch = None;
    }

    fn is_latest(&self) -> bool {
        self.state().wanted.is_none()
    }
}

/// Draws until it is told to stop. Rows that cannot be drawn are no reason to show nothing: there are axes.
pub(crate) fn paint(desk: &Desk, prepared: &Prepared<'_>) {
    let mut last = None;
    while let Some((subject, watch)) = desk.easel.next() {
        let end = watch.run(|| draw(desk, prepared, &subject, &mut last));
        desk.easel.done();
        if !matches!(end, Err(Error::Interrupted)) {
            desk.settled(end.ok(), desk.easel.is_latest());
        }
    }
}

/// One picture. The first one is drawn to its end; later ones start from it and end where something newer is wanted.
fn draw(
    desk: &Desk,
    prepared: &Prepared<'_>,
    subject: &Subject,
    last: &mut Option<RowMatrix<'static>>,
) -> halflit::Result<halflit::layout::Faithfulness> {
    let former = last.take();
    let (is_first, mut shown, mut latest) = (former.is_none(), Instant::now(), None);
    let drawn = prepared.layout_shown(
        &subject.labels,
        subject.placement.as_deref(),
        former.as_ref(),
        &LayoutChoice::default(),
        &mut |sight| {
            let end = desk.easel.pause() && !is_first;
            if end || shown.elapsed() >= APART {
                let points = sight.points();
                desk.picture(&points);
                (latest, shown) = (Some(points), Instant::now());
            }
            !end
        },
    );
    match drawn {
        Ok(layout) => {
            desk.picture(&layout.points);
            *last = Some(layout.points);
            Ok(layout.faithfulness)
        }
        Err(error) => {
            *last = latest.or(former);
            Err(error)
        }
    }
}
