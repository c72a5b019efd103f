//! Progress with time left, only on a terminal and only for what takes longer than two seconds.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Global;

/// How long a task may take before anything is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Shows how far a task is.
pub(crate) struct Progress {
    what: String,
    wanted: bool,
    start: Instant,
    bar: Mutex<Option<ProgressBar>>,
}

impl Progress {
    /// A task; nothing is shown yet.
    pub(crate) fn new(what: impl Into<String>, global: &Global) -> Self {
        let wanted = !global.quiet && std::io::stderr().is_terminal();
        Self { what: what.into(), wanted, start: Instant::now(), bar: Mutex::new(None) }
    }

    /// So many of so many are done.
    pub(crate) fn at(&self, done: usize, total: usize) {
        if !self.wanted || self.start.elapsed() < PATIENCE {
            return;
        }
        let Ok(mut bar) = self.bar.lock() else { return };
        let bar = bar.get_or_insert_with(|| self.open(total));
        bar.set_length(total as u64);
        bar.set_position(bar.position().max(done as u64));
    }

    fn open(&self, total: usize) -> ProgressBar {
        let bar = ProgressBar::new(total as u64).with_elapsed(self.start.elapsed());
        let template = "{msg} {wide_bar} {percent:>3} %, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(self.what.clone());
        bar
    }

    /// Runs something that reports no progress, showing that it runs, and what is left of the time it is expected to take.
    pub(crate) fn while_running<T>(
        what: &str,
        expected: Option<Duration>,
        global: &Global,
        work: impl FnOnce() -> T,
    ) -> T {
        if global.quiet || !std::io::stderr().is_terminal() {
            return work();
        }
        let (stop, stopped) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // Silent for the patience, then a tick now and then.
                let start = Instant::now();
                let mut wait = PATIENCE;
                let spinner = ProgressBar::new_spinner();
                while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    wait = Duration::from_millis(120);
                    spinner.set_message(message(what, expected, start.elapsed()));
                    spinner.tick();
                }
                spinner.finish_and_clear();
            });
            let result = work();
            drop(stop);
            result
        })
    }
}

/// `fitting, about 12 s left`; without the time where it is not known or used up.
fn message(what: &str, expected: Option<Duration>, elapsed: Duration) -> String {
    match expected.and_then(|expected| expected.checked_sub(elapsed)) {
        Some(left) => format!("{what}, about {} s left", left.as_secs() + 1),
        None => what.to_owned(),
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Ok(Some(bar)) = self.bar.get_mut() {
            bar.finish_and_clear();
        }
    }
}
