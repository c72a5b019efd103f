//! Crates as a registry gets them: packed by a step of the test command, and looked at here.

use std::fs;
use std::path::{Path, PathBuf};

use crate::step::root;

/// The folders of all crates that are published.
fn published() -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join("crates")).expect("crates").flatten();
    let folders = folders.map(|entry| entry.path()).filter(|folder| {
        let manifest = text(&folder.join("Cargo.toml"));
        !manifest.is_empty() && !manifest.contains("publish = false")
    });
    folders.collect()
}

fn text(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_default()
}

/// Every Rust file under a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let of = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    };
    let files = entries.flat_map(of);
    files.filter(|file| file.extension().is_some_and(|ending| ending == "rs")).collect()
}

/// What is between the brackets of every link in a text of Markdown.
fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

#[test]
fn every_crate_says_what_it_is() {
    let crates = published();
    assert!(crates.len() > 4, "{crates:?}");
    for folder in crates {
        let name = folder.display();
        let manifest = text(&folder.join("Cargo.toml"));
        for key in ["description", "keywords", "categories", "readme", "metadata.docs.rs"] {
            assert!(manifest.contains(key), "{name}: no {key} in Cargo.toml");
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = text(&folder.join(licence));
            // A checkout without symbolic links has their targets for text.
            let same = own == text(&root().join(licence)) || own.trim().ends_with(licence);
            assert!(same, "{name}: {licence} is not that of the repository");
        }
    }
}

#[test]
fn pages_of_registries_have_no_relative_link() {
    let pages = published().into_iter().chain([root().join("crates/halflit-python")]);
    for page in pages.map(|folder| folder.join("README.md")) {
        let words = text(&page);
        assert!(words.starts_with("# "), "{}: missing, or without a title", page.display());
        for link in links(&words) {
            assert!(link.starts_with("https://"), "{}: relative link {link}", page.display());
        }
    }
}

/// A file from outside is not packed, and the packed crate would not build; its tests nobody builds from there.
#[test]
fn crates_include_nothing_from_outside() {
    for folder in published() {
        for file in sources(&folder.join("src")) {
            let words = text(&file);
            let library = words.split("#[cfg(test)]").next().unwrap_or_default();
            let included = library.split("include_").skip(1);
            for path in included.filter_map(|rest| rest.split('"').nth(1)) {
                let parent = file.parent().expect("a folder").join(path);
                let Ok(found) = parent.canonicalize() else { continue };
                let inside = found.starts_with(folder.canonicalize().expect("folder"));
                assert!(inside, "{}: {path} lies outside of the crate", file.display());
            }
        }
    }
}

#[test]
fn crates_of_the_workspace_are_asked_for_by_its_version() {
    let manifest = text(&root().join("Cargo.toml"));
    for folder in published() {
        let name = folder.file_name().expect("a name").to_string_lossy();
        let version = env!("CARGO_PKG_VERSION");
        let line = format!("\n{name} = {{ version = \"{version}\", path = \"crates/{name}\"");
        assert!(manifest.contains(&line), "Cargo.toml: no line {line}");
    }
}

/// Cargo takes `strip` from a profile only for packages without settings of their own there, and the command has some.
#[test]
fn the_published_command_is_stripped() {
    let manifest = text(&root().join("Cargo.toml"));
    let profile = manifest.split("\n[profile.dist.package]\n").nth(1).unwrap_or_default();
    let profile = profile.split("\n[").next().unwrap_or_default();
    let own: Vec<&str> = profile.lines().filter(|line| line.starts_with("halflit-cli.")).collect();
    assert!(own.is_empty() || own.contains(&"halflit-cli.strip = true"), "{own:?}");
}
