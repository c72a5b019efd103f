//! Virtual environments of Python under `target`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::step::{Step, root};

/// The interpreter that makes virtual environments.
pub(crate) const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// The Python of the virtual environment of this name, which is made anew where it is missing or has other requirements.
pub(crate) fn environment(name: &str, requirements: &str) -> Result<PathBuf, String> {
    let directory = root().join("target").join(name);
    let python = python_in(&directory);
    let stamp = directory.join("requirements-installed.txt");
    let wanted = read(&root().join(requirements))?;
    if !(python.exists() && holds(&stamp, &wanted)) {
        make(&directory, &python, requirements)?;
        // Last, so that an interrupted installation is repeated.
        write(&stamp, &wanted)?;
    }
    Ok(python)
}

/// The interpreter of a virtual environment.
fn python_in(directory: &Path) -> PathBuf {
    if cfg!(windows) {
        directory.join("Scripts").join("python.exe")
    } else {
        directory.join("bin").join("python")
    }
}

/// Make an empty virtual environment and install the requirements in it.
fn make(directory: &Path, python: &Path, requirements: &str) -> Result<(), String> {
    let make = [OsStr::new("-m"), "venv".as_ref(), "--clear".as_ref(), directory.as_ref()];
    Step::new("Python environment", PYTHON, &make).run()?;
    pip(python, "Python packages", &["-r", requirements])
}

/// Install something.
pub(crate) fn pip(python: &Path, name: &'static str, what: &[&str]) -> Result<(), String> {
    let install: Vec<&str> = ["-m", "pip", "install", "-q"].iter().chain(what).copied().collect();
    Step::new(name, python, &install).env("PIP_DISABLE_PIP_VERSION_CHECK", "1").run()
}

/// Whether a file exists and has this text.
fn holds(path: &Path, text: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|found| found == text)
}

/// The text of a file.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Give a file this text.
fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
