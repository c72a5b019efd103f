//! The one place where the interpreter is let go, threads are counted, and Ctrl-C and panics become exceptions.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use halflit::Watch;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::show::Shown;

/// How often the interpreter is asked whether somebody pressed Ctrl-C.
const POLL: Duration = Duration::from_millis(100);

/// Where the latest panic was, as "file:line".
static PLACE: Mutex<String> = Mutex::new(String::new());

/// A call of Python that work asks for; where it raises, the thread that asked gets no answer.
pub(crate) type Request = Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>;

/// Runs Rust work without holding the interpreter, on `threads` threads, 0 for one per processor.
///
/// # Errors
/// `KeyboardInterrupt`, or whatever a signal handler raised, `RuntimeError` where the work panicked.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    run_shown(py, threads, false, work)
}

/// Runs work; `verbose` writes what it is at to `sys.stderr`, if it takes long.
pub(crate) fn run_shown<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    verbose: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    run_answering(py, threads, verbose, None, work)
}

/// Runs work that asks for calls of Python: they are made here, between two looks, and what one raises ends the work.
pub(crate) fn run_answering<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    verbose: bool,
    requests: Option<Receiver<Request>>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let mut shown = verbose.then(|| Shown::new(py));
    run_waiting(py, threads, shown.as_mut(), requests, work)
}

/// Runs a part of a call, which is shown as a whole.
pub(crate) fn run_part<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    shown: Option<&mut Shown>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    run_waiting(py, threads, shown, None, work)
}

/// The work owns all that it looks at: after Ctrl-C it is left to itself, and ends at its next step, which behind a large
/// decomposition may be far. It never touches the interpreter, which may be gone by then.
///
/// The pool lives for one call: a pool kept for the whole process would be dead, and wait for ever, in a process
/// forked from it.
fn run_waiting<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    mut shown: Option<&mut Shown>,
    requests: Option<Receiver<Request>>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let pool = py.detach(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let (watch, (sender, outcome)) = (Watch::default(), channel());
    let mut waiting = Waiting { outcome, requests };
    let watched = watch.clone();
    pool.spawn(move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| watched.run(work)));
        // Nobody listens any more after Ctrl-C.
        _ = sender.send(outcome);
    });
    loop {
        let event;
        (waiting, event) = py.detach(|| waiting.next());
        let going_on = match event {
            Event::Done(outcome) => return outcome.map_err(|_panic| internal()),
            Event::Lost => return Err(internal()),
            Event::Asked(request) => request(py).and_then(|()| py.check_signals()),
            Event::Nothing => py.check_signals(),
        };
        if let Err(raised) = going_on {
            watch.cancel();
            return Err(raised);
        }
        if let Some(shown) = shown.as_deref_mut() {
            shown.look(py, &watch);
            if let Err(raised) = shown.raised() {
                watch.cancel();
                return Err(raised);
            }
        }
    }
}

/// What the thread that waits is listening to.
struct Waiting<T> {
    outcome: Receiver<Outcome<T>>,
    requests: Option<Receiver<Request>>,
}

/// What the work gave, or that it panicked.
type Outcome<T> = std::thread::Result<T>;

enum Event<T> {
    Done(Outcome<T>),
    Lost,
    Asked(Request),
    Nothing,
}

impl<T> Waiting<T> {
    /// Waits a little; gives the receivers back, which no two threads may share.
    fn next(mut self) -> (Self, Event<T>) {
        if let Some(requests) = &self.requests {
            match requests.recv_timeout(POLL) {
                Ok(request) => return (self, Event::Asked(request)),
                Err(RecvTimeoutError::Timeout) => return (self, Event::Nothing),
                // No thread is left that could ask, which is when the work ends.
                Err(RecvTimeoutError::Disconnected) => self.requests = None,
            }
        }
        let event = match self.outcome.recv_timeout(POLL) {
            Ok(outcome) => Event::Done(outcome),
            Err(RecvTimeoutError::Timeout) => Event::Nothing,
            Err(RecvTimeoutError::Disconnected) => Event::Lost,
        };
        (self, event)
    }
}

/// Runs something short on this thread; a panic is a `RuntimeError` here too.
pub(crate) fn caught<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_panic| Err(internal()))
}

/// Keeps panics from writing to the standard error; remembers where the latest was.
pub(crate) fn silence_panics() {
    std::panic::set_hook(Box::new(|panic: &PanicHookInfo<'_>| {
        let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
        *PLACE.lock().unwrap_or_else(PoisonError::into_inner) = place.unwrap_or_default();
    }));
}

/// What a panic says is not told: it may hold values of the user's, who is asked to publish this text.
fn internal() -> PyErr {
    let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
    let place = if place.is_empty() { String::new() } else { format!(" ({place})") };
    let where_to = concat!(env!("CARGO_PKG_REPOSITORY"), "/issues");
    PyRuntimeError::new_err(format!("internal error, please report it at {where_to}{place}"))
}
