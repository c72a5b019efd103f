//! The chores of this repository: `cargo xtask help` lists them.

mod bench;
#[cfg(test)]
mod features;
mod instructions;
mod notices;
mod page;
mod playground;
mod python;
#[cfg(test)]
mod registry;
mod step;
mod version;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use python::PYTHON;
use step::Step;

/// What `help` prints.
const USAGE: &str = "\
Usage: cargo xtask <task>

Tasks:
  check             the quick half of test: formatting, lints, unit tests, golden files as they are
  test              check formatting, lints, tests, documentation, golden files and the Python package
  aside             the part of test that needs no cargo: the page of the studio, golden files, benchmark tables
  golden [--check]  write the golden files, or compare them with fresh results
  bench [CASE...] [--quick] [--large] [--output DIR]
                    measure halflit beside its peers; a run of everything goes to results/benchmarks and docs/performance.md
  fuzz [SECONDS]    mutated files through every reader and the model file, a minute unless told otherwise
  docs              build the site into target/docs/html, run its examples and check its links
  playground        build the page that runs halflit in a browser into target/site/playground
  prose             count the words of every sentence in the documents
  instructions      count the instructions of three small fits anew, with valgrind; test compares with what is kept
  notices           write crates/halflit-cli/THIRDPARTY.txt anew: the licences of all that is linked or embedded
  version NUMBER    set the version everywhere and give the unreleased part of the changelog its heading
  help              print this text

golden, bench and docs keep Python virtual environments under target.";

/// The exit code for arguments that make no sense.
const USAGE_ERROR: u8 = 2;

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
#[derive(Clone, Debug, PartialEq, Eq)]
enum Task {
    Help,
    Check,
    Test,
    Aside,
    Golden { check: bool },
    Bench { words: Vec<String> },
    Fuzz { seconds: u32 },
    Docs,
    Playground,
    Prose,
    Instructions,
    Notices,
    Version { number: String },
}

/// How long to fuzz where nobody says.
const FUZZ_SECONDS: u32 = 60;

/// Tasks that take no argument, or none but those that `parse` knows.
const WITHOUT_ARGUMENTS: [&str; 11] = [
    "help",
    "check",
    "test",
    "aside",
    "golden",
    "fuzz",
    "docs",
    "playground",
    "prose",
    "instructions",
    "notices",
];

/// The task that the arguments name.
fn parse(arguments: &[String]) -> Result<Task, String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["help" | "--help" | "-h"] => Ok(Task::Help),
        ["check"] => Ok(Task::Check),
        ["test"] => Ok(Task::Test),
        ["aside"] => Ok(Task::Aside),
        ["golden"] => Ok(Task::Golden { check: false }),
        ["golden", "--check"] => Ok(Task::Golden { check: true }),
        ["bench", ..] => Ok(Task::Bench { words: arguments[1..].to_vec() }),
        ["docs"] => Ok(Task::Docs),
        ["playground"] => Ok(Task::Playground),
        ["prose"] => Ok(Task::Prose),
        ["instructions"] => Ok(Task::Instructions),
        ["notices"] => Ok(Task::Notices),
        ["version", number] => Ok(Task::Version { number: (*number).into() }),
        ["fuzz"] => Ok(Task::Fuzz { seconds: FUZZ_SECONDS }),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => Ok(Task::Fuzz { seconds }),
            Err(_) => Err(format!("`fuzz` takes a number of seconds, not {seconds}")),
        },
        [task, rest @ ..] if WITHOUT_ARGUMENTS.contains(task) => {
            Err(format!("unexpected arguments for `{task}`: {}", rest.join(" ")))
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
        Task::Aside => aside(),
        Task::Golden { check } => golden(check),
        Task::Bench { words } => bench::run(&words),
        Task::Fuzz { seconds } => fuzz(seconds),
        Task::Docs => {
            playground::build()?;
            Step::new("site", PYTHON, &["docs/scripts/build.py"]).run()
        }
        Task::Playground => playground::build(),
        Task::Prose => prose(),
        Task::Instructions => instructions::keep(),
        Task::Notices => notices::write(),
        Task::Version { number } => version::set(&number),
    }
}

/// Format, which both halves begin with.
fn format() -> Result<(), String> {
    Step::cargo("format", &["fmt", "--all", "--check"]).run()
}

/// A test of the whole workspace. Lints come with the build, so that dependencies are compiled once and never merely checked.
fn linted(name: &'static str, arguments: &[&str]) -> Step {
    let whole = ["test", "--workspace", "--locked"];
    Step::cargo(name, &[&whole[..], arguments].concat()).linted()
}

/// What is quick to run and catches most mistakes.
fn check() -> Result<(), String> {
    format()?;
    // Not `--lib`: it asks for libraries whose manifests say that they are not tested so.
    linted("unit tests", &["--bins", "--test", "units"]).run()?;
    // The whole workspace, or features would differ and dependencies be built again.
    let quick = ["golden::", "names::", "module_order::", "properties::", "paper_facts::"];
    linted("quick tests", &[&["--test", "all", "--"][..], &quick[..]].concat()).run()?;
    step::print_times();
    Ok(())
}

/// Libraries whose pages are published.
const DOCUMENTED: [&str; 4] = ["halflit", "halflit-io", "halflit-report", "halflit-study"];

/// Everything that has to hold before a change is accepted.
fn test() -> Result<(), String> {
    let tested = steps_of_test();
    step::print_times();
    tested
}

fn steps_of_test() -> Result<(), String> {
    let own = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    // Both take a second, and most first tries fail here.
    format()?;
    prose()?;
    let aside = Step::new("aside", own, &["aside"]).start();
    let build = linted("build and lints", &["--no-run"]).run();
    let tested = build.and_then(|()| linted("tests", &[]).run());
    // Also after a failure, or it would go on alone; the browser tests need its packages.
    tested.and(aside.finish())?;
    browser_tests()?;
    instructions::check()?;
    let packages = DOCUMENTED.into_iter().flat_map(|package| ["--package", package]);
    let arguments: Vec<&str> =
        ["doc", "--locked", "--no-deps"].into_iter().chain(packages).collect();
    Step::cargo("documentation", &arguments).env("RUSTDOCFLAGS", "-D warnings").run()?;
    lean_library()?;
    packed_crates()?;
    python_package()
}

/// The library as a service embeds it: without features, hence without threads.
fn lean_library() -> Result<(), String> {
    let lean = ["--package", "halflit", "--no-default-features", "--example", "service"];
    Step::cargo("lean library", &[&["check", "--locked"][..], &lean[..]].concat()).linted().run()
}

/// Pack all crates as for a registry. What is packed is built by the release workflow.
fn packed_crates() -> Result<(), String> {
    let how = ["--no-verify", "--locked", "--offline", "--allow-dirty", "--quiet"];
    Step::cargo("crates", &[&["package", "--workspace"][..], &how[..]].concat()).run()
}

/// What needs nothing that cargo builds, and so goes on beside it.
fn aside() -> Result<(), String> {
    page::check()?;
    // Makes the environment that `python_package` finds.
    Step::new("lints of Python", PYTHON, &[PACKAGE_TESTS, "--lints"]).run()?;
    // They are made anew only when what they are made of has changed: `cargo xtask golden`.
    Step::new("golden files", PYTHON, &["golden/digest.py"]).run()?;
    bench::test(&golden_environment()?)
}

/// Sentences of the documents, which should be short.
fn prose() -> Result<(), String> {
    Step::new("prose", PYTHON, &["docs/scripts/prose.py"]).run()
}

/// The tests that look at a page, where there is a browser to look with.
fn browser_tests() -> Result<(), String> {
    let known = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    if env::var_os("CHROMIUM").is_none() && page::find(&known).is_none() {
        println!("== browser tests: skipped, no Chromium on the PATH and none named by CHROMIUM");
        return Ok(());
    }
    linted("browser tests", &["--test", "browser", "--test", "cli", "--", "--ignored"]).run()?;
    page::in_browser()?;
    playground::in_browser()
}

/// Build the Python package and run its tests; its script keeps an environment of its own.
fn python_package() -> Result<(), String> {
    Step::new("Python package", PYTHON, &[PACKAGE_TESTS]).linted().run()
}

/// The script that tests the Python package.
const PACKAGE_TESTS: &str = "crates/halflit-python/run_tests.py";

/// A Python with numpy and scipy.
fn golden_environment() -> Result<PathBuf, String> {
    python::environment("golden-venv", "golden/requirements.txt")
}

/// Write the golden files, or compare them with fresh results.
fn golden(check: bool) -> Result<(), String> {
    let python = golden_environment()?;
    let mut arguments = vec!["golden/generate.py"];
    arguments.extend(check.then_some("--check"));
    Step::new("golden files", &python, &arguments).run()
}

/// Run the fuzz tests for so long, from a seed of their own; an input that fails is kept and named.
fn fuzz(seconds: u32) -> Result<(), String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    linted("fuzz", &["--test", "fuzz", "--", "--nocapture"])
        .env("HALFLIT_FUZZ_SECONDS", seconds.to_string())
        .env("HALFLIT_FUZZ_SEED", now.as_secs().to_string())
        .run()
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
        assert_eq!(parsed("aside"), Ok(Task::Aside));
        assert_eq!(parsed("golden"), Ok(Task::Golden { check: false }));
        assert_eq!(parsed("golden --check"), Ok(Task::Golden { check: true }));
        assert_eq!(parsed("bench"), Ok(Task::Bench { words: Vec::new() }));
        let words = ["pca".into(), "--quick".into()].to_vec();
        assert_eq!(parsed("bench pca --quick"), Ok(Task::Bench { words }));
        assert_eq!(parsed("fuzz"), Ok(Task::Fuzz { seconds: FUZZ_SECONDS }));
        assert_eq!(parsed("docs"), Ok(Task::Docs));
        assert_eq!(parsed("playground"), Ok(Task::Playground));
        assert_eq!(parsed("prose"), Ok(Task::Prose));
        assert_eq!(parsed("instructions"), Ok(Task::Instructions));
        assert_eq!(parsed("notices"), Ok(Task::Notices));
        assert_eq!(parsed("version 0.2.0"), Ok(Task::Version { number: "0.2.0".into() }));
        assert_eq!(parsed("fuzz 600"), Ok(Task::Fuzz { seconds: 600 }));
    }

    #[test]
    fn other_arguments_are_errors() {
        assert!(parsed("fuzz long").is_err() && parsed("fuzz 1 2").is_err());
        assert_eq!(parsed("paint"), Err("unknown task: paint".into()));
        assert_eq!(parsed("test --fast"), Err("unexpected arguments for `test`: --fast".into()));
    }
}
