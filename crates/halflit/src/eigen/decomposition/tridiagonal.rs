//! Q T Qᵀ with T tridiagonal, by reflections. The matrix is read once per reflection: what one leaves to do is done while the
//! next is multiplied.

use crate::dense::{Mat, MatRef};

use super::near_one;
use super::reflection::{BLOCK, Turn, reflector};
use crate::lanes::{add_multiple, dot_here, folded, wide};

/// Columns that are read at once, and lanes of their sums.
const COLUMNS: usize = 4;
const LANES: usize = 8;

/// What is left of a column, beside the largest entry of the matrix, that counts as nothing. Rounding of rounding ends in numbers whose
/// squares vanish, and those have no direction.
const NOTHING: f64 = 1e-100;

/// T, and the reflections that lead to it.
pub(in super::super) struct Tridiagonal {
    pub(in super::super) diagonal: Vec<f64>,
    /// One shorter than the diagonal.
    pub(in super::super) below: Vec<f64>,
    /// n × n, of which column j holds the reflection j below the diagonal.
    vectors: Vec<f64>,
    scales: Vec<f64>,
}

/// Reduces a symmetric matrix of at least two rows, over a power of two that comes second, to tridiagonal form.
pub(in super::super) fn tridiagonal(matrix: &Mat<f64>) -> (Tridiagonal, f64) {
    let (scaled, scale) = near_one(matrix.as_ref());
    (Tridiagonal::of(scaled.as_ref()), scale)
}

fn reduced(matrix: MatRef<'_, f64>) -> Tridiagonal {
    let n = matrix.nrows();
    let mut a: Vec<f64> = (0..n * n).map(|at| matrix[(at % n, at / n)]).collect();
    let (mut diagonal, mut below, mut scales) = (vec![0.0; n], vec![0.0; n - 1], vec![0.0; n - 1]);
    let (mut v, mut w) = (vec![0.0; n], vec![0.0; n]);
    for j in 0..n {
        let (done, open) = a.split_at_mut((j + 1) * n);
        let column = &mut done[j * n..];
        let (of_v, of_w) = (v[j], w[j]);
        add_multiple(&mut column[j..], -of_w, &v[j..]);
        add_multiple(&mut column[j..], -of_v, &w[j..]);
        diagonal[j] = column[j];
        if j + 1 == n {
            break;
        }
        if column[j + 1..].iter().all(|value| value.abs() < NOTHING) {
            column[j + 1..].fill(0.0);
        }
        let (image, scale) = reflector(&mut column[j + 1..]);
        (below[j], scales[j]) = (image, scale);
        let next = &column[j + 1..];
        let mut image = vec![0.0; n - j - 1];
        wide!(|| {
            let size = n - j - 1;
            update(open, (&v[j + 1..], &w[j + 1..]), next, &mut image, size);
            let half = 0.5 * scale * dot_here(&image, next);
            image.iter_mut().zip(next).for_each(|(y, v)| *y = scale * (*y - half * v));
        });
        v[j + 1..].copy_from_slice(next);
        w[j + 1..].copy_from_slice(&image);
    }
    Tridiagonal { diagonal, below, vectors: a, scales }
}

/// A − v wᵀ − w vᵀ for the lower triangle of the last `size` rows and columns, and its product with x.
#[inline(always)]
fn update(open: &mut [f64], (v, w): (&[f64], &[f64]), x: &[f64], y: &mut [f64], size: usize) {
    let n = open.len() / size;
    let from = n - size;
    for (group, columns) in open.chunks_mut(COLUMNS * n).enumerate() {
        let start = group * COLUMNS;
        let count = columns.len() / n;
        let mut of: [&mut [f64]; COLUMNS] = [&mut [], &mut [], &mut [], &mut []];
        columns
            .chunks_exact_mut(n)
            .zip(&mut of)
            .for_each(|(column, of)| *of = &mut column[from + start..]);
        let (v, w, x, y) = (&v[start..], &w[start..], &x[start..], &mut y[start..]);
        // The triangle on the diagonal.
        for q in 0..count {
            for i in q..count {
                let value = of[q][i] - v[i] * w[q] - w[i] * v[q];
                of[q][i] = value;
                y[i] += value * x[q];
                if i > q {
                    y[q] += value * x[i];
                }
            }
        }
        if count < COLUMNS {
            break;
        }
        let heads = ([v[0], v[1], v[2], v[3]], [w[0], w[1], w[2], w[3]], [x[0], x[1], x[2], x[3]]);
        let (head, y) = y.split_at_mut(COLUMNS);
        let [a, b, c, d] = of;
        let columns = [&mut a[COLUMNS..], &mut b[COLUMNS..], &mut c[COLUMNS..], &mut d[COLUMNS..]];
        let sums = below(columns, heads, (&v[COLUMNS..], &w[COLUMNS..], &x[COLUMNS..]), y);
        head.iter_mut().zip(sums).for_each(|(y, sum)| *y += sum);
    }
}

/// Of v, w and x, the entries at a few columns.
type Heads = ([f64; COLUMNS], [f64; COLUMNS], [f64; COLUMNS]);

/// The rows below the triangle, for a few columns; returns what they add to the product at the columns' own places.
#[inline(always)]
fn below(
    [a, b, c, d]: [&mut [f64]; COLUMNS],
    (v0, w0, x0): Heads,
    (v, w, x): (&[f64], &[f64], &[f64]),
    y: &mut [f64],
) -> [f64; COLUMNS] {
    // Four variables and no array of arrays, which a compiler keeps in memory.
    let (mut s0, mut s1, mut s2, mut s3) = ([0.0; LANES], [0.0; LANES], [0.0; LANES], [0.0; LANES]);
    let vectors = lanes(v).zip(lanes(w)).zip(lanes(x)).zip(lanes_mut(y));
    let columns = lanes_mut(a).zip(lanes_mut(b)).zip(lanes_mut(c)).zip(lanes_mut(d));
    for ((((v, w), x), y), (((a, b), c), d)) in vectors.zip(columns) {
        for lane in 0..LANES {
            a[lane] = a[lane] - v[lane] * w0[0] - w[lane] * v0[0];
            b[lane] = b[lane] - v[lane] * w0[1] - w[lane] * v0[1];
            c[lane] = c[lane] - v[lane] * w0[2] - w[lane] * v0[2];
            d[lane] = d[lane] - v[lane] * w0[3] - w[lane] * v0[3];
        }
        for lane in 0..LANES {
            y[lane] += (a[lane] * x0[0] + b[lane] * x0[1]) + (c[lane] * x0[2] + d[lane] * x0[3]);
            s0[lane] += a[lane] * x[lane];
            s1[lane] += b[lane] * x[lane];
            s2[lane] += c[lane] * x[lane];
            s3[lane] += d[lane] * x[lane];
        }
    }
    let whole = y.len() / LANES * LANES;
    for (q, (column, sums)) in
        [a, b, c, d].into_iter().zip([&mut s0, &mut s1, &mut s2, &mut s3]).enumerate()
    {
        for i in whole..y.len() {
            column[i] = column[i] - v[i] * w0[q] - w[i] * v0[q];
            y[i] += column[i] * x0[q];
            sums[i - whole] += column[i] * x[i];
        }
    }
    [s0, s1, s2, s3].map(folded)
}

#[inline(always)]
fn lanes(values: &[f64]) -> impl Iterator<Item = &[f64; LANES]> {
    values.as_chunks().0.iter()
}

#[inline(always)]
fn lanes_mut(values: &mut [f64]) -> impl Iterator<Item = &mut [f64; LANES]> {
    values.as_chunks_mut().0.iter_mut()
}

impl Tridiagonal {
    /// Of a matrix of at least two rows whose largest entry is near 1.
    pub(super) fn of(matrix: MatRef<'_, f64>) -> Self {
        reduced(matrix)
    }

    /// A bound on the magnitude of every eigenvalue.
    pub(in super::super) fn norm(&self) -> f64 {
        let below = |i: usize| self.below.get(i).map_or(0.0, |b| b.abs());
        let row = |i: usize| {
            let left = if i > 0 { below(i - 1) } else { 0.0 };
            self.diagonal[i].abs() + left + below(i)
        };
        (0..self.diagonal.len()).map(row).fold(0.0, f64::max)
    }

    /// ‖T x − λ x‖.
    pub(in super::super) fn residual(&self, value: f64, x: &[f64]) -> f64 {
        let row = |i: usize| {
            let left = if i > 0 { self.below[i - 1] * x[i - 1] } else { 0.0 };
            let right = if i + 1 < x.len() { self.below[i] * x[i + 1] } else { 0.0 };
            left + (self.diagonal[i] - value) * x[i] + right
        };
        (0..x.len()).map(|i| row(i).powi(2)).sum::<f64>().sqrt()
    }

    /// Q times vectors of T.
    pub(in super::super) fn back(&self, mut vectors: Mat<f64>) -> Mat<f64> {
        let n = self.diagonal.len();
        let starts: Vec<usize> = (0..n - 1).step_by(BLOCK).collect();
        for &start in starts.iter().rev() {
            let width = BLOCK.min(n - 1 - start);
            let rows = n - 1 - start;
            let entry = |i: usize, j: usize| match i >= j {
                true => self.vectors[(start + j) * n + start + 1 + i],
                false => 0.0,
            };
            let turn =
                Turn::new(Mat::from_fn(rows, width, entry), &self.scales[start..start + width]);
            turn.apply(false, vectors.as_mut().subrows_mut(start + 1, rows));
        }
        vectors
    }
}
