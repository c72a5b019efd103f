//! Progress with time left, only on a terminal and only for what takes longer than two seconds.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use halflit::{Pace, Watch};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Global;

/// How long a task may take before anything is shown.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the work is looked at.
const TICK: Duration = Duration::from_millis(120);

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

    /// Runs something, showing what it is at: the stage of the library that is underway, its share and the time left.
    pub(crate) fn while_running<T>(what: &str, global: &Global, work: impl FnOnce() -> T) -> T {
        if global.quiet || !std::io::stderr().is_terminal() {
            return work();
        }
        let watch = Watch::default();
        let (stop, stopped) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            let looking = watch.clone();
            scope.spawn(move || show(what, &looking, &stopped));
            let result = watch.run(work);
            drop(stop);
            result
        })
    }
}

/// A line that follows the work until it ends.
fn show(what: &str, watch: &Watch, stopped: &Receiver<()>) {
    let (start, mut pace) = (Instant::now(), Pace::default());
    let spinner = ProgressBar::new_spinner();
    while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        // Looked at from the beginning, so that the time left is known when it is shown.
        let elapsed = start.elapsed();
        let message = match watch.underway() {
            Some(underway) => format!("{what}: {}", pace.words(&underway, elapsed)),
            None => what.to_owned(),
        };
        if elapsed >= PATIENCE {
            spinner.set_message(message);
            spinner.tick();
        }
    }
    spinner.finish_and_clear();
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Ok(Some(bar)) = self.bar.get_mut() {
            bar.finish_and_clear();
        }
    }
}
