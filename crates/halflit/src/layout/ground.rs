//! What no label changes: different rows, their principal coordinates, and the nearest rows of each, found once.

use crate::data::Samples;
use crate::error::{Error, Result};
use crate::neighbors::{Index, Metric, Queries, Search};
use crate::threads::*;
use crate::views::{Look, first_alike};

/// Nearest rows that are found: those that a row is drawn to are chosen among them when labels come.
pub(super) const CANDIDATES: usize = 90;
/// Rows handled by one task.
const TASK: usize = 1024;
/// A row counts for the spread at most so many times as much as the middle one: one far row is not the measure of all.
const FAR: f64 = 10.0;

/// Rows that differ, and which lie near to each other.
#[derive(Debug)]
pub(crate) struct Ground {
    /// For every row of the samples its number among the rows that differ.
    pub(super) of_row: Vec<u32>,
    /// Principal coordinates of standardised columns, for rows that differ, and how many there are of each.
    pub(super) values: Vec<f32>,
    pub(super) columns: usize,
    /// The mean square of a row.
    pub(super) spread: f64,
    /// How many nearest rows are known of each.
    pub(super) known: usize,
    /// For every row those, nearest first.
    pub(super) near: Vec<u32>,
    /// Their squared distances.
    pub(super) squares: Vec<f32>,
}

impl Ground {
    /// Of samples and how they look with standardised columns.
    ///
    /// # Errors
    /// [`Error::NoSpread`] where all rows are equal.
    pub(crate) fn of(samples: &Samples<'_>, look: &Look<'_>) -> Result<Self> {
        let (of_row, different) = different(&first_alike(samples));
        let columns = look.principal.columns();
        if different.len() < 2 || columns == 0 {
            return Err(Error::NoSpread { rows: samples.rows(), largest: 0.0 });
        }
        let mut values = vec![0.0f32; different.len() * columns];
        let copied = values.par_chunks_mut(columns).zip(&different).with_min_len(TASK);
        copied.for_each(|(own, &row)| {
            own.iter_mut().zip(look.principal.row(row)).for_each(|(x, &value)| *x = value as f32);
        });
        let known = CANDIDATES.min(different.len() - 1);
        let coordinates = Samples::from_row_major_f32(&values[..], different.len(), columns)?;
        let (near, squares) = nearest(&coordinates, known)?;
        let spread = spread(&values, columns);
        Ok(Self { of_row, values, columns, spread, known, near, squares })
    }

    /// How many rows differ.
    pub(super) fn rows(&self) -> usize {
        self.values.len() / self.columns
    }

    /// The coordinates of a row.
    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// The nearest rows of one, with their squared distances.
    pub(super) fn nearest(&self, row: usize) -> impl Iterator<Item = (u32, f32)> + '_ {
        let own = row * self.known..(row + 1) * self.known;
        self.near[own.clone()].iter().copied().zip(self.squares[own].iter().copied())
    }

    /// Of every row that differs the first of the samples.
    pub(super) fn firsts(&self) -> Vec<usize> {
        let mut firsts = Vec::with_capacity(self.rows());
        for (row, &own) in self.of_row.iter().enumerate() {
            if own as usize == firsts.len() {
                firsts.push(row);
            }
        }
        firsts
    }
}

/// For every row its number among those that differ, and those.
fn different(first: &[usize]) -> (Vec<u32>, Vec<usize>) {
    let (mut of_row, mut different) = (Vec::with_capacity(first.len()), Vec::new());
    for (row, &own) in first.iter().enumerate() {
        if own == row {
            of_row.push(different.len() as u32);
            different.push(row);
        } else {
            of_row.push(of_row[own]);
        }
    }
    (of_row, different)
}

/// Numbers and squared distances of the nearest rows, one row after the other.
fn nearest(coordinates: &Samples<'_>, known: usize) -> Result<(Vec<u32>, Vec<f32>)> {
    let all: Vec<usize> = (0..coordinates.rows()).collect();
    let index = Index::new(coordinates, Metric::Euclidean, Search::Auto)?;
    let found = index.nearest(Queries::Rows(&all), known)?.nearest;
    let flat = || found.iter().flatten();
    let near = flat().map(|neighbor| neighbor.row as u32).collect();
    Ok((near, flat().map(|neighbor| (neighbor.distance * neighbor.distance) as f32).collect()))
}

/// The mean square of the rows; of far ones no more than a multiple of the middle one counts.
fn spread(values: &[f32], columns: usize) -> f64 {
    let square = |row: &[f32]| row.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>();
    let mut squares: Vec<f64> = values.par_chunks(columns).with_min_len(TASK).map(square).collect();
    squares.sort_unstable_by(f64::total_cmp);
    let most = FAR * squares[squares.len() / 2].max(f64::MIN_POSITIVE);
    squares.iter().map(|square| square.min(most)).sum::<f64>() / squares.len() as f64
}
