//! Which rows to label next.

use crate::tables::{delimited, flowers, flowers_csv};
use crate::world::World;

#[test]
fn suggestions_are_a_table_json_or_a_file() {
    let world = World::with("flowers.csv", flowers_csv());
    let line = "suggest flowers.csv --label species --count 8";
    let found = world.json(line);
    let found = found.as_array().expect("a list");
    assert_eq!(found.len(), 8);
    // Twelve rows have a label, so that the third is the fifteenth.
    let checks: Vec<usize> = (0..8).filter(|&i| found[i]["check"] == true).collect();
    assert_eq!(checks, [2, 7]);
    assert_eq!(found[2]["why"], "drawn at random, to measure accuracy");
    assert!(found.iter().all(|one| one["row"].as_u64().is_some_and(|row| (12..60).contains(&row))));

    let text = world.ok(line);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("row") && lines[0].ends_with("check"), "{text}");
    assert_eq!(lines.len(), 9, "{text}");
    assert!(lines[3].ends_with("yes") && lines[4].ends_with("no"), "{text}");

    world.ok(&format!("{line} --output next.csv"));
    let file = world.text("next.csv");
    assert!(file.starts_with("row,why,check,species\n"), "{file}");
    assert_eq!(file.lines().count(), 9);
    let again = world.run(&format!("{line} --output next.csv"));
    assert_eq!(again.code, Some(1), "a file that exists stays");
}

#[test]
fn kept_columns_are_written_and_not_learned_from() {
    let plain = delimited(&flowers(60), 0, ',');
    let with_id: String = plain
        .lines()
        .enumerate()
        .map(|(i, line)| match i {
            0 => format!("id,{line}\n"),
            i => format!("n{},{line}\n", 1000 - i),
        })
        .collect();
    let world = World::with("plain.csv", &plain);
    world.write("with.csv", with_id);
    let rows = |line: &str| {
        let found = world.json(line);
        let rows = found.as_array().expect("a list").iter();
        rows.map(|one| one["row"].as_u64().expect("a row")).collect::<Vec<_>>()
    };
    let line = "suggest with.csv --drop species --keep id --count 6";
    assert_eq!(rows(line), rows("suggest plain.csv --drop species --count 6"));
    let first = &world.json(line)[0];
    let row = first["row"].as_u64().expect("a row");
    assert_eq!(first["id"], format!("n{}", 999 - row));
    assert!(first["why"].as_str().is_some_and(|why| why.starts_with("typical of the ")), "{first}");
}

#[test]
fn rows_that_are_taken_are_not_asked_for_again() {
    let plain = delimited(&flowers(60), 0, ',');
    let marked = |answered: &[u64]| -> String {
        let cell = |i: usize| match answered.iter().any(|&row| row as usize + 1 == i) {
            true => "virginica",
            false => "",
        };
        let line = |(i, line): (usize, &str)| match i {
            0 => format!("{line},answer\n"),
            i => format!("{line},{}\n", cell(i)),
        };
        plain.lines().enumerate().map(line).collect()
    };
    let world = World::with("flowers.csv", marked(&[]));
    let rows = |options: &str| {
        let found = world.json(&format!("suggest flowers.csv --drop species --count 10 {options}"));
        let rows = found.as_array().expect("a list").iter();
        rows.map(|one| one["row"].as_u64().expect("a row")).collect::<Vec<_>>()
    };
    let first = rows("--taken answer");
    assert_eq!(first, rows("--drop answer"), "no row is taken, and the column is no feature");
    world.write("flowers.csv", marked(&first));
    let second = rows("--taken answer");
    assert!(second.iter().all(|row| !first.contains(row)), "{first:?} {second:?}");
}

#[test]
fn labels_that_are_few_decide_nothing_but_which_rows_are_left() {
    let with_labels = delimited(&flowers(60), 4, ',');
    let scrambled = with_labels.replace("setosa", "x").replace("virginica", "setosa");
    let world = World::with("one.csv", &with_labels);
    world.write("other.csv", &scrambled);
    let ask = |name: &str| world.ok(&format!("suggest {name} --label species --count 12"));
    assert_eq!(ask("one.csv"), ask("other.csv"));
}

#[test]
fn what_cannot_be_is_said() {
    let world = World::with("flowers.csv", flowers_csv());
    let run = world.run("suggest flowers.csv --label species --count 49");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("49 rows to label asked for and 48 rows are left"), "{}", run.err);
    assert_eq!(world.run("suggest flowers.csv --label species --count 0").code, Some(2));
    let run = world.run("suggest flowers.csv --label species --keep height --force");
    assert_eq!(run.code, Some(2), "nothing to overwrite");
}
