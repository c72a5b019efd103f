//! Notes the commit, so that archived results can say which code they come from.

use std::fs;
use std::process::Command;

/// What `cargo package` leaves in a packed crate: the commit that it was packed from.
const PACKED: &str = ".cargo_vcs_info.json";

fn main() {
    if let Ok(text) = fs::read_to_string(PACKED) {
        // A repository around the packed crate, such as that of someone's home, is not ours.
        note(text.split('"').skip_while(|word| *word != "sha1").nth(2));
        return;
    }
    note(git(&["rev-parse", "HEAD"]).as_deref());
    // A new commit moves what HEAD points to.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// Hands the commit, shortened, to the code.
fn note(commit: Option<&str>) {
    if let Some(short) = commit.and_then(|commit| commit.get(..12)) {
        println!("cargo::rustc-env=HALFLIT_COMMIT={short}");
    }
}

/// What git answers, where there is one.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
