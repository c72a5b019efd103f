//! The version of everything, which is one, set by one command.

use std::fs;

use crate::step::{Step, root};

/// What holds the version of this workspace, between the text before it and the text after it.
const HELD: [(&str, &str, &str); 4] = [
    ("Cargo.toml", "\nversion = \"", "\""),
    ("Cargo.toml", " = { version = \"", "\", path"),
    ("CITATION.cff", "\nversion: ", "\n"),
    ("packaging/conda/recipe.yaml", "\n  version: \"", "\""),
];
const CHANGELOG: &str = "CHANGELOG.md";
const UNRELEASED: &str = "\n## Unreleased\n";

/// Set the version everywhere, and give what is unreleased its heading.
pub(crate) fn set(version: &str) -> Result<(), String> {
    if !is_version(version) {
        return Err(format!("`version` takes three numbers such as 0.2.0, not {version}"));
    }
    for (file, before, after) in HELD {
        let own = [before, env!("CARGO_PKG_VERSION"), after].concat();
        replace(file, &own, &[before, version, after].concat())?;
    }
    replace(CHANGELOG, UNRELEASED, &format!("{UNRELEASED}\n## {version}\n"))?;
    Step::cargo("Cargo.lock", &["update", "--workspace", "--offline"]).run()
}

/// Three numbers, and perhaps a name for what comes before a release, as in 0.2.0-rc.1.
fn is_version(text: &str) -> bool {
    let (numbers, name) = text.split_once('-').unwrap_or((text, "rc"));
    let parts: Vec<&str> = numbers.split('.').collect();
    let is_number = |part: &&str| part.parse::<u32>().is_ok_and(|own| own.to_string() == **part);
    parts.len() == 3 && parts.iter().all(is_number) && !name.is_empty()
}

/// Every place of a text in a file becomes another; that there is none is an error.
fn replace(file: &str, old: &str, new: &str) -> Result<(), String> {
    let path = root().join(file);
    let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    if !text.contains(old) {
        return Err(format!("{file}: there is no {old:?}"));
    }
    fs::write(&path, text.replace(old, new)).map_err(|error| format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_three_numbers() {
        assert!(["0.1.0", "12.0.3", "1.0.0-rc.1"].into_iter().all(is_version));
        assert!(
            !["1.0", "1.0.0.0", "v1.0.0", "1.0.x", "01.0.0", "", "1.0.0-"]
                .into_iter()
                .any(is_version)
        );
    }

    #[test]
    fn one_version_is_held_everywhere() {
        for (file, before, after) in HELD {
            let text = fs::read_to_string(root().join(file)).expect(file);
            let own = [before, env!("CARGO_PKG_VERSION"), after].concat();
            assert!(text.contains(&own), "{file}: no {own:?}");
        }
        let changes = fs::read_to_string(root().join(CHANGELOG)).expect(CHANGELOG);
        assert_eq!(changes.matches(UNRELEASED).count(), 1);
    }
}
