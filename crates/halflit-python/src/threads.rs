//! The one place where the interpreter is let go and threads are counted.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Runs Rust work without holding the interpreter, on `threads` threads, 0 for one per processor.
///
/// The pool lives for one call: a pool kept for the whole process would be dead, and wait for ever, in a process
/// forked from it.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(|pool| pool.install(work))
    })
    .map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
