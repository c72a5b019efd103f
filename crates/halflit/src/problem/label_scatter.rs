//! The scatters that labels ask for, in the coordinates of the span.

use faer::Mat;

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
}

impl LabelScatter {
    pub(crate) fn new(part: &LabelPart, span: &Span) -> Result<Self> {
        let z = span.coordinates();
        let constraint = match &part.constraint {
            LabelConstraint::Identity => ConstraintMatrix::Identity,
            LabelConstraint::Scatter(cost) => ConstraintMatrix::Matrix(scatter(cost, z)?.matrix),
        };
        Ok(Self { matrix: scatter(&part.cost, z)?.matrix, constraint })
    }

    /// tr(B^ℓ) where it is a scatter, else 0.
    pub(super) fn constraint_trace(&self) -> f64 {
        match &self.constraint {
            ConstraintMatrix::Matrix(matrix) => trace(matrix.as_ref()),
            ConstraintMatrix::Identity => 0.0,
        }
    }
}
