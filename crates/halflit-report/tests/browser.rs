//! The page in a real browser: it shows every chart, cuts no word, makes no error, and a pointer on a row or
//! on a mark of a chart finds what it is. The browser is Chromium without a window and without a network.
//!
//! A machine without Chromium cannot run these tests, so they are ignored unless asked for:
//! `cargo test -p halflit-report --test browser -- --ignored`. Asked for, they fail without it.

use halflit_report::*;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The Chromium that `CHROMIUM` names, or the first on the path.
fn chromium() -> PathBuf {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return named.into();
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| places.iter().map(move |place| place.join(name)))
        .find(|p| p.is_file())
        .expect("Chromium on the PATH, or its path in CHROMIUM: these tests need a browser")
}

/// The page's document after its scripts ran.
fn document(page: &str, hash: &str) -> String {
    let browser = chromium();
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("page.html");
    std::fs::write(&file, page).expect("a file");
    run(&browser, directory.path(), &format!("file://{}{hash}", file.display()))
}

fn run(browser: &Path, directory: &Path, address: &str) -> String {
    let output = directory.join("document.html");
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--window-size=1000,900", "--virtual-time-budget=10000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", directory.join("profile").display()))
        .arg(address)
        .stdout(std::fs::File::create(&output).expect("a file"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the browser starts");
    // A browser that hangs must fail the test, not stop it for ever.
    let deadline = Instant::now() + Duration::from_secs(120);
    while child.try_wait().expect("the browser's state").is_none() {
        if Instant::now() > deadline {
            child.kill().expect("the browser can be stopped");
            child.wait().expect("the browser has stopped");
            panic!("the browser did not finish within two minutes");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    std::fs::read_to_string(output).expect("the document")
}

/// The value of an attribute of the `<html>` element.
fn state<'a>(document: &'a str, name: &str) -> &'a str {
    let root = document.find("<html").map_or("", |start| &document[start..]);
    let root = &root[..root.find('>').unwrap_or(0)];
    let mark = format!("data-{name}=\"");
    let value = root.find(&mark).map_or("", |start| &root[start + mark.len()..]);
    &value[..value.find('"').unwrap_or(0)]
}

fn report(rows: usize, axes: usize) -> Report {
    let class = |row: usize| Some(["<b>first</b>", "second", "third"][row % 3].to_string());
    let coordinate =
        |row: usize, axis: usize| ((row * 37 + axis * 11) % 101) as f64 + row as f64 / 1e3;
    Report {
        title: "A page".into(),
        command: "halflit fit data.csv".into(),
        embedding: Some(Embedding {
            points: (0..rows)
                .map(|row| (0..axes).map(|axis| coordinate(row, axis)).collect())
                .collect(),
            labels: (0..rows).map(|row| if row % 10 == 1 { class(row) } else { None }).collect(),
            predicted: (0..rows).map(class).collect(),
            features: vec![Feature {
                name: "<i>weight</i>".into(),
                values: (0..rows).map(|row| row as f64 / 8.0).collect(),
            }],
            ..Embedding::default()
        }),
        accuracy: Some(AccuracyTable {
            rows: vec![AccuracyRow {
                learner: "lfda".into(),
                mean: 0.9,
                interval: Some((0.88, 0.92)),
                note: String::new(),
            }],
            caption: "1-NN".into(),
        }),
        heat_map: Some(HeatMap {
            x_name: "γ".into(),
            x_values: vec![0.0, 1.0],
            y_name: "α".into(),
            y_values: vec![1.0, 10.0],
            value_name: "accuracy".into(),
            values: vec![0.5, f64::NAN, 0.7, 0.8],
            chosen: Some((1, 1)),
        }),
        spectrum: Some(Spectrum { eigenvalues: vec![-1.0, 2.0] }),
        loadings: Some(Loadings {
            axes: vec![vec![("<script>".into(), 1.0)], vec![("b".into(), -1.0)]],
        }),
        curves: vec![CurveChart {
            x_scale: Scale::Logarithmic,
            curves: vec![Curve { name: "one".into(), points: vec![(1.0, 1.0), (100.0, 2.0)] }],
            ..CurveChart::default()
        }],
        ..Report::default()
    }
}

/// Opens the page and uses it; gives its document for further questions.
fn assert_works(report: &Report, charts: &str, tooltip: &[&str]) -> String {
    let page = html(report).expect("a page");
    let document = document(&page, "#selftest");
    assert_eq!(state(&document, "errors"), "0", "{}", state(&document, "last-error"));
    assert_eq!(state(&document, "charts"), charts);
    assert_eq!(state(&document, "cut-words"), "0");
    assert_eq!(state(&document, "state"), "tested");
    for words in tooltip {
        let shown = state(&document, "tooltip");
        assert!(shown.contains(words), "the tooltip is '{shown}', without '{words}'");
    }
    document
}

#[test]
#[ignore = "needs Chromium; cargo xtask test runs it where one is installed"]
fn a_page_with_every_chart_works() {
    // The row itself, its place on both axes, and its values.
    let tooltip = ["row 0", "no label", "predicted: ", "axis 1", "axis 2", "weight", "0"];
    let document = assert_works(&report(200, 3), "6", &tooltip);
    // One learner, four cells, two eigenvalues, two features, two points.
    assert_eq!(state(&document, "hints"), "11 of 11");
    assert_eq!(state(&document, "zoom"), "70, 100");
    let rows = "200 20 200 67 200 67 67 200";
    assert_eq!(
        state(&document, "rows"),
        rows,
        "all, labeled, all, one class, all, one found, and again, all"
    );
    assert!(state(&document, "spoken").starts_with("row "), "arrow keys step through the rows");
    assert!(state(&document, "found").starts_with("row 7, "), "{}", state(&document, "found"));
    assert_eq!(state(&document, "lost"), "true", "what is not there is said not to be there");
    assert_eq!(state(&document, "across"), "axis 3");
    assert_eq!((state(&document, "drawn"), state(&document, "cut")), ("200", "false"));
}

#[test]
#[ignore = "needs Chromium; cargo xtask test runs it where one is installed"]
fn numbers_of_any_length_leave_the_title_its_room() {
    let mut long = report(30, 2);
    let points = &mut long.embedding.as_mut().expect("an embedding").points;
    points.iter_mut().for_each(|point| point[1] = 1234.567 + 1e-3 * point[1]);
    let document = assert_works(&long, "6", &[]);
    assert_eq!((state(&document, "drawn"), state(&document, "cut")), ("30", "false"));
}

#[test]
#[ignore = "needs Chromium; cargo xtask test runs it where one is installed"]
fn one_axis_works() {
    let document = assert_works(&report(60, 1), "6", &["row ", "predicted: ", "axis 1"]);
    assert_eq!((state(&document, "drawn"), state(&document, "cut")), ("60", "false"));
}

#[test]
#[ignore = "needs Chromium; cargo xtask test runs it where one is installed"]
fn fifty_thousand_rows_work() {
    let document = assert_works(&report(50_000, 2), "6", &["row ", "predicted: "]);
    assert_eq!(state(&document, "drawn"), "50000");
}

#[test]
#[ignore = "needs Chromium; cargo xtask test runs it where one is installed"]
fn an_empty_page_makes_no_error() {
    let page = html(&Report::default()).expect("a page");
    let document = document(&page, "#selftest");
    assert_eq!((state(&document, "errors"), state(&document, "charts")), ("0", "0"));
    assert_eq!(state(&document, "state"), "tested");
}

#[test]
#[ignore = "needs Chromium; cargo xtask test runs it where one is installed"]
fn a_broken_page_is_noticed() {
    // Without this the other tests could pass because nothing counts errors.
    let page =
        html(&report(20, 2)).expect("a page").replace("'use strict';", "'use strict'; nonsense();");
    let document = document(&page, "");
    assert_eq!(state(&document, "errors"), "1");
}
