//! Several curves over the same axes.

use super::empty;
use crate::data::{CurveChart, Scale};
use crate::error::Result;
use crate::frame::{Axis, Frame};
use crate::legend::{Legend, Sample};
use crate::palette::look;
use crate::picture::{Picture, Stroke};
use crate::ticks::Range;

const SIZE: (f64, f64) = (560.0, 340.0);
/// Dash patterns, so that lines differ without colour too.
const DASHES: [Option<(f64, f64)>; 4] =
    [None, Some((7.0, 3.0)), Some((2.5, 2.5)), Some((12.0, 4.0))];

/// Each curve in its own colour, dash pattern and marker.
pub fn curves(chart: &CurveChart, title: &str) -> Result<Picture> {
    chart.check()?;
    let points = || chart.curves.iter().flat_map(|curve| &curve.points);
    if points().next().is_none() {
        return Ok(empty(title, "no points to draw"));
    }
    let y = Range::of(points().map(|p| p.1)).padded(0.06);
    let x = Axis::across(x_range(chart), &chart.x_title, SIZE.0, chart.x_scale);
    let y = Axis::up(y, &chart.y_title, SIZE.1);
    let stroke = |curve: usize| Stroke {
        color: look(curve).color,
        width: 1.8,
        dash: DASHES[curve % DASHES.len()],
    };
    let names = chart.curves.iter().map(|curve| curve.name.clone()).enumerate();
    let entries = names.map(|(i, name)| (Sample::Curve(stroke(i), look(i)), name)).collect();
    let (mut picture, frame) = Frame::new(title, SIZE, &x, &y, &Legend::new(entries, SIZE.1));
    for (number, curve) in chart.curves.iter().enumerate() {
        let path: Vec<_> =
            curve.points.iter().map(|p| frame.place(across(chart, p.0), p.1)).collect();
        // Markers only where they stay apart.
        if path.len() <= 40 {
            for &place in &path {
                picture.marker(place, 3.2, look(number).shape, look(number).color);
            }
        }
        if path.len() > 1 {
            picture.line(path, stroke(number));
        }
    }
    Ok(picture)
}

/// What the axis across spans: exponents if it is logarithmic.
pub(crate) fn x_range(chart: &CurveChart) -> Range {
    let points = chart.curves.iter().flat_map(|curve| &curve.points);
    Range::of(points.map(|point| across(chart, point.0))).padded(0.03)
}

fn across(chart: &CurveChart, x: f64) -> f64 {
    if chart.x_scale == Scale::Logarithmic { x.log10() } else { x }
}
