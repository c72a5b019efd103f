//! The other sections with a chart: a heading in plain words, how to read it, and the numbers.

use super::marker::swatch;
use super::tables::{details, table};
use super::{Section, escape};
use crate::data::{AccuracyTable, CurveChart, HeatMap, Loadings, Spectrum};
use crate::number::{cell_text, percent, short};
use crate::palette::{heat, look};

/// The page draws this many axes' features; the table has all of them.
const DRAWN_AXES: usize = 6;

fn chart(id: &str, label: &str, height: f64) -> String {
    format!(
        "<div class=\"chart\" id=\"chart-{id}\" role=\"img\" aria-label=\"{}\" style=\"height:{height:.0}px\"></div>\n",
        escape(label)
    )
}

fn reading(text: &str) -> String {
    format!("<p class=\"reading\">{}</p>\n", escape(text))
}

pub(super) fn accuracy(accuracy: &AccuracyTable) -> Section {
    let interval = |ends: Option<(f64, f64)>| {
        ends.map_or("–".into(), |(low, high)| format!("{} to {}", percent(low), percent(high)))
    };
    let rows = accuracy.rows.iter().map(|row| {
        vec![row.learner.clone(), percent(row.mean), interval(row.interval), row.note.clone()]
    });
    let height = 70.0 + 34.0 * accuracy.rows.len() as f64;
    let caption =
        if accuracy.caption.is_empty() { "Accuracy by learner" } else { &accuracy.caption };
    let body = reading(
        "The longer the bar, the more rows were classified correctly; with 95 % confidence the truth lies within \
         the whiskers, and learners whose whiskers overlap may well be equally good.",
    ) + &chart("accuracy", "Bar chart of the accuracies in the table below", height)
        + &table(caption, &["Learner", "Accuracy", "95 % interval", "Note"], rows, &[1, 2]);
    Section::new("accuracy", "How often each learner is right", body)
}

pub(super) fn heat_map(map: &HeatMap) -> Section {
    let range = map.range();
    let text = |x: usize, y: usize| map.value(x, y).map_or("–".into(), |v| cell_text(v, range));
    let columns: Vec<String> = std::iter::once(format!("{} \\ {}", map.y_name, map.x_name))
        .chain(map.x_values.iter().map(|value| short(*value)))
        .collect();
    let row = |y: usize| {
        let cells = (0..map.x_values.len()).map(|x| text(x, y));
        std::iter::once(short(map.y_values[y])).chain(cells).collect()
    };
    let rows = (0..map.y_values.len()).rev().map(row);
    let numeric: Vec<usize> = (1..columns.len()).collect();
    let stops: Vec<String> = (0..=8).map(|i| heat(f64::from(i) / 8.0).hex()).collect();
    let scale = format!(
        "<p class=\"scale\"><span>{}</span><span class=\"bar\" style=\"background:linear-gradient(to right,{})\"></span><span>{}</span> <span>{}</span></p>\n",
        cell_text(range.low, range),
        stops.join(","),
        cell_text(range.high, range),
        escape(&map.value_name),
    );
    let chosen =
        if map.chosen.is_some() { " The framed cell is the pair that was chosen." } else { "" };
    let body = reading(&format!(
        "Each cell is one pair of {} and {}; lighter is higher. A broad light area means that the exact \
         choice hardly matters.{chosen}",
        map.x_name, map.y_name
    )) + &chart(
        "heat-map",
        "Heat map of the numbers in the table below",
        110.0 + 44.0 * (map.y_values.len() as f64).min(14.0),
    ) + &scale
        + &details(&table(&map.value_name, &columns, rows, &numeric));
    let heading = format!("How {} and {} act together", map.x_name, map.y_name);
    Section::new("settings", heading, body)
}

pub(super) fn spectrum(spectrum: &Spectrum) -> Section {
    let rows = (spectrum.eigenvalues.iter().enumerate())
        .map(|(axis, value)| vec![(axis + 1).to_string(), short(*value)]);
    let body = reading(
        "The fit looks for the axes of least cost, and the eigenvalue of an axis is its cost. The first axis has the \
         lowest, each further one the next; the lower the end of a bar, the better its axis, below zero too. Only \
         eigenvalues of one fit can be compared.",
    ) + &chart("spectrum", "Bar chart of the eigenvalues in the table below", 300.0)
        + &details(&table("Eigenvalue of each axis", &["Axis", "Eigenvalue"], rows, &[0, 1]));
    Section::new("spectrum", "What each axis costs (eigenvalues)", body)
}

pub(super) fn loadings(loadings: &Loadings) -> Section {
    let drawn = loadings.axes.len().min(DRAWN_AXES);
    let plot = |axis: usize| {
        let label = format!("Bar chart of the features of axis {}, in the table below", axis + 1);
        let height = 74.0 + 24.0 * loadings.axes[axis].len() as f64;
        format!(
            "<div><h3>Axis {}</h3>\n{}</div>\n",
            axis + 1,
            chart(&format!("loadings-{axis}"), &label, height)
        )
    };
    let plots: String = (0..drawn).map(plot).collect();
    let rows = loadings.axes.iter().enumerate().flat_map(|(axis, features)| {
        let row = move |(name, weight): &(String, f64)| {
            vec![(axis + 1).to_string(), name.clone(), short(*weight)]
        };
        features.iter().map(row)
    });
    let rest = match loadings.axes.len() - drawn {
        0 => String::new(),
        rest => format!(" {rest} further axes are in the table only."),
    };
    let body = reading(&format!(
        "How far each feature spreads the rows along an axis: its weight there times its standard deviation, \
         so that no unit matters; the largest first. Where a feature is above its mean, a bar to the right \
         moves a row up the axis, a bar to the left moves it down.{rest}"
    )) + &format!("<div class=\"several\">\n{plots}</div>\n")
        + &details(&table(
            "Weight of each feature times its standard deviation",
            &["Axis", "Feature", "Weight × deviation"],
            rows,
            &[0, 2],
        ));
    Section::new("loadings", "Which features make up each axis", body)
}

pub(super) fn curves(number: usize, chart_data: &CurveChart) -> Section {
    let CurveChart { title, x_title, y_title, curves, .. } = chart_data;
    let heading = if title.is_empty() { "Curves" } else { title };
    let fallback = format!("Each line shows how {y_title} changes with {x_title}.");
    let text = if chart_data.reading.is_empty() { &fallback } else { &chart_data.reading };
    let rows = curves.iter().flat_map(|curve| {
        curve.points.iter().map(|(x, y)| vec![curve.name.clone(), short(*x), short(*y)])
    });
    let entry = |(i, curve): (usize, &crate::data::Curve)| {
        format!("<li>{}{}</li>\n", swatch(look(i)), escape(&curve.name))
    };
    let legend: String = curves.iter().enumerate().map(entry).collect();
    let body = reading(text)
        + &format!("<ul class=\"legend\" aria-label=\"Curves\">\n{legend}</ul>\n")
        + &chart(
            &format!("curves-{number}"),
            "Line chart of the numbers in the table below",
            340.0,
        )
        + &details(&table(heading, &["Curve", x_title, y_title], rows, &[1, 2]));
    Section::new(format!("curves-{number}"), heading, body)
}
