//! Toy data in the plane and the lines on which learners project them.

use super::empty;
use super::scatter::cloud;
use crate::data::ProjectionAxes;
use crate::error::{Result, check_pairs};
use crate::frame::Frame;
use crate::legend::Sample;
use crate::number::percent;
use crate::palette::{Color, INK};
use crate::picture::{Picture, Place, Stroke};

/// Strong colours that no class of a toy example has, each with its own dashes.
const STROKES: [Stroke; 6] = [
    Stroke::new(INK, 2.2),
    Stroke::new(Color::new(0xD55E00), 2.2).dashed(9.0, 4.0),
    Stroke::new(Color::new(0x882255), 2.2).dashed(3.0, 3.0),
    Stroke::new(Color::new(0x117733), 2.2).dashed(14.0, 4.0),
    Stroke::new(Color::new(0x332288), 2.2).dashed(6.0, 2.5),
    Stroke::new(Color::new(0x777777), 2.2).dashed(2.0, 5.0),
];

/// The rows and, through their mean, one line for each direction; the legend names it and says how
/// many rows are classified correctly after projection on it.
pub fn projection_axes(axes: &ProjectionAxes, title: &str) -> Result<Picture> {
    linked_axes(axes, &[], title)
}

/// Axes with thin lines between pairs of rows, which are given by their numbers.
pub fn linked_axes(
    axes: &ProjectionAxes,
    links: &[(usize, usize)],
    title: &str,
) -> Result<Picture> {
    axes.check()?;
    check_pairs(links.iter().copied(), axes.rows.points.len())?;
    let points: Vec<Place> = axes.rows.points.iter().map(|p| (p[0], p[1])).collect();
    if points.is_empty() {
        return Ok(empty(title, "no rows to draw"));
    }
    let stroke = |number: usize| STROKES[number % STROKES.len()];
    let name = |axis: &crate::data::NamedAxis| match axis.accuracy {
        Some(share) => format!("{}: {}", axis.name, percent(share)),
        None => axis.name.clone(),
    };
    let lines = axes.axes.iter().enumerate();
    let entries = lines.map(|(i, axis)| (Sample::Line(stroke(i)), name(axis))).collect();
    let titles = ["feature 1", "feature 2"];
    let (mut picture, frame) = cloud(&axes.rows, &points, titles, entries, links, title);
    let count = points.len() as f64;
    let mean = points.iter().fold((0.0, 0.0), |m, p| (m.0 + p.0 / count, m.1 + p.1 / count));
    for (number, axis) in axes.axes.iter().enumerate() {
        draw_line(&mut picture, &frame, mean, axis.direction, stroke(number));
    }
    Ok(picture)
}

/// The line through `mean`, cut at the frame; a direction of length zero has none.
fn draw_line(
    picture: &mut Picture,
    frame: &Frame,
    mean: Place,
    direction: (f64, f64),
    stroke: Stroke,
) {
    let length = direction.0.hypot(direction.1);
    if length == 0.0 {
        return;
    }
    let (dx, dy) = (direction.0 / length, direction.1 / length);
    // How far each way until the first side is reached.
    let reach = |position: f64, step: f64, low: f64, high: f64| match step {
        step if step > 0.0 => (high - position) / step,
        step if step < 0.0 => (low - position) / step,
        _ => f64::INFINITY,
    };
    let end = |sign: f64| {
        let along = reach(mean.0, sign * dx, frame.x.low, frame.x.high);
        let steps = along.min(reach(mean.1, sign * dy, frame.y.low, frame.y.high));
        frame.place(mean.0 + sign * steps * dx, mean.1 + sign * steps * dy)
    };
    picture.line(vec![end(-1.0), end(1.0)], stroke);
}
