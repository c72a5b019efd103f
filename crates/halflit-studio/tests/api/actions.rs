//! Everything that a person can do, and what the page is told of it.

use serde_json::{Value, json};

use crate::client::{next_event, stream};
use crate::world::{Map, World, folder, labels_of, truth};

#[test]
fn labels_make_a_map_and_predictions() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let opening = world.settled(0);
    assert_eq!((&opening["data"]["rows"], &opening["data"]["columns"]), (&json!(351), &json!(34)));
    assert_eq!(opening["data"]["text"], "text");
    assert!(
        opening["fit"]["line"].as_str().is_some_and(|line| line.starts_with("Grey: no labels yet"))
    );
    let first = Map::of(&world.get("/api/map?since=0"));
    assert_eq!((first.flags, first.predicted[7]), (3, u16::MAX));
    assert!(first.x.iter().chain(&first.y).all(|value| value.abs() <= 1.0));
    // Nothing new, nothing sent.
    let again = Map::of(&world.get(&format!("/api/map?since={}", first.version)));
    assert_eq!((again.flags, again.version), (0, first.version));

    for row in 0..16 {
        world.label(&[row], &truth(row));
    }
    let state = world.settled(16);
    let map = Map::of(&world.get(&format!("/api/map?since={}", first.version)));
    assert_eq!(
        (map.flags, u64::from(map.version)),
        (3, state["fit"]["version"].as_u64().expect("one"))
    );
    let names: Vec<&str> = state["classes"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|c| c["name"].as_str())
        .collect();
    let right =
        (0..351).filter(|&row| names[usize::from(map.predicted[row])] == truth(row)).count();
    assert!(right > 230, "{right}");
    assert!(map.sure.iter().any(|sure| *sure != map.sure[0]));
    // What rows left out say comes after the map.
    let state = world.wait("rows left out", |state| state["fit"]["left_out"].is_object());
    assert_eq!(state["fit"]["left_out"]["of"], 16);
    let line = state["fit"]["line"].as_str().expect("a line");
    assert!(line.contains("rediction"), "{line}");
    assert_eq!(state["fit"]["axes"][0]["title"], "axis 1");

    let rows = world.get("/api/rows?rows=3,300").json();
    assert_eq!((&rows[0]["id"], &rows[0]["text"]), (&json!("r3"), &json!("Return, 3")));
    assert_eq!(rows[0]["features"].as_array().map(Vec::len), Some(12));
    assert_eq!(names[rows[0]["label"].as_u64().expect("a label") as usize], truth(3));
    let share: f64 =
        rows[1]["shares"].as_array().expect("shares").iter().filter_map(|s| s[1].as_f64()).sum();
    assert!((share - 1.0).abs() < 1e-3, "{share}");
    let found = world.get("/api/search?text=35%20RETURN,").json()["rows"].clone();
    assert_eq!(found, json!([35, 350, 135, 235, 335]));
    assert_eq!(
        world.get("/api/search?text=r").json(),
        json!({ "rows": (0..351).collect::<Vec<_>>(), "more": false })
    );
    // A new name, though it comes last in the alphabet, changes nothing that is predicted.
    world.act(&json!({ "do": "rename", "class": "bad", "to": "worse" }));
    let old = state["fit"]["version"].as_u64();
    world.wait("a fit", |state| state["fit"]["version"].as_u64() > old);
    let line = world.state()["fit"]["line"].as_str().expect("a line").to_owned();
    assert!(line.starts_with("No prediction changed"), "{line}");
    world.end();
}

#[test]
fn undo_redo_rename_merge_and_skip() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let start = world.label(&[3], "a");
    world.label(&[4, 5], "b");
    world.act(&json!({ "do": "skip", "rows": [9] }));
    let (version, full, changed) = labels_of(&world.get(&format!("/api/labels?since={start}")));
    assert_eq!((full, changed), (false, vec![(4, 1, 0), (5, 1, 0), (9, 65535, 2)]));
    let (_, full, all) = labels_of(&world.get("/api/labels?since=0"));
    assert!(full && all.len() == 351 && all[3] == (3, 0, 0) && all[9] == (9, 65535, 2));

    assert_eq!(world.state()["undo"], "skip row 9");
    world.act(&json!({ "do": "undo" }));
    world.act(&json!({ "do": "undo" }));
    let state = world.state();
    assert_eq!((&state["labeled"], &state["skipped"]), (&json!(1), &json!(0)));
    assert_eq!(state["redo"], "label 2 rows as b");
    world.act(&json!({ "do": "redo" }));
    world.act(&json!({ "do": "rename", "class": "b", "to": "c" }));
    world.act(&json!({ "do": "class", "name": "d" }));
    let classes = world.state()["classes"].clone();
    assert_eq!(classes[1], json!({ "name": "c", "key": "b", "learning": 2, "check": 0 }));
    assert_eq!(classes[2], json!({ "name": "d", "key": "d", "learning": 0, "check": 0 }));
    // A merge gives other numbers to classes.
    let before = world.state()["version"].clone();
    world.act(&json!({ "do": "merge", "class": "a", "into": "c" }));
    let (_, full, all) = labels_of(&world.get(&format!("/api/labels?since={before}")));
    assert!(full && [3, 4, 5].iter().all(|&row: &usize| all[row].1 == 0));
    world.act(&json!({ "do": "undo" }));
    assert_eq!(world.state()["classes"][0]["name"], "a");
    assert!(u64::from(version) < world.state()["version"].as_u64().expect("one"));
    world.act(&json!({ "do": "unlabel", "rows": [3] }));
    assert_eq!(world.state()["labeled"], 2);
    world.end();
}

#[test]
fn a_merge_renumbers_predictions_at_once() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    world.act(&json!({ "do": "class", "name": "nothing" }));
    (0..8).for_each(|row| _ = world.label(&[row], &truth(row)));
    let state = world.settled(8);
    let old = Map::of(&world.get("/api/map?since=0"));
    world.act(&json!({ "do": "merge", "class": "nothing", "into": truth(0) }));
    let version = state["fit"]["version"].as_u64().expect("one");
    assert!(world.state()["fit"]["version"].as_u64().expect("one") > version);
    let new = Map::of(&world.get(&format!("/api/map?since={version}")));
    assert_eq!((new.flags & 2, new.predicted.len()), (2, 351));
    assert!(new.predicted.iter().zip(&old.predicted).all(|(new, old)| new + 1 == *old));
    world.end();
}

#[test]
fn settings_are_followed_or_refused() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    (0..12).for_each(|row| _ = world.label(&[row], &truth(row)));
    world.settled(12);
    world.act(&json!({ "do": "settings", "method": "ss-lfda", "gamma": 1.0, "alpha": null, "dimension": 2, "votes": 3 }));
    let state = world.wait("ss-lfda", |state| state["fit"]["method"] == "ss-lfda");
    assert_eq!(state["settings"]["gamma"], 1.0);
    assert!(state["fit"]["settings"].as_array().expect("pairs").contains(&json!(["gamma", "1"])));
    // One that only the fit can refuse: the last map stays, and it is said why.
    world.act(&json!({ "do": "settings", "method": "pca", "dimension": 300 }));
    let state = world.wait("a problem", |state| !state["problem"].is_null());
    assert_eq!(state["fit"]["method"], "ss-lfda");
    assert!(state["problem"]["what"].as_str().is_some_and(|what| what.contains("300")));
    world.act(&json!({ "do": "undo" }));
    world.wait("none", |state| state["problem"].is_null());
    for (settings, word) in [
        (json!({ "do": "settings", "method": "auto", "gamma": 1.0 }), "gamma"),
        (json!({ "do": "settings", "method": "nonsense" }), "nonsense"),
        (json!({ "do": "settings", "method": "pca", "votes": 0 }), "votes"),
        (json!({ "do": "settings", "method": "pca", "colour": 1 }), "colour"),
    ] {
        let answer = world.try_act(&settings);
        assert_eq!(answer.status, 400);
        let answer = answer.json();
        assert!(answer["what"].as_str().is_some_and(|what| what.contains(word)), "{answer}");
    }
    world.end();
}

#[test]
fn the_page_is_told_of_changes() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let request = format!(
        "GET /api/events?token={} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n",
        world.token, world.port
    );
    let mut events = stream(world.port, request.as_bytes());
    let first = next_event(&mut events);
    assert_eq!((&first["version"], &first["labeled"]), (&json!(1), &json!(0)));
    (0..8).for_each(|row| _ = world.label(&[row], &truth(row)));
    let (mut state, mut count) = (first, 1);
    while state["fit"]["labels"] != 8 {
        state = next_event(&mut events);
        count += 1;
        assert!(count < 2000, "{state}");
    }
    assert_eq!(state["labeled"], 8);
    assert!(state["working"].is_null(), "progress has events of its own");
    world.end();
}

#[test]
fn the_picture_and_the_axes_are_two_maps() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    (0..12).for_each(|row| _ = world.label(&[row], &truth(row)));
    let state = world.settled(12);
    let picture = &state["fit"]["picture"];
    assert!(picture["kept"].as_f64().is_some_and(|kept| (0.2..=1.0).contains(&kept)), "{picture}");
    assert!(picture["trustworthiness"].as_f64().is_some_and(|own| own > 0.8), "{picture}");
    let shown = |show: &str| Map::of(&world.get(&format!("/api/map?since=0&show={show}")));
    let (picture, axes) = (shown("picture"), shown("axes"));
    assert_eq!((picture.flags, axes.flags), (3, 3));
    assert_ne!(picture.x, axes.x);
    assert_eq!(picture.predicted, axes.predicted);
    // One label more: the picture starts from where it was, and most rows stay about where they are.
    world.label(&[300], &truth(300));
    world.settled(13);
    let next = shown("picture");
    let off = |row: usize| (next.x[row] - picture.x[row]).hypot(next.y[row] - picture.y[row]);
    let mut moves: Vec<f32> = (0..351).map(off).collect();
    moves.sort_by(f32::total_cmp);
    assert!(moves[175] < 0.1, "of a width of 2: {}", moves[175]);
    assert_eq!(world.get("/api/map?since=0&show=nothing").status, 400);
    world.end();
}

#[test]
fn a_label_that_is_right_is_doubted_no_more() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let name = |row: usize| if row == 3 { format!("not {}", truth(3)) } else { truth(row) };
    let other = |row: usize| if truth(row) == "good" { "bad".to_owned() } else { "good".into() };
    (0..40).for_each(|row| _ = world.label(&[row], &name(row)));
    world.label(&[3], &other(3));
    world.settled(40);
    let listed = |state: &Value| {
        let all = state["fit"]["doubtful"].as_array().expect("a list").clone();
        all.iter().map(|own| own["row"].as_u64().expect("a row")).collect::<Vec<u64>>()
    };
    let state = world.wait("doubt", |state| !listed(state).is_empty());
    let row = listed(&state)[0];
    world.act(&json!({ "do": "right", "rows": [row] }));
    assert!(!listed(&world.state()).contains(&row));
    assert_eq!(world.state()["undo"], format!("the label of row {row} is right"));
    world.act(&json!({ "do": "undo" }));
    assert!(listed(&world.state()).contains(&row));
    world.act(&json!({ "do": "redo" }));
    assert_eq!(world.try_act(&json!({ "do": "right", "rows": [350] })).status, 400);
    world.end();
    let world = World::open(&journal);
    world.settled(40);
    assert!(!listed(&world.state()).contains(&row), "for good");
    world.end();
}
