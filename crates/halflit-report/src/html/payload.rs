//! What the page's code needs to draw, as JSON. Colours, shapes and texts are decided here, so that
//! the page and the pictures agree.

use super::marker::styled;
use crate::data::{CurveChart, Embedding, Feature, HeatMap, Report, Scale};
use crate::number::{cell_text, rounded, short};
use crate::palette::{Color, heat, look};
use crate::pictures::{classes, x_range};
use crate::ticks::{Range, ticks};
use serde_json::{Value, json};

pub(super) fn payload(report: &Report) -> Value {
    json!({
        "embedding": report.embedding.as_ref().map(points),
        "accuracy": report.accuracy,
        "heat_map": report.heat_map.as_ref().map(cells),
        "spectrum": report.spectrum.as_ref().map(|spectrum| &spectrum.eigenvalues),
        "loadings": report.loadings.as_ref().map(|loadings| &loadings.axes),
        "curves": report.curves.iter().map(lines).collect::<Vec<_>>(),
    })
}

/// Classes as numbers, -1 for none; coordinates axis by axis, which makes choosing axes cheap.
fn points(embedding: &Embedding) -> Value {
    let classes = classes(embedding);
    let number = |label: &Option<String>| {
        label.as_ref().and_then(|name| classes.number(name)).map_or(-1, |number| number as i64)
    };
    let numbers = |labels: &[Option<String>]| labels.iter().map(number).collect::<Vec<_>>();
    let axis = |axis: usize| embedding.points.iter().map(|p| rounded(p[axis])).collect();
    let feature = |feature: &Feature| {
        let values: Vec<f64> = feature.values.iter().map(|value| rounded(*value)).collect();
        json!({ "name": feature.name, "values": values })
    };
    let styles = classes.names.iter().enumerate().map(|(i, name)| styled(name, look(i)));
    json!({
        "axes": (0..embedding.axes()).map(axis).collect::<Vec<Vec<f64>>>(),
        "labels": numbers(&embedding.labels),
        "predicted": numbers(&embedding.predicted),
        "names": embedding.row_names,
        "classes": styles.collect::<Vec<_>>(),
        "features": embedding.features.iter().map(feature).collect::<Vec<_>>(),
    })
}

fn cells(map: &HeatMap) -> Value {
    let texts = |values: &[f64]| values.iter().map(|value| short(*value)).collect::<Vec<_>>();
    let range = map.range();
    let columns = map.x_values.len();
    let cell = |index: usize| cell(index % columns, index / columns, map, range);
    json!({
        "x_name": map.x_name,
        "y_name": map.y_name,
        "value_name": map.value_name,
        "x": texts(&map.x_values),
        "y": texts(&map.y_values),
        "cells": (0..map.values.len()).map(cell).collect::<Vec<_>>(),
        "chosen": map.chosen,
    })
}

/// The text is empty where nothing was measured.
fn cell(x: usize, y: usize, map: &HeatMap, range: Range) -> Value {
    let value = map.value(x, y);
    let color = value.map_or(Color::new(0xBBBBBB), |value| heat(range.share(value)));
    let text = value.map(|value| cell_text(value, range)).unwrap_or_default();
    let ink = if color.is_dark() { "#FFFFFF" } else { "#222222" };
    json!({ "x": x, "y": y, "text": text, "color": color.hex(), "ink": ink })
}

/// A logarithmic axis is drawn as exponents, marked where the picture is marked.
fn lines(chart: &CurveChart) -> Value {
    let curves = chart.curves.iter().enumerate().map(|(i, curve)| {
        let mut line = styled(&curve.name, look(i));
        line["points"] = json!(curve.points);
        line
    });
    let exponents = (chart.x_scale == Scale::Logarithmic).then(|| {
        let range = x_range(chart);
        json!({ "low": range.low, "high": range.high, "marks": ticks(range, 6, chart.x_scale) })
    });
    json!({
        "x_title": chart.x_title,
        "y_title": chart.y_title,
        "logarithmic": exponents,
        "curves": curves.collect::<Vec<_>>(),
    })
}
