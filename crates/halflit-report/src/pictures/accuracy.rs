//! How well learners classify: a dot with a whisker each.

use super::empty;
use crate::data::{AccuracyRow, AccuracyTable, Scale};
use crate::error::Result;
use crate::font;
use crate::frame::{Axis, Frame};
use crate::legend::Legend;
use crate::number::percent;
use crate::palette::{INK, SOFT_INK, look};
use crate::picture::{Align, Picture, Stroke};
use crate::ticks::Range;

const WIDTH: f64 = 480.0;
const LANE: f64 = 30.0;

/// A line for each learner, in the given order from the top; the whisker is its interval
/// and the numbers stand at the right.
pub fn accuracy(table: &AccuracyTable, title: &str) -> Result<Picture> {
    table.check()?;
    if table.rows.is_empty() {
        return Ok(empty(title, "no learners to compare"));
    }
    let ends = |row: &AccuracyRow| row.interval.map_or([row.mean; 2], |(low, high)| [low, high]);
    let range = Range::of(table.rows.iter().flat_map(ends).map(|share| 100.0 * share));
    let height = (LANE * table.rows.len() as f64).max(2.0 * LANE);
    let x = Axis::across(range.padded(0.08), "rows classified correctly, %", WIDTH, Scale::Linear);
    let names = table.rows.iter().rev().map(|row| row.learner.clone()).collect();
    let y = Axis::names(names, "", 200.0);
    let (mut picture, frame) = Frame::new(title, (WIDTH, height), &x, &y, &Legend::default());
    let mut widest: f64 = 0.0;
    for (index, row) in table.rows.iter().rev().enumerate() {
        let at = |share: f64| frame.place(100.0 * share, index as f64);
        let (middle, y) = at(row.mean);
        let dotted = Stroke::new(SOFT_INK.with_alpha(0.4), 0.8).dashed(2.0, 3.0);
        picture.line(vec![(frame.left, y), (frame.left + WIDTH, y)], dotted);
        let mut text = percent(row.mean);
        let mut lines = vec![row.learner.clone(), text.clone(), row.note.clone()];
        if let Some((low, high)) = row.interval {
            let (left, right) = (at(low).0, at(high).0);
            let stroke = Stroke::new(look(0).color, 1.8);
            picture.line(vec![(left, y), (right, y)], stroke);
            for end in [left, right] {
                picture.line(vec![(end, y - 5.0), (end, y + 5.0)], stroke);
            }
            lines.insert(2, format!("{} to {}", percent(low), percent(high)));
            let [mean, low, high] = [row.mean, low, high].map(|share| 100.0 * share);
            text = format!("{mean:.1} % ({low:.0}–{high:.0})");
        }
        picture.marker((middle, y), 4.6, look(0).shape, look(0).color);
        widest = widest.max(font::width(&text, 12.0));
        picture.words(&text, (frame.left + WIDTH + 12.0, y), 12.0, INK, Align::Left);
        let (top, bottom) = (y - 0.5 * LANE, y + 0.5 * LANE);
        picture.hint((frame.left, top), (frame.left + WIDTH, bottom), &lines);
    }
    picture.width = frame.left + WIDTH + 12.0 + widest + 14.0;
    Ok(picture)
}
