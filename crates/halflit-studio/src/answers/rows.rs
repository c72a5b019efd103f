//! Rows by number.

use serde_json::{Value, json};

use super::query::Query;
use super::{Reply, images};
use crate::desk::{Desk, Inner};
use crate::error::{Result, StudioError};

/// Rows that are told at a time.
const MOST_ROWS: usize = 200;
/// Features that are told of a row.
const SHOWN_FEATURES: usize = 12;

pub(super) fn rows(desk: &Desk, query: &Query) -> Result<Reply> {
    let rows = parse(query.get("rows"), desk.material.table.rows)?;
    let state = desk.state();
    let all: Vec<Value> = rows.iter().map(|&row| of_row(desk, &state, row)).collect();
    Ok(Reply::json(&Value::Array(all)))
}

/// Numbers between commas.
pub(super) fn parse(wanted: &str, rows: usize) -> Result<Vec<usize>> {
    let bad = |text: &str| {
        let shown: String = halflit_io::clean(text).chars().take(40).collect();
        let help = format!("rows count from 0 to {}, with commas between them", rows - 1);
        StudioError::request(format!("there is no row '{shown}'"), help)
    };
    let row = |text: &str| text.parse().ok().filter(|&row| row < rows).ok_or_else(|| bad(text));
    let found = wanted.split(',').map(row).collect::<Result<Vec<usize>>>()?;
    match found.len() > MOST_ROWS {
        true => Err(StudioError::request(
            format!("{} rows are asked for at once", found.len()),
            format!("ask for at most {MOST_ROWS}"),
        )),
        false => Ok(found),
    }
}

/// One row; the number where its own is asked for.
pub(super) fn one(wanted: &str, rows: usize) -> Result<usize> {
    parse(wanted, rows).map(|found| found[0])
}

fn of_row(desk: &Desk, state: &Inner, row: usize) -> Value {
    let (material, session) = (&desk.material, &state.session);
    let places = session.places();
    let place = |id: u16| places.get(usize::from(id)).copied();
    let is_check = session.is_apart(row)
        || state.suggestions.iter().any(|own| own.is_check() && own.row == row);
    let label = session.label(row);
    // Nobody is to be told the answer before giving one that the model is checked with.
    let shown = state.shown.as_ref().filter(|_| !is_check || label.is_some());
    let guesses = shown.and_then(|shown| Some((shown, shown.chart.guesses.as_ref()?)));
    let predicted = guesses.and_then(|(own, g)| place(own.classes[usize::from(g.of_row[row])]));
    let shares = guesses.map(|(own, guesses)| {
        let pair = |(class, share): (u16, f64)| {
            Some((place(*own.classes.get(usize::from(class))?)?, share))
        };
        guesses.likeliest(row).into_iter().filter_map(pair).collect::<Vec<_>>()
    });
    let values = material.table.row(row);
    let feature = |column: usize| json!({ "name": material.table.feature_names[column], "value": values[column] });
    json!({
        "row": row,
        "id": material.cell(material.id, row),
        "text": material.cell(material.text, row),
        "image": images::address(material, row),
        "features": telling(state, values.len()).into_iter().map(feature).collect::<Vec<_>>(),
        "label": label.and_then(place),
        "predicted": predicted,
        "shares": shares,
        "check": is_check,
    })
}

/// The columns that go with the axes of the map, in turn; the first ones where nobody has looked yet.
fn telling(state: &Inner, columns: usize) -> Vec<usize> {
    let axes = state.shown.as_ref().map_or(&[][..], |shown| &shown.details.axes);
    let longest = axes.iter().map(Vec::len).max().unwrap_or(0);
    let listed =
        (0..longest).flat_map(|k| axes.iter().filter_map(move |axis| Some(axis.get(k)?.0)));
    let mut found = Vec::new();
    for column in listed.chain(0..columns) {
        if found.len() == SHOWN_FEATURES {
            break;
        }
        if !found.contains(&column) {
            found.push(column);
        }
    }
    found
}
