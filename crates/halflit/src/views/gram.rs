//! Kernel values between labeled rows, kept: the next label asks for one more column.

use std::collections::{HashMap, HashSet};
use std::sync::{MutexGuard, PoisonError};

use crate::dense::Mat;

use super::Views;
use super::draw::drawn;
use crate::error::Result;

/// Above so many rows nothing is kept but what was asked for last.
const KEPT: usize = 400;
/// Rows drawn from all whose kernel values with labeled rows are known too.
const REFERENCES: usize = 1000;

/// What is known: rows, and for every view their kernel values.
#[derive(Debug, Clone, Default)]
pub(super) struct Grams {
    rows: Vec<usize>,
    kernels: Vec<Mat<f64>>,
    /// For every view the kernel values of reference rows with these rows. They are many, and single precision is enough for them.
    references: Vec<Mat<f32>>,
    /// Whether some rows came after others. Two rows then have one value where rows that come together have one from each side, and
    /// these differ by rounding.
    grown: bool,
}

impl Views<'_> {
    fn lock(&self) -> MutexGuard<'_, Grams> {
        self.grams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what was not made for these rows and no others, all of them together: what is learned of them is then the same to the
    /// last bit, whatever was asked before.
    pub(crate) fn forget_others(&self, rows: &[usize]) {
        let mut known = self.lock();
        if known.grown || known.rows != rows {
            *known = Grams::default();
        }
    }

    /// Computes what many will ask for some of, unless there is too much of it.
    pub(crate) fn remember(&self, rows: &[usize]) -> Result<()> {
        self.forget_others(rows);
        if rows.len() <= KEPT {
            self.known(rows)?;
        }
        Ok(())
    }

    /// Rows drawn from all: what a fit says of them tells what it says of all.
    pub(crate) fn references(&self) -> &[usize] {
        self.references.get_or_init(|| drawn(&self.written, REFERENCES))
    }

    /// The kernel values of every view between some rows and then others on the one side, and the former on the other.
    pub(crate) fn gram(&self, rows: &[usize], others: &[usize]) -> Result<Vec<Mat<f64>>> {
        let both: Vec<usize> = rows.iter().chain(others).copied().collect();
        let known = self.known(&both)?;
        let down = known.positions(&both);
        let across = known.positions(rows);
        let chosen = |kernel: &Mat<f64>| {
            Mat::from_fn(down.len(), across.len(), |i, j| kernel[(down[i], across[j])])
        };
        Ok(known.kernels.iter().map(chosen).collect())
    }

    /// Σ_v weight_v k_v between the reference rows and some rows, whose kernel values were asked for before.
    pub(crate) fn reference_kernel(&self, rows: &[usize], weights: &[f64]) -> Result<Mat<f64>> {
        let known = self.known(rows)?;
        let across = known.positions(rows);
        let count = known.references.first().map_or(0, Mat::nrows);
        let mut sum = Mat::zeros(count, rows.len());
        for (kernel, &weight) in known.references.iter().zip(weights) {
            if weight > 0.0 {
                for (j, &at) in across.iter().enumerate() {
                    (0..count).for_each(|i| sum[(i, j)] += weight * f64::from(kernel[(i, at)]));
                }
            }
        }
        Ok(sum)
    }

    /// What is known of at least these rows.
    fn known(&self, rows: &[usize]) -> Result<Grams> {
        // No lock is held while there is work to do: another thread may ask the same views.
        let mut known = self.lock().clone();
        let missing = |known: &Grams| -> Vec<usize> {
            let has: HashSet<usize> = known.rows.iter().copied().collect();
            rows.iter().copied().filter(|row| !has.contains(row)).collect()
        };
        let mut more = missing(&known);
        if known.rows.len() + more.len() > KEPT.max(rows.len()) {
            known = Grams::default();
            more = rows.to_vec();
        }
        if !more.is_empty() {
            known.extend(self, &more)?;
            *self.lock() = known.clone();
        }
        Ok(known)
    }
}

impl Grams {
    fn positions(&self, rows: &[usize]) -> Vec<usize> {
        let known = self.rows.iter().enumerate();
        let position: HashMap<usize, usize> = known.map(|(at, &row)| (row, at)).collect();
        rows.iter().map(|row| position[row]).collect()
    }

    /// Adds rows that are not known yet.
    fn extend(&mut self, views: &Views<'_>, more: &[usize]) -> Result<()> {
        let old = self.rows.len();
        self.grown |= old > 0;
        let mut rows = std::mem::take(&mut self.rows);
        rows.extend_from_slice(more);
        let all: Vec<usize> = rows.iter().chain(views.references()).copied().collect();
        let columns = views.between(&all, more, None)?;
        let (empty, none) = (Mat::zeros(0, 0), Mat::zeros(0, 0));
        let count = rows.len();
        let kernel = |(view, columns): (usize, &Mat<f64>)| {
            let former = self.kernels.get(view).unwrap_or(&empty);
            Mat::from_fn(count, count, |i, j| match (i < old, j < old) {
                (true, true) => former[(i, j)],
                (_, false) => columns[(i, j - old)],
                (false, true) => columns[(j, i - old)],
            })
        };
        let reference = |(view, columns): (usize, &Mat<f64>)| {
            let former = self.references.get(view).unwrap_or(&none);
            Mat::from_fn(all.len() - count, count, |i, j| match j < old {
                true => former[(i, j)],
                false => columns[(count + i, j - old)] as f32,
            })
        };
        let kernels = columns.iter().enumerate().map(kernel).collect();
        let references = columns.iter().enumerate().map(reference).collect();
        *self = Self { rows, kernels, references, grown: self.grown };
        Ok(())
    }
}
