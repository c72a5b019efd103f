//! The benchmarks: builds our side, installs the peers, and lets `benchmarks/suite` measure both.

use std::path::{Path, PathBuf};

use crate::python;
use crate::step::{Step, root};

/// Where a run is archived unless another folder is named.
const ARCHIVE: &str = "results/benchmarks";
/// Where a run of some cases goes, and where one of small ones.
const SCRATCH: &str = "target/benchmark-run";
const QUICK: &str = "target/benchmark-quick";
/// The page that shows the archived run.
const PAGE: &str = "docs/performance.md";
/// Our Python package as a wheel.
const WHEELS: &str = "target/benchmark-wheels";

/// Measures the cases that the words name, with the options among them.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let python = environment()?;
    // Told before anything is built.
    suite(&python, "cases", words.iter().cloned().chain(["--list".into()])).run()?;
    Step::cargo("our side", &["build", "--release", "--locked", "-p", "halflit-bench"]).run()?;
    install_package(&python)?;
    let binary =
        root().join("target/release/halflit-bench").with_extension(std::env::consts::EXE_EXTENSION);
    let mut arguments = words.to_vec();
    arguments.extend(["--binary".into(), binary.display().to_string()]);
    arguments.extend(place(words));
    suite(&python, "benchmarks", arguments.into_iter()).run()
}

/// The archive and its page for a run of everything, unless the words say where to write.
fn place(words: &[String]) -> Vec<String> {
    let has = |option: &str| words.iter().any(|word| word.split('=').next() == Some(option));
    let is_whole = !has("--quick") && words.iter().all(|word| word.starts_with("--"));
    let place: &[&str] = match (has("--output"), is_whole) {
        (true, _) => &[],
        (false, false) if has("--quick") => &["--output", QUICK],
        (false, false) => &["--output", SCRATCH],
        (false, true) => &["--output", ARCHIVE, "--page", PAGE],
    };
    place.iter().map(|word| word.to_string()).collect()
}

/// The environment of the peers.
fn environment() -> Result<PathBuf, String> {
    python::environment("benchmark-venv", "benchmarks/requirements.txt")
}

/// The suite's own tests, which measure nothing; those of the scoreboard need our package, and `run_tests.py` has it.
pub(crate) fn test(python: &Path) -> Result<(), String> {
    let arguments = ["-m", "unittest", "-q", "benchmarks/tests/test_suite.py"];
    Step::new("benchmark tables", python, &arguments).env("PYTHONPATH", "benchmarks").run()
}

/// Builds the wheel and installs it beside the peers.
fn install_package(python: &Path) -> Result<(), String> {
    let build = ["-m", "maturin", "build", "--release", "--locked", "--quiet", "--out", WHEELS];
    Step::new("Python package", python, &build).run()?;
    let own = ["--no-deps", "--no-index", "--reinstall", "--find-links", WHEELS, "halflit"];
    python::install(python, "installing it", &own)
}

fn suite(python: &Path, name: &'static str, words: impl Iterator<Item = String>) -> Step {
    let arguments: Vec<String> =
        ["-m", "suite"].map(String::from).into_iter().chain(words).collect();
    Step::new(name, python, &arguments).env("PYTHONPATH", "benchmarks")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_run_is_archived() {
        let words = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(place(&words("pca --output here")), Vec::<String>::new());
        assert_eq!(place(&words("--quick")), words("--output target/benchmark-quick"));
        assert_eq!(place(&words("pca fda")), words("--output target/benchmark-run"));
        assert_eq!(
            place(&words("--large")),
            words("--output results/benchmarks --page docs/performance.md")
        );
    }
}
