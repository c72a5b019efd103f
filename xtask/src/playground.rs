//! The playground: WebAssembly, the JavaScript around it, and the page, in one folder.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::page::{find, need_packages};
use crate::step::{Step, root};

const TARGET: &str = "wasm32-unknown-unknown";
/// The version that crates/halflit-web asks for.
const BINDGEN: &str = "0.2.130";
/// Where the site finds it: everything below is copied to its root.
const SITE: &str = "target/site/playground";
/// What WebAssembly becomes on its way there.
const MADE: &str = "target/playground";

/// Build it. The program wasm-bindgen is installed into target/tools where there is none of the right version.
pub(crate) fn build() -> Result<(), String> {
    if !has_target() {
        return Err(format!("the playground needs a target: rustup target add {TARGET}"));
    }
    let bindgen = match bindgen() {
        Some(found) => found,
        None => installed()?,
    };
    need_packages()?;
    made(&bindgen)
}

/// Test it in a browser, where it can be built without a network.
pub(crate) fn in_browser() -> Result<(), String> {
    let (Some(bindgen), true) = (bindgen(), has_target()) else {
        println!(
            "== playground: skipped, no target {TARGET} or no wasm-bindgen {BINDGEN}: cargo xtask playground"
        );
        return Ok(());
    };
    made(&bindgen)?;
    Step::new("playground in a browser", "node", &["--test", "studio/tests/playground.test.mjs"])
        .env("HALFLIT", build_folder().join("debug/halflit"))
        .env("PLAYGROUND", root().join(SITE))
        .run()
}

fn made(bindgen: &Path) -> Result<(), String> {
    let arguments =
        ["build", "--locked", "--package", "halflit-web", "--profile", "web", "--target", TARGET];
    Step::cargo("WebAssembly", &arguments).run()?;
    let wasm = build_folder().join(TARGET).join("web/halflit_web.wasm");
    // Names of functions and who made it: nothing that a browser needs.
    let lean = ["--no-typescript", "--remove-name-section", "--remove-producers-section"];
    Step::new("its JavaScript", bindgen, &[wasm])
        .with(&["--target", "web", "--out-dir", MADE])
        .with(&lean)
        .run()?;
    Step::new("playground", "node", &["studio/scripts/playground.mjs", MADE, SITE]).run()
}

/// Whether WebAssembly can be built.
fn has_target() -> bool {
    let mut rustc = Command::new("rustc");
    let folder = rustc.args(["--print", "target-libdir", "--target", TARGET]).output();
    folder.is_ok_and(|own| Path::new(String::from_utf8_lossy(&own.stdout).trim()).is_dir())
}

/// A wasm-bindgen of the right version: that of target/tools, or the one on the path.
fn bindgen() -> Option<PathBuf> {
    let is_right = |program: &PathBuf| {
        let version = Command::new(program).arg("--version").output();
        version.is_ok_and(|own| String::from_utf8_lossy(&own.stdout).contains(BINDGEN))
    };
    let name = format!("wasm-bindgen{}", env::consts::EXE_SUFFIX);
    let own = root().join("target/tools/bin").join(&name);
    [Some(own), find(&[&name])].into_iter().flatten().find(is_right)
}

fn installed() -> Result<PathBuf, String> {
    let how = ["install", "wasm-bindgen-cli", "--version", BINDGEN, "--root", "target/tools"];
    Step::cargo("wasm-bindgen", &how).run()?;
    bindgen().ok_or_else(|| "wasm-bindgen was installed and cannot be found".to_owned())
}

/// Where cargo builds.
fn build_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crate_asks_for_the_version_that_is_installed() {
        let manifest = root().join("crates/halflit-web/Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).expect("a manifest");
        assert!(manifest.contains(&format!("wasm-bindgen = \"={BINDGEN}\"")));
    }
}
