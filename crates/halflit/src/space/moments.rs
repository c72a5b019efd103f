//! Means and variances of the columns, which tell what a span would without being one.

use crate::data::Samples;

/// A column whose deviation from its mean is below this share of its length is constant but for rounding.
const CONSTANT: f64 = 1e-14;

/// Of every column its mean and variance.
#[derive(Debug)]
pub(crate) struct ColumnMoments {
    pub(crate) mean: Vec<f64>,
    /// Divided by n; 0 for a column that is constant but for rounding.
    variances: Vec<f64>,
    /// How many columns vary.
    pub(crate) varying: usize,
}

impl ColumnMoments {
    pub(super) fn of(samples: &Samples<'_>) -> Self {
        let (mean, mut variances) = (samples.means(), samples.variances());
        for (variance, mean) in variances.iter_mut().zip(&mean) {
            if *variance <= CONSTANT * CONSTANT * (*variance + mean * mean) {
                *variance = 0.0;
            }
        }
        let varying = variances.iter().filter(|variance| **variance > 0.0).count();
        Self { mean, variances, varying }
    }

    /// V^(−½), 0 for a column that does not vary.
    pub(crate) fn inverse_deviations(&self) -> Vec<f64> {
        let inverse = |v: &f64| if *v > 0.0 { 1.0 / v.sqrt() } else { 0.0 };
        self.variances.iter().map(inverse).collect()
    }
}
