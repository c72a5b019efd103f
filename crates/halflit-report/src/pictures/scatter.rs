//! The embedded rows as points.

use super::{empty, strip};
use crate::classes::Classes;
use crate::data::Embedding;
use crate::error::{Error, Result};
use crate::frame::{Frame, plane};
use crate::legend::{Legend, NO_CLASS, Sample, row_entries};
use crate::palette::{NEUTRAL, look};
use crate::picture::{Picture, Stroke, crowding};

/// Between two rows; quieter than any axis.
const LINK: Stroke = Stroke::new(NEUTRAL.with_alpha(0.75), 1.0);

/// The rows on their first two axes, or on their only one.
///
/// Labeled rows are large with a dark rim, unlabeled ones small and translucent in the colour of their
/// predicted class. Both axes have the same scale, because distances are what an embedding is about.
pub fn embedding(embedding: &Embedding, title: &str) -> Result<Picture> {
    embedding.check()?;
    match embedding.axes() {
        0 => Ok(empty(title, "no rows to draw")),
        1 => Ok(strip::strip(embedding, title)),
        _ => embedding_on(embedding, (0, 1), title),
    }
}

/// The rows on two axes of your choice, which count from 0.
pub fn embedding_on(embedding: &Embedding, axes: (usize, usize), title: &str) -> Result<Picture> {
    embedding.check()?;
    if embedding.points.is_empty() {
        return Ok(empty(title, "no rows to draw"));
    }
    if let Some(axis) = [axes.0, axes.1].into_iter().find(|&axis| axis >= embedding.axes()) {
        return Err(Error::NoSuchAxis { axis, axes: embedding.axes() });
    }
    let points: Vec<_> = embedding.points.iter().map(|p| (p[axes.0], p[axes.1])).collect();
    let [x, y] = [axes.0, axes.1].map(|axis| embedding.axis_name(axis));
    Ok(cloud(embedding, &points, [&x, &y], vec![], &[], title).0)
}

/// The points in their frame; `entries` follow the classes in the legend, `links` join points by thin lines.
pub(super) fn cloud(
    embedding: &Embedding,
    points: &[(f64, f64)],
    titles: [&str; 2],
    mut entries: Vec<(Sample, String)>,
    links: &[(usize, usize)],
    title: &str,
) -> (Picture, Frame) {
    let classes = classes(embedding);
    let class = |row: usize| embedding.class_of(row).and_then(|name| classes.number(name));
    let labeled = |row: usize| embedding.labels[row].is_some();
    let (x, y, size) = plane(points, titles);
    if !links.is_empty() {
        entries.insert(0, (Sample::Line(LINK), "link".into()));
    }
    let rows = (0..points.len()).map(|row| (class(row), labeled(row)));
    let unlabeled = (Sample::Faint(NO_CLASS), "unlabeled");
    let listed = row_entries(&classes, rows, unlabeled).into_iter().chain(entries).collect();
    let (mut picture, frame) = Frame::new(title, size, &x, &y, &Legend::new(listed, size.1));
    marks(&mut picture, &frame, embedding, &classes, points, links);
    (picture, frame)
}

/// Links, then rows: labeled ones last, because they are few and must not be buried.
pub(super) fn marks(
    picture: &mut Picture,
    frame: &Frame,
    embedding: &Embedding,
    classes: &Classes,
    points: &[(f64, f64)],
    links: &[(usize, usize)],
) {
    let class = |row: usize| embedding.class_of(row).and_then(|name| classes.number(name));
    let labeled = |row: usize| embedding.labels[row].is_some();
    let place = |row: usize| frame.place(points[row].0, points[row].1);
    for &(from, to) in links {
        picture.line(vec![place(from), place(to)], LINK);
    }
    let known = embedding.labels.iter().flatten().count();
    let (large, small) = (crowding(known, 300), crowding(points.len() - known, 3000));
    for row in (0..points.len()).filter(|&row| !labeled(row)) {
        let (look, opacity) = (class(row).map_or(NO_CLASS, look), embedding.opacity(row));
        picture.faded_marker(place(row), look, small, opacity);
    }
    for row in (0..points.len()).filter(|&row| labeled(row)) {
        picture.strong_marker(place(row), class(row).map_or(NO_CLASS, look), large);
    }
}

/// The classes of all rows, labeled or predicted.
pub(crate) fn classes(embedding: &Embedding) -> Classes {
    let found = embedding.labels.iter().chain(&embedding.predicted).flatten();
    Classes::new(&embedding.classes, found.map(String::as_str))
}
