//! That something changed: a count that goes up, for those who wait and those who are called.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Who is called.
type Listener = Box<dyn Fn() + Send + Sync>;

/// How often something changed.
#[derive(Default)]
pub(crate) struct Changes {
    count: Mutex<u64>,
    more: Condvar,
    listeners: Mutex<Vec<Listener>>,
}

impl Changes {
    /// Something changed.
    pub(crate) fn note(&self) {
        *lock(&self.count) += 1;
        self.more.notify_all();
        lock(&self.listeners).iter().for_each(|listener| listener());
    }

    pub(crate) fn count(&self) -> u64 {
        *lock(&self.count)
    }

    /// Calls someone at every change, from the thread that made it.
    #[cfg(feature = "server")]
    pub(crate) fn call(&self, listener: impl Fn() + Send + Sync + 'static) {
        lock(&self.listeners).push(Box::new(listener));
    }

    /// Waits until the count differs from one that was seen, and no longer than that.
    pub(crate) fn wait(&self, seen: u64, longest: Duration) {
        let same = |count: &mut u64| *count == seen;
        drop(self.more.wait_timeout_while(lock(&self.count), longest, same));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
