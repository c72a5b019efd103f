//! Graphs that join every pair of rows. They are never stored: scatter, degrees and norms come from one pass over
//! tiles, in memory O(n d0 + r²).

use std::ops::Range;

use crate::dense::{Mat, MatMut};

use super::measure::{KEPT, Measure};
use super::sparse::check_alpha;
use crate::coordinates::Coordinates;
use crate::data::Samples;
use crate::error::Result;
use crate::lanes::wide;
use crate::matrix::{Blocks, symmetrize};
use crate::neighbors::{Metric, Tile};
use crate::products::{Accum, multiply};
use crate::threads::*;
use crate::watch::{self, Stage};

/// Rows and columns of a tile: its weights stay in the second-level cache, and its rows are made ready for many pairs.
const TILE: usize = 128;
const COLUMNS: usize = 256;
/// Independent sums, added up in order at the end; fixed, so that threads do not change the result.
const LANES: usize = 8;

/// Every pair of rows, weighed by a function of their distance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AllPairs<'a> {
    pub(super) samples: Samples<'a>,
    pub(super) metric: Metric,
    pub(super) weight: Weight,
    /// Only pairs of a row before this one and a row from it on; all pairs where it is absent.
    across: Option<usize>,
}

/// How a pair is weighed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Weight {
    /// exp(−d² · s_i s_j), s the inverse scales.
    Heat(Vec<f64>),
    /// The cosine of the angle between the rows.
    Cosine,
}

/// What one pass over the pairs gives for one power α, before the Frobenius rescaling.
#[derive(Clone)]
pub(crate) struct PowerSums {
    /// Zᵀ C Z, every pair as often as it counts.
    pub(crate) weighted: Mat<f64>,
    /// Σ_j c_ij over the copies of row i and of all other rows.
    pub(crate) degrees: Vec<f64>,
    /// Σ_ij c_ij², copies of one row included.
    pub(crate) squares: f64,
}

impl<'a> AllPairs<'a> {
    /// c_ij = exp(−d_ij² / (σ_i σ_j)), one σ per row.
    pub(crate) fn heat(samples: Samples<'a>, metric: Metric, scales: &[f64]) -> Self {
        let inverse = scales.iter().map(|scale| 1.0 / scale).collect();
        Self { samples, metric, weight: Weight::Heat(inverse), across: None }
    }

    /// c_ij = ⟨x_i, x_j⟩ / (‖x_i‖ ‖x_j‖).
    pub(crate) fn cosine(samples: Samples<'a>) -> Self {
        Self { samples, metric: Metric::Cosine, weight: Weight::Cosine, across: None }
    }

    /// These pairs without a borrow.
    pub(crate) fn into_owned(self) -> AllPairs<'static> {
        let Self { samples, metric, weight, across } = self;
        AllPairs { samples: samples.into_owned(), metric, weight, across }
    }

    /// Only the pairs between the rows before `first` and the others: those between two blocks of rows, one after the other.
    pub(crate) fn across(self, first: usize) -> Self {
        Self { across: Some(first), ..self }
    }

    /// The rows i of pairs (i, j) that are summed.
    fn left(&self) -> Range<usize> {
        0..self.across.unwrap_or(self.rows())
    }

    /// The rows j of pairs with some rows i.
    fn right(&self, rows: &Range<usize>) -> Range<usize> {
        self.across.unwrap_or(rows.start)..self.rows()
    }

    /// Number of rows, n.
    pub(crate) fn rows(&self) -> usize {
        self.samples.rows()
    }

    /// How many ordered pairs there are among the copies of row i, each of weight 1, whatever the power.
    pub(crate) fn own_pairs(&self, i: usize) -> f64 {
        let weight = self.samples.weight(i);
        weight * (weight - 1.0).max(0.0)
    }

    /// One pass for several powers at once: Σ c_ij² of the graph itself, to which powers are rescaled, and the sums
    /// of every power.
    pub(crate) fn sums(
        &self,
        z: &Coordinates<'_>,
        alphas: &[f64],
    ) -> Result<(f64, Vec<PowerSums>)> {
        alphas.iter().try_for_each(|&alpha| check_alpha(alpha))?;
        let measure = Measure::new(self)?;
        let weighed = self.samples.weights().map(|weights| z.times_weights(weights));
        let z = weighed.as_ref().unwrap_or(z).kept(KEPT);
        let z = z.as_ref();
        let tiles = self.left().step_by(TILE);
        let tiles = tiles.map(|row| self.right(&(row..row)).len().div_ceil(COLUMNS));
        let stage = watch::stage("pairs of rows", tiles.sum());
        let lane = |lane| Lane::run(&measure, z, alphas, lane, &stage);
        let lanes: Vec<Result<Lane>> = (0..LANES).into_par_iter().map(lane).collect();
        let mut lanes = lanes.into_iter().collect::<Result<Vec<_>>>()?.into_iter();
        let mut total = lanes.next().unwrap_or_else(|| Lane::new(self.rows(), z, alphas));
        lanes.for_each(|lane| total.add(&lane));
        let own: f64 = (0..self.rows()).map(|i| self.own_pairs(i)).sum();
        for sums in &mut total.powers {
            sums.mirror();
            sums.squares += own;
            if let Some(weights) = self.samples.weights() {
                sums.degrees.iter_mut().zip(weights).for_each(|(d, weight)| *d *= weight);
            }
        }
        Ok((2.0 * total.base_squares + own, total.powers))
    }
}

impl PowerSums {
    /// Turns sums over i < j into sums over all ordered pairs.
    fn mirror(&mut self) {
        symmetrize(&mut self.weighted);
        self.weighted *= crate::dense::Scale(2.0);
        self.squares *= 2.0;
    }
}

/// The share of one lane: row tiles lane, lane + LANES, lane + 2 LANES, …
struct Lane {
    base_squares: f64,
    powers: Vec<PowerSums>,
}

impl Lane {
    fn new(n: usize, z: &Coordinates<'_>, alphas: &[f64]) -> Self {
        let empty = PowerSums {
            weighted: Mat::zeros(z.columns(), z.columns()),
            degrees: vec![0.0; n],
            squares: 0.0,
        };
        Self { base_squares: 0.0, powers: vec![empty; alphas.len()] }
    }

    fn run(
        measure: &Measure<'_>,
        z: &Coordinates<'_>,
        alphas: &[f64],
        lane: usize,
        stage: &Stage,
    ) -> Result<Self> {
        let end = measure.pairs.left().end;
        let mut sums = Self::new(measure.pairs.rows(), z, alphas);
        let mut work = TileWork::new(alphas.len(), stage);
        for start in (lane * TILE..end).step_by(LANES * TILE) {
            sums.row_tile(measure, z, alphas, start..(start + TILE).min(end), &mut work)?;
        }
        Ok(sums)
    }

    /// All pairs (i, j), i in the tile and j > i.
    fn row_tile(
        &mut self,
        measure: &Measure<'_>,
        z: &Coordinates<'_>,
        alphas: &[f64],
        rows: Range<usize>,
        work: &mut TileWork<'_>,
    ) -> Result<()> {
        let (others, r) = (measure.pairs.right(&rows), z.columns());
        work.neighbors.iter_mut().for_each(|sum| {
            sum.clear();
            sum.resize(r * rows.len(), 0.0);
        });
        for start in others.clone().step_by(COLUMNS) {
            let columns = start..(start + COLUMNS).min(others.end);
            measure.exponents(rows.clone(), columns.clone(), &mut work.base);
            clear_lower(&mut work.base, &rows, &columns, measure.absent());
            let weights = measure.pairs.samples.weights();
            self.base_squares += match weights {
                None => measure.squares(&work.base),
                Some(weights) => {
                    measure.raise(&work.base, 1.0, &mut work.powered, &rows, &columns)?;
                    weighed_squares(&work.powered, &rows, &columns, weights)
                }
            };
            for (power, &alpha) in alphas.iter().enumerate() {
                measure.raise(&work.base, alpha, &mut work.powered, &rows, &columns)?;
                match weights {
                    None => self.powers[power].collect(&work.powered, &rows, &columns),
                    Some(weights) => {
                        self.powers[power].collect_weighed(&work.powered, &rows, &columns, weights);
                    }
                }
                // Σ_j>i c_ij z_j for every i of the tile
                let sum =
                    MatMut::from_column_major_slice_mut(&mut work.neighbors[power], r, rows.len());
                let z_columns = z.block(columns.clone(), &mut work.room);
                let weights = work.powered.as_mat();
                multiply(sum, Accum::Add, z_columns.transpose(), weights, 1.0);
            }
            work.stage.advance(1)?;
        }
        for (power, sums) in self.powers.iter_mut().enumerate() {
            let neighbors =
                MatMut::from_column_major_slice_mut(&mut work.neighbors[power], r, rows.len());
            let z_rows = z.block(rows.clone(), &mut work.room);
            multiply(sums.weighted.as_mut(), Accum::Add, neighbors.as_ref(), z_rows, 1.0);
        }
        Ok(())
    }

    fn add(&mut self, other: &Lane) {
        self.base_squares += other.base_squares;
        for (sum, more) in self.powers.iter_mut().zip(&other.powers) {
            sum.weighted += &more.weighted;
            sum.squares += more.squares;
            sum.degrees.iter_mut().zip(&more.degrees).for_each(|(a, b)| *a += b);
        }
    }
}

impl PowerSums {
    /// Adds a tile of weights to degrees and norm.
    fn collect(&mut self, weights: &Tile, rows: &Range<usize>, columns: &Range<usize>) {
        for (position, i) in rows.clone().enumerate() {
            let column = weights.column(position);
            let of_columns = &mut self.degrees[columns.clone()];
            let (degree, squares) = wide!(|| sums(column, of_columns));
            self.degrees[i] += degree;
            self.squares += squares;
        }
    }
}

impl PowerSums {
    /// Collects where rows have weights.
    fn collect_weighed(
        &mut self,
        tile: &Tile,
        rows: &Range<usize>,
        columns: &Range<usize>,
        weights: &[f64],
    ) {
        for (position, i) in rows.clone().enumerate() {
            let mut degree = 0.0;
            for (c, j) in tile.column(position).iter().zip(columns.clone()) {
                degree += weights[j] * c;
                self.degrees[j] += weights[i] * c;
            }
            self.degrees[i] += degree;
        }
        self.squares += weighed_squares(tile, rows, columns, weights);
    }
}

/// The sum of some weights and of their squares, in eight fixed lanes; each weight is added to its place in `of_columns` too.
#[inline(always)]
fn sums(weights: &[f64], of_columns: &mut [f64]) -> (f64, f64) {
    let (mut sums, mut squares) = ([0.0; 8], [0.0; 8]);
    let mut take = |weights: &[f64], places: &mut [f64]| {
        for (lane, (weight, place)) in weights.iter().zip(places).enumerate() {
            sums[lane] += weight;
            squares[lane] += weight * weight;
            *place += weight;
        }
    };
    let whole = weights.len() / 8 * 8;
    let (head, tail) = of_columns.split_at_mut(whole);
    weights[..whole].chunks_exact(8).zip(head.chunks_exact_mut(8)).for_each(|(w, p)| take(w, p));
    take(&weights[whole..], tail);
    (sums.iter().sum(), squares.iter().sum())
}

/// Σ w_i w_j c_ij² of a tile.
fn weighed_squares(
    tile: &Tile,
    rows: &Range<usize>,
    columns: &Range<usize>,
    weights: &[f64],
) -> f64 {
    let of_row = |(position, i): (usize, usize)| {
        let column = tile.column(position).iter().zip(&weights[columns.clone()]);
        weights[i] * column.map(|(c, weight)| weight * c * c).sum::<f64>()
    };
    rows.clone().enumerate().map(of_row).sum()
}

/// Buffers of one lane, and where its tiles are counted.
struct TileWork<'s> {
    base: Tile,
    powered: Tile,
    neighbors: Vec<Vec<f64>>,
    /// Rows of z, where they are not stored.
    room: Vec<f64>,
    stage: &'s Stage,
}

impl<'s> TileWork<'s> {
    fn new(powers: usize, stage: &'s Stage) -> Self {
        Self {
            base: Tile::default(),
            powered: Tile::default(),
            neighbors: vec![Vec::new(); powers],
            room: Vec::new(),
            stage,
        }
    }
}

/// On the diagonal, leaves only pairs with j > i.
fn clear_lower(tile: &mut Tile, rows: &Range<usize>, columns: &Range<usize>, absent: f64) {
    for (position, i) in rows.clone().enumerate() {
        if i >= columns.start {
            let upto = (i + 1).min(columns.end) - columns.start;
            tile.column_mut(position)[..upto].fill(absent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::RowMatrix;

    #[test]
    fn sums_over_tiles_are_those_over_all_pairs() -> Result<()> {
        // More rows than one tile for every lane.
        let n = LANES * TILE + TILE / 2;
        let row = |i: usize| [(i as f64 * 0.37).sin(), (i as f64 * 0.11).cos()];
        let rows: Vec<[f64; 2]> = (0..n).map(row).collect();
        let pairs = AllPairs::heat(Samples::from_rows(&rows)?, Metric::Euclidean, &vec![0.7; n]);
        let (base, sums) =
            pairs.sums(&Coordinates::stored(RowMatrix::new(rows.concat(), n, 2)), &[3.0])?;
        let (mut of_base, mut of_power, mut weighted) = (0.0, 0.0, Mat::<f64>::zeros(2, 2));
        for i in 0..n {
            let mut degree = 0.0;
            for j in (0..n).filter(|&j| j != i) {
                let squared = (rows[i][0] - rows[j][0]).powi(2) + (rows[i][1] - rows[j][1]).powi(2);
                let (weight, power) = ((-squared / 0.49).exp(), (-3.0 * squared / 0.49).exp());
                (of_base, of_power) = (of_base + weight * weight, of_power + power * power);
                degree += power;
                weighted += Mat::from_fn(2, 2, |a, b| power * rows[i][a] * rows[j][b]);
            }
            assert!((sums[0].degrees[i] / degree - 1.0).abs() < 1e-9, "row {i}");
        }
        assert!((base / of_base - 1.0).abs() < 1e-9);
        assert!((sums[0].squares / of_power - 1.0).abs() < 1e-9);
        assert!((&sums[0].weighted - &weighted).norm_max() < 1e-9 * weighted.norm_max());
        Ok(())
    }
}
