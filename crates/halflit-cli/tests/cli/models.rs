//! What travels with a model.

use halflit::Model;
use serde_json::json;

use crate::tables::{SPECIES, delimited, flowers, flowers_csv};
use crate::world::World;

fn fitted(options: &str) -> World {
    let world = World::with("f.csv", flowers_csv());
    world.ok(&format!(
        "fit f.csv --method ss-lfda --label species --gamma 1 --alpha 1 --model m.halflit {options}"
    ));
    world
}

#[test]
fn string_labels_survive_and_predictions_fill_the_training_file() {
    let world = fitted("");
    let out = world.ok("predict f.csv --label species --model m.halflit");
    let mut lines = out.lines();
    let header = "row,label,predicted,margin,probability of setosa,probability of versi color,probability of virginica";
    assert_eq!(lines.next(), Some(header));
    let truth = flowers(60);
    let mut right = 0;
    for (i, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[0], i.to_string());
        assert_eq!(cells[1], if i < 12 { truth[i].1 } else { "" });
        assert!(SPECIES.contains(&cells[2]), "{line}");
        let margin: f64 = cells[3].parse().expect("a number");
        assert!((0.0..=1.0).contains(&margin), "{line}");
        let sum: f64 = cells[4..].iter().map(|p| p.parse::<f64>().expect("a number")).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{line}");
        right += usize::from(cells[2] == truth[i].1);
    }
    assert!(right > 55, "{right} of 60");
    let unlabeled = world.ok("predict f.csv --label species --model m.halflit --unlabeled-only");
    assert_eq!(unlabeled.lines().count(), 49);
    assert!(unlabeled.lines().nth(1).is_some_and(|line| line.starts_with("12,,")), "{unlabeled}");
    let rows = world.json("predict f.csv --label species --model m.halflit --unlabeled-only");
    assert_eq!((&rows[0]["row"], &rows[0]["predicted"]), (&json!(12), &json!(truth[12].1)));
    let votes = world.ok("predict f.csv --label species --model m.halflit --votes 3");
    assert!(votes.contains("0.333"), "{votes}");
}

#[test]
fn a_row_that_cannot_be_mapped_keeps_its_number_in_the_table() {
    let world = fitted("--scale unit");
    let mut rows = flowers(60);
    rows[15].0.fill(0.0);
    world.write("z.csv", delimited(&rows, 12, ','));
    for options in ["", "--unlabeled-only"] {
        let line = format!("predict z.csv --label species --model m.halflit {options}");
        let run = world.run(&line);
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains("error: row 15 is all zeros"), "{}", run.err);
    }
}

#[test]
fn another_order_of_columns_is_put_right_by_name() {
    let world = fitted("");
    let reversed = |row: &(Vec<f64>, &str)| {
        let cells: Vec<String> = row.0.iter().rev().map(f64::to_string).collect();
        cells.join(",")
    };
    let rows: Vec<String> = flowers(60).iter().map(reversed).collect();
    world.write("r.csv", format!("age,depth,height,length,width\n{}\n", rows.join("\n")));
    let expected = world.ok("transform f.csv --drop species --model m.halflit");
    assert_eq!(world.ok("transform r.csv --model m.halflit"), expected);
}

#[test]
fn missing_columns_are_an_error_that_lists_them_and_others_are_passed_over() {
    let world = fitted("");
    world.write("d.csv", "width,length,heigth,depth,age,new\n1,2,3,4,5,6\n");
    let run = world.run("transform d.csv --model m.halflit");
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    for part in ["d.csv", "not there: height;", "there are width, length, heigth, depth, age, new"]
    {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
    world.write("e.csv", "new,width,length,height,depth,age,note\n6,1,2,3,4,5,any text\n");
    let run = world.run("transform e.csv --model m.halflit --verbose");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("the model has no use for new, note"), "{}", run.err);
    assert!(!world.run("transform e.csv --model m.halflit").err.contains("note"));
    let same = world.ok("transform e.csv --model m.halflit --drop new,note");
    assert_eq!(run.out, same);
}

#[test]
fn scaling_is_part_of_the_model() {
    let world = World::new();
    // The same data in other units.
    let mut rows = flowers(60);
    world.write("f.csv", delimited(&rows, 12, ','));
    rows.iter_mut().for_each(|(x, _)| x[0] *= 1000.0);
    world.write("mm.csv", delimited(&rows, 12, ','));
    for (scaling, same) in [("standard", true), ("minmax", true), ("none", false)] {
        let line = format!("--label species --method mmc --scale {scaling} --force");
        world.ok(&format!("fit f.csv {line} --model m.halflit"));
        world.ok(&format!("fit mm.csv {line} --model mm.halflit"));
        let map = |file: &str, model: &str| {
            let text = world.ok(&format!("transform {file} --drop species --model {model}"));
            let cells = text.lines().skip(1).flat_map(|line| line.split(','));
            cells.map(|cell| cell.parse::<f64>().expect("a number")).collect::<Vec<_>>()
        };
        let (plain, scaled) = (map("f.csv", "m.halflit"), map("mm.csv", "mm.halflit"));
        let near = plain.iter().zip(&scaled).all(|(a, b)| (a - b).abs() < 1e-6);
        assert_eq!(near, same, "{scaling}");
    }
}

#[test]
fn inspect_shows_what_is_inside() {
    let world = fitted("--scale standard");
    let text = world.ok("inspect m.halflit --top 2");
    for part in
        ["ss-lfda", "scaling       standard", "gamma         1", "classes", "\"versi color\""]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("eigenvalue ").count(), 2);
    let json = world.json("inspect m.halflit");
    assert_eq!(json["feature_names"][1], "length");
    assert_eq!(json["top_features"][0].as_array().map(Vec::len), Some(5));
    assert!(json["top_features"][0][0]["weight"].is_f64());
    assert_eq!(json["classes"][2], "virginica");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.add_filter(r"(residual +)\S+", "$1[small]");
    settings.bind(|| insta::assert_snapshot!("inspect", text));
}

#[test]
fn a_model_of_another_version_and_half_a_model_are_named() {
    let world = fitted("");
    let model = world.read("m.halflit");
    assert!(Model::from_bytes(&model).is_ok());
    world.write("half.halflit", &model[..model.len() / 2]);
    let run = world.run("inspect half.halflit");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("half.halflit: this is not a whole halflit model"), "{}", run.err);
    world.write("later.halflit", later_version(&model));
    let run = world.run("inspect later.halflit");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("later.halflit: written by halflit 0."), "{}", run.err);
    assert!(run.err.contains("upgrade halflit"), "{}", run.err);
}

/// A column that is left out may hold the truth; nothing that is written depends on it.
#[test]
fn a_hidden_truth_changes_no_byte() {
    let world = World::new();
    let rows = flowers(60);
    let written = |truth: &dyn Fn(usize) -> &'static str| {
        let plain = delimited(&rows, 12, ',');
        let mut lines = plain.lines();
        let mut text = format!("truth,{}\n", lines.next().expect("a header"));
        lines.enumerate().for_each(|(i, line)| text += &format!("{},{line}\n", truth(i)));
        world.write("f.csv", text);
        let data = "f.csv --label species --drop truth";
        let said = world.run(&format!("fit {data} --model m.halflit --output map.csv --force"));
        let line = format!("predict {data} --model m.halflit --unlabeled-only");
        (said.out, said.err, world.read("m.halflit"), world.text("map.csv"), world.ok(&line))
    };
    let known = written(&|i| rows[i].1);
    assert_eq!(known.4.lines().count(), 49, "{}", known.4);
    assert!(known == written(&|i| SPECIES[(i * 7 + i / 3) % 3]));
    assert!(known == written(&|_| SPECIES[1]));
}

/// This model as if a later program had written it.
pub(crate) fn later_version(model: &[u8]) -> Vec<u8> {
    let (old, new) = (br#"\"version\":6"#, br#"\"version\":9"#);
    let at = model.windows(old.len()).position(|window| window == old).expect("a version");
    let mut later = model.to_vec();
    later[at..at + new.len()].copy_from_slice(new);
    later
}

#[test]
fn files_without_names_are_matched_by_position() {
    let world = World::new();
    let text = flowers_csv();
    let (_, rows) = text.split_once('\n').expect("a header");
    world.write("f.csv", rows);
    world.ok("fit f.csv --no-header --label 5 --method fda --model m.halflit");
    let without: Vec<&str> =
        rows.lines().filter_map(|l| l.rsplit_once(',').map(|(x, _)| x)).collect();
    world.write("new.csv", without.join("\n"));
    assert_eq!(world.ok("transform new.csv --model m.halflit").lines().count(), 61);
}
