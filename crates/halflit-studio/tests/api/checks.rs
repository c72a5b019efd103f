//! Check rows: asked for at random, kept apart, never seen by the model.

use serde_json::{Value, json};

use crate::world::{Map, World, folder, truth};

/// Answers what is asked for, check rows by some rule and other rows by the truth, and starts again: what came of it.
fn labeled(class: impl Fn(usize) -> String) -> (Map, Value, Vec<usize>) {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    // The classes are made in one order, so that their numbers can be compared.
    for name in ["good", "bad"] {
        world.act(&json!({ "do": "class", "name": name }));
    }
    let mut checked = Vec::new();
    while checked.len() < 6 {
        let question = world.question();
        let row = question["row"].as_u64().expect("a row") as usize;
        match question["check"] == true {
            true => {
                world.label(&[row], &class(row));
                checked.push(row);
            }
            false => _ = world.label(&[row], &truth(row)),
        }
    }
    world.end();
    // Which maps come in between decides how the last one is turned: here is one map.
    let world = World::open(&journal);
    let answered = world.state()["labeled"].as_u64().expect("a number") as usize;
    let state = world.settled(answered - checked.len());
    (Map::of(&world.get("/api/map?since=0&show=axes")), state, checked)
}

#[test]
fn no_map_and_no_prediction_depends_on_labels_of_check_rows() {
    let (map, state, checked) = labeled(truth);
    let other =
        |row: usize| if truth(row) == "good" { "bad".to_owned() } else { "good".to_owned() };
    let (scrambled, scrambled_state, _) = labeled(other);
    assert_eq!(state["labeled"], scrambled_state["labeled"]);
    let bits = |values: &[f32]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&map.x), bits(&scrambled.x));
    assert_eq!(bits(&map.y), bits(&scrambled.y));
    let names = |state: &Value, map: &Map| -> Vec<String> {
        let name = |&class: &u16| state["classes"][usize::from(class)]["name"].to_string();
        map.predicted.iter().map(name).collect()
    };
    assert_eq!(names(&state, &map), names(&scrambled_state, &scrambled));
    assert_eq!(map.sure, scrambled.sure);
    for field in ["line", "left_out", "doubtful"] {
        let named = |state: &Value| by_name(&state["fit"][field], &state["classes"]);
        assert_eq!(named(&state), named(&scrambled_state), "{field}");
    }
    assert_eq!(state["suggestions"], scrambled_state["suggestions"]);
    // What is right for one is wrong for the other.
    let right = |state: &Value| state["fit"]["accuracy"]["right"].as_u64().expect("an accuracy");
    let of = state["fit"]["accuracy"]["of"].as_u64().expect("an accuracy");
    assert_eq!(right(&state) + right(&scrambled_state), of);
    let predicted = names(&state, &map);
    let is_right = |row: &&usize| predicted[**row] == format!("{:?}", truth(**row));
    assert_eq!(right(&state) as usize, checked.iter().filter(is_right).count());
    assert!(of >= 6);
    let accuracy = &state["fit"]["accuracy"];
    assert!(accuracy["low"].as_f64() < accuracy["value"].as_f64());
    let counts = state["fit"]["confusion"]["counts"].as_array().expect("five or more").clone();
    let sum: u64 = counts
        .iter()
        .flat_map(|row| row.as_array().expect("a row"))
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(sum, of);
    let history = state["fit"]["learning"].as_array().expect("a history");
    assert_eq!(history.last().expect("one")["labels"], state["fit"]["labels"]);
}

/// What the page is told, with the names of classes in place of their numbers.
fn by_name(told: &Value, classes: &Value) -> Value {
    let mut told = told.clone();
    for one in told.as_array_mut().into_iter().flatten() {
        for field in ["label", "predicted"] {
            let place = one[field].as_u64().expect("a class") as usize;
            one[field] = classes[place]["name"].clone();
        }
    }
    told
}

#[test]
fn a_check_row_stays_one_whatever_is_undone() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let (check, _) = world.first_check();
    let learned = |world: &World| {
        let classes = world.state()["classes"].clone();
        let counts = classes.as_array().expect("a list").iter().map(|own| own["learning"].clone());
        counts.collect::<Vec<Value>>()
    };
    let before = learned(&world);
    let is_check = |world: &World| {
        let told = world.get(&format!("/api/rows?rows={check}")).json();
        told[0]["check"] == true
    };
    world.label(&[check], "bad");
    for action in [json!({ "do": "undo" }), json!({ "do": "unlabel", "rows": [check] })] {
        world.act(&action);
        assert!(is_check(&world));
        world.label(&[check], "good");
        assert_eq!(learned(&world), before);
        assert!(is_check(&world));
    }
    world.end();
    // And after a restart.
    let world = World::open(&journal);
    world.act(&json!({ "do": "unlabel", "rows": [check] }));
    assert!(is_check(&world));
    world.end();
}

#[test]
fn nobody_is_told_the_answer_before_giving_one() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let (check, _) = world.first_check();
    world.settled(14);
    let told = world.get(&format!("/api/rows?rows={check}")).json();
    assert_eq!(
        (&told[0]["check"], &told[0]["predicted"], &told[0]["shares"]),
        (&json!(true), &Value::Null, &Value::Null)
    );
    world.label(&[check], &truth(check));
    let told = world.get(&format!("/api/rows?rows={check}")).json();
    assert!(told[0]["check"] == true && told[0]["predicted"].is_u64());
    let classes = world.state()["classes"].clone();
    let checks: u64 =
        classes.as_array().expect("a list").iter().filter_map(|c| c["check"].as_u64()).sum();
    assert_eq!(checks, 1);
    // Who asks does not decide what is kept apart.
    world.act(&json!({ "do": "label", "rows": [200], "class": "good", "check": [200] }));
    assert_eq!(world.get("/api/rows?rows=200").json()[0]["check"], false);
    world.end();
}
