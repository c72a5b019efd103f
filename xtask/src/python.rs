//! Virtual environments of Python under `target`.

use std::path::{Path, PathBuf};

use crate::step::{Step, root};

/// The interpreter that makes virtual environments.
pub(crate) const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// The step that makes the virtual environment of this name, where it is missing or has other requirements.
pub(crate) fn make(name: &str, requirements: &str) -> Step {
    Step::new("Python environment", PYTHON, &["xtask/environment.py", name, requirements])
}

/// The Python of the virtual environment of this name.
pub(crate) fn environment(name: &str, requirements: &str) -> Result<PathBuf, String> {
    make(name, requirements).run()?;
    Ok(program(name, "python"))
}

/// Installs something in the environment of this Python.
pub(crate) fn install(python: &Path, name: &'static str, what: &[&str]) -> Result<(), String> {
    let python = python.display().to_string();
    let install = [&["pip", "install", "--quiet", "--python", python.as_str()], what].concat();
    // environment.py leaves it there.
    Step::new(name, program("uv-venv", "uv"), &install).run()
}

/// A program of a virtual environment.
fn program(environment: &str, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    root().join("target").join(environment).join(folder).join(file)
}
