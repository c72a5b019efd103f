//! The steps of the default: the ways to look at the columns, their graphs and eigenmaps, and the labels.

use super::graph::Looking;
use super::span::span;
use super::{Estimate, Shape, Step, Work, samples};
use crate::condenser::SPANNED;
use crate::neighbors::{Metric, Search};
use crate::views::Breadth;

/// Ways to look at the columns, all at once: of thin views, and of full ones, where a table with categories has one more.
const THIN_SIDES: f64 = 2.0;
const FULL_SIDES: f64 = 3.0;
/// Graphs of each.
const GRAPHS: f64 = 2.0;
/// Steps of Lanczos that the eigenmaps of a graph mostly take, and products with the graph in each.
const LANCZOS: f64 = 150.0;
const FILTER: f64 = 10.0;
/// Neighbours of each row.
const NEAREST: f64 = 10.0;
/// Axes and eigenmaps that are kept.
const AXES: f64 = 30.0;
/// Views of each side.
const VIEWS: f64 = 31.0;
/// Rows that stand for all.
const REFERENCES: f64 = 1000.0;
/// Turns of the iteration that finds the axes of sparse rows.
const TURNS: f64 = 5.0;
/// Degree of the polynomials that spread labels.
const DEGREE: f64 = 100.0;

/// What a fit will take on data of this shape.
pub(super) fn estimate(breadth: Breadth, shape: &Shape) -> Estimate {
    let seen = seen(shape);
    let (n, d, l) = (seen.rows as f64, seen.columns as f64, seen.labeled as f64);
    let (sides, labels) = match breadth {
        Breadth::Full => (FULL_SIDES, labels(n, d, l)),
        Breadth::Thin => (THIN_SIDES, few_labels(n, d, l)),
    };
    let mut steps = vec![samples(shape), views(&seen, n, sides), labels];
    if let Some(stored) = shape.stored {
        steps.insert(1, written(shape, &seen, stored as f64));
    }
    Estimate { steps }
}

/// The shape of what views look at.
fn seen(shape: &Shape) -> Shape {
    let columns = shape.seen_columns();
    let number = if shape.is_condensed() { 4 } else { 8 };
    let sample_bytes = number * shape.rows as u64 * columns as u64;
    match shape.stored {
        Some(_) => Shape { columns, sample_bytes, stored: None, ..*shape },
        None => *shape,
    }
}

/// Sparse rows, condensed or written out.
fn written(shape: &Shape, seen: &Shape, stored: f64) -> Step {
    let kept = seen.sample_bytes as f64;
    if !shape.is_condensed() {
        let how = "written out".into();
        let (operations, during) = (0.0, kept);
        return Step { what: "rows", how, work: Work::Products, operations, during, kept };
    }
    let (n, d, r) = (shape.rows as f64, shape.columns as f64, seen.columns as f64);
    let spanned = n.min(SPANNED as f64);
    let products = 2.0 * TURNS * 2.0 * r * stored * spanned / n;
    let bases = TURNS * 4.0 * r * r * d;
    Step {
        what: "rows",
        how: format!("condensed to {r} numbers each"),
        work: Work::Products,
        operations: products + bases + 2.0 * r * stored,
        during: kept + 24.0 * stored * spanned / n + 8.0 * r * (4.0 * d + spanned) + 4.0 * r * d,
        kept: kept + 4.0 * r * d,
    }
}

fn views(shape: &Shape, n: f64, sides: f64) -> Step {
    let (span, _) = span(shape.rows, shape.columns);
    let numbers = shape.stored_numbers();
    let looking = Looking::of(Search::Auto, &shape.outline(), numbers, Metric::Euclidean);
    let graphs = GRAPHS * 8.0 * n * (LANCZOS + 2.0 * AXES + 3.0 * NEAREST);
    Step {
        what: "views",
        how: format!(
            "{sides} ways to take the columns, graphs of the 10 nearest rows, {}",
            looking.how
        ),
        work: Work::Products,
        operations: sides
            * (span.operations
                + looking.operations
                + GRAPHS * n * LANCZOS * (2.0 * LANCZOS + 4.0 * FILTER * NEAREST)),
        during: sides * span.during.max(graphs).max(looking.during),
        // Axes and eigenmaps of all.
        kept: sides * 8.0 * n * (3.0 * AXES + 6.0 * NEAREST),
    }
}

fn labels(n: f64, d: f64, l: f64) -> Step {
    Step {
        what: "labels",
        how: format!("views weighed by leaving each of {l} labels out"),
        work: Work::Products,
        operations: FULL_SIDES
            * (GRAPHS * 3.0 * DEGREE * n * l.min(64.0) * 2.0 * NEAREST
                + VIEWS * l * l * (d + 40.0)
                + VIEWS * 30.0 * l.powi(3)),
        during: FULL_SIDES
            * (VIEWS * (2.0 * 8.0 * l + 4.0 * REFERENCES) * l.min(300.0)
                + GRAPHS * 8.0 * 6.0 * n * l.min(64.0))
            + 8.0 * n * d,
        kept: 8.0 * n * d,
    }
}

/// Of thin views: nothing but inner products of a few numbers of every row.
fn few_labels(n: f64, d: f64, l: f64) -> Step {
    let features = THIN_SIDES * 3.0 * AXES;
    Step {
        what: "labels",
        how: format!("views weighed by leaving each of {l} labels out"),
        work: Work::Products,
        operations: 4.0 * n * features * 8.0
            + THIN_SIDES * VIEWS * l * AXES * AXES
            + l * features.powi(2),
        during: 8.0 * (3.0 * l * features + 2.0 * n * 8.0),
        kept: 8.0 * n * d,
    }
}
