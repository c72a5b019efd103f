//! What `verbose` writes: the stage that is underway, once a call takes longer than two seconds.

use std::time::{Duration, Instant};

use halflit::{Pace, Watch};
use pyo3::prelude::*;

/// How long a call may take before anything is written.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a stage may take before another line is written where lines stay.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// One call, shown on `sys.stderr`: a line that changes on a terminal, else now and then another.
pub(crate) struct Shown {
    watch: Watch,
    start: Instant,
    pace: Pace,
    terminal: bool,
    /// The stage of the last line and when it was written.
    last: Option<(usize, Duration)>,
}

impl Shown {
    pub(crate) fn new(py: Python<'_>, watch: Watch) -> Self {
        let terminal = stderr(py).and_then(|stderr| stderr.call_method0("isatty")?.is_truthy());
        let (start, pace) = (Instant::now(), Pace::default());
        Self { watch, start, pace, terminal: terminal.unwrap_or(false), last: None }
    }

    /// Looks at the work, and writes what it is at.
    pub(crate) fn look(&mut self, py: Python<'_>) {
        let Some(underway) = self.watch.underway() else { return };
        let now = self.start.elapsed();
        let words = self.pace.words(&underway, now);
        let is_due = |(stage, at)| stage != underway.number || now >= at + BETWEEN_LINES;
        if now < PATIENCE || !(self.terminal || self.last.is_none_or(is_due)) {
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
