//! The picture: drawn from the last one on, and shown while it settles. A thread of its own does that, or the only one there is.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use halflit::layout::Faithfulness;
use halflit::{Error, Labels, LayoutChoice, Placement, Prepared, RowMatrix, Watch};
use web_time::Instant;

use crate::desk::Desk;
use crate::orders::Step;

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

/// What comes next.
enum Task {
    Stop,
    Draw(Subject, Watch),
    Nothing,
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

    /// What is to be drawn next; with `wait` something always is.
    fn next(&self, wait: bool) -> Task {
        let mut state = self.state();
        loop {
            if state.stop {
                return Task::Stop;
            }
            if let Some(subject) = state.wanted.take() {
                let watch = Watch::default();
                state.watch = Some(watch.clone());
                return Task::Draw(subject, watch);
            }
            if !wait {
                return Task::Nothing;
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

/// Who draws, and the last picture.
pub(crate) struct Painter<'p> {
    desk: &'p Desk,
    prepared: Prepared<'p>,
    last: Option<RowMatrix<'static>>,
}

impl<'p> Painter<'p> {
    pub(crate) fn new(desk: &'p Desk, prepared: Prepared<'p>) -> Self {
        Self { desk, prepared, last: None }
    }

    /// Draws the next picture; with `wait` there always is one. Rows that cannot be drawn are no reason to show nothing: there are axes.
    pub(crate) fn step(&mut self, wait: bool) -> Step {
        let easel = &self.desk.easel;
        let (subject, watch) = match easel.next(wait) {
            Task::Stop => return Step::End,
            Task::Nothing => return Step::Idle,
            Task::Draw(subject, watch) => (subject, watch),
        };
        let end = watch.run(|| self.draw(&subject));
        easel.done();
        if !matches!(end, Err(Error::Interrupted)) {
            self.desk.settled(end.ok(), easel.is_latest());
        }
        Step::Done
    }

    /// One picture. The first one is drawn to its end; later ones start from it and end where something newer is wanted.
    fn draw(&mut self, subject: &Subject) -> halflit::Result<Faithfulness> {
        let (desk, former) = (self.desk, self.last.take());
        let (is_first, mut shown, mut latest) = (former.is_none(), Instant::now(), None);
        let drawn = self.prepared.layout_shown(
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
                self.last = Some(layout.points);
                Ok(layout.faithfulness)
            }
            Err(error) => {
                self.last = latest.or(former);
                Err(error)
            }
        }
    }
}
