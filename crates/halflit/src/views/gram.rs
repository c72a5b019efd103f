//! Kernel values between labeled rows, kept: the next label asks for one more column.

use std::collections::{HashMap, HashSet};
use std::sync::{MutexGuard, PoisonError};

use faer::Mat;

use super::Views;
use crate::error::Result;

/// Above so many rows nothing is kept but what was asked for last.
const KEPT: usize = 400;

/// What is known: rows, and for every view their kernel values.
#[derive(Debug, Clone, Default)]
pub(super) struct Grams {
    rows: Vec<usize>,
    kernels: Vec<Mat<f64>>,
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
            self.gram(rows)?;
        }
        Ok(())
    }

    /// The kernel values of every view between some rows.
    pub(crate) fn gram(&self, rows: &[usize]) -> Result<Vec<Mat<f64>>> {
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
        let position: HashMap<usize, usize> =
            known.rows.iter().enumerate().map(|(position, &row)| (row, position)).collect();
        let at: Vec<usize> = rows.iter().map(|row| position[row]).collect();
        let chosen =
            |kernel: &Mat<f64>| Mat::from_fn(at.len(), at.len(), |i, j| kernel[(at[i], at[j])]);
        Ok(known.kernels.iter().map(chosen).collect())
    }
}

impl Grams {
    /// Adds rows that are not known yet.
    fn extend(&mut self, views: &Views<'_>, more: &[usize]) -> Result<()> {
        let old = self.rows.len();
        self.grown |= old > 0;
        let mut rows = std::mem::take(&mut self.rows);
        rows.extend_from_slice(more);
        let columns = views.between(&rows, more)?;
        let empty = Mat::zeros(0, 0);
        let joined = columns.iter().enumerate().map(|(view, columns)| {
            let former = self.kernels.get(view).unwrap_or(&empty);
            Mat::from_fn(rows.len(), rows.len(), |i, j| match (i < old, j < old) {
                (true, true) => former[(i, j)],
                (_, false) => columns[(i, j - old)],
                (false, true) => columns[(j, i - old)],
            })
        });
        self.kernels = joined.collect();
        self.rows = rows;
        Ok(())
    }
}
