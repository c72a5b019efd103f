//! Rows by words, rows like others, columns to colour by, keys and names of classes.

use serde_json::{Value, json};

use crate::world::{World, folder};

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().expect("a list").iter().filter_map(Value::as_u64).collect()
}

#[test]
fn rows_are_found_by_words_and_by_rows_like_them() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let found = world.get("/api/search?text=7%20return").json();
    let rows = numbers(&found["rows"]);
    // "Return, 7" has both as whole words, "Return, 17" has one inside of another.
    assert_eq!(rows[0], 7);
    assert!(rows.contains(&17) && rows.contains(&70) && !rows.contains(&8));
    let near = numbers(&world.get("/api/near?rows=7&count=5").json()["rows"]);
    assert_eq!(near.len(), 5);
    assert!(!near.contains(&7));
    assert_eq!(world.get("/api/near?rows=9999&count=5").status, 400);
    assert_eq!(world.get("/api/near?rows=&count=5").status, 400);
    assert!(world.get("/api/regions?show=axes").json().is_array());
}

#[test]
fn a_column_comes_as_numbers() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let names = world.get("/api/columns").json();
    assert_eq!(names["names"][3], "pulse_3");
    let answer = world.get("/api/column?name=pulse_3");
    assert_eq!((&answer.body[..4], answer.body.len()), (&b"HLC1"[..], 16 + 4 * 351));
    assert_eq!(world.get("/api/column?name=none").status, 400);
}

#[test]
fn names_that_differ_by_case_or_spaces_are_one_class_and_empty_classes_go() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    world.label(&[0], "Lost card");
    world.label(&[1], "lost  CARD");
    assert_eq!(world.state()["classes"].as_array().map(Vec::len), Some(1));
    assert_eq!(world.state()["labeled"], 2);
    let refused = |action: &Value| world.try_act(action).status;
    assert_eq!(refused(&json!({ "do": "class", "name": "LOST card" })), 400);
    world.act(&json!({ "do": "rename", "class": "Lost card", "to": "lost card" }));
    world.act(&json!({ "do": "class", "name": "other" }));
    world.act(&json!({ "do": "key", "class": "other", "key": "x" }));
    assert_eq!(world.state()["classes"][1]["key"], "x");
    assert_eq!(refused(&json!({ "do": "remove", "class": "lost card" })), 400);
    world.act(&json!({ "do": "remove", "class": "other" }));
    let before = world.state()["classes"].clone();
    assert_eq!(before.as_array().map(Vec::len), Some(1));
    world.end();
    assert_eq!(World::open(&journal).state()["classes"], before);
}
