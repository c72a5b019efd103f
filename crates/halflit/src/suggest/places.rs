//! Where rows lie, how typical each is, and which rows are near it.

use crate::data::Samples;
use crate::error::Result;
use crate::views::{Engine, Look, NEAREST};

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
    /// Of rows that were looked at, and Z as well.
    pub(super) fn of(
        samples: &Samples<'_>,
        (given, standardized): (&Look<'_>, &Look<'_>),
        engine: &dyn Engine,
    ) -> Result<(Self, Samples<'static>)> {
        let rows = samples.rows();
        let weights: Vec<f64> = (0..rows).map(|row| samples.weight(row)).collect();
        let total: f64 = weights.iter().sum();
        let halves = [given, standardized].map(|look| (&look.principal, factor(look, total)));
        let columns = halves.iter().map(|(half, _)| half.columns()).sum();
        let mut values = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for (half, factor) in &halves {
                values.extend(half.row(row).iter().map(|value| value * factor));
            }
        }
        let coordinates = Samples::from_row_major(values, rows, columns)?;
        // In all columns: along leading axes the middle of a cloud looks typical, and says little of its classes.
        let nearest = &standardized.nearest(engine)?.nearest;
        let width = NEAREST.min(rows - 1);
        let mean = |near: &[f64]| near.iter().sum::<f64>() / near.len() as f64;
        let mut distances = Vec::with_capacity(rows);
        let mut near = Vec::with_capacity(rows * width);
        for neighbors in nearest {
            let own: Vec<f64> =
                neighbors.iter().take(width).map(|neighbor| neighbor.distance).collect();
            distances.push(mean(&own));
            near.extend(neighbors.iter().take(width).map(|neighbor| neighbor.row as u32));
        }
        bound(&mut distances);
        Ok((Self { weights, distances, near, width }, coordinates))
    }

    /// The rows near one.
    pub(super) fn near(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let near = &self.near[row * self.width..(row + 1) * self.width];
        near.iter().map(|&other| other as usize)
    }
}

/// What a half is multiplied with, so that its total variance is 1.
pub(super) fn factor(look: &Look<'_>, total: f64) -> f64 {
    (total / look.spread.iter().sum::<f64>()).sqrt()
}

/// Raises distances that duplicates have made small.
fn bound(distances: &mut [f64]) {
    let mut positive: Vec<f64> = distances.iter().copied().filter(|&d| d > 0.0).collect();
    positive.sort_unstable_by(f64::total_cmp);
    let median = positive.get(positive.len() / 2).copied().unwrap_or(1.0);
    distances.iter_mut().for_each(|d| *d = d.max(SMALLEST * median));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_as_near_to_others_as_a_tenth_of_the_median() {
        let mut distances = [0.0, 0.3, 2.0, 2.0, 5.0];
        bound(&mut distances);
        assert_eq!(distances, [0.2, 0.3, 2.0, 2.0, 5.0]);
    }
}
