//! The features that matter most to an axis or a class, as bars.

use super::empty;
use crate::data::{Loadings, Scale};
use crate::error::{Error, Result};
use crate::frame::{Axis, Frame};
use crate::legend::Legend;
use crate::number::label;
use crate::palette::{SOFT_INK, look};
use crate::picture::{Picture, Stroke};
use crate::ticks::Range;

const WIDTH: f64 = 300.0;
const LANE: f64 = 24.0;
const WHAT: &str = "weight × deviation";

/// A bar for each feature of an axis, the first at the top. Sides tell positive and negative weights apart, and
/// colours do so on top of that. Axes count from 0.
pub fn loadings(loadings: &Loadings, axis: usize, title: &str) -> Result<Picture> {
    loadings.check()?;
    let missing = Error::NoSuchAxis { axis, axes: loadings.axes.len() };
    let features = loadings.axes.get(axis).ok_or(missing)?;
    features_bars(features, WHAT, title)
}

/// A bar for each feature, the first at the top; `what` names the numbers.
pub(crate) fn features_bars(
    features: &[(String, f64)],
    what: &str,
    title: &str,
) -> Result<Picture> {
    if features.is_empty() {
        return Ok(empty(title, "no features to draw"));
    }
    let range = Range::of(features.iter().map(|(_, weight)| *weight).chain([0.0])).padded(0.05);
    let height = LANE * features.len() as f64;
    let x = Axis::across(range, what, WIDTH, Scale::Linear);
    let y = Axis::names(features.iter().rev().map(|(name, _)| name.clone()).collect(), "", 140.0);
    let (mut picture, frame) = Frame::new(title, (WIDTH, height), &x, &y, &Legend::default());
    let (zero, right) = (frame.place(0.0, 0.0).0, frame.left + WIDTH);
    for (index, (name, weight)) in features.iter().rev().enumerate() {
        let (end, middle) = frame.place(*weight, index as f64);
        let at = |share: f64| middle + share * LANE;
        let color = look(if *weight < 0.0 { 5 } else { 0 }).color;
        picture.rectangle((end.min(zero), at(-0.3)), (end.max(zero), at(0.3)), color);
        let lines = [name.clone(), format!("{what}: {}", label(*weight))];
        picture.hint((frame.left, at(-0.5)), (right, at(0.5)), &lines);
    }
    let ends = vec![(zero, frame.top), (zero, frame.top + height)];
    picture.line(ends, Stroke::new(SOFT_INK, 1.0));
    Ok(picture)
}
