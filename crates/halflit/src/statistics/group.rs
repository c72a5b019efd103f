//! Weight, mean and scatter of some rows, and how two of them become one.

use crate::dense::Mat;

use crate::matrix::{RowMatrix, add_scaled, weighted_gram};

/// What PCA, FDA and MMC know of some rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GroupMoments {
    /// Σ w, the number of rows where none has a weight.
    pub(super) weight: f64,
    pub(super) mean: Vec<f64>,
    /// Σ w (x − mean)(x − mean)ᵀ.
    pub(super) scatter: Mat<f64>,
}

impl GroupMoments {
    /// Of a block of rows, one after the other, at least one; each counts once where there are no weights.
    pub(super) fn of(mut rows: Vec<f64>, columns: usize, weights: Option<Vec<f64>>) -> Self {
        let count = rows.len() / columns;
        let weight = weights.as_ref().map_or(count as f64, |own| own.iter().sum());
        // Deviations from the first row keep the digits that a distant origin would cost.
        let first = rows[..columns].to_vec();
        let mut sums = vec![0.0; columns];
        for (i, row) in rows.chunks_exact(columns).enumerate() {
            let own = weights.as_ref().map_or(1.0, |own| own[i]);
            let deviations = row.iter().zip(&first).map(|(value, first)| own * (value - first));
            sums.iter_mut().zip(deviations).for_each(|(sum, deviation)| *sum += deviation);
        }
        let mean: Vec<f64> = sums.iter().zip(&first).map(|(sum, x)| x + sum / weight).collect();
        for row in rows.chunks_exact_mut(columns) {
            row.iter_mut().zip(&mean).for_each(|(value, mean)| *value -= mean);
        }
        let centered = RowMatrix::new(rows, count, columns);
        Self { weight, mean, scatter: weighted_gram(&centered, weights.as_deref()) }
    }

    /// Takes other rows in (Chan, Golub and LeVeque, 1979): S = S_a + S_b + δ δᵀ w_a w_b/(w_a + w_b), δ the difference of the
    /// means.
    pub(super) fn merge(&mut self, other: &GroupMoments) {
        let weight = self.weight + other.weight;
        let shift: Vec<f64> = other.mean.iter().zip(&self.mean).map(|(b, a)| b - a).collect();
        add_scaled(&mut self.scatter, 1.0, other.scatter.as_ref());
        self.add_outer(&shift, self.weight * other.weight / weight);
        let share = other.weight / weight;
        self.mean.iter_mut().zip(&shift).for_each(|(mean, shift)| *mean += share * shift);
        self.weight = weight;
    }

    /// `scatter + factor · v vᵀ`.
    fn add_outer(&mut self, v: &[f64], factor: f64) {
        for (j, &right) in v.iter().enumerate() {
            for (i, &left) in v.iter().enumerate() {
                // The product first: so it is the same on both sides of the diagonal, to the last bit.
                self.scatter[(i, j)] += factor * (left * right);
            }
        }
    }
}
