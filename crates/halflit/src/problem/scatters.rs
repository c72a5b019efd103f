//! The scatters of a problem in the coordinates of the span.

use std::sync::OnceLock;

use faer::Mat;

use super::LabelPart;
use crate::constraint::LabelBound;
use crate::cost::Cost;
use crate::eigen::{Bound, Span, self_adjoint};
use crate::error::Result;
use crate::matrix::trace;
use crate::scatter::{Scatter, power_scatters, scatter};

/// S(C^ℓ) and B^ℓ in the span.
#[derive(Debug, Clone)]
pub(crate) struct LabelScatter {
    pub(super) cost: Mat<f64>,
    pub(super) bound: Bound,
}

impl LabelScatter {
    pub(crate) fn new(part: &LabelPart<'_>, span: &Span) -> Result<Self> {
        let z = span.coordinates();
        let bound = match &part.bound {
            LabelBound::Identity => Bound::Identity,
            LabelBound::Scatter(cost) => Bound::Matrix(scatter(cost, z)?.laplacian),
        };
        Ok(Self { cost: scatter(&part.cost, z)?.laplacian, bound })
    }
}

/// S(C^(α)) and Xᵀ D^(α) X in the span.
#[derive(Debug, Clone)]
pub(crate) struct UnlabelScatter {
    pub(super) cost: Mat<f64>,
    /// Where the constraint has degrees.
    pub(super) degree: Option<Mat<f64>>,
    /// Found when it is first wanted.
    spectrum: OnceLock<Option<Spectrum>>,
}

/// All eigenpairs of S(C^(α)), ascending.
#[derive(Debug, Clone)]
pub(super) struct Spectrum {
    pub(super) values: Vec<f64>,
    /// One a column.
    pub(super) vectors: Mat<f64>,
}

impl UnlabelScatter {
    /// Whether it is something to keep small, unlike the variance in SELF.
    pub(crate) fn is_cost(&self) -> bool {
        trace(self.cost.as_ref()) > 0.0
    }

    /// All eigenpairs, computed once; nothing where that did not converge.
    pub(super) fn spectrum(&self) -> Option<&Spectrum> {
        let compute = || {
            let (values, vectors) = self_adjoint(self.cost.as_ref()).ok()?;
            Some(Spectrum { values, vectors })
        };
        self.spectrum.get_or_init(compute).as_ref()
    }
}

/// One for each power, all-pairs graphs in a single pass; Xᵀ D^(α) X if it is wanted.
pub(crate) fn unlabel_scatters(
    cost: &Cost<'_>,
    span: &Span,
    alphas: &[f64],
    degrees: bool,
) -> Result<Vec<UnlabelScatter>> {
    let z = span.coordinates();
    let finish = |scatter: Scatter| {
        let degree = degrees.then(|| scatter.degree_scatter(z));
        UnlabelScatter { cost: scatter.laplacian, degree, spectrum: OnceLock::new() }
    };
    Ok(power_scatters(cost, z, alphas)?.into_iter().map(finish).collect())
}
