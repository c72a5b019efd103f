//! The sections with a chart: a heading in plain words, how to read it, its picture, and the numbers.

use super::columns::columns;
use super::tables::{details, table};
use super::{Section, escape};
use crate::data::{AccuracyTable, CurveChart, HeatMap, Loadings, Report, Spectrum};
use crate::error::Result;
use crate::number::{cell_text, label, percent};
use crate::picture::Picture;
use crate::pictures;

/// The page draws this many axes' features; the table has all of them.
pub(super) const DRAWN_AXES: usize = 6;

/// The charts that a report has, in reading order.
pub(super) fn sections(report: &Report) -> Result<Vec<Section>> {
    let mut sections = vec![];
    sections.extend(report.accuracy.as_ref().map(accuracy).transpose()?);
    sections.extend(report.heat_map.as_ref().map(heat_map).transpose()?);
    sections.extend(report.spectrum.as_ref().map(spectrum).transpose()?);
    sections.extend(report.loadings.as_ref().map(loadings).transpose()?);
    sections.extend(report.columns.as_ref().map(columns).transpose()?);
    for (number, chart) in report.curves.iter().enumerate() {
        sections.push(curves(number, chart)?);
    }
    Ok(sections)
}

pub(super) fn drawing(picture: &Picture, label: &str) -> String {
    format!("<div class=\"chart\">{}</div>\n", picture.inline(label))
}

pub(super) fn reading(text: &str) -> String {
    format!("<p class=\"reading\">{}</p>\n", escape(text))
}

fn accuracy(accuracy: &AccuracyTable) -> Result<Section> {
    let picture = pictures::accuracy(accuracy, "")?;
    let interval = |ends: Option<(f64, f64)>| {
        ends.map_or("–".into(), |(low, high)| format!("{} to {}", percent(low), percent(high)))
    };
    let rows = accuracy.rows.iter().map(|row| {
        vec![row.learner.clone(), percent(row.mean), interval(row.interval), row.note.clone()]
    });
    let caption =
        if accuracy.caption.is_empty() { "Accuracy by learner" } else { &accuracy.caption };
    let body = reading(
        "The further right a dot, the more rows were classified correctly; with 95 % confidence the truth lies within \
         the whiskers, and learners whose whiskers overlap may well be equally good. The axis starts where the results \
         do, not at zero.",
    ) + &drawing(&picture, "Dots and whiskers of the accuracies in the table below")
        + &table(caption, &["Learner", "Accuracy", "95 % interval", "Note"], rows, &[1, 2]);
    Ok(Section::new("accuracy", "How often each learner is right", body))
}

fn heat_map(map: &HeatMap) -> Result<Section> {
    let picture = pictures::heat_map(map, "")?;
    let range = map.range();
    let text = |x: usize, y: usize| map.value(x, y).map_or("–".into(), |v| cell_text(v, range));
    let columns: Vec<String> = std::iter::once(format!("{} \\ {}", map.y_name, map.x_name))
        .chain(map.x_values.iter().map(|value| label(*value)))
        .collect();
    let row = |y: usize| {
        let cells = (0..map.x_values.len()).map(|x| text(x, y));
        std::iter::once(label(map.y_values[y])).chain(cells).collect()
    };
    let rows = (0..map.y_values.len()).rev().map(row);
    let numeric: Vec<usize> = (1..columns.len()).collect();
    let chosen =
        if map.chosen.is_some() { " The framed cell is the pair that was chosen." } else { "" };
    let body = reading(&format!(
        "Each cell is one pair of {} and {}; lighter is higher. A broad light area means that the exact \
         choice hardly matters.{chosen}",
        map.x_name, map.y_name
    )) + &drawing(&picture, "Heat map of the numbers in the table below")
        + &details(&table(&map.value_name, &columns, rows, &numeric));
    let heading = format!("How {} and {} act together", map.x_name, map.y_name);
    Ok(Section::new("settings", heading, body))
}

fn spectrum(spectrum: &Spectrum) -> Result<Section> {
    let picture = pictures::spectrum(spectrum, "")?;
    let rows = (spectrum.eigenvalues.iter().enumerate())
        .map(|(axis, value)| vec![(axis + 1).to_string(), label(*value)]);
    let body = reading(
        "The fit looks for the axes of least cost, and the eigenvalue of an axis is its cost. The first axis has the \
         lowest, each further one the next; the lower the end of a bar, the better its axis, below zero too. Only \
         eigenvalues of one fit can be compared.",
    ) + &drawing(&picture, "Bar chart of the eigenvalues in the table below")
        + &details(&table("Eigenvalue of each axis", &["Axis", "Eigenvalue"], rows, &[0, 1]));
    Ok(Section::new("spectrum", "What each axis costs (eigenvalues)", body))
}

fn loadings(loadings: &Loadings) -> Result<Section> {
    let drawn = loadings.axes.len().min(DRAWN_AXES);
    let plot = |axis: usize| {
        let label = format!("Bar chart of the features of axis {}, in the table below", axis + 1);
        let picture = pictures::loadings(loadings, axis, "")?;
        Ok(format!("<div><h3>Axis {}</h3>\n{}</div>\n", axis + 1, drawing(&picture, &label)))
    };
    let plots = (0..drawn).map(plot).collect::<Result<String>>()?;
    let rows = loadings.axes.iter().enumerate().flat_map(|(axis, features)| {
        let row = move |(name, weight): &(String, f64)| {
            vec![(axis + 1).to_string(), name.clone(), label(*weight)]
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
    Ok(Section::new("loadings", "Which features make up each axis", body))
}

fn curves(number: usize, chart: &CurveChart) -> Result<Section> {
    let picture = pictures::curves(chart, "")?;
    let CurveChart { title, x_title, y_title, curves, .. } = chart;
    let heading = if title.is_empty() { "Curves" } else { title };
    let fallback = format!("Each line shows how {y_title} changes with {x_title}.");
    let text = if chart.reading.is_empty() { &fallback } else { &chart.reading };
    let rows = curves.iter().flat_map(|curve| {
        curve.points.iter().map(|(x, y)| vec![curve.name.clone(), label(*x), label(*y)])
    });
    let body = reading(text)
        + &drawing(&picture, "Line chart of the numbers in the table below")
        + &details(&table(heading, &["Curve", x_title, y_title], rows, &[1, 2]));
    Ok(Section::new(format!("curves-{number}"), heading, body))
}
