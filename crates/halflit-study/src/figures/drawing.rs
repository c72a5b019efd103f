//! A graph on paper: its connected parts side by side.

use super::layout::{Place, components, connected};
use super::packing::{corners, shelves};
use halflit::graph::{Edge, Graph};
use halflit_report::PairGraph;

/// Where the linked rows are drawn.
#[derive(Debug)]
pub(super) struct Drawing {
    /// The rows that have a link.
    pub(super) rows: Vec<usize>,
    /// Their places, in the same order.
    places: Vec<Place>,
    /// Around the parts with a mixed link.
    pub(super) zoom: [Place; 2],
    /// Connected parts.
    pub(super) parts: usize,
    /// Rows without a link.
    pub(super) left_out: usize,
}

impl Drawing {
    /// Lays out every connected part on its own; those with a mixed link form one block.
    pub(super) fn new(graph: &Graph, mixed: impl Fn(usize, usize) -> bool) -> Drawing {
        let mut neighbors = vec![Vec::new(); graph.rows()];
        for edge in graph.edges() {
            neighbors[edge.first].push(edge.second);
            neighbors[edge.second].push(edge.first);
        }
        let is_mixed =
            |part: &Vec<usize>| part.iter().any(|&i| neighbors[i].iter().any(|&j| mixed(i, j)));
        let found = components(&neighbors);
        let parts = found.len();
        let (mixed, plain): (Vec<_>, Vec<_>) = found.into_iter().partition(is_mixed);
        let lay_out = |part: &Vec<usize>| connected(&among(part, &neighbors));
        let mut block: Vec<Vec<Place>> = mixed.iter().map(lay_out).collect();
        shelves(&mut block, 3.0);
        let mut drawings: Vec<Vec<Place>> = plain.iter().map(lay_out).collect();
        drawings.push(block.concat());
        shelves(&mut drawings, 2.2);
        let zoom = around(drawings.last().map_or(&[][..], |block| block));
        let (rows, places) = ([plain, mixed].concat().concat(), drawings.concat());
        Drawing { left_out: graph.rows() - rows.len(), rows, places, zoom, parts }
    }

    /// The drawn rows and links, the rows in the order of `self.rows`.
    pub(super) fn pair_graph(
        &self,
        graph: &Graph,
        name: impl Fn(usize) -> Option<String>,
        classes: &[String],
    ) -> PairGraph {
        let mut drawn_as = vec![0; graph.rows()];
        self.rows.iter().enumerate().for_each(|(at, &row)| drawn_as[row] = at);
        let edge = |e: &Edge| (drawn_as[e.first], drawn_as[e.second], e.weight);
        PairGraph {
            points: self.places.clone(),
            labels: self.rows.iter().map(|&row| name(row)).collect(),
            classes: classes.to_vec(),
            edges: graph.edges().iter().map(edge).collect(),
        }
    }
}

/// The neighbours of the rows of a part, by their places in the part, which is ascending and complete.
fn among(part: &[usize], neighbors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let place = |row: &usize| part.partition_point(|other| other < row);
    part.iter().map(|&row| neighbors[row].iter().map(place).collect()).collect()
}

fn around(places: &[Place]) -> [Place; 2] {
    let ([low, high], room) = (corners(places), 0.5);
    [(low.0 - room, low.1 - room), (high.0 + room, high.1 + room)]
}

/// The rows in a rectangle, and the links between them.
pub(super) fn inside(graph: &PairGraph, [low, high]: [Place; 2]) -> PairGraph {
    let within = |&(x, y): &Place| (low.0..=high.0).contains(&x) && (low.1..=high.1).contains(&y);
    let kept: Vec<usize> = (0..graph.points.len()).filter(|&i| within(&graph.points[i])).collect();
    let edge = |&(i, j, weight): &(usize, usize, f64)| {
        Some((kept.binary_search(&i).ok()?, kept.binary_search(&j).ok()?, weight))
    };
    PairGraph {
        points: kept.iter().map(|&i| graph.points[i]).collect(),
        labels: kept.iter().map(|&i| graph.labels[i].clone()).collect(),
        classes: graph.classes.clone(),
        edges: graph.edges.iter().filter_map(edge).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rectangle_holds_the_mixed_parts_and_nothing_else() -> halflit::Result<()> {
        let links = [(0, 1), (1, 2), (0, 2), (3, 4), (5, 6), (6, 7)];
        let graph = Graph::new(9, links.map(|(i, j)| (i, j, 1.0)))?;
        let drawing = Drawing::new(&graph, |i, j| (i.min(j), i.max(j)) == (6, 7));
        assert_eq!((drawing.parts, drawing.left_out), (3, 1));
        let whole = drawing.pair_graph(&graph, |row| Some(row.to_string()), &[]);
        let mut labels: Vec<_> =
            inside(&whole, drawing.zoom).labels.into_iter().flatten().collect();
        labels.sort();
        assert_eq!(labels, ["5", "6", "7"]);
        Ok(())
    }
}
