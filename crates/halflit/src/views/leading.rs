//! The leading eigenpairs of N behind those of its components.

use faer::{Mat, MatRef};

use super::adjacency::Adjacency;
use super::chebyshev::interval;
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
/// The residual that Ritz vectors of the filtered operator have to have: it is small wherever the filter is flat.
const FILTERED_TOLERANCE: f64 = 1e-9;
/// How much smaller the filter is below the wanted eigenvalues than at 1.
const DAMPED: f64 = 1e3;
/// Products with N that one step may take.
const MOST_DEGREES: f64 = 40.0;
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
/// A first space tells where the wanted eigenvalues begin. The second is that of a Chebyshev polynomial of N that is small below that
/// value and grows above it: a few products with the sparse N take the place of many basis vectors, each of which would have to be kept
/// orthogonal to all others.
///
/// Vectors row after row.
pub(super) fn krylov(adjacency: &Adjacency, wanted: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    let operator = Deflated(adjacency);
    let stage = watch::stage("eigenmaps", MOST_STEPS);
    let plain = |x: &[f64]| operator.shifted(x);
    let first = 2 * wanted + 20;
    let found = lanczos(&operator, &plain, wanted, first, TOLERANCE, &stage)?;
    if found.is_converged {
        return operator.eigenpairs(&found);
    }
    // Ritz values are never above the eigenvalues that they stand for, so nothing that is wanted lies below.
    let filter = Filter::above(2.0 * found.values[wanted.min(found.values.len()) - 1] - 1.0);
    let filtered = |x: &[f64]| filter.apply(&operator, x);
    let found = lanczos(&operator, &filtered, wanted, MOST_STEPS, FILTERED_TOLERANCE, &stage)?;
    operator.eigenpairs(&found)
}

/// Ritz pairs: the largest eigenvalues of an operator in a Krylov space, descending, and their vectors, row after row.
struct RitzPairs {
    values: Vec<f64>,
    vectors: Vec<f64>,
    is_converged: bool,
}

/// At most so many steps of Lanczos.
fn lanczos(
    deflated: &Deflated<'_>,
    operator: &dyn Fn(&[f64]) -> Vec<f64>,
    wanted: usize,
    most: usize,
    tolerance: f64,
    stage: &watch::Stage,
) -> Result<RitzPairs> {
    let n = deflated.0.rows();
    // Any start that no eigenvector is orthogonal to; golden steps repeat nothing.
    let start: Vec<f64> =
        (0..n).map(|i| ((i + 1) as f64 * 0.618_033_988_749_894_9).fract() - 0.5).collect();
    let mut basis = vec![unit(deflated.off_components(&start))];
    let (mut diagonal, mut below) = (Vec::new(), Vec::new());
    let most = most.min(n - deflated.0.components);
    let mut next_look = wanted + 10;
    loop {
        stage.advance(1)?;
        let last = &basis[basis.len() - 1];
        let mut next = operator(last);
        diagonal.push(dot(&next, last));
        for former in basis.iter().rev() {
            let along = dot(&next, former);
            next.iter_mut().zip(former).for_each(|(x, v)| *x -= along * v);
        }
        let length = dot(&next, &next).sqrt();
        let steps = diagonal.len();
        let ended = steps >= most || length < EXHAUSTED;
        if steps >= next_look || ended {
            next_look = steps + steps / 4;
            let tridiagonal = Mat::from_fn(steps, steps, |i, j| match i.abs_diff(j) {
                0 => diagonal[i],
                1 => below[i.min(j)],
                _ => 0.0,
            });
            let (values, vectors) = self_adjoint(tridiagonal.as_ref())?;
            let count = wanted.min(steps);
            let converged = length < EXHAUSTED
                || (steps - count..steps)
                    .all(|j| length * vectors[(steps - 1, j)].abs() < tolerance);
            if converged || ended {
                let leading = vectors.as_ref().reverse_cols().subcols(0, count);
                return Ok(RitzPairs {
                    values: values.iter().rev().take(count).copied().collect(),
                    vectors: combinations(&basis, leading),
                    is_converged: converged,
                });
            }
        }
        next.iter_mut().for_each(|x| *x /= length);
        below.push(length);
        basis.push(next);
    }
}

/// T_d of N, [−1, edge] mapped to [−1, 1], over its value at 1: at most that share below the edge, growing above it up to 1.
struct Filter {
    /// Middle and half length of the interval.
    interval: (f64, f64),
    degree: usize,
    /// T_d at eigenvalue 1.
    largest: f64,
}

impl Filter {
    /// A polynomial that damps what lies below the edge by [`DAMPED`] relative to eigenvalue 1.
    fn above(edge: f64) -> Self {
        let (middle, half) = interval(edge);
        let reach = ((1.0 - middle) / half).max(1.0).acosh();
        let degree = (DAMPED.acosh() / reach).ceil().clamp(2.0, MOST_DEGREES);
        Self { interval: (middle, half), degree: degree as usize, largest: (degree * reach).cosh() }
    }

    fn apply(&self, operator: &Deflated<'_>, x: &[f64]) -> Vec<f64> {
        let (middle, half) = self.interval;
        let mapped = |x: &[f64]| -> Vec<f64> {
            let mut out = vec![0.0; x.len()];
            operator.0.apply(x, &mut out);
            out.iter_mut().zip(x).for_each(|(out, x)| *out = (*out - middle * x) / half);
            out
        };
        // T_(j+1) = 2 L T_j − T_(j−1).
        let (mut former, mut current) = (x.to_vec(), mapped(x));
        for _ in 1..self.degree {
            let mut next = mapped(&current);
            next.iter_mut().zip(&former).for_each(|(next, former)| *next = 2.0 * *next - former);
            (former, current) = (current, next);
        }
        current.iter_mut().for_each(|x| *x /= self.largest);
        operator.off_components(&current)
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

    /// Eigenvalues of N itself, the Rayleigh quotients of the vectors, descending.
    fn eigenpairs(&self, found: &RitzPairs) -> Result<(Vec<f64>, Vec<f64>)> {
        let (n, m) = (self.0.rows(), found.values.len());
        let column = |j: usize| -> Vec<f64> { (0..n).map(|i| found.vectors[i * m + j]).collect() };
        let quotient = |j: usize| {
            let (v, mut out) = (column(j), vec![0.0; n]);
            self.0.apply(&v, &mut out);
            (dot(&v, &out) / dot(&v, &v), j)
        };
        let mut order: Vec<(f64, usize)> = (0..m).map(quotient).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let rows = found.vectors.chunks_exact(m.max(1));
        let vectors = rows.flat_map(|row| order.iter().map(|&(_, j)| row[j])).collect();
        Ok((order.iter().map(|&(value, _)| value).collect(), vectors))
    }

    /// x − U Uᵀ x.
    fn off_components(&self, x: &[f64]) -> Vec<f64> {
        let Adjacency { component, ones, .. } = self.0;
        let mut along = vec![0.0; self.0.components];
        (0..x.len()).for_each(|i| along[component[i]] += ones[i] * x[i]);
        (0..x.len()).map(|i| x[i] - ones[i] * along[component[i]]).collect()
    }
}
