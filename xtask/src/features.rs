//! Features of shared crates: where two builds ask for other ones, everything that stands on them is built twice.

use std::collections::BTreeSet;
use std::process::Command;

use crate::step::root;

/// Every crate that a build of these packages needs on this machine, with the features that it gets there.
pub(crate) fn crates(packages: &[&str]) -> BTreeSet<String> {
    let form = ["--locked", "--prefix", "none", "--no-dedupe", "--format", "{p} {f}"];
    let mut tree = Command::new("cargo");
    let output = tree.arg("tree").args(packages).args(form).current_dir(root()).output();
    let output = output.expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// Otherwise the wheel of the Python tests takes minutes, and not only on the first run.
#[test]
fn the_wheel_is_built_of_what_the_tests_have_built() {
    let tests = crates(&["--workspace", "--edges", "normal,build,dev"]);
    let wheel = crates(&["--package", "halflit-python", "--edges", "normal,build"]);
    assert!(wheel.len() > 100, "{wheel:?}");
    let other: Vec<&String> = wheel.difference(&tests).collect();
    assert!(
        other.is_empty(),
        "the tests of the workspace have more features of these than the wheel has; ask for them in \
         crates/halflit-python/Cargo.toml:\n{other:#?}"
    );
}

/// A service that embeds the library pays for every crate: with each it takes on somebody else's releases and holes.
#[test]
fn the_library_needs_few_crates() {
    let library = ["--package", "halflit", "--edges", "normal"];
    let lean = crates(&[&library[..], &["--no-default-features"]].concat());
    let whole = crates(&library);
    assert!(whole.len() <= 36, "{} crates: {whole:#?}", whole.len());
    assert!(lean.len() <= 30, "{} crates without features: {lean:#?}", lean.len());
    assert!(!lean.iter().any(|name| name.starts_with("rayon")), "{lean:#?}");
}
