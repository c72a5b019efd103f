//! A few of the largest eigenpairs of a symmetric matrix that is held in memory: the method of Lanczos by blocks.
//!
//! The matrix is seen in the Krylov space of a block of vectors, every one of them kept orthogonal to all before it. A block
//! reads the matrix once where single vectors would read it as often as there are vectors. Residuals are checked against the
//! matrix itself. Of an eigenvalue the space holds as many vectors as a block has, so that one of higher multiplicity is
//! noticed by filling a block, and goes to the dense solver, as does whatever does not converge.

use crate::dense::{Mat, MatMut, MatRef};

use super::decomposition::{cholesky, orthonormal, self_adjoint};
use crate::data::mix;
use crate::error::Result;
use crate::lanes::Length;
use crate::matrix::{RowMatrix, product, symmetrize, tall_product};
use crate::products::{Accum, multiply};
use crate::threads::*;
use crate::watch;

/// Vectors that meet the matrix at once.
const BLOCK: usize = 16;
/// Below this size all pairs cost no more.
const SMALLEST_SIZE: usize = 400;
/// More pairs than this share of all are not a few.
const LARGEST_SHARE: usize = 8;
/// Of a pair that is found: ‖A v − λ v‖, relative to the largest λ.
const RESIDUAL: f64 = 1e-12;
/// Eigenvalues closer than this, relative to the largest, are one eigenvalue.
const EQUAL: f64 = 1e-10;
/// Vectors less along the others than this are orthogonal to them, to rounding, once that is subtracted.
const ORTHOGONAL: f64 = 1e-8;
/// So many turns are enough but for bad luck, which the residuals show.
const MOST_TURNS: usize = 3;
/// Rows handled by one task, and basis vectors.
const ROW_BLOCK: usize = 256;
const COLUMN_BLOCK: usize = 64;

/// Eigenpairs, the largest first.
#[derive(Debug)]
pub(crate) struct LeadingPairs {
    pub(crate) values: Vec<f64>,
    /// One per column.
    pub(crate) vectors: Mat<f64>,
}

/// Whether so many pairs of a matrix of `n` rows are found faster than all of them.
pub(crate) fn are_few(n: usize, wanted: usize) -> bool {
    n >= SMALLEST_SIZE && wanted <= n / LARGEST_SHARE
}

/// The largest eigenpairs, at least as many as are wanted; nothing where the dense solver is safer.
pub(crate) fn leading_pairs(matrix: &RowMatrix<'_>, wanted: usize) -> Result<Option<LeadingPairs>> {
    let n = matrix.rows();
    let most = (n / 2).min(8 * wanted + 40 * BLOCK) / BLOCK * BLOCK;
    if wanted == 0 || most < wanted + BLOCK {
        return Ok(None);
    }
    let stage = watch::stage("leading eigenvectors", most / BLOCK);
    let mut space = Krylov::new(n, most);
    let mut block = orthonormal(drawn(n, BLOCK));
    let mut look = (4 * wanted + 2 * BLOCK).min(most) / BLOCK * BLOCK;
    loop {
        stage.advance(1)?;
        let rest = space.extend(matrix, block.as_ref());
        block = space.orthogonal(rest.as_mat().to_owned());
        if space.count >= look {
            let beyond = product(block.transpose(), rest.as_mat());
            if let Some(pairs) = space.pairs(beyond.as_ref(), wanted)? {
                return Ok(is_proved(matrix, &pairs).then_some(pairs));
            }
            if space.count + BLOCK > most {
                return Ok(None);
            }
            look = (space.count + (space.count / 4).max(BLOCK)).min(most) / BLOCK * BLOCK;
        }
    }
}

/// Whether no eigenvalue lies below `-floor`, `floor` being well above rounding: by a Cholesky factor of A + floor · I.
pub(crate) fn is_above(matrix: &RowMatrix<'_>, floor: f64) -> bool {
    let mut shifted = matrix.as_mat().to_owned();
    (0..shifted.nrows()).for_each(|i| shifted[(i, i)] += floor);
    cholesky(&shifted).is_some()
}

/// An orthonormal basis Q of a growing space, and Qᵀ A Q.
struct Krylov {
    /// n × most, of which the first `count` columns are filled.
    basis: Mat<f64>,
    seen: Mat<f64>,
    count: usize,
}

impl Krylov {
    fn new(n: usize, most: usize) -> Self {
        Self { basis: Mat::zeros(n, most), seen: Mat::zeros(most, most), count: 0 }
    }

    fn filled(&self) -> MatRef<'_, f64> {
        self.basis.as_ref().subcols(0, self.count)
    }

    /// Takes orthonormal vectors in; returns what A makes of them beyond the space.
    fn extend(&mut self, matrix: &RowMatrix<'_>, block: MatRef<'_, f64>) -> RowMatrix<'static> {
        let (start, width) = (self.count, block.ncols());
        self.basis.as_mut().subcols_mut(start, width).copy_from(block);
        self.count += width;
        let (rest, along) = self.beyond(tall_product(matrix, block));
        for j in 0..width {
            for i in 0..self.count {
                self.seen[(i, start + j)] = along[(i, j)];
                self.seen[(start + j, i)] = along[(i, j)];
            }
        }
        rest
    }

    /// X − Q Qᵀ X, and Qᵀ X.
    fn beyond(&self, x: RowMatrix<'static>) -> (RowMatrix<'static>, Mat<f64>) {
        let along = self.along(x.as_mat());
        let (rows, columns) = (x.rows(), x.columns());
        let (mut values, basis) = (x.into_values(), self.filled());
        values.par_chunks_mut(ROW_BLOCK * columns).enumerate().for_each(|(block, out)| {
            let count = out.len() / columns;
            let own = basis.subrows(block * ROW_BLOCK, count);
            let out = MatMut::from_row_major_slice_mut(out, count, columns);
            multiply(out, Accum::Add, own, along.as_ref(), -1.0);
        });
        (RowMatrix::new(values, rows, columns), along)
    }

    /// Qᵀ X, in parallel over the vectors of Q.
    fn along(&self, x: MatRef<'_, f64>) -> Mat<f64> {
        let starts: Vec<usize> = (0..self.count).step_by(COLUMN_BLOCK).collect();
        let parts: Vec<Mat<f64>> = starts
            .par_iter()
            .map(|&start| {
                let width = COLUMN_BLOCK.min(self.count - start);
                product(self.basis.as_ref().subcols(start, width).transpose(), x)
            })
            .collect();
        Mat::from_fn(self.count, x.ncols(), |i, j| parts[i / COLUMN_BLOCK][(i % COLUMN_BLOCK, j)])
    }

    /// Orthonormal vectors beyond the space that span what is given, and any where that has fewer dimensions than columns.
    fn orthogonal(&self, x: Mat<f64>) -> Mat<f64> {
        let mut block = orthonormal(x);
        // Columns that were little but rounding point anywhere, and are turned away until they stay.
        for _ in 0..MOST_TURNS {
            let (beyond, along) = self.beyond(RowMatrix::from_mat(block.as_ref()));
            block = orthonormal(beyond.as_mat().to_owned());
            if along.norm_max() < ORTHOGONAL {
                break;
            }
        }
        block
    }

    /// The largest pairs of A seen in the space, if all that are wanted have converged. A q − λ q is what lies beyond the
    /// space: `beyond` times the part of q in the latest block.
    fn pairs(&self, beyond: MatRef<'_, f64>, wanted: usize) -> Result<Option<LeadingPairs>> {
        let k = self.count;
        let mut seen = self.seen.as_ref().submatrix(0, 0, k, k).to_owned();
        symmetrize(&mut seen);
        let (values, vectors) = self_adjoint(seen.as_ref())?;
        let largest = values[0].abs().max(values[k - 1].abs());
        let latest = vectors.as_ref().subrows(k - beyond.ncols(), beyond.ncols());
        let latest = latest.subcols(k - wanted, wanted);
        let rest = product(beyond, latest);
        if (0..wanted).any(|j| rest.col(j).length() > 0.5 * RESIDUAL * largest) {
            return Ok(None);
        }
        let leading = vectors.as_ref().subcols(k - wanted, wanted).reverse_cols();
        let basis = self.filled();
        let starts: Vec<usize> = (0..basis.nrows()).step_by(ROW_BLOCK).collect();
        let parts: Vec<Mat<f64>> = starts
            .par_iter()
            .map(|&start| {
                let count = ROW_BLOCK.min(basis.nrows() - start);
                product(basis.subrows(start, count), leading)
            })
            .collect();
        let entry = |i: usize, j: usize| parts[i / ROW_BLOCK][(i % ROW_BLOCK, j)];
        let vectors = Mat::from_fn(basis.nrows(), wanted, entry);
        let values = values[k - wanted..].iter().rev().copied().collect();
        Ok(Some(LeadingPairs { values, vectors }))
    }
}

/// Small residuals, and no eigenvalue that may have more vectors than were found.
fn is_proved(matrix: &RowMatrix<'_>, pairs: &LeadingPairs) -> bool {
    let LeadingPairs { values, vectors } = pairs;
    let largest = values[0].abs();
    let images = tall_product(matrix, vectors.as_ref());
    let squared = images.values().chunks_exact(values.len()).enumerate().fold(
        vec![0.0; values.len()],
        |mut sums, (i, image)| {
            for (j, (sum, image)) in sums.iter_mut().zip(image).enumerate() {
                *sum += (image - values[j] * vectors[(i, j)]).powi(2);
            }
            sums
        },
    );
    let small = squared.iter().all(|&sum: &f64| sum.sqrt() <= RESIDUAL * largest);
    // What is zero is not wanted by anybody, however often.
    let equal = |two: &[f64]| two[0] - two[1] < EQUAL * largest && two[0] > EQUAL * largest;
    let mut run = 1;
    let longest = values.windows(2).map(|two| {
        run = if equal(two) { run + 1 } else { 1 };
        run
    });
    small && longest.max().unwrap_or(1) < BLOCK
}

/// Vectors with a share of every eigenvector, the same on every machine.
pub(super) fn drawn(n: usize, count: usize) -> Mat<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        even(state)
    };
    Mat::from_fn(n, count, |_, _| next())
}

/// Vectors whose entries follow from a mark of every coordinate: they move with the coordinates.
pub(super) fn drawn_by(marks: &[u64], count: usize) -> Mat<f64> {
    let step = |k: usize| (k as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Mat::from_fn(marks.len(), count, |i, k| even(mix(marks[i]).wrapping_add(step(k))))
}

/// A number from −1 to 1 that looks random.
fn even(bits: u64) -> f64 {
    (mix(bits) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

#[cfg(test)]
mod tests;
