//! The scatters that labels ask for, in the coordinates of the span.

use faer::Mat;

use super::LabelPart;
use crate::constraint::LabelConstraint;
use crate::eigen::{ConstraintMatrix, Span};
use crate::error::Result;
use crate::matrix::trace;
use crate::scatter::{Scatter, scatter};

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
                let Scatter { matrix, degrees } = scatter(cost, z)?;
                (ConstraintMatrix::Matrix(matrix), Some(typical(&degrees)))
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

/// Σ d² / Σ d: the degree of a row, rows counting by their degrees, so that neither rows without an edge nor the unit of the
/// weights matter. 1 where no row has an edge.
pub(super) fn typical(degrees: &[f64]) -> f64 {
    let sum: f64 = degrees.iter().sum();
    let squares: f64 = degrees.iter().map(|d| d * d).sum();
    if sum > 0.0 && squares > 0.0 { squares / sum } else { 1.0 }
}
