//! `lib.rs` lists the modules in reading order: every `use` points at a module above its own, so there is no cycle and
//! a reader who starts at the top meets nothing that was not explained before.

use std::path::Path;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The modules of the crate in the order of `lib.rs`.
fn order(source: &Path) -> Vec<String> {
    let name = |line: &str| {
        let rest = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?;
        rest.strip_suffix(';').map(str::to_owned)
    };
    read(&source.join("lib.rs")).lines().filter_map(name).collect()
}

/// Every file below a folder, or the file itself.
fn files(path: &Path) -> Vec<std::path::PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    entries.flat_map(|entry| files(&entry.expect("entry").path())).collect()
}

/// The modules that a line of code names; documentation may point anywhere.
fn named(line: &str) -> impl Iterator<Item = &str> {
    let code = if line.trim_start().starts_with("//") { "" } else { line };
    code.split("crate::").skip(1).map(|rest| {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn every_use_points_backwards() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../halflit/src");
    let order = order(&source);
    assert!(order.len() > 15, "{order:?}");
    let place = |module: &str| order.iter().position(|known| known == module);
    let mut wrong = Vec::new();
    for (own, module) in order.iter().enumerate() {
        let folder = source.join(module);
        let path = if folder.is_dir() { folder } else { source.join(format!("{module}.rs")) };
        for file in files(&path) {
            for (number, line) in read(&file).lines().enumerate() {
                for used in named(line) {
                    if place(used).is_none_or(|other| other > own) {
                        wrong.push(format!("{}:{}: {used}", file.display(), number + 1));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these point forwards or past the modules:\n{}", wrong.join("\n"));
}
