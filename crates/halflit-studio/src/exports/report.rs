//! The map as a page of its own.

use halflit_report::{Embedding, Loadings, Report, html};

use super::{commands, no_map};
use crate::desk::Desk;
use crate::error::{Result, StudioError};
use crate::session::NONE;

/// More rows are more than a browser can hold.
const MOST_ROWS: usize = 1_000_000;

pub(super) fn page(desk: &Desk) -> Result<Vec<u8>> {
    let table = &desk.material.table;
    if table.rows > MOST_ROWS {
        let what = format!("a report of {} rows is more than a browser can hold", table.rows);
        return Err(StudioError::request(what, "export the map as a table instead"));
    }
    let state = desk.state();
    let shown = state.shown.as_ref().ok_or_else(no_map)?;
    let (session, chart) = (&state.session, &shown.chart);
    let names: Vec<String> = session.order().iter().map(|&id| session.name(id).into()).collect();
    let known = |&id: &u16| (id != NONE).then(|| session.name(id).to_owned());
    let learned: Vec<Option<String>> = shown.classes.iter().map(known).collect();
    let guesses = chart.guesses.as_ref().map_or(&[][..], |guesses| &guesses.of_row);
    let label = |row: usize| session.label(row).map(|id| session.name(id).to_owned());
    let points = chart.map.x.iter().zip(&chart.map.y);
    let row_names = desk.material.id.map(|place| table.kept[place].1.clone()).or_else(|| {
        let numbers = table.numbers.as_ref()?;
        Some(numbers.iter().map(usize::to_string).collect())
    });
    let embedding = Embedding {
        points: points.map(|(&x, &y)| vec![f64::from(x), f64::from(y)]).collect(),
        labels: (0..table.rows).map(label).collect(),
        predicted: guesses.iter().map(|&class| learned[usize::from(class)].clone()).collect(),
        row_names,
        classes: names,
        ..Embedding::default()
    };
    let [learning, check] = session.labeled();
    let name = |(column, weight): &(usize, f64)| (table.feature_names[*column].clone(), *weight);
    let axes = shown.details.axes.iter().map(|axis| axis.iter().map(name).collect());
    let report = Report {
        title: format!("{} by {}", desk.material.name, chart.method),
        summary: vec![
            format!(
                "{} rows of {} columns; {learning} labels to learn from and {check} to check with.",
                table.rows,
                table.width()
            ),
            format!("{}.", capital(&shown.line)),
        ],
        embedding: Some(embedding),
        loadings: Some(Loadings { axes: axes.collect() }).filter(|own| !own.axes.is_empty()),
        parameters: chart.settings.clone(),
        ..Report::default()
    };
    drop(state);
    let command = commands::shell(desk).unwrap_or_default();
    Ok(html(&Report { command, ..report })?.into_bytes())
}

fn capital(line: &str) -> String {
    let mut letters = line.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
