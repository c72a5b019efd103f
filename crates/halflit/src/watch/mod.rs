//! Looking on while something long runs, and stopping it.
//!
//! A [`Watch`] is current on a thread while [`Watch::run`] runs something there. Long loops open a [`stage`] of it, count their
//! steps, and end with [`Error::Interrupted`] at the next one once it was cancelled. Threads of a pool have no watch of their
//! own: who hands them work takes [`current`] along and enters it there. Without a watch all this does nothing, and results
//! never depend on it.
//!
//! Nobody is called back: who wants to show something asks [`Watch::underway`] when it likes.

mod pace;

pub use pace::Pace;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::error::{Error, Result};

thread_local! {
    static CURRENT: RefCell<Current> = const { RefCell::new(Current(None)) };
}

/// A handle on work that is watched; clones are handles on the same work.
///
/// ```
/// use halflit::{Error, Plan, Watch, datasets};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let watch = Watch::default();
/// // Another thread may ask `watch.underway()`, or cancel.
/// assert!(watch.run(|| Plan::default().fit(&data)).is_ok());
/// watch.cancel();
/// assert_eq!(watch.run(|| Plan::default().fit(&data)).err(), Some(Error::Interrupted));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Watch(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    /// Whether somebody else comes first, and how long at most.
    is_held: AtomicBool,
    held: Mutex<Option<Duration>>,
    released: Condvar,
    /// How many stages were opened so far.
    opened: AtomicUsize,
    /// Those that are open, the oldest first.
    open: Mutex<Vec<Arc<Counter>>>,
}

#[derive(Debug)]
struct Counter {
    name: &'static str,
    number: usize,
    total: usize,
    done: AtomicUsize,
}

/// The stage of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Underway {
    /// In words, such as "pairs of rows".
    pub name: &'static str,
    /// Stages of one watch count from 0, so that two of the same name are told apart.
    pub number: usize,
    /// Steps that are done.
    pub done: usize,
    /// All steps; 1 for something that cannot be counted.
    pub total: usize,
}

impl Underway {
    /// The share that is done, from 0 to 1; nothing where that is not known.
    pub fn share(&self) -> Option<f64> {
        (self.total > 1).then(|| (self.done as f64 / self.total as f64).min(1.0))
    }
}

impl Watch {
    /// Runs something with this watch being the current one of this thread, and the former one again afterwards.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        Current(Some(self.clone())).enter(work)
    }

    /// Ends the work at its next step, with [`Error::Interrupted`]. A decomposition is one step.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
        self.release();
    }

    /// Lets the work wait at its next step until [`Watch::release`], so that something more urgent has the processor. After `longest` of
    /// waiting it goes on by itself: what it holds may be what the other waits for.
    ///
    /// Work that shares its threads with the urgent one must not be held: run it on a [`Crew`](crate::Crew).
    pub fn hold(&self, longest: Duration) {
        *self.held() = Some(longest);
        self.0.is_held.store(true, Ordering::Relaxed);
    }

    /// Lets work that is held go on.
    pub fn release(&self) {
        *self.held() = None;
        self.0.is_held.store(false, Ordering::Relaxed);
        self.0.released.notify_all();
    }

    /// The oldest open stage whose steps are counted, else the latest; nothing where none is open.
    pub fn underway(&self) -> Option<Underway> {
        let open = self.open();
        let counter = open.iter().find(|counter| counter.total > 1).or(open.last())?;
        Some(Underway {
            name: counter.name,
            number: counter.number,
            done: counter.done.load(Ordering::Relaxed),
            total: counter.total,
        })
    }

    fn check(&self) -> Result<()> {
        if self.0.is_held.load(Ordering::Relaxed) {
            self.wait();
        }
        match self.0.cancelled.load(Ordering::Relaxed) {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }

    /// Waits until it is released, or long enough.
    fn wait(&self) {
        let held = self.held();
        let Some(longest) = *held else { return };
        let waited = self.0.released.wait_timeout_while(held, longest, |held| held.is_some());
        if waited.is_ok_and(|(_, waited)| waited.timed_out()) {
            self.release();
        }
    }

    fn held(&self) -> MutexGuard<'_, Option<Duration>> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Counter>>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The watch of a thread, if it has one, to be taken to other threads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Current(Option<Watch>);

impl Current {
    /// Runs something with this being current, also where there is no watch: a thread of a pool may be in the midst of
    /// work that somebody else watches.
    pub(crate) fn enter<T>(&self, work: impl FnOnce() -> T) -> T {
        /// Puts the former one back, whichever way the work ends.
        struct Restore(Current);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.replace(std::mem::take(&mut self.0));
            }
        }
        let _restore = Restore(CURRENT.replace(self.clone()));
        work()
    }
}

/// The watch of this thread.
pub(crate) fn current() -> Current {
    CURRENT.with_borrow(Clone::clone)
}

/// Whether the work goes on.
///
/// # Errors
/// [`Error::Interrupted`] once the watch of this thread was cancelled.
pub(crate) fn check() -> Result<()> {
    CURRENT.with_borrow(|current| current.0.as_ref().map_or(Ok(()), Watch::check))
}

/// A part of the work that takes long, for as long as it is in scope; threads share it.
///
/// For those who do a part of the work themselves, such as a [`Engine`](crate::Engine).
#[derive(Debug)]
pub struct Stage(Option<(Watch, Arc<Counter>)>);

/// Opens a stage of so many steps on the watch of this thread.
pub(crate) fn stage(name: &'static str, total: usize) -> Stage {
    Stage(current().0.map(|watch| {
        let number = watch.0.opened.fetch_add(1, Ordering::Relaxed);
        let counter = Arc::new(Counter { name, number, total, done: AtomicUsize::new(0) });
        watch.open().push(counter.clone());
        (watch, counter)
    }))
}

impl Stage {
    /// Opens a stage of so many steps on the watch of this thread, if it has one.
    pub fn open(name: &'static str, total: usize) -> Self {
        stage(name, total)
    }

    /// Counts steps that are done.
    ///
    /// # Errors
    /// [`Error::Interrupted`] once the watch was cancelled.
    pub fn advance(&self, steps: usize) -> Result<()> {
        let Some((watch, counter)) = &self.0 else { return Ok(()) };
        counter.done.fetch_add(steps, Ordering::Relaxed);
        watch.check()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some((watch, counter)) = &self.0 {
            watch.open().retain(|open| open.number != counter.number);
        }
    }
}

#[cfg(test)]
mod tests;
