//! A problem with few labels: a small change of its unlabel scatter, whose eigenpairs are shared by every fold, γ and
//! learner.
//!
//! With S(C^(α)) = Q Λ Qᵀ and G = Qᵀ Z_ℓᵀ, the labeled rows in those coordinates, S(C^ℓ) = G P Gᵀ and B^ℓ = G R Gᵀ, P and R
//! being the Laplacians D − C of the label costs over the labeled rows alone. Where B^ℓ is shrunk by columns, Q is orthonormal
//! with respect to M and not to I.

use std::sync::{Arc, OnceLock};

use crate::dense::Mat;

use super::shrinkage::Multiple;
use super::{LabelPart, Problem, RidgeChoice, RidgeRule, Solve};
use crate::constraint::{Constraint, LabelConstraint};
use crate::eigen::{Axes, ConstraintMatrix, Extent, LowRank, Solver, Span};
use crate::matrix::product;
use crate::space::UnlabelScatter;
use crate::threads::*;

/// The label part of one fold beside the unlabel scatter of one α.
#[derive(Debug, Clone)]
pub(super) struct FewLabels {
    part: LabelPart,
    unlabel: Arc<UnlabelScatter>,
    /// Labeled rows that the part joins.
    labeled: Vec<usize>,
    forced: bool,
    /// Beside a multiple of I, and of M, each found when it is first wanted.
    pencils: [OnceLock<Option<LowRank>>; 2],
}

impl FewLabels {
    /// Nothing where the dense solver is faster or asked for, where the label cost reaches rows without a label, or where rows
    /// have weights.
    pub(super) fn new(
        part: &LabelPart,
        unlabel: &Arc<UnlabelScatter>,
        span: &Span,
        solver: Solver,
    ) -> Option<Self> {
        let forced = match solver {
            Solver::LowRank => true,
            Solver::Fastest => false,
            Solver::Dense | Solver::Partial | Solver::MatrixFree => return None,
        };
        // Laplacians between labeled rows do not know how often rows count.
        if span.coordinates().weights().is_some() {
            return None;
        }
        let labeled = joined_rows(part)?;
        if !forced && !LowRank::pays(span.rank(), labeled.len(), 1) {
            return None;
        }
        let (part, unlabel, pencils) = (part.clone(), unlabel.clone(), Default::default());
        Some(Self { part, unlabel, labeled, forced, pencils })
    }

    /// The axes for one γ and B = B^ℓ with a ridge, or nothing where the dense solver is faster or they could not be proved.
    /// The eigenpairs of the unlabel scatter cost more than one dense solve, so that unless this solver is asked for they are
    /// used only where a search has computed them for its many solves.
    pub(super) fn smallest(
        &self,
        gamma: f64,
        ridge: Multiple<'_>,
        solve: &Solve,
        span: &Span,
        matrices: &dyn Fn() -> Option<(Mat<f64>, ConstraintMatrix)>,
    ) -> Option<Axes> {
        let d = solve.dimension;
        let pays = || solve.shared && LowRank::pays(span.rank(), self.labeled.len(), d);
        let spectrum = match self.forced {
            true => self.unlabel.spectrum(ridge.of)?,
            false if pays() => self.unlabel.known_spectrum(ridge.of)?,
            false => return None,
        };
        let pencil = self.pencils[usize::from(ridge.of.is_some())].get_or_init(|| {
            let p = self.part.cost.laplacian_between(&self.labeled)?;
            let r = match &self.part.constraint {
                LabelConstraint::Identity => None,
                LabelConstraint::Scatter(cost) => Some(cost.laplacian_between(&self.labeled)?),
            };
            let z = span.coordinates().gather(&self.labeled);
            let g = product(spectrum.vectors.transpose(), z.as_mat().transpose());
            LowRank::new(&spectrum.values, g.as_ref(), &p, r.as_ref())
        });
        let pairs = pencil.as_ref()?.smallest(gamma, ridge.factor, d)?;
        Axes::from_pairs(&pairs, spectrum.vectors.as_ref(), span.total(), matrices)
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

/// Computes the eigenpairs of unlabel scatters that a search with so few labels will share.
pub(crate) fn prepare(
    problem: &Problem,
    scatters: &[Arc<UnlabelScatter>],
    span: &Span,
    solve: &Solve,
) {
    let Some(part) = &problem.label else { return };
    let pays = || {
        joined_rows(part)
            .is_some_and(|rows| LowRank::pays(span.rank(), rows.len(), solve.dimension))
    };
    if problem.constraint == Constraint::Label && span.coordinates().weights().is_none() && pays() {
        let of = match (&part.constraint, span.extent(), solve) {
            (
                LabelConstraint::Scatter(_),
                Extent::ByColumns(matrix),
                Solve { ridge: RidgeChoice::Rule(RidgeRule::Shrunk), .. },
            ) => Some(matrix),
            _ => None,
        };
        scatters.par_iter().for_each(|scatter| _ = scatter.spectrum(of));
    }
}
