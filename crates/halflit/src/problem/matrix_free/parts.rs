//! The costs of a problem made ready for products, and what is added to its B.

use super::laplacian::{Laplacian, all_pairs};
use super::operators::{OfAxes, Rows};
use super::trace::sum_of;
use crate::constraint::{Constraint, LabelConstraint};
use crate::data::weighed_square;
use crate::error::{Error, Result};
use crate::graph::{Pairs, Weights};
use crate::neighbors::Searched;
use crate::problem::shrinkage::{Ridge, Traces};
use crate::problem::{Problem, Solve, check_parts, zero_constraint};
use crate::scatter::typical;
use crate::space::Space;

/// Every Laplacian of a problem.
pub(super) struct Parts<'p, 's> {
    problem: &'p Problem,
    space: &'p Space<'s>,
    label: Option<Laplacian>,
    /// B^ℓ where it is a scatter.
    own: Option<Laplacian>,
    unlabel: Option<Laplacian>,
    /// How nearest rows were found.
    pub(super) searched: Option<Searched>,
}

impl<'p, 's> Parts<'p, 's> {
    pub(super) fn new(problem: &'p Problem, space: &'p Space<'s>) -> Result<Self> {
        if space.samples().weights().is_some() {
            return Err(Error::Incompatible {
                parameter: "weights",
                with: "the matrix-free solver",
                help: "write rows as often as they count",
            });
        }
        // Before its scales are searched for, which takes long.
        let graph = problem.unlabel.graph();
        if graph.is_some_and(|own| own.pairs == Pairs::All && own.weights != Weights::Binary) {
            return Err(all_pairs());
        }
        let (unlabel, searched) = problem.unlabel.searched_cost(space.samples())?.unzip();
        let alpha = problem.alpha.unwrap_or(1.0);
        let unlabel = unlabel.map(|cost| Laplacian::new(&cost, alpha)).transpose()?;
        check_parts(problem, unlabel.is_some(), space.samples().columns())?;
        if let Constraint::Given(_) = problem.constraint {
            return Err(Error::Incompatible {
                parameter: "a given constraint matrix",
                with: "the matrix-free solver",
                help: "use the dense solver, or another constraint",
            });
        }
        let part = problem.label.as_ref();
        let label = part.map(|part| Laplacian::new(&part.cost, 1.0)).transpose()?;
        let own = match part.map(|part| &part.constraint) {
            Some(LabelConstraint::Scatter(cost)) => Some(Laplacian::new(cost, 1.0)?),
            _ => None,
        };
        Ok(Self { problem, space, label, own, unlabel, searched: searched.flatten() })
    }

    /// The unlabel cost, where its degrees are all that B is and no row is without.
    pub(super) fn degrees_alone(&self, solve: &Solve) -> Option<&Laplacian> {
        let alone = self.problem.constraint == Constraint::Degree
            && self.label.is_none()
            && solve.ridge.given().is_none_or(|ridge| ridge == 0.0);
        let unlabel = self.unlabel.as_ref().filter(|_| alone)?;
        unlabel.degrees.iter().all(|&degree| degree > 0.0).then_some(unlabel)
    }

    /// γ where there is an unlabel part that counts: without it what is left is the supervised learner.
    fn counted(&self, gamma: f64) -> Option<f64> {
        (self.unlabel.is_some() && gamma > 0.0).then_some(gamma)
    }

    /// tr(B^ℓ), each column with a factor.
    fn own_trace(&self, by: Option<&[f64]>) -> Option<f64> {
        let mean = &self.space.moments().mean;
        self.own.as_ref().map(|own| own.trace(self.space.samples(), mean, by))
    }

    fn degree_trace(&self) -> f64 {
        let (samples, mean) = (self.space.samples(), &self.space.moments().mean);
        let Some(unlabel) = &self.unlabel else { return 0.0 };
        sum_of(samples.rows(), |i| unlabel.degrees[i] * weighed_square(&samples.row(i), mean, None))
    }

    /// What is added to B.
    pub(super) fn ridge(&self, gamma: f64, rank: usize, solve: &Solve) -> Result<Ridge> {
        let own = self.own_trace(None);
        let constraint = match self.problem.constraint {
            Constraint::Label => own,
            Constraint::Degree => Some(self.degree_trace()),
            Constraint::Blended => Some(own.unwrap_or(rank as f64) + gamma * self.degree_trace()),
            _ => None,
        };
        let degree = |degrees: &[f64]| typical(degrees, degrees.iter().map(|d| d * d).sum());
        let label = self.own.as_ref().zip(own).map(|(part, own)| (degree(&part.degrees), own));
        let traces = Traces { constraint, label, rank };
        let ridge = Ridge::of(solve, &self.problem.constraint, &traces, self.counted(gamma))?;
        match (constraint, ridge) {
            (Some(0.0), Ridge::Equal(_))
                if solve.ridge.given().is_none_or(|given| given == 0.0) =>
            {
                Err(zero_constraint(self.problem.learner.clone(), &self.problem.constraint))
            }
            (Some(trace), _) if trace < 0.0 => {
                Err(Error::NotPositiveDefinite { ridge: ridge.epsilon() })
            }
            _ => Ok(ridge),
        }
    }

    /// ε, and the share of what was added in B^ℓ and it together, where that was shrunk.
    pub(super) fn diagnosed(&self, ridge: Ridge) -> (f64, Option<f64>) {
        let (Ridge::Extent(epsilon), Some(_)) = (ridge, &self.own) else {
            return (ridge.epsilon(), None);
        };
        let moments = self.space.moments();
        let by = moments.inverse_deviations();
        let relative = self.own_trace(Some(&by)).unwrap_or(0.0) / moments.varying as f64;
        let added = epsilon * self.space.rank() as f64;
        (epsilon, Some(added / (added + relative)))
    }

    /// S = S(C^ℓ) + γ S(C^(α)), and B with what is added to it.
    pub(super) fn operators<'o>(&'o self, rows: Rows<'o>, ridge: Ridge, gamma: f64) -> OfAxes<'o> {
        let label = self.label.iter().map(|own| (1.0, own));
        let objective = label.chain(self.unlabel.iter().map(|own| (gamma, own))).collect();
        let kind = &self.problem.constraint;
        let of_label = matches!(kind, Constraint::Label | Constraint::Blended);
        let constraint = self.own.iter().filter(|_| of_label).map(|own| (1.0, own)).collect();
        let factor = match kind {
            Constraint::Degree => Some(1.0),
            Constraint::Blended => Some(gamma),
            _ => None,
        };
        let degrees = self.unlabel.as_ref().map(|own| own.degrees.as_slice());
        let is_identity = match kind {
            Constraint::Identity => true,
            _ => of_label && self.own.is_none(),
        };
        let added = match ridge {
            Ridge::Equal(epsilon) => epsilon,
            Ridge::Extent(epsilon) => epsilon * self.space.moments().varying as f64,
        };
        let identity = added + if is_identity { 1.0 } else { 0.0 };
        OfAxes { rows, objective, constraint, degrees: factor.zip(degrees), identity }
    }
}
