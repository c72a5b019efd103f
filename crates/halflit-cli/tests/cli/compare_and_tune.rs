//! Searches and comparisons.

use halflit::evaluation::cross_validation;
use halflit::learner::Kind;
use halflit::{Labels, Method, Plan, Samples};

use crate::tables::{Numbers, SPECIES, delimited, drowned, flowers, flowers_csv, noise};
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
    assert_eq!(model["plan"]["method"]["parameters"]["gamma"], json["best"]["setting"]["gamma"]);
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
    // Of rows that are not there nothing is said.
    world.write("all.csv", delimited(&drowned(80), 80, ','));
    let out = world.ok("compare all.csv --label species --methods fda,ss-lfda");
    assert!(out.contains("The reduction ") && !out.contains("Unlabeled rows"), "{out}");
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
    let named = Method::table().filter(|info| info.kind != Kind::Custom);
    assert_eq!(rows.len(), 1 + named.count());
    assert_eq!(rows[0]["method"], "raw 1-NN");
    assert_eq!(rows[1]["method"], "auto");
    assert!(rows.iter().all(|row| row["accuracy"].is_f64() && row["interval"][1].is_f64()));
    assert!(rows[1..].iter().all(|row| row["p_better_than_raw"].is_f64()));
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

/// The baseline is measured where the methods learn: with --scale, on scaled columns.
#[test]
fn no_reduction_at_all_is_as_good_as_raw_whatever_the_scaling() {
    let mut numbers = Numbers::new(4);
    let row = |i: usize| {
        let x = (i % 2) as f64 + 0.6 * numbers.next();
        (vec![x, 1000.0 * numbers.next()], ["no", "yes"][i % 2])
    };
    let rows: Vec<_> = (0..80).map(row).collect();
    let world = World::with("s.csv", delimited(&rows, 80, ','));
    let compare = |scale: &str| {
        let line = format!("compare s.csv --label species --methods pca --dim 2 --scale {scale}");
        let json = world.json(&line);
        let accuracy = |row: usize| json["rows"][row]["accuracy"].as_f64().expect("a number");
        assert_eq!(accuracy(0), accuracy(1), "{scale}");
        let verdict = json["verdict"][0].as_str().expect("a sentence");
        assert!(verdict.starts_with("The reduction does not clearly help"), "{verdict}");
        accuracy(0)
    };
    // Scaling itself helps here; that is not the merit of the reduction.
    assert!(compare("standard") > compare("none") + 0.2);
}

#[test]
fn compare_assesses_what_fit_does() -> halflit::Result<()> {
    let world = World::with("f.csv", flowers_csv());
    let json = world.json("compare f.csv --label species --methods ss-lfda");
    let row = &json["rows"][1];
    // By the library, with the search of `fit`.
    let rows = flowers(60);
    let values: Vec<&[f64]> = rows.iter().map(|(x, _)| x.as_slice()).collect();
    let samples = Samples::from_rows(&values)?;
    let labels = Labels::new((0..60).map(|i| (i < 12).then_some(rows[i].1)));
    let folds = cross_validation(&labels, 0)?;
    let found = Plan::named("ss-lfda")?.prepare(&samples)?.assess(&labels, &folds)?;
    assert_eq!(row["accuracy"].as_f64(), Some(found.accuracy()));
    assert_eq!(row["chosen"], serde_json::to_value(&found.chosen).expect("JSON"));
    // By the command: the row that a fold holds out has no label for `fit`.
    for (fold, held_out) in folds.iter().enumerate().step_by(5) {
        let label = |i: usize| if i < 12 && held_out != &[i] { rows[i].1 } else { "" };
        let labels: Vec<&str> = (0..60).map(label).collect();
        world.write("labels.txt", labels.join("\n") + "\n");
        let model = world.json("fit f.csv --drop species --labels labels.txt --method ss-lfda");
        for name in ["gamma", "alpha"] {
            assert_eq!(
                model["plan"]["method"]["parameters"][name], row["chosen"][fold][name],
                "{fold}"
            );
        }
    }
    Ok(())
}

/// What a fold holds out has no say in what is chosen for it.
#[test]
fn held_out_labels_change_no_choice() {
    let world = World::new();
    let chosen = |rows: &[crate::tables::Row], options: &str| {
        world.write("f.csv", delimited(rows, 12, ','));
        let line = format!("compare f.csv --label species --methods ss-lfda {options}");
        world.json(&line)["rows"][1]["chosen"].clone()
    };
    for options in ["", "--gammas 0.01,1,100 --alphas 1,8"] {
        let truth = chosen(&flowers(60), options);
        // Leave-one-out: the fold of a labeled row is its number.
        for row in [0, 4, 11] {
            let mut scrambled = flowers(60);
            scrambled[row].1 = SPECIES[(row + 1) % 3];
            assert_eq!(chosen(&scrambled, options)[row], truth[row], "{options} {row}");
        }
    }
}

/// What `fit` and `tune` state is what `compare` finds on labels that had no say, not what the winner had when it was chosen.
#[test]
fn the_accuracy_that_is_stated_is_nested() {
    let world = World::with("n.csv", delimited(&noise(80), 16, ','));
    let compared = world.json("compare n.csv --label species --methods ss-lfda");
    let fitted = world.json("fit n.csv --label species --method ss-lfda");
    let row = &compared["rows"][1];
    assert_eq!(fitted["held_out"]["accuracy"], row["accuracy"]);
    assert_eq!(fitted["held_out"]["interval"], row["interval"]);
    assert_eq!(fitted["held_out"]["raw"], compared["rows"][0]["accuracy"]);
    let lists = "--label species --gammas 0.01,0.1,1,10 --alphas 1,8";
    let compared = world.json(&format!("compare n.csv --methods ss-lfda {lists}"));
    let tuned = world.json(&format!("tune n.csv {lists}"));
    assert_eq!(tuned["held_out"]["accuracy"], compared["rows"][1]["accuracy"]);
    let quick = world.json("fit n.csv --label species --no-check");
    assert!(quick["held_out"].is_null());
}

#[test]
fn a_model_that_is_no_better_than_chance_says_so() {
    // About every other model of noise is.
    let said = |labeled: usize| {
        let world = World::with("n.csv", delimited(&noise(80), labeled, ','));
        let run = world.run("fit n.csv --label species --method lfda");
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.err.contains("no better than always answering")
    };
    assert!([20, 26, 32, 38, 44, 50, 56, 62].into_iter().any(said));
    let world = World::with("f.csv", flowers_csv());
    let run = world.run("fit f.csv --label species");
    assert!(!run.err.contains("warning"), "{}", run.err);
    assert!(run.out.contains("held-out labels found"), "{}", run.out);
}

#[test]
fn the_number_of_dimensions_fits_the_classes() {
    let mut numbers = Numbers::new(8);
    let names = ["a", "b", "c", "d", "e"];
    let row = |i: usize| {
        let x = (0..6).map(|j| if j == i % 5 { 4.0 } else { 0.0 } + numbers.next()).collect();
        (x, names[i % 5])
    };
    let rows: Vec<_> = (0..60).map(row).collect();
    let world = World::with("five.csv", delimited(&rows, 30, ','));
    let dimension = |options: &str| {
        world.json(&format!("fit five.csv --label species --method lfda {options}"))["dimension"]
            .clone()
    };
    assert_eq!(dimension(""), 4);
    // The first two axes are those of the picture.
    assert_eq!(dimension("--picture p.svg"), 4);
    assert_eq!(dimension("--dim 3"), 3);
    assert_eq!(
        world.json("compare five.csv --label species --methods ss-lfda")["rows"][1]["chosen"][0]["dimension"],
        4
    );
}

#[test]
fn one_label_a_class_is_enough_and_is_pointed_out() {
    let world = World::with("f.csv", delimited(&flowers(60), 3, ','));
    for method in ["ss-lfda", "ss-lfda --gamma 1", "self", "self --gamma 0.5", "lfda", "auto"] {
        let run = world.run(&format!("fit f.csv --label species --method {method}"));
        assert_eq!(run.code, Some(0), "{method}: {}", run.err);
        let said = run.err.contains("no two labeled rows of one class differ");
        assert_eq!(said, method != "auto", "{method}: {}", run.err);
    }
}
