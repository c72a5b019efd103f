//! The fitted linear map: mean, axes, eigenvalues, axis weights.

use crate::dense::MatRef;
use serde::{Deserialize, Serialize};

use crate::data::Samples;
use crate::eigen::pseudo_inverse;
use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, tall_product};
use crate::names::named;

/// T, the weight of each axis (paper, remark 1). λ is negative for the useful axes of DNE, MFA and LFDA, hence |λ|
/// where the paper writes λ.
///
/// For LPP √|λ| gives the best axis, the one of smallest λ, the least weight; and it is not monotone where
/// eigenvalues have both signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AxisWeights {
    /// 1: axes as they are, a B aᵀ = 1.
    #[default]
    Identity,
    /// 1/‖a‖: every axis of unit length.
    Unit,
    /// √|λ|.
    Sqrt,
    /// √|λ|/‖a‖.
    UnitSqrt,
}

named!(AxisWeights, "axis weighting", {
    "identity" => Identity, "axes as the constraint makes them";
    "unit" => Unit, "every axis of length 1";
    "sqrt" => Sqrt, "times the root of the eigenvalue's magnitude";
    "unit-sqrt" => UnitSqrt, "length 1, times the root of the eigenvalue's magnitude";
});

impl AxisWeights {
    /// T_jj for an axis of this eigenvalue and length.
    pub(crate) fn weight(self, eigenvalue: f64, length: f64) -> f64 {
        match self {
            AxisWeights::Identity => 1.0,
            AxisWeights::Unit => 1.0 / length,
            AxisWeights::Sqrt => eigenvalue.abs().sqrt(),
            AxisWeights::UnitSqrt => eigenvalue.abs().sqrt() / length,
        }
    }
}

/// z = T A (x − mean) (paper, eqs. 4 and 5).
#[derive(Debug, Clone, PartialEq)]
pub struct Projection {
    mean: Vec<f64>,
    components: RowMatrix<'static>,
}

impl Projection {
    /// From d0 × d axes.
    pub(crate) fn new(mean: Vec<f64>, axes: MatRef<'_, f64>) -> Self {
        Self { mean, components: RowMatrix::from_mat(axes.transpose()) }
    }

    /// From stored parts.
    pub(crate) fn from_parts(mean: Vec<f64>, components: RowMatrix<'static>) -> Self {
        Self { mean, components }
    }

    /// The mean of the training rows, d0.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// T A: d × d0, one axis per row.
    pub fn components(&self) -> &RowMatrix<'static> {
        &self.components
    }

    /// Maps samples into the subspace: n × d.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where the samples have other columns.
    pub fn transform(&self, samples: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let (expected, found) = (self.mean.len(), samples.columns());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        Ok(samples.centered_product(&self.mean, self.components.as_mat().transpose()))
    }

    /// mean + z (T A)⁺, the pseudo-inverse.
    pub(crate) fn inverse_transform(&self, points: &RowMatrix<'_>) -> Result<RowMatrix<'static>> {
        let (expected, found) = (self.components.rows(), points.columns());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        let inverse = pseudo_inverse(self.components.as_mat())?;
        let samples = tall_product(points, inverse.as_ref());
        let (rows, columns) = (samples.rows(), samples.columns());
        let mut values = samples.into_values();
        for row in values.chunks_exact_mut(columns) {
            row.iter_mut().zip(&self.mean).for_each(|(value, mean)| *value += mean);
        }
        Ok(RowMatrix::new(values, rows, columns))
    }
}
