//! The eigenvalues of a fit as bars.

use super::empty;
use crate::data::{Scale, Spectrum};
use crate::error::Result;
use crate::font;
use crate::frame::{Axis, Frame};
use crate::legend::Legend;
use crate::number::label;
use crate::palette::{INK, SOFT_INK, look};
use crate::picture::{Align, Picture, Stroke};
use crate::ticks::Range;

const SIZE: (f64, f64) = (560.0, 300.0);

/// A bar for each axis, from zero, the best axis first; with their values when there is room.
pub fn spectrum(spectrum: &Spectrum, title: &str) -> Result<Picture> {
    spectrum.check()?;
    let values = &spectrum.eigenvalues;
    if values.is_empty() {
        return Ok(empty(title, "no eigenvalues to draw"));
    }
    let y = Range::of(values.iter().copied().chain([0.0]));
    // Room above (and below) the bars for their values; a bar starts at the frame otherwise.
    let low = if y.low < 0.0 { y.low - 0.1 * y.width() } else { 0.0 };
    let high = if y.high > 0.0 { y.high + 0.1 * y.width() } else { 0.0 };
    let (x, y) = (Range { low: 0.4, high: values.len() as f64 + 0.6 }, Range { low, high });
    let mut x = Axis::across(x, "axis", SIZE.0, Scale::Linear);
    x.marks.retain(|(value, _)| value.fract() == 0.0 && *value >= 1.0);
    for mark in &mut x.marks {
        mark.1 = label(mark.0); // "1", not "1.0"
    }
    if values.len() <= 12 {
        x.marks = (1..=values.len()).map(|i| (i as f64, i.to_string())).collect();
    }
    x.grid = false;
    let y = Axis::up(y, "eigenvalue (lower is better)", SIZE.1);
    let (mut picture, frame) = Frame::new(title, SIZE, &x, &y, &Legend::default());
    let bar = (SIZE.0 / (values.len() as f64 + 0.2)).min(90.0);
    let annotated = values.iter().all(|value| font::width(&label(*value), 11.0) < bar - 2.0);
    let zero = frame.place(0.0, 0.0).1;
    for (index, &value) in values.iter().enumerate() {
        let (middle, end) = frame.place(index as f64 + 1.0, value);
        let (left, right) = (middle - 0.36 * bar, middle + 0.36 * bar);
        picture.rectangle((left, end.min(zero)), (right, end.max(zero)), look(0).color);
        if annotated {
            let away = if value < 0.0 { 11.0 } else { -11.0 };
            picture.words(&label(value), (middle, end + away), 11.0, INK, Align::Center);
        }
        let lines = [format!("axis {}", index + 1), format!("eigenvalue {}", label(value))];
        let (top, bottom) = (frame.top, frame.top + frame.height);
        picture.hint((left, top), (right, bottom), &lines);
    }
    let ends = vec![(frame.left, zero), (frame.left + frame.width, zero)];
    picture.line(ends, Stroke::new(SOFT_INK, 1.0));
    Ok(picture)
}
