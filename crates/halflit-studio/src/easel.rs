//! The picture: drawn from the last one on, and shown while it settles. A thread of its own does that, or the only one there is.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use halflit::layout::Faithfulness;
use halflit::{Crew, Drawing, Error, Labels, LayoutChoice, Placement, Prepared, RowMatrix, Watch};
use web_time::Instant;

use crate::desk::Desk;
use crate::orders::{ROOM, Step};

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

    /// Nothing is drawn from now on, or it is again. What takes long within a step makes room too, where there is a lot of it.
    pub(crate) fn rest(&self, resting: bool, is_large: bool) {
        let mut state = self.state();
        state.resting = resting;
        match (&state.watch, resting) {
            (Some(watch), true) if is_large => watch.hold(ROOM),
            (Some(watch), false) => watch.release(),
            _ => {}
        }
        self.more.notify_all();
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
            if !state.resting
                && let Some(subject) = state.wanted.take()
            {
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

/// Who draws, and the last picture that was shown.
pub(crate) struct Painter<'p> {
    desk: &'p Desk,
    prepared: Prepared<'p>,
    /// Those who draw; who fits has others.
    crew: Crew,
    canvas: Option<Canvas>,
    last: Option<RowMatrix<'static>>,
}

/// A picture that is being drawn.
struct Canvas {
    drawing: Drawing,
    watch: Watch,
    /// The first one is drawn to its end. Later ones start from it, and end where something newer is wanted.
    is_first: bool,
    /// When it was shown last: its first step is, so that people see at once that it moves.
    shown: Option<Instant>,
}

impl<'p> Painter<'p> {
    pub(crate) fn new(desk: &'p Desk, prepared: Prepared<'p>) -> Self {
        Self { desk, prepared, crew: Crew::default(), canvas: None, last: None }
    }

    /// One step of a picture, or its beginning; with `wait` there always is one to draw.
    pub(crate) fn step(&mut self, wait: bool) -> Step {
        match self.canvas.take() {
            Some(canvas) => self.draw(canvas),
            None => match self.desk.easel.next(wait) {
                Task::Stop => return Step::End,
                Task::Nothing => return Step::Idle,
                Task::Draw(subject, watch) => self.begin(&subject, watch),
            },
        }
        Step::Done
    }

    fn begin(&mut self, subject: &Subject, watch: Watch) {
        let Subject { labels, placement } = subject;
        let (placement, former) = (placement.as_deref(), self.last.as_ref());
        let (choice, is_first) = (LayoutChoice::default(), former.is_none());
        let begin = || self.prepared.drawing(labels, placement, former, &choice);
        match watch.run(|| self.crew.run(begin)) {
            Ok(drawing) => {
                self.canvas = Some(Canvas { drawing, watch, is_first, shown: None });
            }
            Err(error) => self.end(Err(error)),
        }
    }

    fn draw(&mut self, mut canvas: Canvas) {
        if self.desk.easel.pause() && !canvas.is_first {
            self.show(canvas.drawing.points());
            return self.end(Err(Error::Interrupted));
        }
        match canvas.watch.run(|| self.crew.run(|| canvas.drawing.step())) {
            Ok(true) => {
                if canvas.shown.is_none_or(|last| last.elapsed() >= APART) {
                    self.show(canvas.drawing.points());
                    canvas.shown = Some(Instant::now());
                }
                self.canvas = Some(canvas);
            }
            Ok(false) => {
                let layout = canvas.watch.run(|| self.crew.run(|| canvas.drawing.finish()));
                let kept = layout.map(|layout| {
                    self.show(layout.points);
                    layout.faithfulness
                });
                self.end(kept);
            }
            Err(error) => self.end(Err(error)),
        }
    }

    fn show(&mut self, points: RowMatrix<'static>) {
        self.desk.picture(&points);
        self.last = Some(points);
    }

    /// Rows that cannot be drawn are no reason to show nothing: there are axes.
    fn end(&self, end: halflit::Result<Faithfulness>) {
        let easel = &self.desk.easel;
        easel.done();
        if !matches!(end, Err(Error::Interrupted)) {
            self.desk.settled(end.ok(), easel.is_latest());
        }
    }
}
