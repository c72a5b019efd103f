//! B, the constraint A B Aᵀ = I: what the scale of an axis is measured by.

use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, check_symmetric};
use crate::names::unknown_name;

/// The constraint B and its parts.
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

impl FromStr for Constraint {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let found = Self::TABLE.iter().find(|(known, ..)| *known == name);
        let names = Self::TABLE.iter().map(|(known, ..)| *known);
        found.map(|(_, own, _)| own.clone()).ok_or_else(|| unknown_name("constraint", name, names))
    }
}

impl Constraint {
    /// Every constraint that has a name, and what it means.
    pub const TABLE: &'static [(&'static str, Constraint, &'static str)] = &[
        ("identity", Constraint::Identity, "the identity: the length of the axis itself"),
        ("label", Constraint::Label, "that of the label cost"),
        ("degree", Constraint::Degree, "the degrees of the unlabel cost, as in LPP"),
        ("blended", Constraint::Blended, "that of the label cost plus γ times the degrees"),
    ];

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
pub enum LabelConstraint {
    /// I.
    Identity,
    /// S(C), the scatter of a cost.
    Scatter(Cost<'static>),
}
