//! What `verbose` writes: the stage that is underway, once a call takes longer than two seconds.

use std::time::{Duration, Instant};

use halflit::{Pace, Underway, Watch};
use pyo3::prelude::*;

/// How long a call may take before anything is written.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a stage may take before another line is written where lines stay.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// How long a line stays at least on a terminal, where it changes.
const BETWEEN_CHANGES: Duration = Duration::from_millis(100);

/// One call, shown on `sys.stderr`: a line that changes on a terminal, else now and then another.
pub(crate) struct Shown {
    start: Instant,
    pace: Pace,
    terminal: bool,
    /// Of a call that takes rows in blocks, the rows that are done and all of them.
    rows: Option<(usize, usize)>,
    /// Who is told instead.
    callback: Option<Py<PyAny>>,
    /// What it raised.
    raised: Option<PyErr>,
    /// The stage of the last line and when it was written.
    last: Option<(usize, Duration)>,
}

impl Shown {
    pub(crate) fn new(py: Python<'_>) -> Self {
        let terminal = stderr(py).and_then(|stderr| stderr.call_method0("isatty")?.is_truthy());
        let (start, pace) = (Instant::now(), Pace::default());
        let callback = callback(py);
        let terminal = callback.is_none() && terminal.unwrap_or(false);
        Self { start, pace, terminal, rows: None, callback, raised: None, last: None }
    }

    /// Writes how many of all rows are done. From now on they are shown instead of stages, which are those of one block and
    /// begin anew in the next.
    pub(crate) fn count(&mut self, py: Python<'_>, done: usize, total: usize) {
        self.rows = Some((done, total));
        self.show(py, &Underway { name: "rows mapped", number: 0, done, total });
    }

    /// Looks at the work, and writes what it is at.
    pub(crate) fn look(&mut self, py: Python<'_>, watch: &Watch) {
        match (self.rows, watch.underway()) {
            (Some((done, total)), _) => self.count(py, done, total),
            (None, Some(underway)) => self.show(py, &underway),
            (None, None) => {}
        }
    }

    /// What the function that is told raised, once.
    pub(crate) fn raised(&mut self) -> PyResult<()> {
        self.raised.take().map_or(Ok(()), Err)
    }

    /// Tells a function, at most as often as a line changes.
    fn tell(&mut self, py: Python<'_>, callback: &Py<PyAny>, underway: &Underway) {
        let now = self.start.elapsed();
        let is_due = |(stage, at)| stage != underway.number || now >= at + BETWEEN_CHANGES;
        if self.last.is_none_or(is_due) {
            self.last = Some((underway.number, now));
            let told = callback.call1(py, (underway.name, underway.done, underway.total));
            self.raised = told.err();
        }
    }

    fn show(&mut self, py: Python<'_>, underway: &Underway) {
        if let Some(callback) = self.callback.as_ref().map(|own| own.clone_ref(py)) {
            return self.tell(py, &callback, underway);
        }
        let now = self.start.elapsed();
        let words = self.pace.words(underway, now);
        let between = if self.terminal { BETWEEN_CHANGES } else { BETWEEN_LINES };
        let is_due = |(stage, at)| stage != underway.number || now >= at + between;
        if now < PATIENCE || !self.last.is_none_or(is_due) {
            return;
        }
        self.last = Some((underway.number, now));
        match self.terminal {
            true => write(py, &format!("\r\x1b[Khalflit: {words}")),
            false => write(py, &format!("halflit: {words}\n")),
        }
    }
}

impl Drop for Shown {
    /// Leaves no line behind on a terminal.
    fn drop(&mut self) {
        if self.terminal && self.last.is_some() {
            Python::attach(|py| write(py, "\r\x1b[K"));
        }
    }
}

/// The function that `halflit.progress` was given, if any.
fn callback(py: Python<'_>) -> Option<Py<PyAny>> {
    let current = py.import("halflit._progress").and_then(|own| own.getattr("current"));
    let found = current.and_then(|current| current.call_method0("get")).ok()?;
    (!found.is_none()).then(|| found.unbind())
}

fn stderr(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("sys")?.getattr("stderr")
}

/// Writes, if there is anything to write to: progress that cannot be shown is no failure of a fit.
fn write(py: Python<'_>, text: &str) {
    let written = stderr(py).and_then(|stderr| {
        stderr.call_method1("write", (text,))?;
        stderr.call_method0("flush")
    });
    _ = written;
}
