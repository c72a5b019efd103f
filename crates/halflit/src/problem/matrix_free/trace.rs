//! Traces of scatters by sums of squares, so that what vanishes is 0.

use super::laplacian::{Laplacian, Part};
use crate::cost::ClassWise;
use crate::data::{Samples, weighed_square};
use crate::matrix::RowMatrix;
use crate::threads::*;

impl Laplacian {
    /// tr(F Xᵀ (D − C) X F), F the diagonal matrix of a factor for each column: a sum of squares, pair by pair or around class means.
    pub(super) fn trace(&self, samples: &Samples<'_>, mean: &[f64], by: Option<&[f64]>) -> f64 {
        self.terms.iter().map(|(factor, part)| factor * part.trace(samples, mean, by)).sum()
    }
}

impl Part {
    fn trace(&self, samples: &Samples<'_>, mean: &[f64], by: Option<&[f64]>) -> f64 {
        let far = |i: usize, j: usize| samples.weighed_distance(i, j, by);
        let n = samples.rows();
        match self {
            // Every edge is stored twice.
            Part::Edges { starts, joined } => sum_of(n, |i| {
                let after = joined[starts[i]..starts[i + 1]].iter().filter(|(j, _)| *j > i);
                after.map(|&(j, weight)| weight * far(i, j)).sum()
            }),
            Part::Classes(classes, _) => class_trace(classes, samples, by),
            Part::Blocks(blocks) => {
                let block = |(rows, weights): &(Vec<usize>, RowMatrix<'_>)| {
                    sum_of(rows.len(), |k| {
                        (k + 1..rows.len()).map(|l| weights.row(k)[l] * far(rows[k], rows[l])).sum()
                    })
                };
                blocks.iter().map(block).sum()
            }
            Part::EveryPair => n as f64 * sum_of(n, |i| weighed_square(&samples.row(i), mean, by)),
            Part::Dense(matrix) => {
                sum_of(n, |i| (i + 1..n).map(|j| matrix.row(i)[j] * far(i, j)).sum())
            }
        }
    }
}

/// Pairs within class k give n_k S_k, pairs across classes Σ_k (ℓ − n_k) S_k + ℓ S_b, as in `scatter.rs`.
fn class_trace(classes: &ClassWise, samples: &Samples<'_>, by: Option<&[f64]>) -> f64 {
    let mean = |rows: &mut dyn Iterator<Item = usize>| {
        let (mut sum, mut count) = (vec![0.0; samples.columns()], 0.0f64);
        let mut first: Option<Vec<f64>> = None;
        for i in rows {
            let row = samples.row(i);
            let first = first.get_or_insert_with(|| row.to_vec());
            let deviations = row.iter().zip(&*first).map(|(x, first)| x - first);
            sum.iter_mut().zip(deviations).for_each(|(sum, d)| *sum += d);
            count += 1.0;
        }
        let first = first.unwrap_or_else(|| vec![0.0; samples.columns()]);
        first
            .iter()
            .zip(&sum)
            .map(|(first, sum)| first + sum / count.max(1.0))
            .collect::<Vec<f64>>()
    };
    let labeled: usize = classes.rows_by_class.iter().map(Vec::len).sum();
    let overall = mean(&mut classes.rows_by_class.iter().flatten().copied());
    let parts =
        classes.rows_by_class.iter().zip(&classes.same).filter(|(rows, _)| !rows.is_empty());
    let of_class = |(rows, same): (&Vec<usize>, &f64)| {
        let (own, others) = (rows.len() as f64, (labeled - rows.len()) as f64);
        let center = mean(&mut rows.iter().copied());
        let within = sum_of(rows.len(), |k| weighed_square(&samples.row(rows[k]), &center, by));
        let across = own * labeled as f64 * weighed_square(&center, &overall, by);
        (same * own + classes.different * others) * within + classes.different * across
    };
    parts.map(of_class).sum()
}

/// Σ_i value(i), in parallel, added up in order.
pub(super) fn sum_of(n: usize, value: impl Fn(usize) -> f64 + Sync + Send) -> f64 {
    (0..n).into_par_iter().map(value).collect::<Vec<f64>>().iter().sum()
}
