//! Odd inputs come out as the table says that every front end reads: a table is opened, settings are changed, a map is made.

use halflit_io::{ReadOptions, Table, read_from};
use serde_json::{Value, json};

use super::*;
use crate::session::{Action, Session};
use halflit_report::short;

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
        let (found, expected) = (by_studio(entry), expected(entry));
        if found != expected {
            wrong.push(format!("{}:\n  found {found}\n  not   {expected}", entry["name"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(entries.len() - skipped > 20, "{skipped} of {} skipped", entries.len());
}

/// Why the studio cannot be asked.
fn inexpressible(entry: &Value) -> Option<&'static str> {
    let (plan, is_refused) = (&entry["plan"], entry["expected"]["error"].is_string());
    let parameters = plan["method"]["parameters"].as_object();
    let is_none = |label: &Value| label.as_str().is_none_or(Labels::is_marker);
    let mut labels: Vec<&Value> =
        entry["labels"].as_array().into_iter().flatten().filter(|own| !is_none(own)).collect();
    labels.sort_by_key(|own| own.to_string());
    labels.dedup();
    let reasons = [
        (!entry["weights"].is_null(), "rows have no weights there"),
        (!plan["space"].is_null(), "the panel has no scaling and no kernel"),
        (parameters.is_some_and(|own| own.contains_key("constraint")), "nor a constraint"),
        (labels.len() < 2 && !is_refused, "its first maps are of no method that was asked for"),
    ];
    reasons.into_iter().find(|(is_so, _)| *is_so).map(|(_, reason)| reason)
}

/// What the table says, parameters in the words of the studio.
fn expected(entry: &Value) -> Value {
    let mut expected = entry["expected"].clone();
    if let Some(settings) = expected.get_mut("settings").and_then(Value::as_object_mut) {
        settings.values_mut().for_each(|own| *own = own.as_f64().map(short).into());
    }
    expected
}

fn by_studio(entry: &Value) -> Value {
    found(entry).unwrap_or_else(|error| json!({ "error": error.what }))
}

fn found(entry: &Value) -> Result<Value> {
    let table = read(entry);
    let mut session = Session::new(table.rows, table.labels.as_ref(), &[])?;
    session.apply(&Action::Settings(settings(&entry["plan"])))?;
    let (labels, settings) = (session.labels(true), session.settings().clone());
    let samples = table.samples()?;
    let mut engine = Engine::open(&samples, 0)?;
    // Its model is what cannot be made of one class; the map is one without labels.
    engine.model(&labels, &settings, &table.encoding)?;
    let chart = engine.fit(&labels, &settings)?;
    let details = engine.details(&chart, &labels)?;
    let word = |name: &str| chart.settings.iter().find(|own| own.0 == name).map(|own| &own.1);
    let chosen = word("alpha").map(|_| json!({ "gamma": word("gamma"), "alpha": word("alpha") }));
    let accuracy = details.held_out.map(|own| own.right as f64 / own.of as f64);
    let warnings: Vec<String> = chart.cautions.iter().cloned().chain(details.caution).collect();
    Ok(json!({
        "dimension": word("dimension").and_then(|own| own.parse::<usize>().ok()),
        "settings": chosen,
        "accuracy": accuracy,
        "predictions": predictions(&labels, chart.guesses.as_ref()),
        "warnings": warnings,
    }))
}

/// The classes of the rows without a label.
fn predictions(labels: &Labels, guesses: Option<&Guesses>) -> Option<Vec<String>> {
    let guesses = guesses?;
    let class = |&row: &usize| guesses.classes[usize::from(guesses.of_row[row])].clone();
    Some(labels.unlabeled_rows().iter().map(class).collect())
}

fn settings(plan: &Value) -> Settings {
    let parameters = &plan["method"]["parameters"];
    Settings {
        method: plan["method"]["name"].as_str().expect("a name").to_owned(),
        gamma: parameters["gamma"].as_f64(),
        alpha: parameters["alpha"].as_f64(),
        dimension: plan["dimension"].as_u64().map(|own| own as usize),
        votes: None,
    }
}

/// The rows with their labels, as a file has them.
fn read(entry: &Value) -> Table {
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let (rows, labels) = (list(&entry["rows"]), list(&entry["labels"]));
    let names: Vec<String> = (0..list(&rows[0]).len()).map(|j| format!("x{j},")).collect();
    let mut text = format!("{}y\n", names.concat());
    for (row, label) in rows.iter().zip(&labels) {
        let cells: Vec<String> = list(row).iter().map(|value| format!("{value},")).collect();
        text += &format!("{}{}\n", cells.concat(), label.as_str().unwrap_or_default());
    }
    let options = ReadOptions { label: Some("y".into()), ..ReadOptions::default() };
    read_from(text.as_bytes(), "odd.csv", &options).expect("a table")
}
