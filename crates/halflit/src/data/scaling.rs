//! Scaling of the input, learned from the training rows and repeated on new ones.

use serde::{Deserialize, Serialize};

use super::Samples;
use crate::error::{Error, Result};
use crate::names::named;

/// The scaling of samples, which comes before anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scaling {
    /// Nothing.
    #[default]
    None,
    /// Every column to mean 0 and standard deviation 1; a constant column to 0.
    Standard,
    /// Every column to the range 0 to 1; a constant column to 0.
    Minmax,
    /// Every row to length 1.
    Unit,
}

named!(Scaling, "scaling", {
    "none" => None, "as it is";
    "standard" => Standard, "every column to mean 0 and standard deviation 1";
    "minmax" => Minmax, "every column to the range 0 to 1";
    "unit" => Unit, "every row to length 1";
});

/// Numbers up to which scaled samples are written out, as single rows are then faster to come by; of more no second copy is
/// made.
const WRITTEN: usize = 1 << 23;

/// A scaling that has seen its data.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scaler {
    None,
    /// (x − offset) · factor.
    Columns {
        offset: Vec<f64>,
        factor: Vec<f64>,
    },
    Unit,
}

impl Scaling {
    /// Learns offsets and factors.
    pub(crate) fn learn(self, samples: &Samples<'_>) -> Scaler {
        match self {
            Scaling::None => Scaler::None,
            Scaling::Unit => Scaler::Unit,
            Scaling::Standard => {
                let spread = samples.variances().into_iter().map(f64::sqrt);
                let (offset, factor) = (samples.means(), spread.map(inverse).collect());
                Scaler::Columns { offset, factor }
            }
            Scaling::Minmax => {
                let (low, high) = ranges(samples);
                let factor = low.iter().zip(&high).map(|(low, high)| inverse(high - low)).collect();
                Scaler::Columns { offset: low, factor }
            }
        }
    }
}

impl Scaling {
    /// The scaler of rows that were summed elsewhere; nothing for a scaling that looks at more than means and variances.
    pub(crate) fn of_variances(self, mean: &[f64], variances: &[f64]) -> Option<Scaler> {
        match self {
            Scaling::None => Some(Scaler::None),
            Scaling::Standard => {
                let factor = variances.iter().map(|variance| inverse(variance.sqrt())).collect();
                Some(Scaler::Columns { offset: mean.to_vec(), factor })
            }
            Scaling::Minmax | Scaling::Unit => None,
        }
    }
}

impl Scaler {
    /// What a column is multiplied by after its offset was subtracted.
    pub(crate) fn columns(&self, count: usize) -> (Vec<f64>, Vec<f64>) {
        match self {
            Scaler::Columns { offset, factor } => (offset.clone(), factor.clone()),
            Scaler::None | Scaler::Unit => (vec![0.0; count], vec![1.0; count]),
        }
    }

    /// The samples, scaled; attached distances stay as they are.
    pub(crate) fn apply<'s>(&self, samples: &Samples<'s>) -> Result<Samples<'s>> {
        match self {
            Scaler::None => Ok(samples.clone()),
            Scaler::Unit => samples.of_unit_length(),
            Scaler::Columns { offset, .. } if offset.len() != samples.columns() => {
                Err(Error::ColumnCount { expected: offset.len(), found: samples.columns() })
            }
            Scaler::Columns { offset, factor } => {
                let scaled = samples.clone().scaled(offset, factor)?;
                let small = samples.rows() * samples.columns() <= WRITTEN && !samples.is_sparse();
                if small { scaled.changed(|_, _| Ok(())) } else { Ok(scaled) }
            }
        }
    }

    /// Undoes the scaling of columns.
    pub(crate) fn undo(&self, values: &mut [f64]) {
        if let Scaler::Columns { offset, factor } = self {
            for x in values.chunks_exact_mut(offset.len()) {
                let parts = x.iter_mut().zip(offset).zip(factor);
                parts.for_each(|((x, offset), factor)| *x = *x / factor + offset);
            }
        }
    }
}

/// 1/x, and 1 for a column that does not vary.
fn inverse(x: f64) -> f64 {
    if x > 0.0 { 1.0 / x } else { 1.0 }
}

/// Smallest and largest value of every column.
fn ranges(samples: &Samples<'_>) -> (Vec<f64>, Vec<f64>) {
    if let Some(csr) = samples.csr() {
        return samples.sparse_ranges(csr);
    }
    let (mut low, mut high) = (samples.row(0).into_owned(), samples.row(0).into_owned());
    for i in 1..samples.rows() {
        for ((low, high), &x) in low.iter_mut().zip(&mut high).zip(&*samples.row(i)) {
            *low = low.min(x);
            *high = high.max(x);
        }
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_columns_and_rows() -> Result<()> {
        let samples = Samples::from_rows(&[[1.0, 7.0, 0.0], [3.0, 7.0, 4.0]])?;
        let scaled = |scaling: Scaling| -> Result<Vec<f64>> {
            Ok(scaling.learn(&samples).apply(&samples)?.to_rows().into_values())
        };
        assert_eq!(scaled(Scaling::Standard)?, [-1.0, 0.0, -1.0, 1.0, 0.0, 1.0]);
        assert_eq!(scaled(Scaling::Minmax)?, [0.0, 0.0, 0.0, 1.0, 0.0, 1.0]);
        let unit = scaled(Scaling::Unit)?;
        assert!((unit[..3].iter().map(|v| v * v).sum::<f64>() - 1.0).abs() < 1e-15);
        let zero = Samples::from_rows(&[[0.0, 0.0]])?;
        assert_eq!(Scaler::Unit.apply(&zero), Err(Error::ZeroRow { row: 0 }));
        Ok(())
    }
}
