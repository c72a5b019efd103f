//! A problem with few labels: a small change of its unlabel scatter, whose eigenpairs are shared by every fold, γ and
//! learner.
//!
//! With S(C^(α)) = Q Λ Qᵀ and G = Qᵀ Z_ℓᵀ, the labeled rows in those coordinates, S(C^ℓ) = G P Gᵀ and B^ℓ = G R Gᵀ, P and R
//! being the Laplacians D − C of the label costs over the labeled rows alone.

use faer::Mat;

use super::scatters::Spectrum;
use super::{LabelPart, UnlabelScatter};
use crate::constraint::LabelBound;
use crate::eigen::{Axes, LowRank, Span};
use crate::matrix::product;

/// The label part of one fold beside the unlabel scatter of one α.
pub(crate) struct FewLabels<'s> {
    pencil: LowRank<'s>,
    spectrum: &'s Spectrum,
    total: &'s Mat<f64>,
}

impl<'s> FewLabels<'s> {
    /// Nothing where the dense solver is faster, or where the label cost reaches rows without a label.
    pub(crate) fn new(
        part: &LabelPart<'_>,
        labeled: &[usize],
        unlabel: &'s UnlabelScatter,
        span: &'s Span,
        dimension: usize,
    ) -> Option<Self> {
        if !LowRank::pays(span.rank(), labeled.len(), dimension) {
            return None;
        }
        let objective = part.cost.laplacian_between(labeled)?;
        let bound = match &part.bound {
            LabelBound::Identity => None,
            LabelBound::Scatter(cost) => Some(cost.laplacian_between(labeled)?),
        };
        let spectrum = unlabel.spectrum()?;
        let rows = span.coordinates().gather(labeled);
        let factor = product(spectrum.vectors.transpose(), rows.as_mat().transpose());
        let pencil = LowRank::new(&spectrum.values, factor.as_ref(), &objective, bound.as_ref())?;
        Some(Self { pencil, spectrum, total: span.total() })
    }

    /// The axes for one γ and B = B^ℓ + βI, or nothing where they could not be proved.
    pub(super) fn smallest(&self, gamma: f64, beta: f64, dimension: usize) -> Option<Axes> {
        let pairs = self.pencil.smallest(gamma, beta, dimension)?;
        Axes::from_pairs(&pairs, self.spectrum.vectors.as_ref(), self.total)
    }
}
