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
/// What nobody waits for makes room for a fit that takes no longer.
pub(crate) const ROOM: Duration = Duration::from_secs(2);

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
    /// What is underway beside it: what no label changes, and rows to label.
    aside: Option<Running>,
    /// Whether what is aside makes room.
    urgent: bool,
    /// Whether what no label changes was made, or cannot be, and whether a map waits for it.
    ready: bool,
    awaited: bool,
    /// Whether the last fit was stopped: the next one is not, so that there is a map at last.
    stopped_one: bool,
}

impl Open {
    fn slot(&mut self, what: What) -> &mut Option<Running> {
        if what.is_aside() { &mut self.aside } else { &mut self.running }
    }
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

impl What {
    /// Whether it goes on beside fits.
    fn is_aside(self) -> bool {
        matches!(self, What::Prepare | What::Suggest)
    }
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

    /// What no label changes was made, or cannot be: maps of it can be made, and jobs done.
    pub(crate) fn ready(&self) {
        let mut open = self.open();
        (open.ready, open.awaited) = (true, false);
        open.fit = true;
        self.more.notify_all();
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.open().ready
    }

    /// A map waits for what no label changes.
    pub(crate) fn wait_until_ready(&self) {
        self.open().awaited = true;
    }

    /// Whether a map does.
    pub(crate) fn is_awaited(&self) -> bool {
        self.open().awaited
    }

    /// Whether there will be nothing more.
    pub(crate) fn is_stopped(&self) -> bool {
        self.open().stop
    }

    /// Whether labels are learned, or wait to be.
    pub(crate) fn is_fitting(&self) -> bool {
        let open = self.open();
        open.fit || open.running.as_ref().is_some_and(|own| own.what == What::Fit)
    }

    /// Whether what is aside makes room from now on.
    pub(crate) fn urge(&self, urgent: bool) {
        let mut open = self.open();
        open.urgent = urgent;
        match (&open.aside, urgent) {
            (Some(own), true) => own.watch.hold(ROOM),
            (Some(own), false) => own.watch.release(),
            (None, _) => {}
        }
    }

    /// Nothing is underway: what was has failed.
    pub(crate) fn forget(&self) {
        let mut open = self.open();
        (open.running, open.aside) = (None, None);
    }

    /// No more of anything.
    pub(crate) fn stop(&self) {
        let mut open = self.open();
        open.stop = true;
        let open_now = &mut *open;
        for running in [&mut open_now.running, &mut open_now.aside].into_iter().flatten() {
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
        let Some(running) = open.running.as_ref().or(open.aside.as_ref()) else {
            // Where there is one thread only, this is told before it begins.
            let awaited = open.fit || open.awaited;
            return (awaited && !open.stop).then_some((UPDATING, None));
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
            if open.ready
                && let Some(job) = open.jobs.pop_front()
            {
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
            if what.is_aside() && open.urgent {
                watch.hold(ROOM);
            }
            *open.slot(what) = Some(running);
        }
        desk.changed();
        let result = watch.run(work);
        let mut open = self.open();
        let stopped = open.slot(what).take().is_some_and(|running| running.stopped);
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
