//! What is to be computed next: the latest labels win, and never is more than one fit in flight.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use halflit::Watch;
use web_time::Instant;

use crate::desk::Desk;
use crate::engine::Engine;
use crate::error::{Result, StudioError};

/// A fit that has run so long is stopped for newer labels.
const LONG: Duration = Duration::from_secs(3);

/// Something that somebody waits for.
pub(crate) type Job = Box<dyn FnOnce(&mut Engine<'_>) + Send>;

/// Who does a job: the thread of the engine, or at once where there is one thread only.
pub(crate) type Doer<'d> = dyn FnMut(Job) + 'd;

/// What is to be done.
#[derive(Default)]
pub(crate) struct Orders {
    open: Mutex<Open>,
    more: Condvar,
}

#[derive(Default)]
struct Open {
    stop: bool,
    fit: bool,
    jobs: VecDeque<Job>,
    running: Option<Running>,
    /// Whether the last fit was stopped: the next one is not, so that there is a map at last.
    stopped_one: bool,
}

struct Running {
    watch: Watch,
    what: What,
    since: Instant,
    stopped: bool,
}

/// Kinds of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Fit,
    Details,
    Prepare,
    Suggest,
    Job,
}

/// What came of looking for something to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something was done, and there may be more.
    Done,
    /// There was nothing to do.
    Idle,
    /// There will never be anything again.
    End,
}

/// What comes next.
pub(crate) enum Order {
    Stop,
    Fit,
    Job(Job),
    Nothing,
}

impl Orders {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// There are new labels or settings.
    pub(crate) fn fit(&self) {
        let mut open = self.open();
        open.fit = true;
        let may_stop_fit = !open.stopped_one;
        if let Some(running) = &mut open.running {
            let stop = match running.what {
                What::Details => true,
                What::Fit => may_stop_fit && running.since.elapsed() > LONG,
                What::Prepare | What::Suggest | What::Job => false,
            };
            if stop {
                running.stopped = true;
                running.watch.cancel();
            }
        }
        self.more.notify_all();
    }

    /// Something is wanted from the engine.
    pub(crate) fn job(&self, job: Job) {
        let mut open = self.open();
        // A job that nobody will do is let go at once, which tells who waits for it.
        if !open.stop {
            open.jobs.push_back(job);
        }
        self.more.notify_all();
    }

    /// Nothing is underway: what was has failed.
    pub(crate) fn forget(&self) {
        self.open().running = None;
    }

    /// No more of anything.
    pub(crate) fn stop(&self) {
        let mut open = self.open();
        open.stop = true;
        if let Some(running) = &mut open.running {
            running.stopped = true;
            running.watch.cancel();
        }
        // Who waits for one is told by its end.
        open.jobs.clear();
        self.more.notify_all();
    }

    /// What is underway, and how much of it is done.
    pub(crate) fn working(&self) -> Option<(&'static str, Option<f64>)> {
        const UPDATING: &str = "updating the map";
        let open = self.open();
        let Some(running) = open.running.as_ref() else {
            // Where there is one thread only, this is told before it begins.
            return (open.fit && !open.stop).then_some((UPDATING, None));
        };
        let of_kind = match running.what {
            What::Fit => UPDATING,
            What::Details => "checking itself",
            What::Prepare => "reading all rows",
            What::Suggest => "choosing rows to label",
            What::Job => "preparing the file",
        };
        // Stages of the library have names for those who know the method; people who label read what it is for.
        Some((of_kind, running.watch.underway().and_then(|underway| underway.share())))
    }

    /// What comes next; with `wait` something always does.
    pub(crate) fn next(&self, wait: bool) -> Order {
        let mut open = self.open();
        loop {
            if open.stop {
                return Order::Stop;
            }
            if std::mem::take(&mut open.fit) {
                return Order::Fit;
            }
            if let Some(job) = open.jobs.pop_front() {
                return Order::Job(job);
            }
            if !wait {
                return Order::Nothing;
            }
            open = self.more.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether somebody waits for a map or a job.
    pub(crate) fn is_open(&self) -> bool {
        let open = self.open();
        open.fit || !open.jobs.is_empty()
    }

    /// Runs something that can be looked at and stopped; nothing comes of it where it was.
    pub(crate) fn run<T>(&self, desk: &Desk, what: What, work: impl FnOnce() -> T) -> Option<T> {
        let watch = Watch::default();
        let since = Instant::now();
        {
            let mut open = self.open();
            if open.stop {
                return None;
            }
            let running = Running { watch: watch.clone(), what, since, stopped: false };
            open.running = Some(running);
        }
        desk.changed();
        let result = watch.run(work);
        let mut open = self.open();
        let stopped = open.running.take().is_some_and(|running| running.stopped);
        if what == What::Fit {
            open.stopped_one = stopped;
        }
        drop(open);
        desk.changed();
        (!stopped).then_some(result)
    }
}

/// Asks the engine by someone who does jobs, and waits for the answer.
///
/// # Errors
/// Those of the answer, and that there is no engine any more.
pub(crate) fn ask<T: Send + 'static>(
    doer: &mut Doer<'_>,
    question: impl FnOnce(&mut Engine<'_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    let (answer, answered) = std::sync::mpsc::channel();
    doer(Box::new(move |engine| _ = answer.send(question(engine))));
    answered
        .recv()
        .unwrap_or_else(|_| Err(StudioError::failed("the studio is ending", "start it again")))
}

#[cfg(test)]
mod tests;
