//! Searches and comparisons.

use crate::tables::{delimited, drowned, flowers_csv, noise};
use crate::world::World;

#[test]
fn tune_prints_every_setting_and_draws_a_heat_map() {
    let world = World::with("f.csv", flowers_csv());
    let line =
        "tune f.csv --label species --gammas 0.1,10 --alphas 1,4 --neighbor-counts 2,3 --dims 1,2";
    let text = world.ok(&format!("{line} --picture heat.png --model m.halflit --report r.html"));
    assert_eq!(text.lines().count(), 17, "{text}");
    assert!(world.read("heat.png").starts_with(b"\x89PNG"));
    assert!(world.text("r.html").contains("halflit tune f.csv"));
    let json = world.json(line);
    assert_eq!(json["settings"].as_array().map(Vec::len), Some(16));
    let best = json["best"]["accuracy"].as_f64().expect("a number");
    for setting in json["settings"].as_array().expect("a list") {
        assert!(setting["accuracy"].as_f64() <= Some(best), "{setting}");
    }
    assert!(json["rule"].is_string());
    let model = world.json("inspect m.halflit");
    assert_eq!(model["recipe"]["parameters"]["gamma"], json["best"]["setting"]["gamma"]);
    assert_eq!(model["dimension"], json["best"]["setting"]["dimension"]);
}

#[test]
fn compare_says_where_the_reduction_helps() {
    let world = World::with("d.csv", delimited(&drowned(80), 60, ','));
    let run = world.run("compare d.csv --label species --methods fda,lfda,ss-lfda --picture a.svg");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("The reduction helps: "), "{}", run.out);
    assert!(run.out.contains("Unlabeled rows "), "{}", run.out);
    assert!(run.out.starts_with("method    accuracy %"), "{}", run.out);
    assert!(world.text("a.svg").contains("<svg"));
}

#[test]
fn compare_says_where_nothing_helps() {
    let world = World::with("n.csv", delimited(&noise(80), 50, ','));
    let out = world.ok("compare n.csv --label species --methods pca,fda,ss-fda");
    assert!(out.contains("The reduction does not clearly help"), "{out}");
    assert!(out.contains("Unlabeled rows do not clearly help"), "{out}");
}

#[test]
fn compare_covers_all_methods_and_gives_json_and_a_page() {
    let world = World::with("f.csv", flowers_csv());
    let json = world.json("compare f.csv --label species --report r.html");
    let rows = json["rows"].as_array().expect("a list");
    assert_eq!(rows.len(), 19);
    assert_eq!(rows[0]["method"], "raw 1-NN");
    assert!(rows.iter().all(|row| row["accuracy"].is_f64() && row["standard_error"].is_f64()));
    assert_eq!(json["verdict"].as_array().map(Vec::len), Some(2));
    assert!(world.text("r.html").contains("ss-snle"));
    // Fixed parameters are used, not searched.
    let json = world.json("compare f.csv --label species --methods ss-lfda --gamma 3");
    let chosen = &json["rows"][1]["chosen"][0];
    assert_eq!(chosen["gamma"], 3.0);
}

#[test]
fn the_seed_decides_the_folds() {
    let world = World::with("n.csv", delimited(&noise(80), 50, ','));
    let tune = |seed: u64| world.ok(&format!("tune n.csv --label species --seed {seed}"));
    assert_eq!(tune(1), tune(1));
    assert_ne!(tune(1), tune(2));
}
