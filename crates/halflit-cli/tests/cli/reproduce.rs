//! `halflit reproduce`.

use serde_json::Value;

use crate::world::World;

const SMALL: &str = "
title = 'Small'
learners = ['raw', 'pca', 'lpp*', 'dne', 'ss-dne']
splits = 2
grid = { gamma = [1, 100], alpha = [1, 8] }
[[dataset]]
source = 'ionosphere'
labeled = 10
dimension = 2
";

fn world() -> World {
    World::with("small.toml", SMALL)
}

#[test]
fn table_1_is_measured_and_missing_data_are_named() {
    let run = World::new().run("reproduce table1");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.contains("0.866 / 0.843  0.866 / 0.843  the same in both spaces"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("0.792 / 0.778  0.780 / 0.760  differs: equal distances"),
        "{}",
        run.out
    );
    for name in ["BCI", "USPS", "M-Eyale"] {
        assert!(run.err.contains(&format!("{name} is not there, and its rows are left out")));
    }
}

#[test]
fn every_claim_of_the_figures_holds() {
    let world = World::new();
    let out = world.ok("reproduce figures --output drawn");
    assert!(out.contains("ionosphere-graph:") && out.contains("holds:"), "{out}");
    assert!(!out.contains("does not hold"), "{out}");
    assert_eq!(&world.read("drawn/figures/toy-3.png")[1..4], b"PNG");
    let page = world.text("drawn/report.html");
    assert!(page.contains("<svg") && page.contains("</html>"));
}

#[test]
fn a_protocol_of_ones_own_as_text_and_as_rows() {
    let world = world();
    let out = world.ok("reproduce small.toml --select cv,oracle,auto --constraint paper,blended");
    assert!(out.contains("parameters by cv, constraint paper"), "{out}");
    assert!(out.contains("parameters by auto, constraint blended"), "{out}");
    let rows = world.json("reproduce small.toml --select cv --output again");
    // Four learners have one row per split, and ss-dne with one constraint too.
    assert_eq!(rows.as_array().map(Vec::len), Some(5 * 2));
    let names: Vec<&str> =
        ["dataset", "labeled", "space", "learner", "selection", "split", "accuracy"].into();
    assert!(names.iter().all(|name| !rows[0][name].is_null()), "{}", rows[0]);
    assert!(rows.as_array().is_some_and(|rows| rows.iter().any(|row| row["gamma"].is_f64())));
}

#[test]
fn every_learner_is_shown_and_the_report_is_ones_own() {
    let learners = ["raw", "pca", "lpp", "lpp*", "fda", "dne", "mfa", "lfda", "ss-dne"];
    let own = SMALL
        .replace("title = 'Small'", "title = 'Mine'\nopening = 'Why I did it.'")
        .replace("['raw', 'pca', 'lpp*', 'dne', 'ss-dne']", &format!("{learners:?}"));
    let twin = "[[dataset]]\nsource = 'ionosphere'\nlabeled = 20\ndimension = 2\n";
    let world = World::with("mine.toml", format!("{own}{twin}"));
    let out = world.ok("reproduce mine.toml --select auto");
    assert!(out.starts_with("Mine; parameters by auto, constraint paper"), "{out}");
    let heads = out.lines().filter(|line| line.starts_with("dataset"));
    let heads: Vec<&str> = heads.flat_map(|line| line.split_whitespace().skip(2)).collect();
    assert_eq!(heads, learners);
    assert!(
        out.contains("Ionosphere, 10 labels") && out.contains("Ionosphere, 20 labels"),
        "{out}"
    );
    let report = world.text("halflit-study/report.md");
    assert!(report.starts_with("# Mine\n\nWhy I did it.\n"), "{report}");
    assert!(world.text("halflit-study/report.html").contains("<h1>Mine</h1>"));
}

#[test]
fn rows_go_to_the_file_after_json() {
    let world = world();
    let out = world.ok("reproduce small.toml --select oracle --json rows.json");
    assert!(out.contains("parameters by oracle"), "{out}");
    let rows: Value = serde_json::from_str(&world.text("rows.json")).expect("JSON");
    assert_eq!(rows.as_array().map(Vec::len), Some(10));
    let csv = world.text("halflit-study/rows.csv");
    assert_eq!(csv.lines().count(), 11);
}

#[test]
fn nothing_is_overwritten_unless_resumed_or_forced() {
    let world = world();
    world.ok("reproduce small.toml --select oracle");
    let again = world.run("reproduce small.toml --select oracle");
    assert_eq!(again.code, Some(1), "{}", again.err);
    let first = world.text("halflit-study/rows.csv");
    world.ok("reproduce small.toml --select oracle --resume");
    assert_eq!(world.text("halflit-study/rows.csv"), first);
    world.ok("reproduce small.toml --select oracle --force");
    let other = world.run("reproduce small.toml --select oracle --resume --seed 3");
    assert!(
        other.code == Some(1) && other.err.contains("was written with seed 0, not 3"),
        "{}",
        other.err
    );
}
