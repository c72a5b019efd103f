//! Some rows that stand for all where there are many: their clusters are there at once.

use super::clusters::Clusters;
use super::places;
use crate::data::{Draw, Samples};
use crate::elementary::{log10, pow};
use crate::error::Result;
use crate::neighbors::{Index, Metric, Queries, Search};
use crate::views::{Columns, Engine, Look};

/// Rows of a sketch, and rows up to which there is none.
const SKETCHED: usize = 4_000;
/// A sketch tells one row of so many at most: others would be too near to each other.
const TOLD: usize = 10;
/// Which rows are drawn, always.
const SEED: u64 = 0;

/// Whether a sketch of so many rows can tell so many of them.
pub(super) fn serves(rows: usize, told: usize) -> bool {
    rows > SKETCHED && told <= SKETCHED / TOLD
}

/// Which rows were drawn, and how to find the leaf of another.
#[derive(Debug, Clone)]
pub(super) struct Sketch {
    /// Ascending.
    rows: Vec<usize>,
    /// How many rows each of them stands for.
    share: f64,
    looks: [Look<'static>; 2],
    means: Samples<'static>,
}

impl Sketch {
    /// Of rows that are drawn, with their clusters.
    pub(super) fn of(samples: &Samples<'_>, engine: &dyn Engine) -> Result<(Clusters, Self)> {
        let mut rows: Vec<usize> = (0..samples.rows()).collect();
        Draw::new(SEED).shuffle(&mut rows);
        rows.truncate(SKETCHED);
        rows.sort_unstable();
        let drawn = samples.gather(&rows);
        let standardized = Look::of(&drawn, Columns::Standardized)?;
        let near = match standardized.hides_axes() {
            true => Look::of(&drawn, Columns::Whitened)?,
            false => standardized,
        };
        let looks = [Look::of(&drawn, Columns::Given)?, near];
        let (clusters, means) = Clusters::of(&drawn, (&looks[0], &looks[1]), engine)?;
        let share = samples.rows() as f64 / rows.len() as f64;
        Ok((clusters, Self { rows, share, looks, means }))
    }

    /// The row of the samples that one of the sketch is.
    pub(super) fn row(&self, own: usize) -> usize {
        self.rows[own]
    }

    /// Its place in the sketch, if it has one.
    pub(super) fn place(&self, row: usize) -> Option<usize> {
        self.rows.binary_search(&row).ok()
    }

    /// About how many rows so many of the sketch stand for, in two digits.
    pub(super) fn about(&self, count: usize) -> usize {
        let all = self.share * count as f64;
        let unit = pow(10.0, (log10(all.max(1.0)).floor() - 1.0).max(0.0));
        ((all / unit).round() * unit) as usize
    }

    /// The leaves that some rows of the samples would belong to.
    pub(super) fn leaves(&self, samples: &Samples<'_>, rows: &[usize]) -> Result<Vec<usize>> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let wanted = samples.gather(rows);
        let along = |look: &Look<'_>| -> Result<_> {
            Ok(look.lens.apply(&wanted)?.centered_product(&look.mean, look.axes.as_ref()))
        };
        let halves = [along(&self.looks[0])?, along(&self.looks[1])?];
        let factors =
            self.looks.each_ref().map(|look| places::factor(look, self.rows.len() as f64));
        let mut values = Vec::new();
        for row in 0..rows.len() {
            for (half, factor) in halves.iter().zip(&factors) {
                values.extend(half.row(row).iter().map(|value| value * factor));
            }
        }
        let points = Samples::from_row_major(values, rows.len(), self.means.columns())?;
        let index = Index::new(&self.means, Metric::Euclidean, Search::Exact)?;
        let found = index.nearest(Queries::Points(&points), 1)?.nearest;
        Ok(found.iter().map(|near| near.first().map_or(0, |near| near.row)).collect())
    }
}
