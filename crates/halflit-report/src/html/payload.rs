//! What the page's code needs to draw, as JSON. Colours, shapes and texts are decided here, so that
//! the page and the pictures agree.

use super::marker::Styled;
use crate::data::{AccuracyTable, CurveChart, Embedding, HeatMap, Report, Scale};
use crate::number::{cell_text, rounded, short};
use crate::palette::{Color, heat, look};
use crate::pictures::classes;
use crate::ticks::{Range, ticks};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Payload<'a> {
    embedding: Option<Points<'a>>,
    accuracy: Option<&'a AccuracyTable>,
    heat_map: Option<Cells<'a>>,
    spectrum: Option<&'a [f64]>,
    loadings: Option<&'a [Vec<(String, f64)>]>,
    curves: Vec<Lines<'a>>,
}

impl<'a> Payload<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        Self {
            embedding: report.embedding.as_ref().map(Points::new),
            accuracy: report.accuracy.as_ref(),
            heat_map: report.heat_map.as_ref().map(Cells::new),
            spectrum: report.spectrum.as_ref().map(|spectrum| &spectrum.eigenvalues[..]),
            loadings: report.loadings.as_ref().map(|loadings| &loadings.axes[..]),
            curves: report.curves.iter().map(Lines::new).collect(),
        }
    }
}

/// Classes as numbers, -1 for none; coordinates axis by axis, which makes choosing axes cheap.
#[derive(Serialize)]
struct Points<'a> {
    axes: Vec<Vec<f64>>,
    labels: Vec<i64>,
    predicted: Vec<i64>,
    names: Option<&'a [String]>,
    classes: Vec<Styled<'static>>,
}

impl<'a> Points<'a> {
    fn new(embedding: &'a Embedding) -> Self {
        let classes = classes(embedding);
        let numbers = |labels: &[Option<String>]| {
            let number = |name: &String| classes.number(name).map_or(-1, |number| number as i64);
            labels.iter().map(|label| label.as_ref().map_or(-1, number)).collect()
        };
        let axis = |axis: usize| embedding.points.iter().map(|p| rounded(p[axis])).collect();
        Self {
            axes: (0..embedding.axes()).map(axis).collect(),
            labels: numbers(&embedding.labels),
            predicted: numbers(&embedding.predicted),
            names: embedding.row_names.as_deref(),
            classes: (classes.names.iter().enumerate())
                .map(|(number, name)| Styled::new(name.clone(), look(number)))
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct Cells<'a> {
    x_name: &'a str,
    y_name: &'a str,
    value_name: &'a str,
    x: Vec<String>,
    y: Vec<String>,
    cells: Vec<Cell>,
    chosen: Option<(usize, usize)>,
}

#[derive(Serialize)]
struct Cell {
    x: usize,
    y: usize,
    /// Empty where nothing was measured.
    text: String,
    color: String,
    ink: &'static str,
}

impl<'a> Cells<'a> {
    fn new(map: &'a HeatMap) -> Self {
        let texts = |values: &[f64]| values.iter().map(|value| short(*value)).collect();
        let range = Range::of(map.values.iter().copied().filter(|value| value.is_finite()));
        let indices =
            (0..map.y_values.len()).flat_map(|y| (0..map.x_values.len()).map(move |x| (x, y)));
        Self {
            x_name: &map.x_name,
            y_name: &map.y_name,
            value_name: &map.value_name,
            x: texts(&map.x_values),
            y: texts(&map.y_values),
            cells: indices.map(|(x, y)| Cell::new(x, y, map.value(x, y), range)).collect(),
            chosen: map.chosen,
        }
    }
}

impl Cell {
    fn new(x: usize, y: usize, value: Option<f64>, range: Range) -> Self {
        let fill = |value: f64| heat((value - range.low) / range.width());
        let color = value.map_or(Color::new(0xBBBBBB), fill);
        let text = value.map_or(String::new(), |value| cell_text(value, range));
        let ink = if color.is_dark() { "#FFFFFF" } else { "#222222" };
        Self { x, y, text, color: color.hex(), ink }
    }
}

#[derive(Serialize)]
struct Lines<'a> {
    x_title: &'a str,
    y_title: &'a str,
    /// A logarithmic axis is drawn as exponents, marked where the picture is marked.
    logarithmic: Option<LogarithmicAxis>,
    curves: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    look: Styled<'a>,
    points: &'a [(f64, f64)],
}

#[derive(Serialize)]
struct LogarithmicAxis {
    low: f64,
    high: f64,
    marks: Vec<(f64, String)>,
}

impl LogarithmicAxis {
    fn new(chart: &CurveChart) -> Option<Self> {
        let points = chart.curves.iter().flat_map(|curve| &curve.points);
        let range = Range::of(points.map(|point| point.0.log10())).padded(0.03);
        let marks = || ticks(range, 6, Scale::Logarithmic);
        let axis = || Self { low: range.low, high: range.high, marks: marks() };
        (chart.x_scale == Scale::Logarithmic).then(axis)
    }
}

impl<'a> Lines<'a> {
    fn new(chart: &'a CurveChart) -> Self {
        let curves = chart.curves.iter().enumerate();
        Self {
            x_title: &chart.x_title,
            y_title: &chart.y_title,
            logarithmic: LogarithmicAxis::new(chart),
            curves: curves
                .map(|(i, curve)| Line {
                    look: Styled::new(curve.name.as_str(), look(i)),
                    points: &curve.points,
                })
                .collect(),
        }
    }
}
