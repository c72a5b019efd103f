//! The scatters that labels ask for, in the coordinates of the span.

use crate::dense::Mat;

use super::LabelPart;
use crate::constraint::LabelConstraint;
use crate::eigen::{ConstraintMatrix, Span};
use crate::error::Result;
use crate::matrix::trace;
use crate::scatter::scatter;

/// S(C^ℓ) and B^ℓ in the span.
#[derive(Debug, Clone)]
pub(crate) struct LabelScatter {
    /// S(C^ℓ).
    pub(super) matrix: Mat<f64>,
    /// B^ℓ.
    pub(super) constraint: ConstraintMatrix,
    /// What one labeled row counts for in B^ℓ where that is a scatter.
    pub(super) weight: Option<f64>,
}

impl LabelScatter {
    pub(crate) fn new(part: &LabelPart, span: &Span) -> Result<Self> {
        let z = span.coordinates();
        let (constraint, weight) = match &part.constraint {
            LabelConstraint::Identity => (ConstraintMatrix::Identity, None),
            LabelConstraint::Scatter(cost) => {
                let found = scatter(cost, z)?;
                let degree = found.typical_degree(z);
                (ConstraintMatrix::Matrix(found.matrix), Some(degree))
            }
        };
        Ok(Self { matrix: scatter(&part.cost, z)?.matrix, constraint, weight })
    }

    /// tr(B^ℓ) where it is a scatter, else 0.
    pub(super) fn constraint_trace(&self) -> f64 {
        match &self.constraint {
            ConstraintMatrix::Matrix(matrix) => trace(matrix.as_ref()),
            ConstraintMatrix::Identity => 0.0,
        }
    }
}
