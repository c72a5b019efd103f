//! The command of the package, the same as the binary's.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command `halflit` and gives its exit code; the first argument is the name of the program.
///
/// It writes to the process's own streams and takes over Ctrl-C, so nothing else should go on in the process.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| halflit_cli::command(&arguments))
}
