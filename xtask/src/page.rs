//! The page of the studio: its sources, what they make, and its tests in a browser.

use std::env;
use std::path::{Path, PathBuf};

use crate::step::{Step, root};

/// Where the sources are.
const SOURCES: &str = "studio";

/// Sources as they should be, the embedded page as they make it, and small enough; where there is an npm.
pub(crate) fn check() -> Result<(), String> {
    let Some(npm) = npm("page of the studio")? else { return Ok(()) };
    let run = |name, arguments: &[&str]| {
        let all: Vec<&str> = [&["--prefix", SOURCES][..], arguments].concat();
        Step::new(name, &npm, &all).run()
    };
    packages(&npm)?;
    run("page of the studio", &["run", "--silent", "check"])?;
    run("size of the page", &["run", "--silent", "size"])?;
    run("unit tests of the page", &["run", "--silent", "test:unit"])
}

/// What builds the page.
fn packages(npm: &Path) -> Result<(), String> {
    let how = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    Step::new("packages of the page", npm, &["--prefix", SOURCES]).with(&how).run()
}

/// What builds the page, unless it is there.
///
/// # Errors
/// That there is no npm.
pub(crate) fn need_packages() -> Result<(), String> {
    match npm("playground")? {
        _ if root().join(SOURCES).join("node_modules").is_dir() => Ok(()),
        Some(npm) => packages(&npm),
        None => Err("the playground needs npm, and there is none on the PATH".to_owned()),
    }
}

/// The page in a browser, served by the program that the tests before built.
pub(crate) fn in_browser() -> Result<(), String> {
    let Some(npm) = npm("studio in a browser")? else { return Ok(()) };
    let program = root().join("target/debug").join(format!("halflit{}", env::consts::EXE_SUFFIX));
    // The tests of the command leave it there; other features would build half of it again.
    if !program.is_file() {
        let arguments = ["build", "--workspace", "--locked", "--bin", "halflit"];
        Step::cargo("program", &arguments).run()?;
    }
    Step::new("studio in a browser", npm, &["--prefix", SOURCES, "run", "--silent", "test:browser"])
        .env("HALFLIT", program)
        .run()
}

/// npm on the path; without one the named step is skipped, but not in CI, where a page that is not what its sources make would pass.
fn npm(step: &str) -> Result<Option<PathBuf>, String> {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let found = find(&[name]);
    if found.is_none() && env::var_os("CI").is_some() {
        return Err(format!("step `{step}` needs npm, and there is none on the PATH"));
    }
    if found.is_none() {
        println!("== {step}: skipped, no npm on the PATH");
    }
    Ok(found)
}

/// The first program of these that is on the path.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let paths = env::var_os("PATH").unwrap_or_default();
    let places: Vec<PathBuf> = env::split_paths(&paths).collect();
    let at = |name: &&str| places.iter().map(|place| place.join(name)).find(|p| p.is_file());
    names.iter().find_map(at)
}
