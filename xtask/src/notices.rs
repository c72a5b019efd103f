//! Notices of what binaries and wheels hold: `cargo xtask notices` writes them, a test looks for every linked crate.

use crate::python::PYTHON;
use crate::step::Step;

/// Write the notices anew.
pub(crate) fn write() -> Result<(), String> {
    Step::new("notices", PYTHON, &["xtask/notices.py"]).run()
}

#[cfg(test)]
mod tests {
    use crate::features::crates;
    use crate::step::root;

    #[test]
    fn no_linked_crate_is_missing() {
        let file = root().join("crates/halflit-cli/THIRDPARTY.txt");
        let notices = std::fs::read_to_string(file).expect("the notices");
        let products = ["--package", "halflit-cli", "--package", "halflit-python"];
        let linked = crates(&[&products[..], &["--edges", "normal"]].concat());
        assert!(linked.len() > 100, "{linked:?}");
        for line in linked.iter().filter(|line| !line.starts_with("halflit")) {
            // Between two packages there is an empty line.
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, version, ..] = words[..] else { continue };
            let version = version.trim_start_matches('v');
            let held = notices.contains(&format!("\n{name} {version}, "));
            assert!(held, "{name} {version} is missing: run `cargo xtask notices`");
        }
    }
}
