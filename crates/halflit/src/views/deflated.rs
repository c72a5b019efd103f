//! N without the eigenvectors that are known.

use super::adjacency::{Adjacency, TASK};
use super::slices::Slices;
use crate::lanes::wide;
use crate::threads::*;

/// N seen where no known eigenvector reaches: those of eigenvalue 1, one per component, and those that were found.
#[derive(Debug)]
pub(super) struct Deflated<'a> {
    pub(super) adjacency: &'a Adjacency,
    pub(super) slices: Slices,
    /// Orthonormal eigenvectors behind those of the components.
    pub(super) found: Vec<Vec<f64>>,
}

impl<'a> Deflated<'a> {
    pub(super) fn new(adjacency: &'a Adjacency) -> Self {
        Self { adjacency, slices: Slices::of(adjacency), found: Vec::new() }
    }

    /// (N + I)/2 x.
    pub(super) fn shifted(&self, x: Vec<f64>) -> Vec<f64> {
        let mut out = self.apply(&x);
        out.iter_mut().zip(&x).for_each(|(out, x)| *out = 0.5 * (*out + x));
        self.off(out)
    }

    /// N x.
    pub(super) fn apply(&self, x: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; x.len()];
        self.slices.apply(x, &mut out, |_, product, _| product);
        out
    }

    /// x − V Vᵀ x for all known eigenvectors V.
    pub(super) fn off(&self, mut x: Vec<f64>) -> Vec<f64> {
        let Adjacency { component, ones, .. } = self.adjacency;
        let mut along = vec![0.0; self.adjacency.components];
        (0..x.len()).for_each(|i| along[component[i]] += ones[i] * x[i]);
        (0..x.len()).for_each(|i| x[i] -= ones[i] * along[component[i]]);
        take_out(&mut x, self.found.iter());
        x
    }
}

/// Takes orthonormal vectors out of another, one after the other.
pub(super) fn take_out<'v>(x: &mut [f64], vectors: impl Iterator<Item = &'v Vec<f64>>) {
    for vector in vectors {
        let along = dot(x, vector);
        let take = |(x, vector): (&mut [f64], &[f64])| {
            wide!(|| {
                x.iter_mut().zip(vector).for_each(|(x, v)| *x -= along * v);
            });
        };
        match x.len() <= TASK {
            true => take((x, vector)),
            false => x.par_chunks_mut(TASK).zip(vector.par_chunks(TASK)).for_each(take),
        }
    }
}

/// ⟨a, b⟩: the sums of fixed parts, in order.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let part = |(a, b): (&[f64], &[f64])| wide!(|| short_dot(a, b));
    if a.len() <= TASK {
        return part((a, b));
    }
    let parts: Vec<f64> = a.par_chunks(TASK).zip(b.par_chunks(TASK)).map(part).collect();
    parts.iter().sum()
}

/// Eight sums at once: the order is fixed, and the processor need not wait for one to finish.
#[inline(always)]
fn short_dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_whole, a_rest) = a.as_chunks::<8>();
    let (b_whole, b_rest) = b.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (a, b) in a_whole.iter().zip(b_whole) {
        (0..8).for_each(|k| sums[k] += a[k] * b[k]);
    }
    sums.iter().sum::<f64>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f64>()
}
