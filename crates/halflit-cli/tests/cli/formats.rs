//! Every format: fit, transform, predict.

use std::io::Write;

use halflit_io::{Destination, OutputColumn, OutputTable, WriteOptions};

use crate::tables::{delimited, flowers, flowers_csv};
use crate::world::World;

/// Fits, maps and predicts one file, and gives the predictions as rows of cells.
fn round_trip(world: &World, file: &str, options: &str) -> Vec<Vec<String>> {
    world.ok(&format!(
        "fit {file} --method ss-lfda {options} --gamma 1 --alpha 1 --model m.halflit --force"
    ));
    let map = world.ok(&format!("transform {file} {options} --model m.halflit"));
    assert!(map.starts_with("z1,z2"), "{file}: {map}");
    let predictions = world.ok(&format!("predict {file} {options} --model m.halflit"));
    let rows: Vec<Vec<String>> =
        predictions.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    assert_eq!(rows.len(), map.lines().count(), "{file}");
    rows
}

/// The share of the 48 flowers without a label whose species is found.
fn share_right(predictions: &[Vec<String>]) -> f64 {
    let column = predictions[0].iter().position(|name| name == "predicted").expect("a column");
    let truth = flowers(60);
    let right = (12..60).filter(|&i| predictions[i + 1][column] == truth[i].1);
    right.count() as f64 / 48.0
}

#[test]
fn decimal_commas_and_latin1_are_read_and_told() {
    let world = World::new();
    world.write("f.csv", flowers_csv());
    let expected = round_trip(&world, "f.csv", "--label species");
    let german = delimited(&flowers(60), 12, ';').replace('.', ",");
    world.write("german.csv", &german);
    let line = "fit german.csv --label species --method pca";
    assert!(world.run(line).err.contains("german.csv: numbers have a decimal comma\n"));
    assert_eq!(round_trip(&world, "german.csv", "--label species"), expected);
    assert_eq!(round_trip(&world, "german.csv", "--label species --decimal ,"), expected);
    let run = world.run(&format!("{line} --decimal ."));
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("or name the decimal mark (--decimal)"), "{}", run.err);

    let latin: Vec<u8> = flowers_csv().replace("versi color", "@").bytes().collect();
    let latin: Vec<u8> = latin.into_iter().map(|b| if b == b'@' { 0xe9 } else { b }).collect();
    world.write("latin.csv", latin);
    let run = world.run("fit latin.csv --label species --method pca --verbose");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("not UTF-8 was read as Windows-1252") && run.err.contains('é'));
}

#[test]
fn names_do_not_reach_the_terminal_as_they_are() {
    let world = World::new();
    let evil = "versi\u{1b}[31m\u{202e}";
    world.write(
        "f.csv",
        flowers_csv().replace("versi color", evil).replace("width", "\"w\u{1b}]0;\n\""),
    );
    let fitted =
        world.run("fit f.csv --label species --method ss-lfda --model m.halflit --verbose");
    assert_eq!(fitted.code, Some(0), "{}", fitted.err);
    let inspected = world.run("inspect m.halflit");
    for text in [&fitted.err, &fitted.out, &inspected.out] {
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
}

#[test]
fn text_with_any_separator_gzipped_or_not() {
    let world = World::new();
    let comma = flowers_csv();
    world.write("comma.csv", &comma);
    let expected = round_trip(&world, "comma.csv", "--label species");
    assert!(share_right(&expected) > 0.9);
    for (name, separator) in [("f.tsv", '\t'), ("semicolon.csv", ';'), ("pipe.txt", '|')] {
        world.write(name, delimited(&flowers(60), 12, separator));
        assert_eq!(round_trip(&world, name, "--label species"), expected, "{name}");
    }
    world.write("odd.csv", delimited(&flowers(60), 12, '%'));
    assert_eq!(round_trip(&world, "odd.csv", "--label species --delimiter %"), expected);

    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(comma.as_bytes()).expect("packed");
    world.write("f.csv.gz", gzip.finish().expect("packed"));
    assert_eq!(round_trip(&world, "f.csv.gz", "--label species"), expected);

    let quoted = comma.replace("versi color", "\"versi color\"").replace("width", "\"width\"");
    world.write("quoted.csv", quoted);
    assert_eq!(round_trip(&world, "quoted.csv", "--label species"), expected);

    let (_, headless) = comma.split_once('\n').expect("a header");
    world.write("headless.csv", headless);
    assert_eq!(round_trip(&world, "headless.csv", "--label 5 --no-header"), expected);

    world.write("windows.csv", comma.replace('\n', "\r\n"));
    assert_eq!(round_trip(&world, "windows.csv", "--label species"), expected);
}

#[test]
fn standard_input_and_labels_in_a_file_of_their_own() {
    let world = World::with("f.csv", flowers_csv());
    let from_file = world.ok("fit f.csv --label species --method fda --output -");
    let piped = world.run_with("fit - --label species --method fda --output -", flowers_csv());
    assert_eq!((piped.code, piped.out), (Some(0), from_file.clone()));
    let labels: Vec<&str> = (0..60).map(|i| if i < 12 { flowers(60)[i].1 } else { "?" }).collect();
    world.write("labels.txt", labels.join("\n") + "\n");
    let apart = world.ok("fit f.csv --drop species --labels labels.txt --method fda --output -");
    assert_eq!(apart, from_file);
}

#[test]
fn parquet_npy_and_json() {
    let world = World::with("f.csv", flowers_csv());
    let expected = round_trip(&world, "f.csv", "--label species");
    let rows = flowers(60);
    let number = |j: usize| OutputColumn::Numbers(rows.iter().map(|(x, _)| x[j]).collect());
    let mut columns: Vec<(String, OutputColumn)> =
        (0..5).map(|j| (crate::tables::COLUMNS[j].to_owned(), number(j))).collect();
    let write = |columns: &Vec<(String, OutputColumn)>, name: &str| {
        let table = OutputTable { columns: columns.clone() };
        let to = Destination::from(&world.path(name));
        table.write(&to, &WriteOptions::default()).expect("written");
    };
    write(&columns, "f.npy");
    let label = |i: usize| (i < 12).then(|| rows[i].1.to_owned());
    columns.push(("species".into(), OutputColumn::Texts((0..60).map(label).collect())));
    write(&columns, "f.parquet");
    assert_eq!(round_trip(&world, "f.parquet", "--label species"), expected);
    let labels: Vec<String> = (0..60).map(|i| label(i).unwrap_or_default()).collect();
    world.write("labels.txt", labels.join("\n") + "\n");
    assert_eq!(round_trip(&world, "f.npy", "--labels labels.txt"), expected);

    world.ok(
        "fit f.csv --method ss-lfda --label species --gamma 1 --alpha 1 --model m.halflit --force",
    );
    let csv = world.ok("transform f.csv --label species --model m.halflit");
    world.ok("transform f.csv --label species --model m.halflit -o map.parquet");
    world.ok("transform f.csv --label species --model m.halflit -o map.npy");
    world.ok("transform f.csv --label species --model m.halflit -o map.json");
    world.ok("transform f.csv --label species --model m.halflit -o map.csv");
    assert_eq!(world.text("map.csv"), csv);
    let json: serde_json::Value = serde_json::from_str(&world.text("map.json")).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(60));
    assert_eq!(json[1]["label"], "versi color");
    assert!(json[20]["label"].is_null());
    // What was written can be read again.
    let again = world.ok("fit map.parquet --label label --method fda --output -");
    assert_eq!(again, world.ok("fit map.csv --label label --method fda --output -"));
    world.ok("fit map.npy --method pca");
}

#[test]
fn svmlight_and_arff() {
    let world = World::new();
    let rows = flowers(60);
    let sparse = |(x, class): &(Vec<f64>, &str)| {
        let pairs = x.iter().enumerate().map(|(j, v)| format!("{}:{v}", j + 1));
        let class = ["setosa", "versi color", "virginica"].iter().position(|name| name == class);
        format!("{} {}\n", class.expect("a class"), pairs.collect::<Vec<_>>().join(" "))
    };
    let text: String = rows.iter().map(sparse).collect();
    world.write("f.svm", text.replacen("2 1:", "-1 1:", 2));
    let predictions = round_trip(&world, "f.svm", "--unlabeled -1");
    assert_eq!(predictions[1][1..3], ["0", "0"]);
    assert_eq!(predictions[3][1], "");
    assert_eq!(predictions[3][2], "2");

    let mut arff = String::from("@relation flowers\n");
    (0..5).for_each(|j| arff += &format!("@attribute x{j} numeric\n"));
    arff += "@attribute class {setosa,'versi color',virginica}\n@data\n";
    for (i, (x, class)) in rows.iter().enumerate() {
        let cells: Vec<String> = x.iter().map(f64::to_string).collect();
        let class = if i < 12 { format!("'{class}'") } else { "?".into() };
        arff += &format!("{},{class}\n", cells.join(","));
    }
    world.write("f.arff", arff);
    assert!(share_right(&round_trip(&world, "f.arff", "--label class")) > 0.9);
}

/// Files that NumPy and MATLAB's own libraries wrote.
#[test]
fn npz_and_mat() {
    let world = World::new();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../halflit-io/tests/data");
    for name in ["plain.npz", "packed.npz", "plain.mat", "packed.mat", "sparse.mat", "text.mat"] {
        std::fs::copy(format!("{data}/{name}"), world.path(name)).expect("a fixture");
    }
    for (file, options, rows) in [
        ("plain.npz", "", 4),
        ("packed.npz", "--matrix features --label-matrix target --unlabeled -1", 4),
        ("plain.mat", "", 4),
        ("packed.mat", "", 4),
        ("sparse.mat", "", 4),
        ("text.mat", "", 4),
    ] {
        world.ok(&format!("fit {file} {options} --method mmc --dim 1 --model m.halflit --force"));
        let map = world.ok(&format!("transform {file} {options} --model m.halflit"));
        assert_eq!(map.lines().count(), rows + 1, "{file}: {map}");
        assert!(map.starts_with("z1,label\n"), "{file}: {map}");
        let predictions = world.ok(&format!("predict {file} {options} --model m.halflit"));
        assert_eq!(predictions.lines().count(), rows + 1, "{file}");
    }
    assert!(world.ok("transform sparse.mat --model m.halflit").contains(",setosa\n"));
}

#[test]
fn unlabeled_is_empty_nan_na_null_a_question_mark_and_minus_one_unless_told_otherwise() {
    let world = World::new();
    let header = "a,b,class\n0,0.1,x\n0.2,0,x\n5,5,-1\n5.1,5.3,-1\n5.2,5,y\n5.3,5.4,y\n";
    let rows = "1,2,\n1,1,?\n2,1,NaN\n2,2,nan\n3,1,NA\n1,3,null\n";
    world.write("d.csv", format!("{header}{rows}"));
    let labeled = |options: &str| {
        let run =
            world.run(&format!("fit d.csv --label class --method fda --dim 1 -o - -v {options}"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        let headline = run.err.lines().find(|line| line.ends_with(" labeled")).expect("a headline");
        let count = headline.split(", ").last().expect("a count").replace(" labeled", "");
        count.parse::<usize>().expect("a number")
    };
    assert_eq!(labeled(""), 4);
    assert_eq!(labeled("--unlabeled -1"), 4);
    assert_eq!(labeled("--unlabeled ''"), 6);
    assert_eq!(labeled("--unlabeled y"), 4);
    assert_eq!(labeled("--unlabeled=-1 --unlabeled none"), 4);
}

#[test]
fn columns_are_chosen_and_left_out() {
    let world =
        World::with("d.csv", "id,a,b,c,class\nr1,0,1,2,x\nr2,1,0,1,y\nr3,2,2,0,x\nr4,0,0,1,y\n");
    let map = |options: &str| world.ok(&format!("fit d.csv --method fda --dim 1 {options} -o -"));
    let by_name = map("--label class --drop id");
    assert_eq!(map("--label 4 --drop 0"), by_name);
    assert_eq!(map("--label class --columns a,b,c"), by_name);
    assert_ne!(map("--label class --drop id,c"), by_name);
    let run = world.run("fit d.csv --label class");
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("d.csv: column 'id' is text of 4 different values in 4 rows"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("as the label (--drop 'id', --text 'id', --label 'id')"),
        "{}",
        run.err
    );
}
