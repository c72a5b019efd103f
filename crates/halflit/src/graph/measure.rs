//! The weights of an all-pairs graph, tile by tile.

use std::ops::Range;

use super::all_pairs::{AllPairs, Weight};
use super::exponential::exp_nonpositive;
use crate::elementary::pow;
use crate::error::{Error, Result};
use crate::lanes::wide;
use crate::neighbors::{Metric, Points, Tile};

/// Numbers of which a copy is kept, so that rows are not made ready anew for every tile; with more of them a pass over all
/// pairs takes long anyway, and memory is dearer than that.
pub(crate) const KEPT: usize = 1 << 25;

/// Pairs ready to be weighed.
pub(crate) struct Measure<'p> {
    pub(super) pairs: &'p AllPairs<'p>,
    /// Present where one product gives a tile of distances.
    points: Option<Points<'p>>,
}

impl<'p> Measure<'p> {
    pub(crate) fn new(pairs: &'p AllPairs<'_>) -> Result<Self> {
        let points = match pairs.metric {
            metric if metric.is_product() => {
                Some(Points::of_samples(&pairs.samples, metric)?.kept(KEPT))
            }
            Metric::Precomputed => pairs.samples.distances().map(|_| None)?,
            _ => None,
        };
        Ok(Self { pairs, points })
    }

    /// A value of [`Measure::exponents`] that stands for weight 0.
    pub(super) fn absent(&self) -> f64 {
        match self.pairs.weight {
            Weight::Heat(_) => f64::NEG_INFINITY,
            Weight::Cosine => 0.0,
        }
    }

    /// What [`Measure::raise`] raises: ln c_ij for the heat kernel, where a power is a product, c_ij itself for the cosine.
    pub(super) fn exponents(&self, rows: Range<usize>, columns: Range<usize>, tile: &mut Tile) {
        self.distances(rows.clone(), columns.clone(), tile);
        let metric = self.pairs.metric;
        match &self.pairs.weight {
            Weight::Cosine => {
                for position in 0..rows.len() {
                    tile.column_mut(position).iter_mut().for_each(|d| *d = 1.0 - 0.5 * *d);
                }
            }
            Weight::Heat(inverse) => wide!(|| {
                for (position, i) in rows.clone().enumerate() {
                    let column = tile.column_mut(position).iter_mut();
                    for (value, s_j) in column.zip(&inverse[columns.clone()]) {
                        let squared = squared_of(metric, *value);
                        *value = -(squared * inverse[i]) * s_j;
                    }
                }
            }),
        }
    }

    /// Squared Euclidean distances where there are points, else the metric's own.
    fn distances(&self, rows: Range<usize>, columns: Range<usize>, tile: &mut Tile) {
        match &self.points {
            Some(points) => points.accurate_squared_tile(rows, points, columns, tile),
            None => self.direct_distances(rows, columns, tile),
        }
    }

    fn direct_distances(&self, rows: Range<usize>, columns: Range<usize>, tile: &mut Tile) {
        tile.resize(columns.len(), rows.len());
        let samples = &self.pairs.samples;
        let given = samples.distances().ok().filter(|_| self.pairs.metric == Metric::Precomputed);
        for (position, i) in rows.enumerate() {
            for (value, j) in tile.column_mut(position).iter_mut().zip(columns.clone()) {
                *value = match given {
                    Some(distances) => distances.row(i)[j],
                    None => self.pairs.metric.direct(&samples.row(i), &samples.row(j)),
                };
            }
        }
    }

    /// Σ c_ij² of a tile made by [`Measure::exponents`].
    pub(super) fn squares(&self, tile: &Tile) -> f64 {
        let columns = tile.as_mat().ncols();
        (0..columns).map(|position| self.column_squares(tile.column(position))).sum()
    }

    fn column_squares(&self, column: &[f64]) -> f64 {
        match self.pairs.weight {
            Weight::Cosine => column.iter().map(|c| c * c).sum(),
            Weight::Heat(_) => wide!(|| {
                let mut lanes = [0.0; 8];
                let chunks = column.chunks_exact(8);
                for (lane, value) in chunks.remainder().iter().enumerate() {
                    lanes[lane] += exp_nonpositive(2.0 * value);
                }
                for chunk in chunks {
                    for lane in 0..8 {
                        lanes[lane] += exp_nonpositive(2.0 * chunk[lane]);
                    }
                }
                lanes.iter().sum()
            }),
        }
    }

    /// c_ij^α from what [`Measure::exponents`] gave.
    pub(super) fn raise(
        &self,
        base: &Tile,
        alpha: f64,
        out: &mut Tile,
        rows: &Range<usize>,
        columns: &Range<usize>,
    ) -> Result<()> {
        out.resize(columns.len(), rows.len());
        for position in 0..rows.len() {
            let (from, to) = (base.column(position), out.column_mut(position));
            match self.pairs.weight {
                Weight::Heat(_) => wide!(|| {
                    for (to, from) in to.iter_mut().zip(from) {
                        *to = exp_nonpositive(alpha * from);
                    }
                }),
                Weight::Cosine if alpha == 1.0 => to.copy_from_slice(from),
                Weight::Cosine => {
                    if let Some(at) = from.iter().position(|&c| c < 0.0) {
                        let (row, column) = (rows.start + position, columns.start + at);
                        return Err(Error::NegativeCost { row, column, value: from[at] });
                    }
                    to.iter_mut().zip(from).for_each(|(to, from)| *to = pow(*from, alpha));
                }
            }
        }
        Ok(())
    }

    /// c_ij for every j.
    pub(crate) fn row(&self, i: usize) -> Vec<f64> {
        let mut tile = Tile::default();
        self.exponents(i..i + 1, 0..self.pairs.rows(), &mut tile);
        let mut row = tile.column(0).to_vec();
        if let Weight::Heat(_) = self.pairs.weight {
            row.iter_mut().for_each(|value| *value = exp_nonpositive(*value));
        }
        row
    }
}

/// d² from what [`Measure::distances`] gave.
#[inline(always)]
fn squared_of(metric: Metric, value: f64) -> f64 {
    match metric {
        Metric::Euclidean => value,
        Metric::SquaredEuclidean => value * value,
        Metric::Cosine => 0.25 * value * value,
        _ => value * value,
    }
}
