//! The integration tests in one binary: what they all use of the library is compiled once. What counts the allocations of
//! its process, or runs for as long as it is told to, is a binary of its own.

mod common;

mod auto;
mod auto_accuracy;
mod auto_invariance;
#[path = "contract/main.rs"]
mod contract;
mod decisions;
#[path = "equivalences/main.rs"]
mod equivalences;
mod estimate;
mod front_door;
mod golden;
mod layout;
mod leaks;
mod module_order;
mod names;
mod neighbors;
mod noise;
mod one_path;
mod paper_facts;
mod properties;
mod suggest;
mod watch;

/// A file that nobody names would never run.
#[test]
fn every_file_is_a_module_here_or_a_binary() {
    let crate_folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(crate_folder.join("Cargo.toml")).expect("manifest");
    for entry in std::fs::read_dir(crate_folder.join("tests")).expect("tests") {
        let path = entry.expect("entry").path();
        let name = path.file_stem().expect("name").to_string_lossy();
        let is_named = include_str!("all.rs").contains(&format!("\nmod {name};\n"))
            || manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
        let is_test =
            path.extension().is_some_and(|ending| ending == "rs") || path.join("main.rs").is_file();
        assert!(!is_test || is_named, "{name} is neither in tests/all.rs nor in Cargo.toml");
    }
}
