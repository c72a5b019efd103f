//! What a fit would take, told beforehand; arrays that stay in their files.

use halflit_io::{Destination, OutputColumn, OutputTable, WriteOptions};

use crate::tables::{flowers, flowers_csv};
use crate::world::World;

/// The flowers as an array with labels beside it.
fn array() -> World {
    let world = World::new();
    let flowers = flowers(60);
    let column = |k: usize| OutputColumn::Numbers(flowers.iter().map(|(x, _)| x[k]).collect());
    let width = flowers[0].0.len();
    let columns = (0..width).map(|k| (format!("x{k}"), column(k))).collect();
    let table = OutputTable { columns };
    let path = world.path("f.npy");
    table.write(&Destination::from(&path), &WriteOptions::default()).expect("written");
    let label = |row: usize| if row < 12 { flowers[row].1 } else { "" };
    let labels: String = (0..60).map(|row| format!("{}\n", label(row))).collect();
    world.write("labels.txt", labels);
    world
}

#[test]
fn a_dry_run_tells_the_steps_and_does_nothing() {
    let world = World::with("f.csv", flowers_csv());
    let line = "fit f.csv --label species --method ss-lfda --model m.halflit --dry-run";
    let told = world.json(line);
    let steps: Vec<&str> = told["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .filter_map(|step| step["what"].as_str())
        .collect();
    assert_eq!(steps, ["samples", "span", "graph", "solve", "check"]);
    assert_eq!(told["shape"]["labeled"], 12);
    assert!(told["operations"].as_f64() > Some(1e4) && told["peak_bytes"].as_f64() > Some(1e4));
    let text = world.ok(line);
    assert!(text.contains("all pairs") && text.contains("operations, roughly"), "{text}");
    assert_eq!(world.files(), ["f.csv"]);
    // Fewer pairs, fewer steps; a grid is solved for every setting.
    let near = world.ok(&format!("{line} --graph 5 --no-check"));
    assert!(near.contains("the 5 nearest rows of each") && !near.contains("check"), "{near}");
    let tuned = world.ok("tune f.csv --label species --gammas 0.1,1 --alphas 1,8 --dry-run");
    assert!(tuned.contains("among 4 settings"), "{tuned}");
    let auto = world.ok("fit f.csv --label species --dry-run");
    assert!(auto.contains("3 ways to take the columns"), "{auto}");
}

#[test]
fn the_shape_of_an_array_is_known_from_its_header() {
    let world = array();
    let mut cut = world.read("f.npy");
    cut.truncate(200);
    world.write("cut.npy", cut);
    // Nothing but the header is there.
    let told = world.json("fit cut.npy --labels labels.txt --method pca --dry-run");
    assert_eq!((&told["shape"]["rows"], &told["shape"]["labeled"]), (&60.into(), &12.into()));
    assert_eq!(told["steps"][0]["how"], "60 × 5, left where they are");
}

#[test]
fn a_column_of_weights_is_no_column_of_numbers() {
    let text = flowers_csv();
    let mut lines = text.lines();
    let mut weighed = format!("{},times\n", lines.next().expect("a header"));
    weighed.extend(lines.map(|line| format!("{line},2\n")));
    let world = World::with("f.csv", weighed);
    let columns = |options: &str| {
        let line = format!("fit f.csv --label species --method pca --dry-run {options}");
        world.json(&line)["shape"]["columns"].as_u64().expect("a number")
    };
    assert_eq!(columns("--weight times") + 1, columns(""));
}

#[test]
fn an_array_in_its_file_gives_the_model_of_one_that_was_read() {
    let world = array();
    let line = "--labels labels.txt --method ss-lfda --gamma 1 --alpha 1 --no-check --model";
    world.ok(&format!("fit f.npy {line} mapped.halflit"));
    let run = world.run_with(&format!("fit - {line} read.halflit"), world.read("f.npy"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(world.read("mapped.halflit"), world.read("read.halflit"));
    let map = |line: &str, input: Vec<u8>| world.run_with(line, input).out;
    let mapped = map("transform f.npy --model mapped.halflit", Vec::new());
    assert_eq!(mapped, map("transform - --model mapped.halflit", world.read("f.npy")));
    assert!(mapped.starts_with("z1,z2"), "{mapped}");
}
