//! Dense linear algebra written out, so that the tests share no numerical code with the library.

use std::ops::Index;

use super::Noise;

/// A row-major matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    pub rows: usize,
    pub columns: usize,
    pub values: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.values[i * self.columns + j]
    }
}

impl Matrix {
    pub fn from_fn(rows: usize, columns: usize, value: impl Fn(usize, usize) -> f64) -> Self {
        let values = (0..rows * columns).map(|at| value(at / columns, at % columns)).collect();
        Self { rows, columns, values }
    }

    pub fn from_rows(rows: &[Vec<f64>]) -> Self {
        Self::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
    }

    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self::from_fn(rows, columns, |_, _| 0.0)
    }

    pub fn identity(size: usize) -> Self {
        Self::from_fn(size, size, |i, j| f64::from(u8::from(i == j)))
    }

    pub fn row(&self, i: usize) -> &[f64] {
        &self.values[i * self.columns..(i + 1) * self.columns]
    }

    pub fn column(&self, j: usize) -> Vec<f64> {
        (0..self.rows).map(|i| self[(i, j)]).collect()
    }

    pub fn some_columns(&self, columns: std::ops::Range<usize>) -> Matrix {
        Matrix::from_fn(self.rows, columns.len(), |i, j| self[(i, columns.start + j)])
    }

    pub fn transposed(&self) -> Matrix {
        Matrix::from_fn(self.columns, self.rows, |i, j| self[(j, i)])
    }

    pub fn times(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.columns, other.rows, "shapes of a product");
        let mut out = Matrix::zeros(self.rows, other.columns);
        for i in 0..self.rows {
            let target = &mut out.values[i * other.columns..(i + 1) * other.columns];
            for (k, &factor) in self.row(i).iter().enumerate() {
                target.iter_mut().zip(other.row(k)).for_each(|(sum, v)| *sum += factor * v);
            }
        }
        out
    }

    /// `self + factor · other`.
    pub fn plus(&self, factor: f64, other: &Matrix) -> Matrix {
        assert_eq!((self.rows, self.columns), (other.rows, other.columns), "shapes of a sum");
        Matrix::from_fn(self.rows, self.columns, |i, j| self[(i, j)] + factor * other[(i, j)])
    }

    pub fn norm(&self) -> f64 {
        length(&self.values)
    }

    pub fn largest(&self) -> f64 {
        worst(self.values.iter().copied())
    }

    /// `m` as seen in the columns of `self`: selfᵀ m self.
    pub fn congruence(&self, m: &Matrix) -> Matrix {
        self.transposed().times(&m.times(self))
    }
}

/// The largest magnitude; infinite where one is not a number, so that a comparison cannot miss it.
pub fn worst(values: impl IntoIterator<Item = f64>) -> f64 {
    let keep = |m: f64, v: f64| if v.is_nan() { f64::INFINITY } else { m.max(v.abs()) };
    values.into_iter().fold(0.0, keep)
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub fn length(vector: &[f64]) -> f64 {
    let largest = worst(vector.iter().copied());
    if largest == 0.0 || largest.is_infinite() {
        return largest;
    }
    largest * vector.iter().map(|v| (v / largest).powi(2)).sum::<f64>().sqrt()
}

/// An orthonormal basis of the columns, by Gram and Schmidt, twice; dependent columns are left out.
pub fn orthonormal(matrix: &Matrix) -> Matrix {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for j in 0..matrix.columns {
        let mut vector = matrix.column(j);
        let before = length(&vector);
        vector.iter_mut().for_each(|v| *v /= before);
        for _ in 0..2 {
            for other in &basis {
                let along = dot(&vector, other);
                vector.iter_mut().zip(other).for_each(|(v, o)| *v -= along * o);
            }
        }
        let after = length(&vector);
        if after > 1e-10 {
            basis.push(vector.iter().map(|v| v / after).collect());
        }
    }
    Matrix::from_rows(&basis).transposed()
}

/// A matrix of orthonormal rows: an isometry from few dimensions into many.
pub fn isometry(from: usize, to: usize) -> Matrix {
    let mut noise = Noise::new(17);
    let values = (0..from * to).map(|_| noise.draw()).collect();
    orthonormal(&Matrix { rows: to, columns: from, values }).transposed()
}

/// Largest entry of the difference of the projectors onto two column spaces: 0 where they are equal, up to 1.
pub fn subspace_difference(a: &Matrix, b: &Matrix) -> f64 {
    let projector = |m: &Matrix| {
        let basis = orthonormal(m);
        basis.times(&basis.transposed())
    };
    projector(a).plus(-1.0, &projector(b)).largest()
}

/// Eigenvalues, ascending, and eigenvectors, as columns, of a symmetric matrix, by Jacobi's rotations.
pub fn eigen(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let n = matrix.rows;
    let (mut a, mut v) = (matrix.clone(), Matrix::identity(n));
    for _ in 0..60 {
        let off = |a: &Matrix| {
            (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|at| a[at].abs()).sum::<f64>()
        };
        if off(&a) <= 1e-17 * a.largest() {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut v, p, q);
            }
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| a[(i, i)].total_cmp(&a[(j, j)]));
    let values = order.iter().map(|&i| a[(i, i)]).collect();
    (values, Matrix::from_fn(n, n, |i, j| v[(i, order[j])]))
}

/// One rotation that makes a_pq zero.
fn rotate(a: &mut Matrix, v: &mut Matrix, p: usize, q: usize) {
    let (n, a_pq) = (a.rows, a[(p, q)]);
    if a_pq == 0.0 {
        return;
    }
    let theta = (a[(q, q)] - a[(p, p)]) / (2.0 * a_pq);
    let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    let turn = |m: &mut Matrix, x: usize, y: usize| {
        let (first, second) = (m.values[x], m.values[y]);
        m.values[x] = c * first - s * second;
        m.values[y] = s * first + c * second;
    };
    (0..n).for_each(|k| turn(a, k * n + p, k * n + q));
    (0..n).for_each(|k| turn(a, p * n + k, q * n + k));
    (0..n).for_each(|k| turn(v, k * n + p, k * n + q));
    // What rounding leaves where two eigenvalues are equal would be rotated for ever.
    [p * n + q, q * n + p].into_iter().for_each(|at| a.values[at] = 0.0);
}
