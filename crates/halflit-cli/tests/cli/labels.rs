//! The loop of asking for rows, labeling them and learning: labels in files of their own.

use crate::tables::{delimited, flowers, flowers_csv};
use crate::world::World;

/// Fills in the last column of what `suggest` wrote, as a person would.
fn fill(world: &World, file: &str, number_of: impl Fn(&str) -> usize) {
    let rows = flowers(60);
    let filled = |(k, line): (usize, &str)| match k {
        0 => format!("{line}\n"),
        _ => format!("{line}{}\n", rows[number_of(line)].1),
    };
    let text = world.text(file).lines().enumerate().map(filled).collect::<String>();
    world.write(file, text);
}

fn by_row(line: &str) -> usize {
    line.split(',').next().and_then(|cell| cell.parse().ok()).expect("a row")
}

#[test]
fn suggest_fill_in_fit_and_again() {
    let world = World::with("flowers.csv", flowers_csv());
    let ask = "suggest flowers.csv --label species --count 10";
    world.ok(&format!("{ask} --output next.csv"));
    let empty = world.run("fit flowers.csv --label species --labels next.csv");
    assert_eq!(empty.code, Some(0));
    assert!(empty.err.contains("no label is filled in yet"), "{}", empty.err);
    fill(&world, "next.csv", by_row);
    let checks = world.text("next.csv").lines().filter(|line| line.contains(",yes,")).count();
    assert_eq!(checks, 2);

    let run = world.run("fit flowers.csv --label species --labels next.csv");
    assert!(run.out.contains("20 of them labeled"), "{}", run.out);
    assert!(run.out.contains("2 of 2 check rows right"), "{}", run.out);
    assert!(run.err.contains("8 rows to learn from, and 2 rows to check by"), "{}", run.err);
    let found = world.json("fit flowers.csv --label species --labels next.csv");
    assert_eq!(found["check_rows"]["of"], 2);

    let rows = |found: serde_json::Value| -> Vec<u64> {
        let all = found.as_array().expect("a list").iter();
        all.map(|own| own["row"].as_u64().expect("a row")).collect()
    };
    let asked: Vec<u64> =
        world.text("next.csv").lines().skip(1).map(|l| by_row(l) as u64).collect();
    let again = rows(world.json(&format!("{ask} --labels next.csv")));
    assert!(again.iter().all(|row| !asked.contains(row)), "{asked:?} {again:?}");

    // A second round, beside the first.
    world.ok(&format!("{ask} --labels next.csv --output more.csv"));
    fill(&world, "more.csv", by_row);
    let both = "fit flowers.csv --label species --labels next.csv --labels more.csv";
    assert_eq!(world.json(both)["check_rows"]["of"], 4);
    let guessed = "predict flowers.csv --label species --labels next.csv --unlabeled-only";
    world.ok(&format!("{both} --model m.halflit"));
    // Check rows are known too.
    let lines = world.ok(&format!("{guessed} --model m.halflit")).lines().count();
    assert_eq!(lines, 1 + 60 - 12 - 10);
}

#[test]
fn rows_are_found_by_their_id_whatever_their_order() {
    let plain = delimited(&flowers(60), 12, ',');
    let with_id = |order: &dyn Fn(usize) -> usize| -> String {
        let lines: Vec<&str> = plain.lines().collect();
        let line = |k: usize| format!("p{k},{}\n", lines[k + 1]);
        (0..60).fold(format!("plant,{}\n", lines[0]), |all, k| all + &line(order(k)))
    };
    let world = World::with("a.csv", with_id(&|k| k));
    world.write("b.csv", with_id(&|k| 59 - k));
    world.ok("suggest a.csv --label species --id plant --count 10 --output next.csv");
    let head = world.text("next.csv").lines().next().map(str::to_owned);
    assert_eq!(head.as_deref(), Some("row,plant,why,check,species"));
    let number = |line: &str| {
        let id = line.split(',').nth(1).expect("an id");
        id.trim_start_matches('p').parse().expect("a number")
    };
    fill(&world, "next.csv", number);
    let fit = |file: &str| {
        let line = format!("fit {file} --label species --id plant --labels next.csv");
        world.json(&line)["check_rows"]["right"].clone()
    };
    assert_eq!(fit("a.csv"), fit("b.csv"));
    // By row the labels would go elsewhere: that is what an id is for.
    let map = world.ok("fit a.csv --label species --id plant --keep age --method fda -o -");
    assert!(map.starts_with("plant,age,z1,z2,label\np0,"), "{map}");

    world.write("other.csv", "plant,species\nq7,setosa\n");
    let run = world.run("fit a.csv --label species --id plant --labels other.csv");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("no row of the table has the plant 'q7'"), "{}", run.err);
    world.write("twice.csv", plain.lines().map(|l| format!("p,{l}\n")).collect::<String>());
    world.write("p.csv", "p,species\np,setosa\n");
    let run = world.run("fit twice.csv --label species --id p --labels p.csv");
    assert!(run.err.contains("is that of rows 0 and 1"), "{}", run.err);
}

#[test]
fn labels_that_make_no_sense_are_named() {
    let world = World::with("f.csv", flowers_csv());
    for (labels, words) in [
        ("row,species\n60,setosa\n", "there is no row 60"),
        ("row,species\nx,setosa\n", "column 'row' holds 'x'"),
        ("row,species\n7,setosa\n7,virginica\n", "row 7 of the table is 'setosa' and 'virginica'"),
        ("row,check,species\n7,perhaps,setosa\n", "column 'check' holds 'perhaps'"),
        ("row,a,b\n7,setosa,x\n", "which column holds the labels is not clear"),
    ] {
        world.write("l.csv", labels);
        let run = world.run("fit f.csv --label species --labels l.csv");
        assert_eq!(run.code, Some(1), "{labels}");
        assert!(run.err.contains(words), "{labels}: {}", run.err);
    }
    world.write("l.csv", "row,species\n0,virginica\n");
    let run = world.run("fit f.csv --label species --labels l.csv");
    assert!(run.err.contains("1 row had another label in the table"), "{}", run.err);
}

#[test]
fn the_loop_runs_on_parquet_too() {
    let world = World::with("f.csv", flowers_csv());
    // Any table becomes Parquet by way of a map that changes nothing.
    world.ok("fit f.csv --label species --method pca --dim 5 --output f.parquet");
    world.ok("suggest f.parquet --label label --count 5 --output next.parquet");
    let run = world.run("fit f.parquet --label label --labels next.parquet");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("no label is filled in yet"), "{}", run.err);
    world.write("some.csv", "row,check,label\n30,no,setosa\n31,yes,virginica\n");
    let run = world.run("fit f.parquet --label label --labels some.csv");
    assert!(run.out.contains("of 1 check rows right"), "{}{}", run.out, run.err);
}
