//! Eigenpairs of a symmetric tridiagonal matrix: cut into halves, which a matrix of rank one joins again (Cuppen; Gu and Eisenstat).

use crate::dense::Mat;

use super::ql;
use super::secular::{Root, root};
use crate::lanes::{dot_here, wide};
use crate::products::{Accum, multiply};

/// Rows below which no matrix is cut.
const SMALL: usize = 32;

/// All eigenvalues, ascending, and eigenvectors; nothing where an iteration does not converge.
pub(super) fn eigenpairs(diagonal: &[f64], below: &[f64]) -> Option<(Vec<f64>, Mat<f64>)> {
    let n = diagonal.len();
    if n <= SMALL {
        let mut values = diagonal.to_vec();
        let mut rows = vec![0.0; n * n];
        (0..n).for_each(|i| rows[i * n + i] = 1.0);
        ql::iterate(&mut values, below, &mut rows)?;
        return Some((values, Mat::from_fn(n, n, |i, j| rows[j * n + i])));
    }
    let half = n / 2;
    let joint = below[half - 1];
    let (mut first, mut second) = (diagonal[..half].to_vec(), diagonal[half..].to_vec());
    first[half - 1] -= joint.abs();
    second[0] -= joint.abs();
    let first = eigenpairs(&first, &below[..half - 1])?;
    let second = eigenpairs(&second, &below[half..])?;
    Some(Join::new(first, second, joint).solved())
}

/// diag(d) + ρ z zᵀ in a basis of two blocks.
struct Join {
    /// Ascending.
    values: Vec<f64>,
    weights: Vec<f64>,
    rho: f64,
    /// Columns by value.
    basis: Mat<f64>,
    /// Which of them have entries in the upper block, and which in the lower one.
    is_upper: Vec<bool>,
    is_lower: Vec<bool>,
    half: usize,
}

impl Join {
    fn new(first: (Vec<f64>, Mat<f64>), second: (Vec<f64>, Mat<f64>), joint: f64) -> Self {
        let (half, n) = (first.0.len(), first.0.len() + second.0.len());
        let all: Vec<f64> = first.0.iter().chain(&second.0).copied().collect();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&i, &j| all[i].total_cmp(&all[j]));
        let mut basis = Mat::zeros(n, n);
        let mut weights = vec![0.0; n];
        let scale = 0.5f64.sqrt();
        for (to, &from) in order.iter().enumerate() {
            let column = basis.col_as_slice_mut(to);
            if from < half {
                let own = first.1.col_as_slice(from);
                column[..half].copy_from_slice(own);
                weights[to] = scale * own[half - 1];
            } else {
                let own = second.1.col_as_slice(from - half);
                column[half..].copy_from_slice(own);
                weights[to] = scale * own[0].copysign(own[0] * joint);
            }
        }
        let values = order.iter().map(|&from| all[from]).collect();
        let is_upper = order.iter().map(|&from| from < half).collect();
        let is_lower = order.iter().map(|&from| from >= half).collect();
        Self { values, weights, rho: 2.0 * joint.abs(), basis, is_upper, is_lower, half }
    }

    /// Columns that are eigenvectors as they are go to the first list, the others to the second. Of two values that are nearly
    /// equal, a rotation makes one of the former.
    fn split(&mut self) -> (Vec<usize>, Vec<usize>) {
        let largest = |values: &[f64]| values.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        let tolerance = 8.0 * f64::EPSILON * largest(&self.values).max(largest(&self.weights));
        let (mut known, mut open) = (Vec::new(), Vec::<usize>::new());
        for j in 0..self.values.len() {
            if self.rho * self.weights[j].abs() <= tolerance {
                known.push(j);
                continue;
            }
            if let Some(&p) = open.last() {
                let (s, c) = (self.weights[p], self.weights[j]);
                let both = (s * s + c * c).sqrt();
                let (c, s) = (c / both, -s / both);
                if ((self.values[j] - self.values[p]) * c * s).abs() <= tolerance {
                    self.rotate(p, j, c, s, both);
                    open.pop();
                    known.push(p);
                }
            }
            open.push(j);
        }
        (known, open)
    }

    fn rotate(&mut self, p: usize, j: usize, c: f64, s: f64, both: f64) {
        (self.weights[p], self.weights[j]) = (0.0, both);
        for i in 0..self.basis.nrows() {
            let (x, y) = (self.basis[(i, p)], self.basis[(i, j)]);
            self.basis[(i, p)] = c * x + s * y;
            self.basis[(i, j)] = c * y - s * x;
        }
        let (x, y) = (self.values[p], self.values[j]);
        self.values[p] = c * c * x + s * s * y;
        self.values[j] = s * s * x + c * c * y;
        let (upper, lower) =
            (self.is_upper[p] || self.is_upper[j], self.is_lower[p] || self.is_lower[j]);
        (self.is_upper[p], self.is_upper[j]) = (upper, upper);
        (self.is_lower[p], self.is_lower[j]) = (lower, lower);
    }

    fn solved(mut self) -> (Vec<f64>, Mat<f64>) {
        let (known, open) = self.split();
        let inner = Inner::new(self.rho, &open, &self.values, &self.weights);
        let n = self.values.len();
        let mut joined = Mat::zeros(n, open.len());
        let parts = [(0, self.half, &self.is_upper), (self.half, n - self.half, &self.is_lower)];
        for (start, rows, has) in parts {
            let chosen: Vec<usize> = (0..open.len()).filter(|&k| has[open[k]]).collect();
            let left =
                Mat::from_fn(rows, chosen.len(), |i, k| self.basis[(start + i, open[chosen[k]])]);
            let right =
                Mat::from_fn(chosen.len(), open.len(), |k, j| inner.vectors[(chosen[k], j)]);
            let out = joined.as_mut().subrows_mut(start, rows);
            multiply(out, Accum::Replace, left.as_ref(), right.as_ref(), 1.0);
        }
        let count = open.len();
        let value =
            |k: usize| if k < count { inner.values[k] } else { self.values[known[k - count]] };
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        let mut vectors = Mat::zeros(n, n);
        for (to, &from) in order.iter().enumerate() {
            let own = if from < count {
                joined.col_as_slice(from)
            } else {
                self.basis.col_as_slice(known[from - count])
            };
            vectors.col_as_slice_mut(to).copy_from_slice(own);
        }
        (order.into_iter().map(value).collect(), vectors)
    }
}

/// Eigenpairs of diag(d) + ρ z zᵀ whose values differ and whose weights are not small.
struct Inner {
    values: Vec<f64>,
    vectors: Mat<f64>,
}

impl Inner {
    fn new(rho: f64, open: &[usize], values: &[f64], weights: &[f64]) -> Self {
        let k = open.len();
        let poles: Vec<f64> = open.iter().map(|&j| values[j]).collect();
        let z: Vec<f64> = open.iter().map(|&j| weights[j]).collect();
        let squares: Vec<f64> = z.iter().map(|z| rho * z * z).collect();
        let roots: Vec<Root> = wide!(|| (0..k).map(|i| root(&poles, &squares, i)).collect());
        // Column i: d_j − λ_i, exact to rounding.
        let mut vectors = Mat::zeros(k, k);
        let mut products = vec![1.0; k];
        wide!(|| {
            for (i, root) in roots.iter().enumerate() {
                let origin = poles[root.origin];
                let column = vectors.col_as_slice_mut(i);
                column
                    .iter_mut()
                    .zip(&poles)
                    .for_each(|(gap, d)| *gap = (d - origin) - root.offset);
                let own = poles[i];
                // z_j² = Π_i (d_j − λ_i) / Π_i≠j (d_j − d_i), up to a factor: the z for which these roots are exact.
                for (j, (product, gap)) in products.iter_mut().zip(&*column).enumerate() {
                    *product *= if j == i { *gap } else { gap / (poles[j] - own) };
                }
            }
        });
        let z: Vec<f64> =
            products.iter().zip(&z).map(|(p, z)| p.abs().sqrt().copysign(*z)).collect();
        wide!(|| {
            for i in 0..k {
                let column = vectors.col_as_slice_mut(i);
                column.iter_mut().zip(&z).for_each(|(gap, z)| *gap = z / *gap);
                let size = dot_here(column, column).sqrt();
                column.iter_mut().for_each(|value| *value /= size);
            }
        });
        let values = roots.iter().map(|root| poles[root.origin] + root.offset).collect();
        Self { values, vectors }
    }
}
