//! Rows by cells: each row belongs to the nearest of √n centres, and the rows of a cell lie together.

use std::ops::Range;

use super::compact::Compact;
use super::panels::{GROUP, Panels, WIDTH, put};
use crate::data::{Draw, Samples};
use crate::error::Result;
use crate::threads::*;
use crate::watch;

/// Rows assigned by one task: a multiple of [`GROUP`].
const ROW_BLOCK: usize = 80 * GROUP;
/// Rows for each centre that its place is learned from.
const LEARNED_FROM: usize = 32;
/// How often centres move to the mean of their rows.
const MOVES: usize = 4;
/// A cell of more times the usual size than this is divided, as duplicates may all fall into one.
const LARGEST: usize = 4;
/// Which rows the centres start from is drawn from this seed, always.
const SEED: u64 = 0;

pub(super) struct Cells {
    /// The rows, cell after cell, each cell beginning with a new panel.
    pub(super) panels: Panels,
    /// The row in each slot; [`u32::MAX`] for none.
    pub(super) rows: Vec<u32>,
    /// The first panel of each cell, and the end of the last.
    pub(super) starts: Vec<usize>,
    /// One slot for each cell.
    pub(super) centers: Panels,
}

impl Cells {
    pub(super) fn new(samples: &Samples<'_>, compact: &Compact) -> Result<Self> {
        let (n, columns) = (samples.rows(), samples.columns());
        let count = n.isqrt().max(1);
        let stage = watch::stage("cells of near rows", MOVES + n.div_ceil(ROW_BLOCK));
        let mut drawn: Vec<usize> = (0..n).collect();
        Draw::new(SEED).shuffle(&mut drawn);
        drawn.truncate(LEARNED_FROM * count);
        let mut learned = vec![0.0; drawn.len() * columns];
        for (&row, out) in drawn.iter().zip(learned.chunks_exact_mut(columns)) {
            compact.row(&samples.row(row), out);
        }
        drop(drawn);
        let mut centers = learned[..count * columns].to_vec();
        for _ in 0..MOVES {
            move_centers(&mut centers, &learned, columns);
            stage.advance(1)?;
        }
        drop(learned);
        let panels = Panels::of_rows(&centers, columns);
        let mut cell_of = vec![0u32; n];
        cell_of.par_chunks_mut(ROW_BLOCK).enumerate().try_for_each(|(block, out)| {
            let rows = block * ROW_BLOCK..block * ROW_BLOCK + out.len();
            nearest_center(&panels, compact.rows(samples, rows), out);
            stage.advance(1)
        })?;
        Ok(Self::of_assignment(samples, compact, &centers, &cell_of))
    }

    fn of_assignment(
        samples: &Samples<'_>,
        compact: &Compact,
        centers: &[f32],
        cell_of: &[u32],
    ) -> Self {
        let columns = samples.columns();
        let count = centers.len() / columns;
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (row, &cell) in cell_of.iter().enumerate() {
            members[cell as usize].push(row as u32);
        }
        let most = LARGEST * cell_of.len().div_ceil(count);
        let (mut starts, mut rows, mut own_centers) = (vec![0], Vec::new(), Vec::new());
        for (members, center) in members.iter().zip(centers.chunks_exact(columns)) {
            for part in members.chunks(most) {
                rows.extend_from_slice(part);
                rows.resize(rows.len().next_multiple_of(WIDTH), u32::MAX);
                starts.push(rows.len() / WIDTH);
                own_centers.extend_from_slice(center);
            }
        }
        let mut panels = Panels::new(columns, rows.len() / WIDTH);
        let (values, norms) = panels.parts_mut();
        let parts = values.par_chunks_mut(columns * WIDTH).zip(norms.par_chunks_mut(WIDTH));
        parts.zip(rows.par_chunks(WIDTH)).for_each(|((values, norms), rows)| {
            let mut row_values = vec![0.0; columns];
            for (lane, &row) in rows.iter().enumerate().filter(|(_, row)| **row != u32::MAX) {
                compact.row(&samples.row(row as usize), &mut row_values);
                put(values, norms, lane, &row_values);
            }
        });
        Self { panels, rows, starts, centers: Panels::of_rows(&own_centers, columns) }
    }

    /// Number of cells.
    pub(super) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The panels of a cell.
    pub(super) fn panels_of(&self, cell: usize) -> Range<usize> {
        self.starts[cell]..self.starts[cell + 1]
    }

    /// The rows of a cell, ascending.
    pub(super) fn rows_of(&self, cell: usize) -> impl Iterator<Item = u32> + '_ {
        let slots = self.starts[cell] * WIDTH..self.starts[cell + 1] * WIDTH;
        self.rows[slots].iter().copied().filter(|&row| row != u32::MAX)
    }
}

/// Moves every centre to the mean of the rows that are nearest to it; one without rows stays.
fn move_centers(centers: &mut [f32], rows: &[f32], columns: usize) {
    let panels = Panels::of_rows(centers, columns);
    let mut cell_of = vec![0u32; rows.len() / columns];
    let blocks = cell_of.par_chunks_mut(ROW_BLOCK).zip(rows.par_chunks(ROW_BLOCK * columns));
    blocks.for_each(|(out, rows)| nearest_center(&panels, rows.to_vec(), out));
    // In the order of rows, so that threads change nothing.
    let mut sums = vec![0.0f64; centers.len()];
    let mut sizes = vec![0usize; centers.len() / columns];
    for (row, &cell) in rows.chunks_exact(columns).zip(&cell_of) {
        let cell = cell as usize;
        sizes[cell] += 1;
        let sum = &mut sums[cell * columns..(cell + 1) * columns];
        sum.iter_mut().zip(row).for_each(|(sum, &x)| *sum += f64::from(x));
    }
    let means = sums.chunks_exact(columns).zip(sizes);
    for (center, (sum, size)) in centers.chunks_exact_mut(columns).zip(means) {
        if size > 0 {
            center.iter_mut().zip(sum).for_each(|(x, sum)| *x = (sum / size as f64) as f32);
        }
    }
}

/// The nearest centre of every row, of equally near ones the first.
fn nearest_center(centers: &Panels, mut rows: Vec<f32>, out: &mut [u32]) {
    let padded = out.len().next_multiple_of(GROUP);
    rows.iter_mut().for_each(|x| *x *= -2.0);
    rows.resize(padded * centers.columns(), 0.0);
    let mut thresholds = vec![f32::NEG_INFINITY; padded];
    thresholds[..out.len()].fill(f32::INFINITY);
    centers.scan(0..centers.count(), &rows, &mut thresholds, |query, slot, value| {
        out[query] = slot as u32;
        value
    });
}
