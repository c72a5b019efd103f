//! The leading eigenpairs of N behind those of its components.

use faer::{Mat, MatRef};

use super::adjacency::Adjacency;
use super::engine::Engine;
use crate::eigen::self_adjoint;
use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, symmetrize};
use crate::watch;

/// Up to so many rows N is decomposed as a dense matrix.
const DENSE_ROWS: usize = 400;
/// Eigenvectors are found to this residual, or as well as so many steps can.
const TOLERANCE: f64 = 1e-6;
const MOST_STEPS: usize = 400;
/// A next basis vector this short is rounding: the Krylov space is exhausted.
const EXHAUSTED: f64 = 1e-10;

/// So many eigenvalues below 1, descending, and their eigenvectors, n × m; fewer where the Krylov space ends before.
pub(super) fn leading(
    engine: &dyn Engine,
    adjacency: &Adjacency,
    wanted: usize,
) -> Result<(Vec<f64>, RowMatrix<'static>)> {
    match adjacency.rows() {
        n if wanted == 0 => Ok((Vec::new(), RowMatrix::new(Vec::new(), n, 0))),
        n if n <= DENSE_ROWS => dense(adjacency, wanted),
        n => {
            let (values, vectors) = engine.leading(adjacency, wanted)?;
            check(&values, &vectors, n, wanted)?;
            let count = values.len();
            Ok((values, RowMatrix::new(vectors, n, count)))
        }
    }
}

/// Refuses what are not eigenpairs of this graph.
fn check(values: &[f64], vectors: &[f64], n: usize, wanted: usize) -> Result<()> {
    let (what, m) = ("the eigenmaps", values.len());
    if m == 0 || m > wanted || vectors.len() != n * m {
        let expected = format!("1 to {wanted} eigenvalues and as many vectors of {n} rows");
        let found = format!("{m} eigenvalues and {} numbers", vectors.len());
        return Err(Error::shape(what, expected, found));
    }
    let descending = values.windows(2).all(|pair| pair[0] >= pair[1]);
    if !descending || !values.iter().chain(vectors).all(|x| x.is_finite()) {
        return Err(Error::shape(what, "finite values, descending", format!("{values:?}")));
    }
    Ok(())
}

/// N − U Uᵀ, U the component vectors, seen as a matrix of few rows.
fn dense(adjacency: &Adjacency, wanted: usize) -> Result<(Vec<f64>, RowMatrix<'static>)> {
    let n = adjacency.rows();
    let operator = Deflated(adjacency);
    let mut matrix = Mat::zeros(n, n);
    let mut unit = vec![0.0; n];
    for j in 0..n {
        unit[j] = 1.0;
        let column = operator.shifted(&operator.off_components(&unit));
        (0..n).for_each(|i| matrix[(i, j)] = column[i]);
        unit[j] = 0.0;
    }
    symmetrize(&mut matrix);
    let (values, vectors) = self_adjoint(matrix.as_ref())?;
    let values = values.iter().rev().take(wanted).map(|v| 2.0 * v - 1.0).collect();
    let vectors = vectors.as_ref().reverse_cols().subcols(0, wanted).to_owned();
    Ok((values, RowMatrix::from_mat(vectors.as_ref())))
}

/// The same eigenpairs of many rows, by the method of Lanczos: N seen in the Krylov space of one vector, every basis vector
/// kept orthogonal to all before it. Of a multiple eigenvalue, as lattices have them, it finds one vector.
///
/// Vectors row after row.
pub(super) fn krylov(adjacency: &Adjacency, wanted: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    let n = adjacency.rows();
    let operator = Deflated(adjacency);
    // Any start that no eigenvector is orthogonal to; golden steps repeat nothing.
    let start: Vec<f64> =
        (0..n).map(|i| ((i + 1) as f64 * 0.618_033_988_749_894_9).fract() - 0.5).collect();
    let mut basis = vec![unit(operator.off_components(&start))];
    let (mut diagonal, mut below) = (Vec::new(), Vec::new());
    let most = MOST_STEPS.min(n - adjacency.components);
    let mut next_look = 2 * wanted + 20;
    let stage = watch::stage("eigenmaps", most);
    loop {
        stage.advance(1)?;
        let last = &basis[basis.len() - 1];
        let mut next = operator.shifted(last);
        diagonal.push(dot(&next, last));
        for former in basis.iter().rev() {
            let along = dot(&next, former);
            next.iter_mut().zip(former).for_each(|(x, v)| *x -= along * v);
        }
        let length = dot(&next, &next).sqrt();
        let steps = diagonal.len();
        let ended = steps >= most || length < EXHAUSTED;
        if steps >= next_look || ended {
            next_look = steps + steps / 3;
            let tridiagonal = Mat::from_fn(steps, steps, |i, j| match i.abs_diff(j) {
                0 => diagonal[i],
                1 => below[i.min(j)],
                _ => 0.0,
            });
            let (values, vectors) = self_adjoint(tridiagonal.as_ref())?;
            let count = wanted.min(steps);
            let converged =
                (steps - count..steps).all(|j| length * vectors[(steps - 1, j)].abs() < TOLERANCE);
            if converged || ended {
                let values = values.iter().rev().take(count).map(|v| 2.0 * v - 1.0).collect();
                let leading = vectors.as_ref().reverse_cols().subcols(0, count);
                return Ok((values, combinations(&basis, leading)));
            }
        }
        next.iter_mut().for_each(|x| *x /= length);
        below.push(length);
        basis.push(next);
    }
}

/// Sums of basis vectors, one for each column of coefficients.
fn combinations(basis: &[Vec<f64>], coefficients: MatRef<'_, f64>) -> Vec<f64> {
    let (n, count) = (basis[0].len(), coefficients.ncols());
    let mut sums = vec![0.0; n * count];
    for (step, vector) in basis.iter().take(coefficients.nrows()).enumerate() {
        let own: Vec<f64> = (0..count).map(|j| coefficients[(step, j)]).collect();
        for (row, &x) in sums.chunks_exact_mut(count).zip(vector) {
            row.iter_mut().zip(&own).for_each(|(sum, c)| *sum += c * x);
        }
    }
    sums
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Eight sums at once: the order is fixed, and the processor need not wait for one to finish.
    let (a_whole, a_rest) = a.as_chunks::<8>();
    let (b_whole, b_rest) = b.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (a, b) in a_whole.iter().zip(b_whole) {
        (0..8).for_each(|k| sums[k] += a[k] * b[k]);
    }
    sums.iter().sum::<f64>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f64>()
}

fn unit(mut x: Vec<f64>) -> Vec<f64> {
    let length = dot(&x, &x).sqrt();
    x.iter_mut().for_each(|v| *v /= length);
    x
}

/// (N + I)/2 without the component vectors.
#[derive(Debug)]
struct Deflated<'a>(&'a Adjacency);

impl Deflated<'_> {
    fn shifted(&self, x: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; x.len()];
        self.0.apply(x, &mut out);
        out.iter_mut().zip(x).for_each(|(out, x)| *out = 0.5 * (*out + x));
        self.off_components(&out)
    }

    /// x − U Uᵀ x.
    fn off_components(&self, x: &[f64]) -> Vec<f64> {
        let Adjacency { component, ones, .. } = self.0;
        let mut along = vec![0.0; self.0.components];
        (0..x.len()).for_each(|i| along[component[i]] += ones[i] * x[i]);
        (0..x.len()).map(|i| x[i] - ones[i] * along[component[i]]).collect()
    }
}
