//! Steps: named commands, run in the root of the repository.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::Mutex;
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Seconds of every step that has ended, in that order.
static TIMES: Mutex<Vec<(&'static str, f64)>> = Mutex::new(Vec::new());

/// Print how long every step took.
pub(crate) fn print_times() {
    let Ok(times) = TIMES.lock() else { return };
    println!("== seconds");
    times.iter().for_each(|(name, seconds)| println!("{seconds:8.1}  {name}"));
}

/// A named command, run in the root of the repository.
pub(crate) struct Step {
    name: &'static str,
    /// The command as a person would type it.
    shown: String,
    command: Command,
}

impl Step {
    /// A step that runs a program.
    pub(crate) fn new<A: AsRef<OsStr>>(
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
    pub(crate) fn cargo(name: &'static str, arguments: &[&str]) -> Self {
        Self::new(name, "cargo", arguments)
    }

    /// This step with more arguments.
    pub(crate) fn with(mut self, arguments: &[&str]) -> Self {
        self.command.args(arguments);
        self.shown = format!("{} {}", self.shown, arguments.join(" "));
        self
    }

    /// This step with an environment variable.
    pub(crate) fn env(mut self, variable: &str, value: impl AsRef<OsStr>) -> Self {
        self.shown = format!("{variable}={} {}", shown(value.as_ref()), self.shown);
        self.command.env(variable, value);
        self
    }

    /// This step with clippy for compiler of the workspace's own crates, every warning an error. Cargo keeps what clippy built
    /// apart from what rustc built, and looks at both variables; so all steps that build share one pair, or crates would be built twice.
    pub(crate) fn linted(self) -> Self {
        self.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
            .env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__")
    }

    /// Run the step between a heading and its time.
    pub(crate) fn run(mut self) -> Result<(), String> {
        println!("== {}: {}", self.name, self.shown);
        let start = Instant::now();
        let outcome = self.command.status();
        self.judge(outcome, start)
    }

    /// Run the step beside what comes next; what it prints comes in one piece when it ends.
    pub(crate) fn start(mut self) -> Running {
        println!("== {}: {} (beside the next steps)", self.name, self.shown);
        let start = Instant::now();
        Running(thread::spawn(move || {
            let outcome = self.command.output().map(|output| {
                let text =
                    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
                println!("{}", text.concat());
                output.status
            });
            self.judge(outcome, start)
        }))
    }

    /// Tell how it ended.
    fn judge(&self, outcome: io::Result<ExitStatus>, start: Instant) -> Result<(), String> {
        let Self { name, shown, .. } = self;
        let seconds = start.elapsed().as_secs_f64();
        if let Ok(mut times) = TIMES.lock() {
            times.push((*name, seconds));
        }
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

/// A step under way.
pub(crate) struct Running(JoinHandle<Result<(), String>>);

impl Running {
    /// Wait until it has ended.
    pub(crate) fn finish(self) -> Result<(), String> {
        self.0.join().unwrap_or_else(|_| Err("a step beside the others panicked".into()))
    }
}

/// A word of a command line, relative to the root and quoted where it has spaces.
fn shown(word: &OsStr) -> String {
    let path = Path::new(word);
    let text = path.strip_prefix(root()).unwrap_or(path).to_string_lossy();
    if text.contains(' ') { format!("'{text}'") } else { text.into_owned() }
}

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let beside = Step::new("impossible", "no-such-program", &["now"]).start().finish();
        assert_eq!(beside.map_err(|beside| beside.contains("no-such-program now")), Err(true));
    }
}
