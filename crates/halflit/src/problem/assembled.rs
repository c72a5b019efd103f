//! A problem with every matrix summed: γ and ε enter here.

use std::sync::Arc;

use crate::dense::Mat;

use super::few_labels::FewLabels;
use super::shrinkage::{self, Multiple, Ridge, Traces};
use super::{
    Diagnostics, LabelScatter, Problem, Solution, Solve, check_dimension, check_parts,
    checked_gamma, zero_constraint,
};
use crate::constraint::Constraint;
use crate::eigen::{Axes, ConstraintMatrix, Pencil, Solver, Span};
use crate::error::{Error, Result};
use crate::lanes::Length;
use crate::matrix::{add_scaled, congruence, trace};
use crate::space::{Space, UnlabelScatter};
use crate::watch;

/// Every matrix of a problem, in the coordinates of a space: r × r each, whatever n is.
#[derive(Debug, Clone)]
pub struct Assembled<'s> {
    learner: String,
    label: Option<Arc<LabelScatter>>,
    unlabel: Option<Arc<UnlabelScatter>>,
    few: Option<FewLabels>,
    constraint: Constraint,
    given: Option<Mat<f64>>,
    span: &'s Span<'s>,
    /// d0 − r.
    dropped: usize,
    /// What was dropped of the kernel because it is negative, and what because it is little.
    dropped_of_kernel: (f64, f64),
}

impl<'s> Assembled<'s> {
    /// The scatters of the label part may be shared by several α.
    pub(crate) fn new(
        problem: &Problem,
        label: Option<Arc<LabelScatter>>,
        space: &'s Space<'_>,
        solver: Solver,
    ) -> Result<Self> {
        let span = space.span()?;
        let unlabel = space.unlabel(&problem.unlabel, &[problem.alpha.unwrap_or(1.0)])?.pop();
        check_parts(problem, unlabel.is_some(), span.mean().len())?;
        let few = match (&problem.label, &unlabel, &problem.constraint) {
            (Some(part), Some(unlabel), Constraint::Label) => {
                FewLabels::new(part, unlabel, span, solver)
            }
            _ => None,
        };
        let given = match &problem.constraint {
            Constraint::Given(matrix) => Some(span.restrict(matrix)),
            _ => None,
        };
        Ok(Self {
            learner: problem.learner.clone(),
            label,
            unlabel,
            few,
            constraint: problem.constraint.clone(),
            given,
            span,
            dropped: space.dropped(),
            dropped_of_kernel: (space.dropped_negative(), space.kernel_left_out()),
        })
    }

    /// Dimension of the span, r.
    pub fn rank(&self) -> usize {
        self.span.rank()
    }

    /// The axes for one γ, and how well they are determined: O(r³), independent of n.
    ///
    /// # Errors
    /// γ or ε out of range, a dimension above the rank, a constraint that is zero or not positive definite.
    pub fn solve(&self, gamma: Option<f64>, solve: &Solve) -> Result<Solution> {
        let axes = self.axes(gamma, solve)?;
        let gamma = checked_gamma(gamma)?;
        let (constraint, ridge) = self.constraint_matrix(gamma, solve)?;
        let objective = self.objective(gamma);
        let pencil = self.pencil(&objective, &constraint);
        let diagnostics = Diagnostics {
            rank: self.rank(),
            dropped: self.dropped,
            ridge: ridge.multiple(self.span).factor,
            shrinkage: ridge.shrinkage(self.label.as_deref(), self.span),
            condition: pencil.condition(),
            residual: pencil.residual(&axes),
            cut_group: axes.cut_group,
            dropped_negative: self.dropped_of_kernel.0,
            kernel_left_out: self.dropped_of_kernel.1,
            solver: axes.solver,
            neighbors: self.unlabel.as_ref().and_then(|part| part.searched),
            left_out: None,
            relevance: None,
            single: Vec::new(),
            views: Vec::new(),
            engine: Diagnostics::own_engine(),
        };
        Ok(Solution::of_span(axes, diagnostics))
    }

    /// The axes alone: what a search asks for, again and again.
    pub(crate) fn axes(&self, gamma: Option<f64>, solve: &Solve) -> Result<Axes> {
        watch::check()?;
        check_dimension(solve.dimension, self.rank())?;
        let gamma = checked_gamma(gamma)?;
        let matrices = || {
            let (constraint, _) = self.constraint_matrix(gamma, solve).ok()?;
            Some((self.objective(gamma), constraint))
        };
        if let (Some(few), Some(ridge)) = (&self.few, self.regular_ridge(gamma, solve)?)
            && let Some(axes) = few.smallest(gamma, ridge, solve, self.span, &matrices)
        {
            return Ok(axes);
        }
        let (constraint, ridge) = self.constraint_matrix(gamma, solve)?;
        let objective = self.objective(gamma);
        let pencil = self.pencil(&objective, &constraint);
        pencil.smallest(solve.dimension, solve.solver).map_err(|error| match error {
            Error::NotPositiveDefinite { .. } => self.not_positive_definite(ridge),
            other => other,
        })
    }

    fn pencil<'p>(
        &'p self,
        objective: &'p Mat<f64>,
        constraint: &'p ConstraintMatrix,
    ) -> Pencil<'p> {
        Pencil { objective, constraint, total: self.span.total() }
    }

    /// S(C) = S(C^ℓ) + γ S(C^(α)) (paper, eqs. 1 and 2).
    pub(crate) fn objective(&self, gamma: f64) -> Mat<f64> {
        let r = self.rank();
        let label = self.label.as_ref();
        let mut objective = label.map_or(Mat::zeros(r, r), |part| part.matrix.clone());
        if let Some(part) = &self.unlabel {
            add_scaled(&mut objective, gamma, part.matrix.as_ref());
        }
        objective
    }

    /// The γ at which both scatters have the same norm; 1 where one of them is missing or zero.
    pub(crate) fn matching_gamma(&self) -> f64 {
        let label = self.label.as_ref().map_or(0.0, |part| part.matrix.length());
        let unlabel = self.unlabel.as_ref().map_or(0.0, |part| part.matrix.length());
        if label > 0.0 && unlabel > 0.0 { label / unlabel } else { 1.0 }
    }

    /// The γ at which both parts of the blended constraint, that of the labels shrunk, have the same trace relative to M; 1
    /// where one of them is missing or zero.
    pub(crate) fn blending_gamma(&self) -> f64 {
        let (Some(label), Some(unlabel)) = (&self.label, &self.unlabel) else { return 1.0 };
        let (ConstraintMatrix::Matrix(own), Some(weight)) = (&label.constraint, label.weight)
        else {
            return 1.0;
        };
        let extent = self.span.extent();
        let shrunk = extent.relative_trace(own) + shrinkage::of(weight) * self.rank() as f64;
        let degrees = extent.relative_trace(unlabel.degree_scatter(self.span));
        if degrees > 0.0 { shrunk / degrees } else { 1.0 }
    }

    /// −tr(A S(C^ℓ) Aᵀ) and γ tr(A S(C^(α)) Aᵀ).
    pub(crate) fn gain_and_cost(&self, gamma: f64, axes: &Axes) -> (f64, f64) {
        let under = |scatter: &Mat<f64>| {
            trace(congruence(scatter.as_ref(), axes.vectors.as_ref()).as_ref())
        };
        let gain = self.label.as_ref().map_or(0.0, |part| -under(&part.matrix));
        let cost = self.unlabel.as_ref().map_or(0.0, |part| gamma * under(&part.matrix));
        (gain, cost)
    }

    /// What is added to B^ℓ, where B is that and B^ℓ is not zero; for the identity, both together.
    fn regular_ridge(&self, gamma: f64, solve: &Solve) -> Result<Option<Multiple<'_>>> {
        let (Constraint::Label, Some(label)) = (&self.constraint, &self.label) else {
            return Ok(None);
        };
        let ridge = self.ridge(&label.constraint, gamma, solve)?.multiple(self.span);
        Ok(match &label.constraint {
            ConstraintMatrix::Identity => Some(Multiple { factor: 1.0 + ridge.factor, of: None }),
            ConstraintMatrix::Matrix(_) => {
                (label.constraint_trace() > 0.0 && ridge.factor > 0.0).then_some(ridge)
            }
        })
    }

    /// B with what is added to it, and what that is.
    fn constraint_matrix(&self, gamma: f64, solve: &Solve) -> Result<(ConstraintMatrix, Ridge)> {
        let label = self.label.as_ref().map(|part| &part.constraint);
        let degree = || self.unlabel.as_ref().map(|part| part.degree_scatter(self.span));
        let constraint = match (&self.constraint, label) {
            (Constraint::Label, Some(own)) => own.clone(),
            (Constraint::Degree, _) => {
                degree().cloned().map_or(ConstraintMatrix::Identity, ConstraintMatrix::Matrix)
            }
            (Constraint::Blended, Some(own)) => {
                let mut matrix = own.to_matrix(self.rank());
                if let Some(degree) = degree() {
                    add_scaled(&mut matrix, gamma, degree.as_ref());
                }
                ConstraintMatrix::Matrix(matrix)
            }
            (Constraint::Given(_), _) => {
                self.given.clone().map_or(ConstraintMatrix::Identity, ConstraintMatrix::Matrix)
            }
            _ => ConstraintMatrix::Identity,
        };
        let ridge = self.ridge(&constraint, gamma, solve)?;
        if let ConstraintMatrix::Matrix(matrix) = &constraint {
            match (trace(matrix.as_ref()), ridge) {
                // A ridge that was asked for is a constraint by itself.
                (0.0, Ridge::Equal(_)) if solve.ridge.given().is_none_or(|given| given == 0.0) => {
                    return Err(zero_constraint(self.learner.clone(), &self.constraint));
                }
                (negative, _) if negative < 0.0 => return Err(self.not_positive_definite(ridge)),
                _ => {}
            }
        }
        Ok((ridge.added_to(constraint, self.span), ridge))
    }

    fn ridge(&self, constraint: &ConstraintMatrix, gamma: f64, solve: &Solve) -> Result<Ridge> {
        // With γ = 0 there is no unlabel part, and what is left is the supervised learner.
        let gamma = (self.unlabel.is_some() && gamma > 0.0).then_some(gamma);
        let label = self.label.as_ref();
        let traces = Traces {
            constraint: match constraint {
                ConstraintMatrix::Identity => None,
                ConstraintMatrix::Matrix(matrix) => Some(trace(matrix.as_ref())),
            },
            label: label.and_then(|part| Some((part.weight?, part.constraint_trace()))),
            rank: self.rank(),
        };
        Ridge::of(solve, &self.constraint, &traces, gamma)
    }

    fn not_positive_definite(&self, ridge: Ridge) -> Error {
        Error::NotPositiveDefinite { ridge: ridge.multiple(self.span).factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::LabelConstraint;
    use crate::cost::{Cost, UnlabelChoice};
    use crate::data::Samples;
    use crate::graph::{Graph, Neighborhood};
    use crate::problem::LabelPart;
    use crate::space::SpaceChoice;

    #[test]
    fn at_the_matching_gamma_both_scatters_have_one_norm() -> Result<()> {
        let rows: Vec<[f64; 2]> =
            (0..9).map(|i| [(i * i % 7) as f64, (i * 3 % 5) as f64]).collect();
        let samples = Samples::from_rows(&rows)?;
        let space = Space::of(&samples, &SpaceChoice::default())?;
        let cost = Cost::graph(Graph::new(9, [(0, 1, -70.0), (2, 8, -15.0)])?);
        let problem = Problem {
            learner: "some".into(),
            label: Some(LabelPart { cost, constraint: LabelConstraint::Identity }),
            unlabel: UnlabelChoice::Near(Neighborhood::default()),
            constraint: Constraint::Label,
            gamma: Some(1.0),
            alpha: Some(1.0),
        };
        let assembled = problem.assemble(&space, Solver::Dense)?;
        let label = assembled.objective(0.0);
        let unlabel = assembled.objective(assembled.matching_gamma()) - &label;
        assert!((unlabel.length() / label.length() - 1.0).abs() < 1e-12);
        Ok(())
    }
}
