//! A picture whose axes mean nothing: no numbers beside it, and the names of classes where most of their rows lie.

use std::collections::HashMap;

use super::{empty, scatter};
use crate::classes::Classes;
use crate::data::Embedding;
use crate::error::Result;
use crate::font;
use crate::frame::{Axis, Frame, plane};
use crate::legend::{Legend, NO_CLASS, Sample, row_entries};
use crate::palette::{INK, PAPER};
use crate::picture::{Align, Picture, Place};

/// Size of the names in the picture, and how long they may be.
const SIZE: f64 = 12.0;
const WIDEST: f64 = 130.0;
/// Cells of the picture, each way, that rows of a class are counted in.
const CELLS: f64 = 24.0;
/// Of more classes the legend alone has the names.
const MOST: usize = 40;

/// The first two coordinates of a layout; the note stands below it.
pub fn layout(embedding: &Embedding, note: &str, title: &str) -> Result<Picture> {
    embedding.check()?;
    if embedding.axes() < 2 {
        return Ok(empty(title, "no rows to draw"));
    }
    let points: Vec<Place> = embedding.points.iter().map(|p| (p[0], p[1])).collect();
    let classes = scatter::classes(embedding);
    let class = |row: usize| embedding.class_of(row).and_then(|name| classes.number(name));
    let (x, y, size) = plane(&points, [note, ""]);
    let bare = |axis: Axis| Axis { marks: Vec::new(), grid: false, ..axis };
    let rows = (0..points.len()).map(|row| (class(row), embedding.labels[row].is_some()));
    let listed = row_entries(&classes, rows, (Sample::Faint(NO_CLASS), "unlabeled"));
    let legend = Legend::new(listed, size.1);
    let (mut picture, frame) = Frame::new(title, size, &bare(x), &bare(y), &legend);
    scatter::marks(&mut picture, &frame, embedding, &classes, &points, &[]);
    names(&mut picture, &frame, embedding, &classes, &points);
    Ok(picture)
}

/// The name of every class where most of its rows lie, unless another name is there.
fn names(
    picture: &mut Picture,
    frame: &Frame,
    embedding: &Embedding,
    classes: &Classes,
    points: &[Place],
) {
    if classes.names.len() > MOST {
        return;
    }
    let mut taken: Vec<(Place, Place)> = Vec::new();
    for (number, name) in classes.names.iter().enumerate() {
        let own = |row: &usize| {
            embedding.class_of(*row).and_then(|name| classes.number(name)) == Some(number)
        };
        let places: Vec<Place> = (0..points.len())
            .filter(own)
            .map(|row| frame.place(points[row].0, points[row].1))
            .collect();
        let Some((middle, top, bottom)) = crowd(&places, frame) else { continue };
        let text = font::fitted(name, SIZE, WIDEST);
        let half = (0.5 * font::width(&text, SIZE) + 3.0, 0.5 * SIZE + 2.0);
        let inside = |at: f64, from: f64, length: f64, half: f64| {
            at.clamp(from + half + 2.0, (from + length - half - 2.0).max(from + half + 2.0))
        };
        let x = inside(middle, frame.left, frame.width, half.0);
        // Above the rows, or else below them.
        for y in [top - half.1 - 6.0, bottom + half.1 + 6.0] {
            let y = inside(y, frame.top, frame.height, half.1);
            let (from, to) = ((x - half.0, y - half.1), (x + half.0, y + half.1));
            let apart = |other: &(Place, Place)| {
                to.0 < other.0.0 || from.0 > other.1.0 || to.1 < other.0.1 || from.1 > other.1.1
            };
            if taken.iter().all(apart) {
                picture.rectangle(from, to, PAPER.with_alpha(0.72));
                picture.words(&text, (x, y), SIZE, INK, Align::Center);
                taken.push((from, to));
                break;
            }
        }
    }
}

/// Around the cell that holds most of some places: how far right their mean is, and where they begin and end from top to bottom.
fn crowd(places: &[Place], frame: &Frame) -> Option<(f64, f64, f64)> {
    let side = frame.width / CELLS;
    let cell = |place: &Place| ((place.0 / side) as i64, (place.1 / side) as i64);
    let mut counts: HashMap<(i64, i64), usize> = HashMap::new();
    places.iter().for_each(|place| *counts.entry(cell(place)).or_default() += 1);
    // Of equally full cells the first, so that there is one picture.
    let fullest = counts.iter().max_by_key(|(cell, count)| (**count, std::cmp::Reverse(**cell)))?.0;
    let near = |place: &&Place| {
        let own = cell(place);
        (own.0 - fullest.0).abs() <= 1 && (own.1 - fullest.1).abs() <= 1
    };
    let near: Vec<&Place> = places.iter().filter(near).collect();
    let heights = near.iter().map(|place| place.1);
    let (top, bottom) =
        heights.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    Some((near.iter().map(|place| place.0).sum::<f64>() / near.len() as f64, top, bottom))
}
