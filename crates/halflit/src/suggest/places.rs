//! Where rows lie, how typical each is, and which rows are near it.

use crate::data::{Samples, Scaling};
use crate::eigen::{Span, self_adjoint};
use crate::error::Result;
use crate::matrix::{RowMatrix, tall_product};
use crate::neighbors::{Index, Metric, Queries, Search};

/// Principal axes of either way to take columns.
const AXES: usize = 30;
/// Near rows of each.
const NEAREST: usize = 10;
/// Duplicates have a mean distance of 0; no row counts as nearer to others than this share of the median.
const SMALLEST: f64 = 0.1;

/// What is kept of the places of rows.
#[derive(Debug, Clone)]
pub(super) struct Places {
    /// How often every row counts.
    pub(super) weights: Vec<f64>,
    /// m: the mean distance to the nearest rows, above 0.
    pub(super) distances: Vec<f64>,
    /// As many nearest rows of each, row after row.
    near: Vec<u32>,
    width: usize,
}

impl Places {
    /// Looks for them, and gives Z as well.
    pub(super) fn of(samples: &Samples<'_>) -> Result<(Self, Samples<'static>)> {
        let scaled = Scaling::Standard.learn(samples).apply(samples)?;
        let (given, standardized) = (principal(samples)?, principal(&scaled)?);
        let rows = samples.rows();
        let columns = given.columns() + standardized.columns();
        let mut values = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            values.extend_from_slice(given.row(row));
            values.extend_from_slice(standardized.row(row));
        }
        drop((given, standardized));
        let coordinates = Samples::from_row_major(values, rows, columns)?;
        let all: Vec<usize> = (0..rows).collect();
        let width = NEAREST.min(rows - 1);
        // In all columns: along leading axes the middle of a cloud looks typical, and says little of its classes.
        let index = Index::new(&scaled, Metric::Euclidean, Search::Auto)?;
        let nearest = index.nearest(Queries::Rows(&all), width)?.nearest;
        let mean = |near: &[f64]| near.iter().sum::<f64>() / near.len() as f64;
        let mut distances = Vec::with_capacity(rows);
        let mut near = Vec::with_capacity(rows * width);
        for neighbors in &nearest {
            let own: Vec<f64> = neighbors.iter().map(|neighbor| neighbor.distance).collect();
            distances.push(mean(&own));
            near.extend(neighbors.iter().map(|neighbor| neighbor.row as u32));
        }
        bound(&mut distances);
        let weights = (0..rows).map(|row| samples.weight(row)).collect();
        Ok((Self { weights, distances, near, width }, coordinates))
    }

    /// The rows near one.
    pub(super) fn near(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let near = &self.near[row * self.width..(row + 1) * self.width];
        near.iter().map(|&other| other as usize)
    }
}

/// Coordinates along the leading principal axes, of total variance 1.
fn principal(samples: &Samples<'_>) -> Result<RowMatrix<'static>> {
    let span = Span::of(samples)?;
    let (values, vectors) = self_adjoint(span.total().as_ref())?;
    let axes = AXES.min(span.rank());
    let leading = vectors.as_ref().reverse_cols().subcols(0, axes);
    let weight: f64 = (0..samples.rows()).map(|row| samples.weight(row)).sum();
    let variance = values.iter().rev().take(axes).sum::<f64>() / weight;
    let factor = 1.0 / variance.sqrt();
    let mut found = tall_product(span.coordinates(), leading).into_values();
    found.iter_mut().for_each(|value| *value *= factor);
    Ok(RowMatrix::new(found, samples.rows(), axes))
}

/// Raises distances that duplicates have made small.
fn bound(distances: &mut [f64]) {
    let mut positive: Vec<f64> = distances.iter().copied().filter(|&d| d > 0.0).collect();
    positive.sort_unstable_by(f64::total_cmp);
    let median = positive.get(positive.len() / 2).copied().unwrap_or(1.0);
    distances.iter_mut().for_each(|d| *d = d.max(SMALLEST * median));
}
