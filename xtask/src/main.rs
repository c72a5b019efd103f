//! The chores of this repository: `cargo xtask help` lists them.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// What `help` prints.
const USAGE: &str = "\
Usage: cargo xtask <task>

Tasks:
  check             the quick half of test: formatting, lints, unit tests, golden files as they are
  test              check formatting, lints, tests, documentation, golden files and the Python package
  golden [--check]  write the golden files, or compare them with fresh results
  bench             run the benchmarks
  fuzz [SECONDS]    mutated files through every reader and the model file, a minute unless told otherwise
  help              print this text

golden and bench keep a Python virtual environment in target/golden-venv.";

/// The exit code for arguments that make no sense.
const USAGE_ERROR: u8 = 2;

/// The interpreter that makes the virtual environment.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

fn main() -> ExitCode {
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    match parse(&arguments) {
        Ok(task) => report(run(task)),
        Err(message) => {
            eprintln!("error: {message}\n\n{USAGE}");
            ExitCode::from(USAGE_ERROR)
        }
    }
}

/// Print the message of a failure and choose the exit code.
fn report(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

// Tasks

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Help,
    Check,
    Test,
    Golden { check: bool },
    Bench,
    Fuzz { seconds: u32 },
}

/// How long to fuzz where nobody says.
const FUZZ_SECONDS: u32 = 60;

/// The task that the arguments name.
fn parse(arguments: &[String]) -> Result<Task, String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["help" | "--help" | "-h"] => Ok(Task::Help),
        ["check"] => Ok(Task::Check),
        ["test"] => Ok(Task::Test),
        ["golden"] => Ok(Task::Golden { check: false }),
        ["golden", "--check"] => Ok(Task::Golden { check: true }),
        ["bench"] => Ok(Task::Bench),
        ["fuzz"] => Ok(Task::Fuzz { seconds: FUZZ_SECONDS }),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => Ok(Task::Fuzz { seconds }),
            Err(_) => Err(format!("`fuzz` takes a number of seconds, not {seconds}")),
        },
        ["help" | "check" | "test" | "golden" | "bench" | "fuzz", rest @ ..] => {
            Err(format!("unexpected arguments for `{}`: {}", words[0], rest.join(" ")))
        }
        _ => Err(format!("unknown task: {}", words.join(" "))),
    }
}

/// Do a task.
fn run(task: Task) -> Result<(), String> {
    match task {
        Task::Help => {
            println!("{USAGE}");
            Ok(())
        }
        Task::Check => check(),
        Task::Test => test(),
        Task::Golden { check } => golden(check),
        Task::Bench => bench(),
        Task::Fuzz { seconds } => fuzz(seconds),
    }
}

/// Format and lints, which both halves begin with.
fn lints() -> Result<(), String> {
    Step::cargo("format", &["fmt", "--all", "--check"]).run()?;
    let clippy = ["clippy", "--workspace", "--locked", "--all-targets", "--", "-D", "warnings"];
    Step::cargo("lints", &clippy).run()
}

/// What is quick to run and catches most mistakes.
fn check() -> Result<(), String> {
    lints()?;
    Step::cargo("unit tests", &["test", "--workspace", "--locked", "--lib", "--bins"]).run()?;
    let quick = ["golden", "names", "module_order", "properties", "paper_facts"];
    let tests = quick.iter().flat_map(|name| ["--test", name]);
    // The whole workspace, or features would differ and dependencies be built again.
    let arguments: Vec<&str> =
        ["test", "--workspace", "--locked"].into_iter().chain(tests).collect();
    Step::cargo("quick tests", &arguments).run()
}

/// Everything that has to hold before a change is accepted.
fn test() -> Result<(), String> {
    lints()?;
    Step::cargo("tests", &["test", "--workspace", "--locked"]).run()?;
    browser_tests()?;
    Step::cargo("documentation", &["doc", "--workspace", "--locked", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()?;
    golden(true)?;
    python_package()
}

/// The tests that look at a page, where there is a browser to look with.
fn browser_tests() -> Result<(), String> {
    let known = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let paths = env::var_os("PATH").unwrap_or_default();
    let found = |name: &&str| env::split_paths(&paths).any(|folder| folder.join(name).is_file());
    if env::var_os("CHROMIUM").is_none() && !known.iter().any(found) {
        println!("== browser tests: skipped, no Chromium on the PATH and none named by CHROMIUM");
        return Ok(());
    }
    let arguments = [
        "test",
        "--workspace",
        "--locked",
        "--test",
        "browser",
        "--test",
        "cli",
        "--",
        "--ignored",
    ];
    Step::cargo("browser tests", &arguments).run()
}

/// Build the Python package and run its tests; its script keeps an environment of its own.
fn python_package() -> Result<(), String> {
    Step::new("Python package", PYTHON, &["crates/halflit-python/run_tests.py"]).run()
}

/// Write the golden files, or compare them with fresh results.
fn golden(check: bool) -> Result<(), String> {
    let python = python_environment()?;
    let mut arguments = vec!["golden/generate.py"];
    arguments.extend(check.then_some("--check"));
    Step::new("golden files", &python, &arguments).run()
}

/// Run the benchmarks, with a Python to compare with.
fn bench() -> Result<(), String> {
    let python = python_environment()?;
    Step::cargo("benchmarks", &["bench", "--locked", "-p", "halflit"])
        .env("HALFLIT_PYTHON", &python)
        .run()
}

/// Run the fuzz tests for so long, from a seed of their own; an input that fails is kept and named.
fn fuzz(seconds: u32) -> Result<(), String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let arguments = ["test", "--workspace", "--locked", "--test", "fuzz", "--", "--nocapture"];
    Step::cargo("fuzz", &arguments)
        .env("HALFLIT_FUZZ_SECONDS", seconds.to_string())
        .env("HALFLIT_FUZZ_SEED", now.as_secs().to_string())
        .run()
}

// Python

/// The Python of the virtual environment, which is made anew where it is missing or out of date.
fn python_environment() -> Result<PathBuf, String> {
    let directory = root().join("target").join("golden-venv");
    let python = python_in(&directory);
    let stamp = directory.join("requirements-installed.txt");
    let requirements = read(&root().join("golden").join("requirements.txt"))?;
    if !(python.exists() && holds(&stamp, &requirements)) {
        make_environment(&directory, &python)?;
        // Last, so that an interrupted installation is repeated.
        write(&stamp, &requirements)?;
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
fn make_environment(directory: &Path, python: &Path) -> Result<(), String> {
    let make = [OsStr::new("-m"), "venv".as_ref(), "--clear".as_ref(), directory.as_ref()];
    Step::new("Python environment", PYTHON, &make).run()?;
    let install = ["-m", "pip", "install", "-q", "-r", "golden/requirements.txt"];
    Step::new("Python packages", python, &install).env("PIP_DISABLE_PIP_VERSION_CHECK", "1").run()
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

// Steps

/// A named command, run in the root of the repository.
struct Step {
    name: &'static str,
    /// The command as a person would type it.
    shown: String,
    command: Command,
}

impl Step {
    /// A step that runs a program.
    fn new<A: AsRef<OsStr>>(
        name: &'static str,
        program: impl AsRef<OsStr>,
        arguments: &[A],
    ) -> Self {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(root());
        let words = arguments.iter().map(|argument| shown(argument.as_ref()));
        let shown = std::iter::once(shown(program.as_ref())).chain(words).collect::<Vec<_>>();
        Self { name, shown: shown.join(" "), command }
    }

    /// A step that runs cargo.
    fn cargo(name: &'static str, arguments: &[&str]) -> Self {
        Self::new(name, "cargo", arguments)
    }

    /// The same step with an environment variable.
    fn env(mut self, variable: &str, value: impl AsRef<OsStr>) -> Self {
        self.shown = format!("{variable}={} {}", shown(value.as_ref()), self.shown);
        self.command.env(variable, value);
        self
    }

    /// Run the step between a heading and its time.
    fn run(mut self) -> Result<(), String> {
        let Self { name, shown, command } = &mut self;
        println!("== {name}: {shown}");
        let start = Instant::now();
        let outcome = command.status();
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(status) if status.success() => {
                println!("== {name}: passed in {seconds:.1} s");
                Ok(())
            }
            Ok(status) => Err(format!(
                "step `{name}` failed after {seconds:.1} s ({status})\n  command: {shown}"
            )),
            Err(error) => {
                Err(format!("step `{name}` could not start: {error}\n  command: {shown}"))
            }
        }
    }
}

/// A word of a command line, relative to the root and quoted where it has spaces.
fn shown(word: &OsStr) -> String {
    let path = Path::new(word);
    let text = path.strip_prefix(root()).unwrap_or(path).to_string_lossy();
    if text.contains(' ') { format!("'{text}'") } else { text.into_owned() }
}

/// The root of the repository.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, String> {
        parse(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn tasks_are_recognised() {
        assert_eq!(parsed(""), Ok(Task::Help));
        assert_eq!(parsed("help"), Ok(Task::Help));
        assert_eq!(parsed("check"), Ok(Task::Check));
        assert_eq!(parsed("test"), Ok(Task::Test));
        assert_eq!(parsed("golden"), Ok(Task::Golden { check: false }));
        assert_eq!(parsed("golden --check"), Ok(Task::Golden { check: true }));
        assert_eq!(parsed("bench"), Ok(Task::Bench));
        assert_eq!(parsed("fuzz"), Ok(Task::Fuzz { seconds: FUZZ_SECONDS }));
        assert_eq!(parsed("fuzz 600"), Ok(Task::Fuzz { seconds: 600 }));
    }

    #[test]
    fn other_arguments_are_errors() {
        assert!(parsed("fuzz long").is_err() && parsed("fuzz 1 2").is_err());
        assert_eq!(parsed("paint"), Err("unknown task: paint".into()));
        assert_eq!(parsed("test --fast"), Err("unexpected arguments for `test`: --fast".into()));
    }

    #[test]
    fn commands_are_shown_as_typed() {
        let step = Step::cargo("documentation", &["doc"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(step.shown, "RUSTDOCFLAGS='-D warnings' cargo doc");
        let step = Step::new("script", root().join("run"), &["golden"]);
        assert_eq!(step.shown, "run golden");
    }

    #[test]
    fn a_failure_names_step_and_command() {
        let failure = Step::new("impossible", "no-such-program", &["now"]).run();
        let message = failure.expect_err("there is no such program");
        assert!(message.contains("impossible") && message.contains("no-such-program now"));
    }
}
