//! The leading eigenpairs of a large N, by the method of Lanczos in rounds.
//!
//! Every round spans a short Krylov space. Eigenvectors that it holds are taken out of N, and what is known of the others tells the
//! next round what to look for: it works on a Chebyshev polynomial of N that is small below the wanted eigenvalues. So a few products
//! with the sparse N take the place of many basis vectors, each of which would have to be kept orthogonal to all others.
//!
//! Of a multiple eigenvalue, as lattices have them, one round finds one vector.

use crate::dense::{Mat, MatRef};

use super::adjacency::{Adjacency, TASK};
use super::deflated::{Deflated, dot, take_out};
use super::filter::Filter;
use crate::eigen::self_adjoint;
use crate::error::Result;
use crate::lanes::wide;
use crate::threads::*;
use crate::watch::{self, Stage};

/// Eigenvectors are found to this residual, or as well as so many steps can.
const TOLERANCE: f64 = 1e-9;
const MOST_STEPS: usize = 600;
/// Where the wanted eigenvalues begin, as a first guess: that of the graph of a few thousand near rows.
const FIRST_EDGE: f64 = 0.7;
/// Eigenvalues behind the wanted ones: the filter begins below them, so that there is a gap between what is wanted and what is not.
const BEHIND: usize = 10;
/// Steps of a round beyond the wanted eigenvalues.
const MORE_STEPS: usize = 30;
/// A next basis vector this short is rounding: the Krylov space is exhausted.
const EXHAUSTED: f64 = 1e-10;

/// So many eigenvalues below 1, descending, and their eigenvectors, row after row; fewer where the Krylov space ends before.
pub(super) fn leading(adjacency: &Adjacency, wanted: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    let n = adjacency.rows();
    let mut operator = Deflated::new(adjacency);
    let stage = watch::stage("eigenmaps", MOST_STEPS);
    // Any start that no eigenvector is orthogonal to; golden steps repeat nothing.
    let mut start: Vec<f64> =
        (0..n).map(|i| ((i + 1) as f64 * 0.618_033_988_749_894_9).fract() - 0.5).collect();
    let (mut filter, mut values, mut steps) = (Filter::between(FIRST_EDGE, 1.0), Vec::new(), 0);
    let mut edge = -1.0;
    loop {
        let left = wanted - operator.found.len();
        let most = (left + MORE_STEPS).min(n - adjacency.components - operator.found.len());
        let space = Space::of(&operator, &filter, start, most, &stage)?;
        steps += space.steps;
        let mut pairs = space.pairs(&operator, left + BEHIND)?;
        let done = match space.is_exhausted || steps >= MOST_STEPS {
            true => left.min(pairs.len()),
            false => pairs.iter().take(left).take_while(|pair| pair.residual < TOLERANCE).count(),
        };
        let rest = pairs.split_off(done);
        for RitzPair { value, vector, .. } in pairs {
            values.push(value);
            operator.found.push(vector);
        }
        let ends = done == left || space.is_exhausted || steps >= MOST_STEPS;
        let (Some(first), Some(last), false) = (rest.first(), rest.last(), ends) else {
            return Ok(sorted(&values, &operator.found));
        };
        // Ritz values are never above the eigenvalues that they stand for, so that every round finds a better edge.
        edge = last.value.max(edge).min(first.value);
        filter = Filter::between(edge, first.value + first.residual);
        start = (0..n).map(|i| rest.iter().map(|pair| pair.vector[i]).sum()).collect();
    }
}

/// Largest first, vectors row after row.
fn sorted(values: &[f64], vectors: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
    let n = vectors.first().map_or(0, Vec::len);
    let rows = (0..n).flat_map(|i| order.iter().map(move |&j| vectors[j][i])).collect();
    (order.iter().map(|&j| values[j]).collect(), rows)
}

/// A unit vector, its Rayleigh quotient θ, and ‖N v − θ v‖.
struct RitzPair {
    value: f64,
    vector: Vec<f64>,
    residual: f64,
}

/// A Krylov space.
struct Space {
    basis: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
    below: Vec<f64>,
    steps: usize,
    is_exhausted: bool,
}

impl Space {
    /// Of a filter of N.
    fn of(
        operator: &Deflated<'_>,
        filter: &Filter,
        start: Vec<f64>,
        most: usize,
        stage: &Stage,
    ) -> Result<Self> {
        let mut basis = vec![unit(operator.off(start))];
        let (mut diagonal, mut below) = (Vec::new(), Vec::new());
        loop {
            stage.advance(1)?;
            let last = &basis[basis.len() - 1];
            let mut next = filter.apply(operator, last);
            diagonal.push(dot(&next, last));
            take_out(&mut next, basis.iter().rev());
            let length = dot(&next, &next).sqrt();
            let (steps, is_exhausted) = (diagonal.len(), length < EXHAUSTED);
            if steps >= most || is_exhausted {
                return Ok(Self { basis, diagonal, below, steps, is_exhausted });
            }
            next.iter_mut().for_each(|x| *x /= length);
            below.push(length);
            basis.push(next);
        }
    }

    /// What it knows of the largest eigenvalues, the largest first.
    fn pairs(&self, operator: &Deflated<'_>, wanted: usize) -> Result<Vec<RitzPair>> {
        let tridiagonal = Mat::from_fn(self.steps, self.steps, |i, j| match i.abs_diff(j) {
            0 => self.diagonal[i],
            1 => self.below[i.min(j)],
            _ => 0.0,
        });
        let (_, vectors) = self_adjoint(tridiagonal.as_ref())?;
        let leading = vectors.as_ref().reverse_cols().subcols(0, wanted.min(self.steps));
        let pair = |vector: Vec<f64>| {
            let vector = unit(vector);
            let mut image = operator.apply(&vector);
            let value = dot(&vector, &image);
            image.iter_mut().zip(&vector).for_each(|(x, v)| *x -= value * v);
            RitzPair { value, vector, residual: dot(&image, &image).sqrt() }
        };
        Ok(self.combined(leading).into_iter().map(pair).collect())
    }

    /// Sums of basis vectors, one for each column of coefficients.
    fn combined(&self, coefficients: MatRef<'_, f64>) -> Vec<Vec<f64>> {
        let (n, count) = (self.basis[0].len(), coefficients.ncols());
        let sum = |j: usize| {
            let mut sum = vec![0.0; n];
            sum.par_chunks_mut(TASK).enumerate().for_each(|(task, sum)| {
                wide!(|| {
                    for (step, vector) in self.basis.iter().enumerate() {
                        let c = coefficients[(step, j)];
                        let part = &vector[task * TASK..];
                        sum.iter_mut().zip(part).for_each(|(sum, x)| *sum += c * x);
                    }
                });
            });
            sum
        };
        (0..count).map(sum).collect()
    }
}

fn unit(mut x: Vec<f64>) -> Vec<f64> {
    let length = dot(&x, &x).sqrt();
    x.iter_mut().for_each(|v| *v /= length);
    x
}
