//! B, the constraint A B Aᵀ = I: what the scale of an axis is measured by.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cost::{Cost, check_symmetric};
use crate::error::Result;
use crate::matrix::RowMatrix;

/// How B is put together.
///
/// | choice | B |
/// |---|---|
/// | `Identity` | I |
/// | `Label` | B^ℓ, that of the supervised part (the paper's) |
/// | `Degree` | Xᵀ D^(α) X, X centred, D the degrees of the unlabel cost (LPP's) |
/// | `Blended` | B^ℓ + γ Xᵀ D^(α) X |
/// | `Given` | a symmetric d0 × d0 matrix |
///
/// With `Blended`, γ → 0 gives the supervised learner and γ → ∞ gives LPP*, objective and constraint both.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Constraint {
    /// I.
    Identity,
    /// B^ℓ.
    #[default]
    Label,
    /// Xᵀ D^(α) X.
    Degree,
    /// B^ℓ + γ Xᵀ D^(α) X.
    Blended,
    /// The user's own.
    #[serde(skip)]
    Given(Arc<RowMatrix<'static>>),
}

impl Constraint {
    /// A symmetric positive semidefinite d0 × d0 matrix, row after row.
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape), [`Error::NotSymmetric`](crate::Error::NotSymmetric),
    /// [`Error::NotFinite`](crate::Error::NotFinite).
    pub fn given(values: Vec<f64>, columns: usize) -> Result<Self> {
        check_symmetric("the constraint matrix", &values, columns)?;
        Ok(Constraint::Given(Arc::new(RowMatrix::new(values, columns, columns))))
    }
}

/// B^ℓ, the constraint of a supervised part.
#[derive(Debug, Clone, PartialEq)]
pub enum LabelBound<'a> {
    /// I.
    Identity,
    /// S(C), the scatter of a cost.
    Scatter(Cost<'a>),
}

/// ε = factor · trace(B)/r for supervised learners whose B may be singular.
pub(crate) const SUPERVISED_RIDGE: f64 = 1e-6;
/// Every B but the identity gets at least this share of its mean diagonal.
pub(crate) const SMALLEST_RIDGE: f64 = 1e-12;
