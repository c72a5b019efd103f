//! Householder reflections H = I − τ v vᵀ, many at once: H₁ ⋯ H_k = I − V T Vᵀ with an upper triangular T.

use crate::dense::{Mat, MatMut, MatRef};

use crate::lanes::{add_multiple, dot_here, length, wide};
use crate::products::{Accum, multiply};

/// Reflections that are applied at once.
pub(crate) const BLOCK: usize = 32;
/// A column shorter than this is made longer for its reflection: quotients of denormal numbers have few digits.
const SHORT: f64 = 1e-280;
/// By how much: 2⁶⁰⁰.
const LONGER: f64 = f64::from_bits((1023 + 600) << 52);

/// The reflection that takes x to a multiple of its first axis. x becomes v, whose first entry is 1; returns that multiple and τ.
pub(crate) fn reflector(x: &mut [f64]) -> (f64, f64) {
    let (first, rest) = (x[0], length(&x[1..]));
    if rest == 0.0 {
        x[0] = 1.0;
        return (first, 0.0);
    }
    if first.abs().max(rest) < SHORT {
        x.iter_mut().for_each(|value| *value *= LONGER);
        let (image, scale) = reflector(x);
        return (image / LONGER, scale);
    }
    x[0] = 1.0;
    let image = -length(&[first, rest]).copysign(first);
    let pivot = first - image;
    x[1..].iter_mut().for_each(|value| *value /= pivot);
    (image, -pivot / image)
}

/// V, one column per reflection with zeros above its 1, and T.
pub(crate) struct Turn {
    vectors: Mat<f64>,
    factor: Mat<f64>,
}

impl Turn {
    pub(crate) fn new(vectors: Mat<f64>, scales: &[f64]) -> Self {
        let count = scales.len();
        let mut inner = Mat::zeros(count, count);
        multiply(inner.as_mut(), Accum::Replace, vectors.transpose(), vectors.as_ref(), 1.0);
        let mut factor = Mat::<f64>::zeros(count, count);
        for (j, &scale) in scales.iter().enumerate() {
            factor[(j, j)] = scale;
            for i in 0..j {
                let sum: f64 = (i..j).map(|k| factor[(i, k)] * inner[(k, j)]).sum();
                factor[(i, j)] = -scale * sum;
            }
        }
        Self { vectors, factor }
    }

    /// H₁ ⋯ H_k X, or H_k ⋯ H₁ X.
    pub(crate) fn apply(&self, is_transposed: bool, mut x: MatMut<'_, f64>) {
        let (count, width) = (self.factor.nrows(), x.ncols());
        let (mut seen, mut turned) = (Mat::zeros(count, width), Mat::zeros(count, width));
        multiply(seen.as_mut(), Accum::Replace, self.vectors.transpose(), x.as_ref(), 1.0);
        let factor = if is_transposed { self.factor.transpose() } else { self.factor.as_ref() };
        multiply(turned.as_mut(), Accum::Replace, factor, seen.as_ref(), 1.0);
        multiply(x.as_mut(), Accum::Add, self.vectors.as_ref(), turned.as_ref(), -1.0);
    }
}

/// Q R of a matrix with at least as many rows as columns, Q as reflections.
pub(in super::super) struct Reflectors {
    triangle: Mat<f64>,
    turns: Vec<Turn>,
    rows: usize,
}

/// Factors a matrix with at least as many rows as columns.
pub(in super::super) fn reflect(mut matrix: Mat<f64>) -> Reflectors {
    let (rows, columns) = matrix.shape();
    let mut turns = Vec::with_capacity(columns.div_ceil(BLOCK));
    for start in (0..columns).step_by(BLOCK) {
        let width = BLOCK.min(columns - start);
        let rest = matrix.as_mut().submatrix_mut(start, start, rows - start, columns - start);
        let (mut panel, right) = rest.split_at_col_mut(width);
        let turn = reflect_panel(panel.as_mut());
        turn.apply(true, right);
        turns.push(turn);
    }
    let triangle = Mat::from_fn(columns, columns, |i, j| if i <= j { matrix[(i, j)] } else { 0.0 });
    Reflectors { triangle, turns, rows }
}

/// A few columns, one by one; their part of R stays in the panel.
fn reflect_panel(mut panel: MatMut<'_, f64>) -> Turn {
    let (rows, width) = panel.shape();
    let mut columns: Vec<Vec<f64>> =
        (0..width).map(|j| panel.as_ref().col(j).iter().copied().collect()).collect();
    let (mut vectors, mut scales) = (Mat::zeros(rows, width), vec![0.0; width]);
    for j in 0..width {
        let (done, open) = columns.split_at_mut(j + 1);
        let v = &mut done[j][j..];
        let (image, scale) = reflector(v);
        wide!(|| {
            for column in open.iter_mut() {
                let sum = dot_here(v, &column[j..]);
                add_multiple(&mut column[j..], -scale * sum, v);
            }
        });
        vectors.col_as_slice_mut(j)[j..].copy_from_slice(v);
        scales[j] = scale;
        (0..j).for_each(|i| panel[(i, j)] = columns[j][i]);
        panel[(j, j)] = image;
    }
    Turn::new(vectors, &scales)
}

impl Reflectors {
    /// R, upper triangular.
    pub(in super::super) fn triangle(&self) -> Mat<f64> {
        self.triangle.clone()
    }

    /// Q times a matrix with as many rows as R has.
    pub(in super::super) fn apply(&self, inner: MatRef<'_, f64>) -> Mat<f64> {
        let mut outer = Mat::zeros(self.rows, inner.ncols());
        outer.as_mut().subrows_mut(0, inner.nrows()).copy_from(inner);
        for (block, turn) in self.turns.iter().enumerate().rev() {
            let start = block * BLOCK;
            turn.apply(false, outer.as_mut().subrows_mut(start, self.rows - start));
        }
        outer
    }
}

/// An orthonormal basis of the columns of a matrix with at least as many rows, of full column rank.
pub(in super::super) fn orthonormal(matrix: Mat<f64>) -> Mat<f64> {
    let columns = matrix.ncols();
    reflect(matrix).apply(Mat::identity(columns, columns).as_ref())
}
