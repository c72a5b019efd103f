//! Odd inputs come out as the table says that every front end reads: a learner meets a split that is made of an entry.

use halflit::choose::{Grid, Rule, Trial};
use halflit::{Labels, Samples, SpaceChoice};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::contestant::{common, contestants_of};
use super::scene::Scene;
use super::{Choices, Key, Record};
use crate::error::Result;
use crate::protocol::Space;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../halflit-tests/tests/odd_inputs.json");

#[test]
fn odd_inputs_come_out_as_the_table_says() {
    let text = std::fs::read_to_string(TABLE).expect("the table of odd inputs");
    let table: Value = serde_json::from_str(&text).expect("JSON");
    let entries = table["entries"].as_array().expect("entries");
    let (mut wrong, mut skipped) = (Vec::new(), 0);
    for entry in entries {
        if inexpressible(entry).is_some() {
            skipped += 1;
            continue;
        }
        let (found, expected) = (by_study(entry), expected(entry));
        if !same(&expected, &found) {
            wrong.push(format!("{}:\n  found {found}\n  not   {expected}", entry["name"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(entries.len() - skipped > 14, "{skipped} of {} skipped", entries.len());
}

/// Why a study cannot be asked.
fn inexpressible(entry: &Value) -> Option<&'static str> {
    let plan = &entry["plan"];
    let has_gamma = !plan["method"]["parameters"]["gamma"].is_null();
    let labels = entry["labels"].as_array().expect("labels");
    let reasons = [
        (plan["method"]["name"] == "auto", "the default is no learner of a protocol"),
        (!entry["weights"].is_null(), "rows of a study have no weights"),
        (!plan["space"].is_null(), "its spaces are the input space and a polynomial kernel's"),
        (has_gamma, "γ comes from a grid, as far as a learner has it, or is open together with α"),
        (labels.iter().all(Value::is_null), "a split has labels"),
    ];
    reasons.into_iter().find(|(is_so, _)| *is_so).map(|(_, reason)| reason)
}

/// What the table says, as far as a record holds it: it has no warnings, no more than a count of right predictions, and of the automatic
/// choice no held-out labels. The dimension is given.
fn expected(entry: &Value) -> Value {
    let own = &entry["expected"];
    if own["error"].is_string() {
        return own.clone();
    }
    let accuracy = if is_automatic(entry) { &Value::Null } else { &own["accuracy"] };
    let right = own["predictions"].as_array().map(Vec::len);
    json!({ "settings": own["settings"], "accuracy": accuracy, "right": right })
}

fn is_automatic(entry: &Value) -> bool {
    !entry["plan"]["search"]["auto"].is_null()
}

fn by_study(entry: &Value) -> Value {
    match found(entry) {
        Err(error) => json!({ "error": error.to_string() }),
        Ok(Record { failed: Some(reason), .. }) => json!({ "error": reason }),
        Ok(record) => {
            let chosen =
                |own: &halflit::choose::Setting| json!({ "gamma": own.gamma, "alpha": own.alpha });
            let chosen = record.settings.first().filter(|_| is_automatic(entry)).map(chosen);
            let accuracy = record.held_out.first().map(|own| own.accuracy());
            let right = record.tested.first().map(|own| own.right);
            json!({ "settings": chosen, "accuracy": accuracy, "right": right })
        }
    }
}

fn found(entry: &Value) -> Result<Record> {
    let (plan, expected) = (&entry["plan"], &entry["expected"]);
    let dimension = [&plan["dimension"], &expected["dimension"]].into_iter();
    let dimension = dimension.filter_map(Value::as_u64).next().unwrap_or(1) as usize;
    let common = common(false, dimension, SpaceChoice::default(), 0);
    let contestant = contestants_of(&name(entry), &grid(plan), &common, &choices(entry))?.remove(0);
    let samples = Samples::from_rows(&read::<Vec<Vec<f64>>>(&entry["rows"]))?;
    let prepared = &common.prepare(&samples)?;
    let (truth, hidden) = truth(entry);
    let (labels, test) = (truth.hide(&hidden), Trial::hiding(&truth, &hidden));
    let with_held_out = !is_automatic(entry) && !expected["accuracy"].is_null();
    Scene { prepared, labels, test }.record(&contestant, key(entry), with_held_out)
}

/// The labels with the expected predictions beside them, and the rows that have these.
fn truth(entry: &Value) -> (Labels, Vec<usize>) {
    let labels: Vec<Option<String>> = read(&entry["labels"]);
    let none = |label: &Option<String>| label.as_deref().is_none_or(Labels::is_marker);
    let hidden: Vec<usize> = (0..labels.len()).filter(|&row| none(&labels[row])).collect();
    let predictions: Option<Vec<String>> = read(&entry["expected"]["predictions"]);
    let mut all = labels;
    for (place, &row) in hidden.iter().enumerate() {
        all[row] = predictions.as_ref().map(|own| own[place].clone());
    }
    (Labels::new(all), hidden)
}

fn choices(entry: &Value) -> Choices {
    let constraint = entry["plan"]["method"]["parameters"]["constraint"].as_str();
    Choices {
        rules: vec![if is_automatic(entry) { Rule::Auto } else { Rule::Cv }],
        constraints: vec![constraint.unwrap_or("paper").to_owned()],
        ..Choices::default()
    }
}

fn grid(plan: &Value) -> Grid {
    let alpha = plan["method"]["parameters"]["alpha"].as_f64();
    Grid { alpha: alpha.into_iter().collect(), ..Grid::default() }
}

fn key(entry: &Value) -> Key {
    Key {
        dataset: "odd".into(),
        labeled: 0,
        space: Space::Linear,
        learner: name(entry),
        constraint: None,
        automatic: is_automatic(entry),
        split: 0,
    }
}

fn name(entry: &Value) -> String {
    entry["plan"]["method"]["name"].as_str().expect("a name").to_owned()
}

fn read<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).expect("an entry of the table")
}

/// Equal, numbers to rounding, errors without what to do about them.
fn same(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
            (a - b).abs() <= 1e-6 * a.abs()
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, own)| same(own, &b[name]))
        }
        (Value::String(a), Value::String(b)) => b == a || b.starts_with(&format!("{a}: ")),
        _ => expected == found,
    }
}
