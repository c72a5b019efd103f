//! Rows and the pairs that a cost keeps close or apart.

use super::empty;
use crate::classes::Classes;
use crate::data::PairGraph;
use crate::error::{Result, check_finite};
use crate::frame::{Frame, plane};
use crate::legend::{Legend, Sample, row_entries};
use crate::palette::{INK, NEUTRAL, WARNING, look};
use crate::picture::{Picture, Stroke, crowding};
use std::collections::BTreeMap;

/// Rows joined by thin grey lines; red dashes join rows that are known to be of different classes.
pub fn pair_graph(graph: &PairGraph, title: &str) -> Result<Picture> {
    draw(graph, true, None, title)
}

/// A graph at places that a layout chose and that mean nothing: without numbers at the sides, and
/// with a rectangle around a part of it if two opposite corners are given.
pub fn graph_layout(
    graph: &PairGraph,
    marked: Option<[(f64, f64); 2]>,
    title: &str,
) -> Result<Picture> {
    check_finite("a corner of the rectangle", marked.iter().flatten().flat_map(|p| [&p.0, &p.1]))?;
    draw(graph, false, marked, title)
}

fn draw(
    graph: &PairGraph,
    numbers: bool,
    marked: Option<[(f64, f64); 2]>,
    title: &str,
) -> Result<Picture> {
    graph.check()?;
    if graph.points.is_empty() {
        return Ok(empty(title, "no rows to draw"));
    }
    let classes = Classes::new(&graph.classes, graph.labels.iter().flatten().map(String::as_str));
    let class = |row: usize| graph.labels[row].as_deref().and_then(|name| classes.number(name));
    let drawn: Vec<_> = graph.points.iter().chain(marked.iter().flatten()).copied().collect();
    let (mut x, mut y, size) = plane(&drawn, ["", ""]);
    if !numbers {
        (x.marks, y.marks) = (vec![], vec![]);
    }

    let rows = (0..graph.points.len()).map(|row| (class(row), class(row).is_some()));
    let mut entries = row_entries(&classes, rows, (Sample::Hollow, "unlabeled"));
    entries.push((Sample::Line(plain(1.4)), "pair".into()));
    let mixed =
        |from: usize, to: usize| matches!((class(from), class(to)), (Some(a), Some(b)) if a != b);
    if graph.edges.iter().any(|&(from, to, _)| mixed(from, to)) {
        entries.push((Sample::Line(crossing(1.4)), "pair of different classes".into()));
    }
    if marked.is_some() {
        entries.push((Sample::Line(AROUND), "shown enlarged".into()));
    }
    let (mut picture, frame) = Frame::new(title, size, &x, &y, &Legend::new(entries, size.1));

    let place = |row: usize| frame.place(graph.points[row].0, graph.points[row].1);
    let pairs = undirected(&graph.edges);
    let heaviest = pairs.values().copied().fold(0.0, f64::max);
    // Mixed pairs last, so that the few wrong ones are not hidden by the many right ones.
    for wanted in [false, true] {
        for (&(from, to), weight) in pairs.iter().filter(|((a, b), _)| mixed(*a, *b) == wanted) {
            let width = 0.6 + if heaviest > 0.0 { weight / heaviest } else { 1.0 };
            let stroke = if wanted { crossing(width) } else { plain(width) };
            picture.line(vec![place(from), place(to)], stroke);
        }
    }
    // A layout puts linked rows side by side: smaller markers leave more of its short links to see.
    let scale = crowding(graph.points.len(), if numbers { 200 } else { 50 });
    for row in 0..graph.points.len() {
        match class(row) {
            Some(class) => picture.strong_marker(place(row), look(class), scale),
            None => picture.hollow_marker(place(row)),
        }
    }
    if let Some([from, to]) = marked {
        picture.outline(frame.place(from.0, from.1), frame.place(to.0, to.1), AROUND);
    }
    Ok(picture)
}

/// Each pair once with its larger weight: drawn in both directions, dashes would fill each other's gaps.
fn undirected(edges: &[(usize, usize, f64)]) -> BTreeMap<(usize, usize), f64> {
    let mut pairs = BTreeMap::new();
    for &(from, to, weight) in edges {
        let heaviest = pairs.entry((from.min(to), from.max(to))).or_insert(0.0);
        *heaviest = weight.abs().max(*heaviest);
    }
    pairs
}

/// The rectangle around a part of the picture.
const AROUND: Stroke = Stroke::new(INK, 1.4);

const fn plain(width: f64) -> Stroke {
    Stroke::new(NEUTRAL.with_alpha(0.75), width)
}

const fn crossing(width: f64) -> Stroke {
    Stroke::new(WARNING, width).dashed(5.0, 3.0)
}
