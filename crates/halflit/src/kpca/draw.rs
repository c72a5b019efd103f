//! Which rows are landmarks: a partial Cholesky factor of the Gram matrix whose pivots are drawn by chance, each row as likely
//! as what the landmarks so far do not see of it (Chen, Epperly, Tropp and Webber, Randomly pivoted Cholesky, 2025).

use crate::dense::{Mat, MatMut};

use crate::data::{Draw, Samples};
use crate::error::Result;
use crate::kernel::ResolvedKernel;
use crate::matrix::RowMatrix;
use crate::products::{Accum, multiply};
use crate::threads::*;
use crate::watch;

/// Rows among which landmarks are looked for, and at least twice as many as there are to be.
const POOL: usize = 4000;
/// Landmarks that are drawn at once.
const DRAWN_AT_ONCE: usize = 40;
/// A row of which so little is left is spanned by the landmarks but for rounding.
const SPANNED: f64 = 1e-10;
/// Rows handled by one task.
const ROW_BLOCK: usize = 256;
/// Equal rows have equal landmarks.
const SEED: u64 = 0;

/// At most so many rows, ascending; fewer where they leave out no more than a share of the kernel's spread.
pub(super) fn landmarks(
    kernel: &ResolvedKernel,
    samples: &Samples<'_>,
    most: usize,
    left_out: f64,
) -> Result<Vec<usize>> {
    let mut pool: Vec<usize> = (0..samples.rows()).collect();
    if most >= pool.len() {
        return Ok(pool);
    }
    let mut random = Draw::new(SEED);
    if !kernel.is_semidefinite() {
        // Nothing can be said by its diagonal: plainly by chance.
        random.shuffle(&mut pool);
        pool.truncate(most);
        pool.sort_unstable();
        return Ok(pool);
    }
    if pool.len() > POOL.max(2 * most) {
        random.shuffle(&mut pool);
        pool.truncate(POOL.max(2 * most));
    }
    let mut factor = Factor::new(kernel, samples.gather(&pool), most);
    let stage = watch::stage("landmarks", most.div_ceil(DRAWN_AT_ONCE));
    while factor.count() < most && factor.left_out() > left_out.max(SPANNED) {
        let drawn = factor.draw(&mut random, DRAWN_AT_ONCE.min(most - factor.count()));
        if !factor.extend(&drawn)? {
            break;
        }
        stage.advance(1)?;
    }
    let mut chosen: Vec<usize> = factor.pivots.iter().map(|&pivot| pool[pivot]).collect();
    chosen.sort_unstable();
    Ok(chosen)
}

/// F with F Fᵀ near the Gram matrix of some rows, exact in the rows and columns of its pivots.
struct Factor<'k> {
    kernel: &'k ResolvedKernel,
    rows: Samples<'static>,
    pivots: Vec<usize>,
    /// rows × most, of which one column for each pivot is filled.
    columns: Mat<f64>,
    diagonal: Vec<f64>,
    /// The diagonal of what F Fᵀ leaves.
    left: Vec<f64>,
    /// Squared length of the mean row of F.
    center: f64,
}

impl<'k> Factor<'k> {
    fn new(kernel: &'k ResolvedKernel, rows: Samples<'static>, most: usize) -> Self {
        let diagonal = kernel.diagonal(&rows);
        let columns = Mat::zeros(rows.rows(), most);
        let left = diagonal.iter().map(|value| value.max(0.0)).collect();
        Self { kernel, rows, pivots: Vec::new(), columns, diagonal, left, center: 0.0 }
    }

    fn count(&self) -> usize {
        self.pivots.len()
    }

    /// The share of the spread, around the mean of the rows as F sees it, that is left.
    fn left_out(&self) -> f64 {
        let n = self.diagonal.len() as f64;
        let spread = self.diagonal.iter().sum::<f64>() - n * self.center;
        self.left.iter().sum::<f64>() / spread.max(f64::MIN_POSITIVE)
    }

    /// Different rows, each as likely as what is left of it.
    fn draw(&self, random: &mut Draw, count: usize) -> Vec<usize> {
        let mut weights = self.left.clone();
        let mut drawn = Vec::with_capacity(count);
        for _ in 0..count {
            let mut at = random.share() * weights.iter().sum::<f64>();
            let found = weights.iter().position(|weight| {
                at -= weight;
                at < 0.0 && *weight > 0.0
            });
            // Rounding may lead past the end.
            let Some(row) = found.or_else(|| weights.iter().rposition(|weight| *weight > 0.0))
            else {
                break;
            };
            weights[row] = 0.0;
            drawn.push(row);
        }
        drawn
    }

    /// Takes rows as pivots, but for those that others of them span; whether any was taken.
    fn extend(&mut self, drawn: &[usize]) -> Result<bool> {
        let (n, before) = (self.diagonal.len(), self.count());
        let mut rest = self.unseen(drawn)?;
        for (k, &pivot) in drawn.iter().enumerate() {
            let own = rest[(pivot, k)];
            if own <= SPANNED * self.diagonal[pivot] {
                continue;
            }
            let column: Vec<f64> = (0..n).map(|i| rest[(i, k)] / own.sqrt()).collect();
            for (later, &other) in drawn.iter().enumerate().skip(k + 1) {
                let along = column[other];
                (0..n).for_each(|i| rest[(i, later)] -= along * column[i]);
            }
            for (i, value) in column.iter().enumerate() {
                self.columns[(i, self.pivots.len())] = *value;
                self.left[i] = (self.left[i] - value * value).max(0.0);
            }
            self.left[pivot] = 0.0;
            self.center += (column.iter().sum::<f64>() / n as f64).powi(2);
            self.pivots.push(pivot);
        }
        Ok(self.count() > before)
    }

    /// The columns of the Gram matrix at some rows, without what F sees of them.
    fn unseen(&self, drawn: &[usize]) -> Result<Mat<f64>> {
        let width = drawn.len();
        let values = self.kernel.between(&self.rows, &self.rows.gather(drawn))?;
        let known = self.columns.as_ref().subcols(0, self.count());
        let at_pivots = Mat::from_fn(self.count(), width, |i, j| known[(drawn[j], i)]);
        let (n, mut values) = (values.rows(), values.into_values());
        values.par_chunks_mut(ROW_BLOCK * width).enumerate().for_each(|(block, out)| {
            let count = out.len() / width;
            let known = known.subrows(block * ROW_BLOCK, count);
            let out = MatMut::from_row_major_slice_mut(out, count, width);
            multiply(out, Accum::Add, known, at_pivots.as_ref(), -1.0);
        });
        Ok(RowMatrix::new(values, n, width).as_mat().to_owned())
    }
}
