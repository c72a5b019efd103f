//! How often rows count: a row of weight 2 is that row twice.

use std::sync::Arc;

use super::Samples;
use crate::error::{Error, Result};
use crate::memory::check_rows;

impl<'a> Samples<'a> {
    /// Says how often every row counts, in whatever is learned: a row of weight 2 is that row twice. Weights of 1 throughout are
    /// none.
    ///
    /// Any number above 0 is allowed: sums are weighed, and where rows are counted, such as the k nearest, their weights are
    /// added up. Weights are numbers of rows and no shares of them: three weights of ⅓ are one row, not three.
    ///
    /// ```
    /// use halflit::Samples;
    ///
    /// let samples = Samples::from_rows(&[[1.0], [4.0]])?.with_weights(vec![2.0, 1.0])?;
    /// assert_eq!(samples.means(), [2.0]);
    /// # Ok::<(), halflit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::WeightCount`] where there is not one weight per row, [`Error::BadWeight`] where one is not finite or not above 0.
    pub fn with_weights(mut self, weights: Vec<f64>) -> Result<Self> {
        if weights.len() != self.rows() {
            return Err(Error::WeightCount { rows: self.rows(), weights: weights.len() });
        }
        let is_bad = |weight: &f64| !weight.is_finite() || *weight <= 0.0;
        if let Some(row) = weights.iter().position(is_bad) {
            return Err(Error::BadWeight { row, value: weights[row] });
        }
        self.weights = weights.iter().any(|&weight| weight != 1.0).then(|| weights.into());
        Ok(self)
    }

    /// The weight of every row; nothing where each counts once.
    pub fn weights(&self) -> Option<&[f64]> {
        self.weights.as_deref()
    }

    /// The weight of row `i`.
    pub fn weight(&self, i: usize) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights[i])
    }

    /// n, every row counted as often as it counts.
    pub(crate) fn total_weight(&self) -> f64 {
        self.weights.as_ref().map_or(self.rows() as f64, |weights| weights.iter().sum())
    }

    /// The weights, shared.
    pub(crate) fn shared_weights(&self) -> Option<Arc<[f64]>> {
        self.weights.clone()
    }

    /// These samples with the weights of others, of as many rows.
    pub(crate) fn weighed_like(mut self, other: &Samples<'_>) -> Self {
        self.weights = other.shared_weights();
        self
    }

    /// The weights of some rows.
    pub(super) fn gathered_weights(&self, rows: &[usize]) -> Option<Arc<[f64]>> {
        let weights = self.weights.as_ref()?;
        Some(rows.iter().map(|&i| weights[i]).collect())
    }

    /// Where every row would be found if it were written as often as it counts: first all rows as they are, then the copies.
    /// Nothing where each counts once.
    ///
    /// # Errors
    /// [`Error::FractionalWeight`] where a weight is no whole number, [`Error::Memory`] where so many rows do not fit; `what`
    /// asks.
    pub(crate) fn copies(&self, what: &'static str) -> Result<Option<Vec<usize>>> {
        let Some(weights) = self.weights() else { return Ok(None) };
        if let Some(row) = weights.iter().position(|weight| weight.fract() != 0.0) {
            return Err(Error::FractionalWeight { what, row, value: weights[row] });
        }
        let stored = self.stored_numbers().map(|stored| 12.0 * stored as f64 / self.rows() as f64);
        let bytes_a_row = stored.unwrap_or(8.0 * self.columns() as f64) + 16.0;
        check_rows(what, self.total_weight(), bytes_a_row, "give smaller weights")?;
        let mut rows: Vec<usize> = (0..self.rows()).collect();
        for (row, &weight) in weights.iter().enumerate() {
            rows.resize(rows.len() + weight as usize - 1, row);
        }
        Ok(Some(rows))
    }

    /// These samples, each row counting once.
    pub(crate) fn unweighed(mut self) -> Self {
        self.weights = None;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_checked_and_travel_with_their_rows() -> Result<()> {
        let samples = Samples::from_rows(&[[0.0], [1.0], [2.0]])?;
        let with = |weights: &[f64]| samples.clone().with_weights(weights.to_vec());
        assert_eq!(with(&[1.0, 2.0]), Err(Error::WeightCount { rows: 3, weights: 2 }));
        assert_eq!(with(&[1.0, 0.0, 1.0]), Err(Error::BadWeight { row: 1, value: 0.0 }));
        assert!(matches!(with(&[1.0, 1.0, f64::NAN]), Err(Error::BadWeight { row: 2, .. })));
        assert_eq!(with(&[1.0; 3])?, samples, "weights of 1 are none");
        let weighed = with(&[3.0, 1.0, 2.0])?;
        assert_ne!(weighed, samples);
        assert_eq!(weighed.gather(&[2, 0]).weights(), Some(&[2.0, 3.0][..]));
        assert_eq!(weighed.copies("a test")?, Some(vec![0, 1, 2, 0, 0, 2]));
        let half = with(&[0.5, 1.0, 1.0])?.copies("a test");
        assert_eq!(half, Err(Error::FractionalWeight { what: "a test", row: 0, value: 0.5 }));
        Ok(())
    }
}
