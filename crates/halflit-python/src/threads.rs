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

/// The same; `verbose` writes what it is at to `sys.stderr`, if it takes long.
pub(crate) fn run_shown<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    verbose: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let mut shown = verbose.then(|| Shown::new(py));
    run_part(py, threads, shown.as_mut(), work)
}

/// The same for a part of a call, which is shown as a whole.
///
/// The work owns all that it looks at: after Ctrl-C it is left to itself, and ends at its next step, which behind a large
/// decomposition may be far. It never touches the interpreter, which may be gone by then.
///
/// The pool lives for one call: a pool kept for the whole process would be dead, and wait for ever, in a process
/// forked from it.
pub(crate) fn run_part<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    mut shown: Option<&mut Shown>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let pool = py.detach(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let (watch, (sender, mut receiver)) = (Watch::default(), channel());
    let watched = watch.clone();
    pool.spawn(move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| watched.run(work)));
        // Nobody listens any more after Ctrl-C.
        _ = sender.send(outcome);
    });
    loop {
        let outcome;
        (receiver, outcome) = py.detach(|| wait(receiver));
        match outcome {
            Ok(outcome) => return outcome.map_err(|_panic| internal()),
            Err(RecvTimeoutError::Disconnected) => return Err(internal()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interrupt) = py.check_signals() {
            watch.cancel();
            return Err(interrupt);
        }
        if let Some(shown) = shown.as_deref_mut() {
            shown.look(py, &watch);
        }
    }
}

/// Waits a little; gives the receiver back, which no two threads may share.
fn wait<T>(receiver: Receiver<T>) -> (Receiver<T>, Result<T, RecvTimeoutError>) {
    let outcome = receiver.recv_timeout(POLL);
    (receiver, outcome)
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
