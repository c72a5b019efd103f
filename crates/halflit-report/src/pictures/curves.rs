//! Several curves over the same axes.

use super::empty;
use crate::data::{Curve, CurveChart, Scale};
use crate::error::Result;
use crate::frame::{Axis, Frame};
use crate::legend::{Legend, Sample};
use crate::number::label;
use crate::palette::look;
use crate::picture::{Picture, Place, Stroke};
use crate::ticks::Range;

const SIZE: (f64, f64) = (560.0, 340.0);
/// Dash patterns, so that lines differ without colour too.
const DASHES: [Option<(f64, f64)>; 4] =
    [None, Some((7.0, 3.0)), Some((2.5, 2.5)), Some((12.0, 4.0))];

/// Markers are drawn where they stay apart.
const MOST_MARKERS: usize = 62;
/// A curve of more points has no hints.
const MOST_HINTS: usize = 200;
/// Half of the side of the square in which a point answers to the pointer.
const REACH: f64 = 6.0;

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
    let place = |point: &(f64, f64)| frame.place(across(chart, point.0), point.1);
    for (number, curve) in chart.curves.iter().enumerate() {
        let path: Vec<_> = curve.points.iter().map(place).collect();
        if path.len() <= MOST_MARKERS {
            for &place in &path {
                picture.marker(place, 3.2, look(number).shape, look(number).color);
            }
        }
        if path.len() > 1 {
            picture.line(path, stroke(number));
        }
    }
    for curve in chart.curves.iter().filter(|curve| curve.points.len() <= MOST_HINTS) {
        draw_hints(&mut picture, chart, curve, place);
    }
    Ok(picture)
}

fn draw_hints(
    picture: &mut Picture,
    chart: &CurveChart,
    curve: &Curve,
    place: impl Fn(&(f64, f64)) -> Place,
) {
    for point in &curve.points {
        let (x, y) = place(point);
        let named = |name: &str, value| format!("{name}: {}", label(value));
        let lines =
            [curve.name.clone(), named(&chart.x_title, point.0), named(&chart.y_title, point.1)];
        picture.hint((x - REACH, y - REACH), (x + REACH, y + REACH), &lines);
    }
}

/// What the axis across spans: exponents if it is logarithmic.
fn x_range(chart: &CurveChart) -> Range {
    let points = chart.curves.iter().flat_map(|curve| &curve.points);
    Range::of(points.map(|point| across(chart, point.0))).padded(0.03)
}

fn across(chart: &CurveChart, x: f64) -> f64 {
    if chart.x_scale == Scale::Logarithmic { x.log10() } else { x }
}
