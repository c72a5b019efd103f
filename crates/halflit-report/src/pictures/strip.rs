//! A one-dimensional embedding: a lane for each class with its histogram and its rows.

use super::scatter::classes;
use crate::data::{Embedding, Scale};
use crate::frame::{Axis, Frame};
use crate::legend::{Legend, NO_CLASS, Sample, row_entries};
use crate::palette::{Look, SOFT_INK, look};
use crate::picture::{Picture, Stroke, crowding};
use crate::ticks::Range;
use std::collections::BTreeMap;

const WIDTH: f64 = 600.0;
const BINS: usize = 48;

/// Rows keep their place on the axis and are not jittered: heights count rows, marks below are the rows.
pub(super) fn strip(embedding: &Embedding, title: &str) -> Picture {
    let classes = classes(embedding);
    let class = |row: usize| embedding.class_of(row).and_then(|name| classes.number(name));
    let labeled = |row: usize| embedding.labels[row].is_some();
    let count = embedding.points.len();

    // One lane for each class that occurs, the rows without a class last.
    let none = classes.names.len();
    let mut lanes = BTreeMap::<usize, Vec<usize>>::new();
    for row in 0..count {
        lanes.entry(class(row).unwrap_or(none)).or_default().push(row);
    }
    let name = |class: &usize| classes.names.get(*class).map_or("no class", String::as_str).into();

    let range = Range::of(embedding.points.iter().map(|point| point[0])).padded(0.04);
    let lane_height = (420.0 / lanes.len() as f64).clamp(30.0, 110.0);
    let height = lane_height * lanes.len() as f64;
    let x = Axis::across(range, "axis 1", WIDTH, Scale::Linear);
    // Names count from the bottom, lanes from the top.
    let y = Axis::names(lanes.keys().rev().map(name).collect(), "", 150.0);
    // The lanes name the classes already: the legend only says what markers and strokes are.
    let kinds = (0..count).map(|row| (None, labeled(row)));
    let kinds = row_entries(&classes, kinds, (Sample::Tick, "unlabeled"));
    let (mut picture, frame) =
        Frame::new(title, (WIDTH, height), &x, &y, &Legend::new(kinds, height));

    let histograms: Vec<_> = lanes.values().map(|rows| bins(embedding, rows, range)).collect();
    let tallest = histograms.iter().flatten().copied().max().unwrap_or(1).max(1) as f64;
    for (lane, ((class, rows), bins)) in lanes.iter().zip(&histograms).enumerate() {
        let look = if *class == none { NO_CLASS } else { look(*class) };
        let top = frame.top + lane as f64 * lane_height;
        let base = top + 0.72 * lane_height;
        if lane > 0 {
            let ends = vec![(frame.left, top), (frame.left + WIDTH, top)];
            picture.line(ends, Stroke::new(SOFT_INK.with_alpha(0.35), 0.8));
        }
        draw_bins(&mut picture, bins, look, (frame.left, base), 0.64 * lane_height / tallest);
        draw_rows(&mut picture, embedding, rows, look, &frame, (base, 0.14 * lane_height));
    }
    picture
}

fn bins(embedding: &Embedding, rows: &[usize], range: Range) -> Vec<usize> {
    let mut counts = vec![0; BINS];
    for &row in rows {
        let bin = range.share(embedding.points[row][0]) * BINS as f64;
        counts[(bin as usize).min(BINS - 1)] += 1;
    }
    counts
}

fn draw_bins(
    picture: &mut Picture,
    bins: &[usize],
    look: Look,
    (left, base): (f64, f64),
    row_height: f64,
) {
    let width = WIDTH / BINS as f64;
    for (bin, &count) in bins.iter().enumerate().filter(|(_, count)| **count > 0) {
        let x = left + bin as f64 * width;
        let (from, to) = ((x + 0.5, base - count as f64 * row_height), (x + width - 0.5, base));
        picture.rectangle(from, to, look.color.with_alpha(0.45));
    }
}

/// Unlabeled rows as thin strokes below the base line, labeled rows as markers among them.
fn draw_rows(
    picture: &mut Picture,
    embedding: &Embedding,
    rows: &[usize],
    look: Look,
    frame: &Frame,
    (base, half): (f64, f64),
) {
    let line = vec![(frame.left, base), (frame.left + WIDTH, base)];
    picture.line(line, Stroke::new(SOFT_INK.with_alpha(0.6), 0.8));
    let across = |row: usize| frame.place(embedding.points[row][0], 0.0).0;
    let (strong, faint): (Vec<usize>, Vec<usize>) =
        rows.iter().partition(|row| embedding.labels[**row].is_some());
    for x in faint.into_iter().map(across) {
        let stroke = Stroke::new(look.color.with_alpha(0.5), 1.0);
        picture.line(vec![(x, base + 2.0), (x, base + 2.0 + 1.2 * half)], stroke);
    }
    let scale = crowding(strong.len(), 60);
    for x in strong.into_iter().map(across) {
        picture.strong_marker((x, base + 0.9 * half), look, scale);
    }
}
