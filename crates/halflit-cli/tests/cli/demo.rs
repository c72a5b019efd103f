//! The first thing that people try.

use std::path::PathBuf;
use std::process::Command;

use halflit::Model;

use crate::world::World;

#[test]
fn the_demo_prints_a_table_and_writes_a_model_a_map_and_a_report() {
    let world = World::new();
    let run = world.run("demo --splits 3 --output out");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings
        .bind(|| insta::assert_snapshot!("demo", format!("{}--- talk ---\n{}", run.out, run.err)));

    let model = Model::from_bytes(&world.read("out/model.halflit")).expect("a model");
    assert_eq!((model.dimension(), model.classes().len()), (2, 2));
    assert!(world.read("out/map.png").starts_with(b"\x89PNG\r\n\x1a\n"));
    let page = world.text("out/report.html");
    for part in
        ["<html", "ss-lfda", "halflit demo --splits 3 --output out", "raw 1-NN", "principal axes"]
    {
        assert!(page.contains(part), "the page lacks {part}");
    }
    for outside in ["src=\"http", "href=\"http", "@import", "url(http"] {
        assert!(!page.contains(outside), "the page loads {outside}");
    }
    // What it says to try next works.
    assert!(world.ok("inspect out/model.halflit").contains("auto"));

    let again = world.run("demo --splits 3 --output out");
    assert_eq!(again.code, Some(1));
    assert!(again.err.contains("already exists") && again.err.contains("--force"), "{}", again.err);
    let forced = world.json("demo --splits 3 --output out --force");
    assert_eq!(forced["accuracy"]["rows"][1]["learner"], "auto");
}

/// In a browser the page draws its charts, raises no error, and shows a row under the pointer.
#[test]
#[ignore = "needs Chromium; cargo xtask test runs it where one is installed"]
fn the_page_opens() {
    let world = World::new();
    world.ok("demo --splits 2 --output out");
    let output = Command::new(browser().expect("Chromium on the PATH"))
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--window-size=1000,900", "--virtual-time-budget=10000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", world.path("browser").display()))
        // The page then tries itself out and notes what it found on its <html> element.
        .arg(format!("file://{}#selftest", world.path("out/report.html").display()))
        .output()
        .expect("the browser starts");
    let document = String::from_utf8_lossy(&output.stdout);
    let root = document.find("<html").map_or("", |start| &document[start..]);
    let root = &root[..root.find('>').unwrap_or(0)];
    for found in ["data-errors=\"0\"", "data-state=\"tested\"", "data-tooltip=\"row "] {
        assert!(root.contains(found), "{found} is not in {root}");
    }
}

/// That of the variable CHROMIUM, or one on the PATH.
fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let folders = std::env::var_os("PATH")?;
    let mut paths =
        std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name)));
    paths.find(|path| path.is_file())
}
