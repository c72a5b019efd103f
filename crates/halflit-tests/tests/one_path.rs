//! What would sum in another order on another processor stays out of the library.

use std::path::{Path, PathBuf};

/// What is refused, why, and the files that may have it.
const REFUSED: [(&str, &str, &[&str]); 2] = [
    ("pulp::Arch", "lanes::dispatch can be narrowed by tests", &["lanes.rs", "products.rs"]),
    // Bounds on distances in f32, which leave room for rounding; exact distances follow.
    ("mul_add", "not every processor can", &["panels.rs"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn no_sum_depends_on_the_processor() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../halflit/src");
    for path in sources(&folder) {
        let text = std::fs::read_to_string(&path).expect("a source");
        let code =
            text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        for (number, line) in code {
            let at = format!("{}:{}", path.display(), number + 1);
            for (word, why, allowed) in REFUSED {
                let may = allowed.iter().any(|name| path.ends_with(name));
                assert!(may || !line.contains(word), "{at}: {word}: {why}");
            }
        }
    }
}
