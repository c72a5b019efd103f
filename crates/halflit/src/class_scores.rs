//! Scores of classes that are linear in the subspace, and the probabilities that they stand for.

use crate::elementary::exp;
use crate::error::{Error, Result};
use crate::graph::exp_nonpositive;
use crate::matrix::{RowMatrix, tall_product};
use crate::threads::*;

/// Rows that one thread takes at least.
const ROWS_AT_ONCE: usize = 256;

/// s_c(z) = ⟨w_c, z⟩ + b_c; the probability of class c is softmax(β s)_c, averaged over what β may be.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ClassScores {
    /// The classes that have a score, ascending.
    pub(crate) classes: Vec<usize>,
    /// w: one row for each of them.
    pub(crate) weights: RowMatrix<'static>,
    /// b: what is expected of a class before a row is seen.
    pub(crate) offsets: Vec<f64>,
    /// β, and how likely each is: rows of two.
    pub(crate) sharpness: RowMatrix<'static>,
}

impl ClassScores {
    /// For every point the class of the largest score, of equal ones the first, and the probabilities of `class_count` classes.
    pub(crate) fn elect(
        &self,
        points: &RowMatrix<'_>,
        class_count: usize,
    ) -> Result<(Vec<usize>, RowMatrix<'static>)> {
        let (expected, found) = (self.weights.columns(), points.columns());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        let scores = tall_product(points, self.weights.as_mat().transpose());
        let mut probabilities = vec![0.0; points.rows() * class_count];
        let room = || [(); 3].map(|()| vec![0.0; self.classes.len()]);
        let elect = |[own, sums, powers]: &mut [Vec<f64>; 3], (i, row): (usize, &mut [f64])| {
            let parts = scores.row(i).iter().zip(&self.offsets);
            own.iter_mut().zip(parts).for_each(|(own, (s, b))| *own = s + b);
            self.probabilities(own, sums, powers);
            self.classes.iter().zip(&*sums).for_each(|(&class, p)| row[class] = *p);
            self.classes[largest(own)]
        };
        let rows = probabilities.par_chunks_exact_mut(class_count).enumerate();
        let elected = rows.with_min_len(ROWS_AT_ONCE).map_init(room, elect).collect();
        Ok((elected, RowMatrix::new(probabilities, points.rows(), class_count)))
    }

    /// The place of the largest score, offsets included, and the probabilities of all.
    pub(crate) fn shares(&self, scores: &[f64]) -> (usize, Vec<f64>) {
        let (mut sums, mut powers) = (vec![0.0; scores.len()], vec![0.0; scores.len()]);
        self.probabilities(scores, &mut sums, &mut powers);
        (largest(scores), sums)
    }

    /// The probability of every class that has a score, averaged over what β may be: into `sums`. This is most of the work where rows are
    /// many, so that nothing is allocated, and the exponential is one that compilers vectorise.
    fn probabilities(&self, scores: &[f64], sums: &mut [f64], powers: &mut [f64]) {
        let highest = scores[largest(scores)];
        sums.fill(0.0);
        for option in self.sharpness.values().chunks_exact(2) {
            let (beta, share) = (option[0], option[1]);
            for (power, score) in powers.iter_mut().zip(scores) {
                *power = exp_nonpositive(beta * (score - highest));
            }
            let factor = share / powers.iter().sum::<f64>();
            sums.iter_mut().zip(&*powers).for_each(|(sum, power)| *sum += factor * power);
        }
    }
}

/// The place of the largest, of equal ones the first.
fn largest(scores: &[f64]) -> usize {
    (1..scores.len()).fold(0, |best, next| if scores[next] > scores[best] { next } else { best })
}

/// exp(β s_c)/Σ exp(β s).
pub(crate) fn softmax(scores: &[f64], beta: f64) -> Vec<f64> {
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|s| exp(beta * (s - largest))).collect();
    let total: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / total).collect()
}
