//! A pencil that differs from a diagonal one by few dimensions: what a handful of labels adds to an unlabel scatter
//! whose eigenpairs are known.
//!
//! ```text
//! (γ Λ + G P Gᵀ) a = λ (β I + G R Gᵀ) a,   G is r × q with q ≪ r
//! ```
//!
//! Rayleigh–Ritz on a small subspace finds the pairs roughly; steps of Rayleigh quotient iteration, O(r q²) each, enlarge
//! the subspace until the pairs are exact; and a count of eigenvalues (Sylvester's law of inertia) proves that none was
//! missed. Where any of this fails, the caller takes the dense solver.

use std::ops::Range;

use crate::dense::{Mat, MatRef};

use super::decomposition::{
    orthonormal, right_singular, self_adjoint, self_adjoint_values, solve_lower_transposed,
    solve_square,
};
use super::pencil::standard_form;
use crate::lanes::{Length, rest};
use crate::matrix::{add_scaled, congruence, product, symmetrize};

/// Diagonal entries that enter the first subspace as they are, beyond the wanted number.
const SPARE: usize = 16;
/// Vectors beyond the wanted number that are carried along.
const GUARD: usize = 2;
/// Diagonal entries nearest to a shift, which are not eliminated: dividing by them would cancel.
const NEAREST: usize = 6;
/// Steps of the iteration, which converges cubically.
const STEPS: usize = 5;
/// Residual that a pair must reach, relative to the size of both sides.
const ACCEPTED: f64 = 1e-12;
/// Where B^ℓ exceeds the ridge by more than this, elimination loses too many digits.
const STIFFEST: f64 = 1e6;
/// Singular values of P and R below this share of the largest are rounding.
const NOTHING: f64 = 1e-13;
/// The count of eigenvalues is taken this share of the largest above the last one: beyond it no group reaches.
const PROBE: f64 = 1e-9;

/// Λ, G, P and R.
#[derive(Debug, Clone)]
pub(crate) struct LowRank {
    /// Λ, ascending.
    lambda: Vec<f64>,
    /// G, r × q.
    g: Mat<f64>,
    /// P, q × q.
    p: Mat<f64>,
    /// R, q × q; absent where it is zero.
    r: Option<Mat<f64>>,
}

/// The pairs found.
pub(crate) struct Pairs {
    /// Ascending.
    pub(crate) eigenvalues: Vec<f64>,
    /// In the coordinates of Λ; aᵀ B a = 1.
    pub(crate) vectors: Mat<f64>,
    /// The largest magnitude of any eigenvalue lies between these two.
    pub(crate) largest: (f64, f64),
}

impl LowRank {
    /// Directions of G that neither P nor R uses are left out.
    pub(crate) fn new(
        lambda: &[f64],
        g: MatRef<'_, f64>,
        p: &Mat<f64>,
        r: Option<&Mat<f64>>,
    ) -> Option<Self> {
        let range = common_range(p, r)?;
        let restrict = |matrix: &Mat<f64>| congruence(matrix.as_ref(), range.as_ref());
        Some(Self {
            lambda: lambda.to_vec(),
            g: product(g, range.as_ref()),
            p: restrict(p),
            r: r.map(restrict),
        })
    }

    /// Whether `d` pairs of a pencil of size `r` with `q` further dimensions are found faster here than by the dense
    /// solver, by counting operations.
    pub(crate) fn pays(r: usize, q: usize, d: usize) -> bool {
        let subspace = d + SPARE + 2 * q;
        4 * d * r * q * q + 10 * subspace.pow(3) < r.pow(3) && 2 * subspace < r
    }

    /// ‖G‖².
    fn size(&self) -> f64 {
        self.g.length().powi(2)
    }

    /// The `d` smallest pairs, or nothing where they could not be proved to be that.
    pub(crate) fn smallest(&self, gamma: f64, beta: f64, d: usize) -> Option<Pairs> {
        let pencil = Shifted { part: self, gamma, beta };
        let count = (d + GUARD).min(self.lambda.len());
        if self.r.as_ref().is_some_and(|b| b.length() * self.size() > STIFFEST * beta) {
            return None;
        }
        let (mut ritz, seen) = pencil.first_subspace(count)?;
        // A group that reaches beyond the wanted pairs is for the dense solver; seldom does a gap open later.
        if ritz.values.get(d).is_some_and(|next| next - ritz.values[d - 1] < PROBE * seen.1) {
            return None;
        }
        for _ in 0..STEPS {
            let sides = pencil.sides(&ritz.vectors);
            let open: Vec<usize> = (0..d).filter(|&j| !pencil.is_exact(&ritz, &sides, j)).collect();
            if open.is_empty() {
                return pencil.proved(ritz, d, seen);
            }
            ritz = pencil.enlarged(&ritz, &sides, &open, count)?;
        }
        None
    }
}

/// An orthonormal basis of range(P) + range(R): the right singular vectors of one above the other, each of norm 1.
fn common_range(p: &Mat<f64>, r: Option<&Mat<f64>>) -> Option<Mat<f64>> {
    let n = p.nrows();
    let parts: Vec<&Mat<f64>> = std::iter::once(p).chain(r).collect();
    let scales: Vec<f64> = parts.iter().map(|m| m.length().max(f64::MIN_POSITIVE)).collect();
    let stacked = Mat::from_fn(n * parts.len(), n, |i, j| parts[i / n][(i % n, j)] / scales[i / n]);
    let (values, vectors) = right_singular(stacked.as_ref()).ok()?;
    let count = values.iter().filter(|&&value| value > NOTHING * values[0]).count();
    (count > 0).then(|| vectors.subcols(0, count).to_owned())
}

/// The pencil for one γ and one β.
struct Shifted<'s> {
    part: &'s LowRank,
    gamma: f64,
    beta: f64,
}

/// Approximate pairs: aᵀ B a = 1.
struct Ritz {
    values: Vec<f64>,
    vectors: Mat<f64>,
}

/// S A and B A for some vectors A.
struct Sides {
    left: Mat<f64>,
    right: Mat<f64>,
}

impl Shifted<'_> {
    /// W = γ Λ_i − λ β.
    fn w(&self, i: usize, shift: f64) -> f64 {
        self.gamma * self.part.lambda[i] - shift * self.beta
    }

    /// T = P − λ R.
    fn t(&self, shift: f64) -> Mat<f64> {
        let mut t = self.part.p.clone();
        if let Some(r) = &self.part.r {
            add_scaled(&mut t, -shift, r.as_ref());
        }
        t
    }

    /// max |γ Λ|.
    fn extent(&self) -> f64 {
        let lambda = &self.part.lambda;
        self.gamma * lambda[0].abs().max(lambda[lambda.len() - 1].abs())
    }

    fn sides(&self, vectors: &Mat<f64>) -> Sides {
        let (r, count) = vectors.shape();
        let g = &self.part.g;
        let seen = product(g.transpose(), vectors.as_ref());
        let lift = |middle: &Mat<f64>| {
            product(g.as_ref(), product(middle.as_ref(), seen.as_ref()).as_ref())
        };
        let diagonal = |i: usize| self.gamma * self.part.lambda[i];
        let mut left = lift(&self.part.p);
        let mut right = self.part.r.as_ref().map_or(Mat::zeros(r, count), lift);
        for j in 0..count {
            for i in 0..r {
                left[(i, j)] += diagonal(i) * vectors[(i, j)];
                right[(i, j)] += self.beta * vectors[(i, j)];
            }
        }
        Sides { left, right }
    }

    /// Whether S a = λ B a holds to rounding for one pair.
    fn is_exact(&self, ritz: &Ritz, sides: &Sides, j: usize) -> bool {
        let (left, right, value) = (sides.left.col(j), sides.right.col(j), ritz.values[j]);
        // Rounding errors of S a are of the size of γ Λ a, however small S a is.
        let floor = self.extent() * ritz.vectors.col(j).length();
        let size = left.length() + value.abs() * right.length() + floor;
        rest(left, value, right) <= ACCEPTED * size
    }

    /// The best pairs from the subspace of the smallest diagonal entries and of G, weighed for two shifts; and
    /// between which bounds the largest magnitude of an eigenvalue is expected.
    fn first_subspace(&self, count: usize) -> Option<(Ritz, (f64, f64))> {
        let (r, q) = self.part.g.shape();
        let (g, lambda) = (&self.part.g, &self.part.lambda);
        let head = (count + SPARE).min(r.saturating_sub(2 * q));
        if head < count {
            return None;
        }
        // One shift a little below the diagonal, the other infinitely far.
        let spread = (lambda[r - 1] - lambda[0]).max(f64::MIN_POSITIVE);
        let shift = self.gamma * (lambda[0] - 1e-2 * spread) / self.beta;
        let tail = Mat::from_fn(r - head, 2 * q, |i, j| match j < q {
            true => g[(head + i, j)] / self.w(head + i, shift),
            false => g[(head + i, j - q)],
        });
        let tail = orthonormal(scaled_columns(tail));
        let basis = Mat::from_fn(r, head + 2 * q, |i, j| match (i < head, j < head) {
            (true, true) => f64::from(u8::from(i == j)),
            (false, false) => tail[(i - head, j - head)],
            _ => 0.0,
        });
        let ritz = self.rayleigh_ritz(&basis)?;
        let ends = ritz.values[0].abs().max(ritz.values[head + 2 * q - 1].abs());
        Some((ritz.first(count), (ends, 2.0 * ends.max(self.extent() / self.beta))))
    }

    /// The best pairs from the present vectors and one step of Rayleigh quotient iteration from each that is open.
    fn enlarged(&self, ritz: &Ritz, sides: &Sides, open: &[usize], count: usize) -> Option<Ritz> {
        let (r, old) = ritz.vectors.shape();
        let mut basis = Mat::zeros(r, old + open.len());
        basis.as_mut().subcols_mut(0, old).copy_from(&ritz.vectors);
        for (at, &j) in open.iter().enumerate() {
            let right: Vec<f64> = (0..r).map(|i| sides.right[(i, j)]).collect();
            let step = self.solve(ritz.values[j], &right)?;
            (0..r).for_each(|i| basis[(i, old + at)] = step[i]);
        }
        let basis = orthonormal(scaled_columns(basis));
        Some(self.rayleigh_ritz(&basis)?.first(count))
    }

    /// All pairs of the pencil restricted to a subspace with an orthonormal basis.
    fn rayleigh_ritz(&self, basis: &Mat<f64>) -> Option<Ritz> {
        let sides = self.sides(basis);
        let mut s = product(basis.transpose(), sides.left.as_ref());
        let mut b = product(basis.transpose(), sides.right.as_ref());
        symmetrize(&mut s);
        symmetrize(&mut b);
        let (m, l) = standard_form(s, &b)?;
        let (values, mut vectors) = self_adjoint(m.as_ref()).ok()?;
        solve_lower_transposed(l.as_ref(), vectors.as_mut());
        Some(Ritz { values, vectors: product(basis.as_ref(), vectors.as_ref()) })
    }

    /// (S − λ B)⁻¹ b. Rows far from the shift are eliminated; those near it stay, beside y = T Gᵀ a:
    ///
    /// ```text
    /// ⎡ W_near       G_near   ⎤ ⎡ a_near ⎤   ⎡ b_near                 ⎤
    /// ⎣ −T G_nearᵀ   I + T H  ⎦ ⎣ y      ⎦ = ⎣ T G_farᵀ W_far⁻¹ b_far ⎦,   H = G_farᵀ W_far⁻¹ G_far
    /// ```
    fn solve(&self, shift: f64, b: &[f64]) -> Option<Vec<f64>> {
        let (r, q) = self.part.g.shape();
        let g = &self.part.g;
        let near = self.nearest(shift);
        let (t, k) = (self.t(shift), near.len());
        let divided = |i: usize, value: f64| match near.contains(&i) {
            true => 0.0,
            false => value / self.w(i, shift),
        };
        let far = Mat::from_fn(r, 1, |i, _| divided(i, b[i]));
        let from_far = product(t.as_ref(), product(g.transpose(), far.as_ref()).as_ref());
        let inner = product(t.as_ref(), self.h(shift, &near).as_ref());
        let outer = product(t.as_ref(), g.as_ref().subrows(near.start, k).transpose());
        let system = Mat::from_fn(k + q, k + q, |i, j| match (i < k, j < k) {
            (true, true) if i == j => self.w(near.start + i, shift),
            (true, true) => 0.0,
            (true, false) => g[(near.start + i, j - k)],
            (false, true) => -outer[(i - k, j)],
            (false, false) => f64::from(u8::from(i == j)) + inner[(i - k, j - k)],
        });
        let right = |i: usize| if i < k { b[near.start + i] } else { from_far[(i - k, 0)] };
        let solution = solve_square(system, Mat::from_fn(k + q, 1, |i, _| right(i)))?;
        // a_far = W_far⁻¹ (b_far − G_far y)
        let lifted = product(g.as_ref(), solution.as_ref().subrows(k, q));
        let entry = |i: usize| match near.contains(&i) {
            true => solution[(i - near.start, 0)],
            false => divided(i, b[i] - lifted[(i, 0)]),
        };
        Some((0..r).map(entry).collect())
    }

    /// Gᵀ W⁻¹ G over all rows but those of `spared`.
    fn h(&self, shift: f64, spared: &Range<usize>) -> Mat<f64> {
        let (r, q) = self.part.g.shape();
        let g = &self.part.g;
        let inverse = |i: usize| match spared.contains(&i) {
            true => 0.0,
            false => self.w(i, shift).recip(),
        };
        let inverse: Vec<f64> = (0..r).map(inverse).collect();
        let weighed = Mat::from_fn(r, q, |i, j| g[(i, j)] * inverse[i]);
        product(g.transpose(), weighed.as_ref())
    }

    /// The diagonal entries nearest to the shift: they are neighbours, the diagonal being sorted.
    fn nearest(&self, shift: f64) -> Range<usize> {
        let r = self.part.lambda.len();
        let at = (0..r).position(|i| self.w(i, shift) >= 0.0).unwrap_or(r);
        let count = NEAREST.min(r);
        let start = at.saturating_sub(count / 2).min(r - count);
        start..start + count
    }

    /// The first `d` pairs, if a count shows that there are no others up to the last of them.
    fn proved(&self, ritz: Ritz, d: usize, largest: (f64, f64)) -> Option<Pairs> {
        let Ritz { values, vectors } = ritz.first(d);
        let r = self.part.lambda.len();
        let high = largest.1;
        let bounded = self.count_below(high)? == r && self.count_below(-high)? == 0;
        let complete = self.count_below(values[d - 1] + PROBE * high)? == d;
        (bounded && complete).then_some(Pairs { eigenvalues: values, vectors, largest })
    }

    /// How many eigenvalues lie below the shift; nothing where rounding leaves it open. With T = P − λ R and
    /// H = Gᵀ W⁻¹ G it is (negative W) + (positive T + T H T) − (positive T).
    fn count_below(&self, shift: f64) -> Option<usize> {
        let r = self.part.lambda.len();
        let negative = (0..r).filter(|&i| self.w(i, shift) < 0.0).count();
        let t = self.t(shift);
        // T is symmetric.
        let outer = congruence(self.h(shift, &(0..0)).as_ref(), t.as_ref());
        let size = outer.length() + t.length();
        let below = positive(&(&t + &outer), size)?;
        (negative + below).checked_sub(positive(&t, t.length())?)
    }
}

impl Ritz {
    /// The first pairs.
    fn first(mut self, count: usize) -> Ritz {
        self.values.truncate(count);
        Ritz { vectors: self.vectors.subcols(0, count).to_owned(), values: self.values }
    }
}

/// How many eigenvalues are positive; nothing where one is too near to zero to tell.
fn positive(matrix: &Mat<f64>, size: f64) -> Option<usize> {
    let values = self_adjoint_values(matrix.as_ref()).ok()?;
    let tolerance = 1e-15 * matrix.nrows() as f64 * size;
    let clear = values.iter().all(|value| value.abs() > tolerance);
    clear.then(|| values.iter().filter(|&&value| value > 0.0).count())
}

/// Columns of length 1, where they are not zero.
fn scaled_columns(mut matrix: Mat<f64>) -> Mat<f64> {
    for j in 0..matrix.ncols() {
        let length = matrix.col(j).length();
        if length > 0.0 {
            super::scale_column(&mut matrix, j, length.recip());
        }
    }
    matrix
}

#[cfg(test)]
mod tests;
