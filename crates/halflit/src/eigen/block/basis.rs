//! The basis of the iteration, orthonormal in B, with the products that belong to it.

use crate::dense::{Mat, MatRef};

use super::{Found, Operators};
use crate::eigen::decomposition::self_adjoint;
use crate::eigen::narrow::{add_product, beside, columns, combined, inner};
use crate::eigen::scale_column;
use crate::error::{Error, Result};
use crate::lanes::{Length, rest};
use crate::matrix::{congruence, product, symmetrize};

/// A new direction with less than this share of its length outside the basis is none.
const DEPENDENT: f64 = 1e-10;
/// The smallest shift of a preconditioner, relative to the largest eigenvalue.
const SMALLEST_SHIFT: f64 = 1e-3;

/// Axes in the coordinates of a basis.
pub(super) struct Ritz {
    /// As many as the basis has.
    values: Vec<f64>,
    /// One per column, orthonormal.
    pub(super) vectors: Mat<f64>,
    /// How many are looked at.
    width: usize,
}

impl Ritz {
    fn leading(&self) -> MatRef<'_, f64> {
        self.vectors.as_ref().subcols(0, self.width)
    }

    /// The largest |θ| that the basis shows.
    fn largest(&self) -> f64 {
        self.values.iter().fold(0.0, |most, value| value.abs().max(most))
    }

    /// |θ| of some axes, but never so small that S + |θ| B would be hard to solve.
    pub(super) fn shifts(&self, of: &[usize]) -> Vec<f64> {
        let least = SMALLEST_SHIFT * self.largest();
        of.iter().map(|&j| self.values[j].abs().max(least)).collect()
    }
}

/// V with Vᵀ B V = I, S V, B V and Vᵀ S V.
pub(super) struct Basis {
    v: Mat<f64>,
    s: Mat<f64>,
    b: Mat<f64>,
    seen: Mat<f64>,
    /// The largest ‖S v‖ and ‖B v‖ of a v of length 1.
    norms: (f64, f64),
    /// The smallest and largest vᵀ B v of a v of length 1.
    reach: (f64, f64),
}

impl Basis {
    pub(super) fn empty(rows: usize) -> Self {
        let none = || Mat::zeros(rows, 0);
        let (v, s, b, seen) = (none(), none(), none(), Mat::zeros(0, 0));
        Self { v, s, b, seen, norms: (0.0, 0.0), reach: (0.0, 0.0) }
    }

    pub(super) fn width(&self) -> usize {
        self.v.ncols()
    }

    /// The best axes.
    pub(super) fn ritz(&self, width: usize) -> Result<Ritz> {
        let (values, vectors) = self_adjoint(self.seen.as_ref())?;
        let width = width.min(values.len());
        Ok(Ritz { values, vectors, width })
    }

    /// S x − θ B x of the leading axes.
    pub(super) fn residuals(&self, ritz: &Ritz) -> Mat<f64> {
        let mut residuals = combined(self.s.as_ref(), ritz.leading());
        let scaled =
            Mat::from_fn(self.width(), ritz.width, |i, j| ritz.vectors[(i, j)] * ritz.values[j]);
        add_product(&mut residuals, self.b.as_ref(), scaled.as_ref(), -1.0);
        residuals
    }

    /// Their lengths, relative to (‖S‖ + |θ| ‖B‖) ‖x‖.
    pub(super) fn errors(&self, ritz: &Ritz, residuals: &Mat<f64>) -> Vec<f64> {
        let x = combined(self.v.as_ref(), ritz.leading());
        let error = |j: usize| {
            let scale = self.norms.0 + ritz.values[j].abs() * self.norms.1;
            relative(residuals.col(j).length(), scale * x.col(j).length())
        };
        (0..ritz.width).map(error).collect()
    }

    /// Takes what is new in some directions into the basis, and says how many there are.
    pub(super) fn add(&mut self, operators: &dyn Operators, mut new: Mat<f64>) -> Result<usize> {
        let mut kept = unit_columns(&mut new, 0.0);
        new = columns(new.as_ref(), &kept);
        for _ in 0..2 {
            self.project_out(&mut new);
            kept = unit_columns(&mut new, DEPENDENT);
            new = columns(new.as_ref(), &kept);
        }
        if new.ncols() == 0 {
            return Ok(0);
        }
        let (mut s, mut b) = operators.apply(new.as_ref())?;
        self.look(&new, &s, &b);
        // Orthonormal in B (Stathopoulos and Wu), what depends on the others left out; twice, because the first time rounds.
        for _ in 0..2 {
            let overlap = inner(self.b.as_ref(), new.as_ref());
            for (matrix, own) in [(&mut new, &self.v), (&mut s, &self.s), (&mut b, &self.b)] {
                add_product(matrix, own.as_ref(), overlap.as_ref(), -1.0);
            }
            let turn = orthonormalizing(&inner(new.as_ref(), b.as_ref()))?;
            for matrix in [&mut new, &mut s, &mut b] {
                *matrix = combined(matrix.as_ref(), turn.as_ref());
            }
        }
        let across = inner(self.v.as_ref(), s.as_ref());
        let own = inner(new.as_ref(), s.as_ref());
        let (old, count) = (self.width(), new.ncols());
        let mut seen = Mat::from_fn(old + count, old + count, |i, j| match (i < old, j < old) {
            (true, true) => self.seen[(i, j)],
            (true, false) => across[(i, j - old)],
            (false, true) => across[(j, i - old)],
            (false, false) => own[(i - old, j - old)],
        });
        symmetrize(&mut seen);
        self.seen = seen;
        for (matrix, new) in [(&mut self.v, new), (&mut self.s, s), (&mut self.b, b)] {
            *matrix = beside(matrix.as_ref(), new.as_ref());
        }
        Ok(count)
    }

    /// Makes columns orthogonal to the basis, without a product with B.
    fn project_out(&self, new: &mut Mat<f64>) {
        let overlap = inner(self.b.as_ref(), new.as_ref());
        add_product(new, self.v.as_ref(), overlap.as_ref(), -1.0);
    }

    /// Learns how large S and B are from products with columns of length 1.
    fn look(&mut self, new: &Mat<f64>, s: &Mat<f64>, b: &Mat<f64>) {
        for j in 0..new.ncols() {
            self.norms.0 = self.norms.0.max(s.col(j).length());
            self.norms.1 = self.norms.1.max(b.col(j).length());
            let quotient: f64 = new.col(j).iter().zip(b.col(j).iter()).map(|(v, b)| v * b).sum();
            self.reach = match self.reach {
                (low, high) if high > 0.0 => (low.min(quotient), high.max(quotient)),
                _ => (quotient, quotient),
            };
        }
    }

    /// Keeps the best axes, and the part of the former ones that is not among them.
    pub(super) fn shrink(
        &mut self,
        ritz: &Ritz,
        former: Option<&Mat<f64>>,
        count: usize,
    ) -> Result<()> {
        let best = ritz.vectors.as_ref().subcols(0, count.min(self.width()));
        let mut kept = best.to_owned();
        if let Some(former) = former {
            // In coordinates of a basis that has grown since.
            let mut moved = Mat::zeros(self.width(), former.ncols());
            moved.as_mut().subrows_mut(0, former.nrows()).copy_from(former);
            for _ in 0..2 {
                moved -= product(best, product(best.transpose(), moved.as_ref()).as_ref());
                let own = unit_columns(&mut moved, DEPENDENT);
                moved = columns(moved.as_ref(), &own);
            }
            if moved.ncols() > 0 {
                let turn = orthonormalizing(&product(moved.transpose(), moved.as_ref()))?;
                kept = beside(kept.as_ref(), product(moved.as_ref(), turn.as_ref()).as_ref());
            }
        }
        self.seen = congruence(self.seen.as_ref(), kept.as_ref());
        for matrix in [&mut self.v, &mut self.s, &mut self.b] {
            *matrix = combined(matrix.as_ref(), kept.as_ref());
        }
        Ok(())
    }

    /// The axes, their residuals by products made anew.
    pub(super) fn finish(
        &self,
        operators: &dyn Operators,
        ritz: &Ritz,
        wanted: usize,
    ) -> Result<Found> {
        let vectors = combined(self.v.as_ref(), ritz.leading());
        let (s, b) = operators.apply(vectors.as_ref().subcols(0, wanted))?;
        let error = |j: usize| {
            let rest = rest(s.col(j), ritz.values[j], b.col(j));
            let scale = self.norms.0 + ritz.values[j].abs() * self.norms.1;
            relative(rest, scale * vectors.col(j).length())
        };
        let residual = (0..wanted).map(error).fold(0.0, f64::max);
        Ok(Found {
            values: ritz.values[..ritz.width].to_vec(),
            residual,
            condition: self.reach.1 / self.reach.0,
            largest: ritz.largest(),
            vectors,
        })
    }
}

/// A share, 0 of nothing.
fn relative(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Brings columns to length 1, and names those that were longer than `shortest`.
fn unit_columns(matrix: &mut Mat<f64>, shortest: f64) -> Vec<usize> {
    let mut kept = Vec::new();
    for j in 0..matrix.ncols() {
        let length = matrix.col(j).length();
        if length > shortest && length.is_finite() {
            scale_column(matrix, j, 1.0 / length);
            kept.push(j);
        }
    }
    kept
}

/// T with Tᵀ G T = I, for a Gram matrix G; directions that depend on the others are left out.
fn orthonormalizing(gram: &Mat<f64>) -> Result<Mat<f64>> {
    let n = gram.nrows();
    if (0..n).any(|i| gram[(i, i)].is_nan() || gram[(i, i)] <= 0.0) {
        return Err(Error::NotPositiveDefinite { ridge: 0.0 });
    }
    let scale: Vec<f64> = (0..n).map(|i| gram[(i, i)].sqrt()).collect();
    let mut unit = Mat::from_fn(n, n, |i, j| gram[(i, j)] / (scale[i] * scale[j]));
    symmetrize(&mut unit);
    let (values, vectors) = self_adjoint(unit.as_ref())?;
    let clear: Vec<usize> = (0..n).filter(|&j| values[j] > DEPENDENT).collect();
    Ok(Mat::from_fn(n, clear.len(), |i, j| {
        vectors[(i, clear[j])] / (scale[i] * values[clear[j]].sqrt())
    }))
}
