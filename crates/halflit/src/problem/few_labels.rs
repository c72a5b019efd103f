//! A problem with few labels: a small change of its unlabel scatter, whose eigenpairs are shared by every fold, γ and
//! learner.
//!
//! With S(C^(α)) = Q Λ Qᵀ and G = Qᵀ Z_ℓᵀ, the labeled rows in those coordinates, S(C^ℓ) = G P Gᵀ and B^ℓ = G R Gᵀ, P and R
//! being the Laplacians D − C of the label costs over the labeled rows alone.

use std::sync::Arc;

use super::LabelPart;
use crate::constraint::LabelConstraint;
use crate::eigen::{Axes, LowRank, Solver, Span};
use crate::matrix::product;
use crate::space::UnlabelScatter;

/// The label part of one fold beside the unlabel scatter of one α.
#[derive(Debug, Clone)]
pub(super) struct FewLabels {
    pencil: LowRank,
    unlabel: Arc<UnlabelScatter>,
    /// Labeled rows that the part joins.
    labeled: usize,
    forced: bool,
}

impl FewLabels {
    /// Nothing where the dense solver is faster or asked for, or where the label cost reaches rows without a label. The
    /// eigenpairs of the unlabel scatter cost more than one dense solve, so that unless this solver is asked for they are
    /// used only where somebody has computed them for many solves.
    pub(super) fn new(
        part: &LabelPart,
        unlabel: &Arc<UnlabelScatter>,
        span: &Span,
        solver: Solver,
    ) -> Option<Self> {
        let forced = solver == Solver::LowRank;
        let spectrum = match solver {
            Solver::LowRank => unlabel.spectrum()?,
            Solver::Fastest => unlabel.known_spectrum()?,
            Solver::Dense | Solver::Partial => return None,
        };
        let labeled = joined_rows(part)?;
        if !forced && !LowRank::pays(span.rank(), labeled.len(), 1) {
            return None;
        }
        let p = part.cost.laplacian_between(&labeled)?;
        let r = match &part.constraint {
            LabelConstraint::Identity => None,
            LabelConstraint::Scatter(cost) => Some(cost.laplacian_between(&labeled)?),
        };
        let z = span.coordinates().gather(&labeled);
        let g = product(spectrum.vectors.transpose(), z.as_mat().transpose());
        let pencil = LowRank::new(&spectrum.values, g.as_ref(), &p, r.as_ref())?;
        Some(Self { pencil, unlabel: unlabel.clone(), labeled: labeled.len(), forced })
    }

    /// The axes for one γ and B = B^ℓ + βI, or nothing where they could not be proved.
    pub(super) fn smallest(&self, gamma: f64, beta: f64, d: usize, span: &Span) -> Option<Axes> {
        if !self.forced && !LowRank::pays(span.rank(), self.labeled, d) {
            return None;
        }
        let pairs = self.pencil.smallest(gamma, beta, d)?;
        Axes::from_pairs(&pairs, self.unlabel.spectrum()?.vectors.as_ref(), span.total())
    }
}

/// The rows that C^ℓ or B^ℓ joins.
fn joined_rows(part: &LabelPart) -> Option<Vec<usize>> {
    let mut rows = part.cost.joined_rows()?;
    if let LabelConstraint::Scatter(cost) = &part.constraint {
        rows.extend(cost.joined_rows()?);
        rows.sort_unstable();
        rows.dedup();
    }
    Some(rows)
}

/// Whether a search with so many labels will want the eigenpairs of the unlabel scatter.
pub(crate) fn few_labels_pay(part: &LabelPart, span: &Span, d: usize) -> bool {
    joined_rows(part).is_some_and(|rows| LowRank::pays(span.rank(), rows.len(), d))
}
