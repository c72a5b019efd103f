//! The leaves of the tree: every row by itself, or cells of near rows where there are too many.

use crate::data::{Draw, Samples};
use crate::error::Result;
use crate::neighbors::{Index, Metric, Queries, Search};
use crate::watch;

/// The most leaves: a tree takes the square of it.
const MOST: usize = 1_500;
/// Rows for each cell that its mean is learned from.
const LEARNED_FROM: usize = 16;
/// How often means move to the mean of their rows.
const MOVES: usize = 4;
/// Which rows the means start from is drawn from this seed, always.
const SEED: u64 = 0;

/// Leaves and who belongs to them.
pub(super) struct Leaves {
    pub(super) means: Samples<'static>,
    pub(super) weights: Vec<f64>,
    pub(super) of_row: Vec<u32>,
}

/// The leaves of some rows.
pub(super) fn cells(coordinates: &Samples<'static>, weights: &[f64]) -> Result<Leaves> {
    let rows = coordinates.rows();
    if rows <= MOST {
        let of_row = (0..rows as u32).collect();
        return Ok(Leaves { means: coordinates.clone(), weights: weights.to_vec(), of_row });
    }
    let stage = watch::stage("cells of rows to choose from", MOVES + 1);
    let mut drawn: Vec<usize> = (0..rows).collect();
    Draw::new(SEED).shuffle(&mut drawn);
    drawn.truncate(LEARNED_FROM * MOST);
    let learned = coordinates.gather(&drawn);
    let own: Vec<f64> = drawn.iter().map(|&row| weights[row]).collect();
    let mut means = coordinates.gather(&drawn[..MOST]);
    for _ in 0..MOVES {
        let of_row = nearest(&means, &learned)?;
        means = moved(&means, &learned, &own, &of_row)?.0;
        stage.advance(1)?;
    }
    let of_row = nearest(&means, coordinates)?;
    let (means, totals) = moved(&means, coordinates, weights, &of_row)?;
    stage.advance(1)?;
    // Cells that no row belongs to are no leaves.
    let kept: Vec<usize> = (0..totals.len()).filter(|&cell| totals[cell] > 0.0).collect();
    let mut place = vec![0u32; totals.len()];
    kept.iter().enumerate().for_each(|(leaf, &cell)| place[cell] = leaf as u32);
    Ok(Leaves {
        means: means.gather(&kept),
        weights: kept.iter().map(|&cell| totals[cell]).collect(),
        of_row: of_row.into_iter().map(|cell| place[cell]).collect(),
    })
}

/// For every row the nearest mean, of equal ones the first.
fn nearest(means: &Samples<'_>, rows: &Samples<'_>) -> Result<Vec<usize>> {
    let index = Index::new(means, Metric::Euclidean, Search::Exact)?;
    let found = index.nearest(Queries::Points(rows), 1)?.nearest;
    Ok(found.iter().map(|near| near.first().map_or(0, |near| near.row)).collect())
}

/// The means of the rows that belong to each, and their weight; one without rows stays.
fn moved(
    means: &Samples<'_>,
    rows: &Samples<'_>,
    weights: &[f64],
    of_row: &[usize],
) -> Result<(Samples<'static>, Vec<f64>)> {
    let columns = means.columns();
    let mut sums = vec![0.0; means.rows() * columns];
    let mut totals = vec![0.0; means.rows()];
    // In the order of rows, so that threads change nothing.
    for (row, (&cell, &weight)) in of_row.iter().zip(weights).enumerate() {
        totals[cell] += weight;
        let sum = &mut sums[cell * columns..(cell + 1) * columns];
        sum.iter_mut().zip(rows.row(row).iter()).for_each(|(sum, x)| *sum += weight * x);
    }
    for (cell, sum) in sums.chunks_exact_mut(columns).enumerate() {
        match totals[cell] > 0.0 {
            true => sum.iter_mut().for_each(|sum| *sum /= totals[cell]),
            false => sum.copy_from_slice(&means.row(cell)),
        }
    }
    Ok((Samples::from_row_major(sums, totals.len(), columns)?, totals))
}
