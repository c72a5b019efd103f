//! Label part + unlabel part + constraint: the problem as a value (paper, eqs. 1 and 2).
//!
//! ```text
//! minimise trace(A S(C) Aᵀ) subject to A B Aᵀ = I,   C = C^ℓ + γ C^(α)
//! ```
//!
//! A learner makes a [`Problem`] of labels; it is solved in a [`Space`], which knows everything that no label changes.

mod assembled;
mod few_labels;
mod label_scatter;
mod matrix_free;
mod shrinkage;
mod solution;

pub use assembled::Assembled;
pub(crate) use few_labels::prepare;
pub(crate) use label_scatter::LabelScatter;
pub(crate) use matrix_free::block_width;
pub use shrinkage::{RidgeChoice, RidgeRule};
pub use solution::{Diagnostics, Solution, Solve};

use std::fmt;
use std::sync::Arc;

use crate::constraint::{Constraint, LabelConstraint};
use crate::cost::{Cost, UnlabelChoice};
use crate::eigen::{Solver, self_adjoint_values};
use crate::error::{Error, Result};
use crate::space::{PcaFirst, Space};

/// Eigenvalues of S(C) below this share of the largest count as zero.
const OBJECTIVE_TOLERANCE: f64 = 1e-10;

/// The part of the labels: C^ℓ and B^ℓ.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelPart {
    /// C^ℓ.
    pub cost: Cost<'static>,
    /// B^ℓ.
    pub constraint: LabelConstraint,
}

/// A learner's problem for some labels, to be printed, inspected, changed and solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Who asks.
    pub learner: String,
    /// C^ℓ and B^ℓ; absent for unsupervised learners.
    pub label: Option<LabelPart>,
    /// C^u before the Hadamard power.
    pub unlabel: UnlabelChoice,
    /// The constraint B.
    pub constraint: Constraint,
    /// γ; absent where the learner has none, and then the unlabel cost counts once.
    pub gamma: Option<f64>,
    /// α; absent where the learner has none, and then the unlabel cost is used as it is.
    pub alpha: Option<f64>,
}

impl Problem {
    /// Solves it: this is what every fit does.
    ///
    /// # Errors
    /// A dimension above the rank, γ, α or a ridge out of range, and as [`Problem::assemble`].
    pub fn solve(&self, space: &Space<'_>, solve: &Solve) -> Result<Solution> {
        let free = match solve.solver {
            Solver::MatrixFree => space.is_plain(),
            Solver::Fastest => space.is_large(),
            Solver::Dense | Solver::Partial | Solver::LowRank => false,
        };
        if free {
            match matrix_free::solve(self, space, solve) {
                // It does not go, or not far enough, and there is another way.
                Err(Error::NotConverged { .. } | Error::Incompatible { .. }) if space.fits() => {}
                Ok((_, true)) if space.fits() => {}
                other => return other.map(|(solution, _)| solution),
            }
        }
        self.assemble(space, solve.solver)?.solve(self.gamma, solve)
    }

    /// Sums every scatter in the coordinates of the space. What is left to do for a γ is one small eigenproblem.
    ///
    /// # Errors
    /// [`Error::MissingPart`] where the constraint needs a part that is absent, and what the costs refuse.
    pub fn assemble<'s>(&self, space: &'s Space<'_>, solver: Solver) -> Result<Assembled<'s>> {
        let span = space.span()?;
        let label = self.label.as_ref().map(|part| LabelScatter::new(part, span));
        Assembled::new(self, label.transpose()?.map(Arc::new), space, solver)
    }

    /// The smaller space that PCA leaves where it goes first to the rank of S(C) (paper, remark 2); nothing where it does not.
    pub(crate) fn own_space<'s>(&self, space: &Space<'s>) -> Result<Option<Space<'s>>> {
        match space.choice().pca_first {
            PcaFirst::ObjectiveRank => space.leading(self.objective_rank(space)?).map(Some),
            PcaFirst::No | PcaFirst::Axes(_) => Ok(None),
        }
    }

    /// How many eigenvalues of S(C) are not zero.
    fn objective_rank(&self, space: &Space<'_>) -> Result<usize> {
        let objective = self.assemble(space, Solver::Dense)?.objective(checked_gamma(self.gamma)?);
        let values = self_adjoint_values(objective.as_ref())?;
        let largest = values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
        Ok(values.iter().filter(|v| v.abs() > OBJECTIVE_TOLERANCE * largest).count())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = self.label.as_ref();
        let cost = label.map_or("none".into(), |part| part.cost.to_string());
        let own = match label.map(|part| &part.constraint) {
            None => String::new(),
            Some(LabelConstraint::Identity) => "identity".into(),
            Some(LabelConstraint::Scatter(cost)) => format!("scatter of {cost}"),
        };
        let constraint = match &self.constraint {
            Constraint::Identity => "identity".into(),
            Constraint::Label => own,
            Constraint::Degree => "degrees of the unlabel cost".into(),
            Constraint::Blended => format!("{own} + gamma · degrees of the unlabel cost"),
            Constraint::Given(matrix) => format!("a given {0} × {0} matrix", matrix.rows()),
        };
        writeln!(f, "{}", self.learner)?;
        writeln!(f, "  label cost    {cost}")?;
        writeln!(f, "  unlabel cost  {}", self.unlabel)?;
        writeln!(f, "  constraint    {constraint}")?;
        for (name, value) in [("gamma", self.gamma), ("alpha", self.alpha)] {
            if let Some(value) = value {
                writeln!(f, "  {name:<13} {value}")?;
            }
        }
        Ok(())
    }
}

/// d must be 1 to r.
pub(crate) fn check_dimension(dimension: usize, rank: usize) -> Result<()> {
    match dimension {
        0 => Err(Error::parameter("dimension", dimension, "a whole number of at least 1")),
        d if d > rank => Err(Error::DimensionTooLarge { dimension, rank }),
        _ => Ok(()),
    }
}

/// γ must be a finite number of at least 0; a learner without γ counts its unlabel cost once.
pub(crate) fn checked_gamma(gamma: Option<f64>) -> Result<f64> {
    match gamma {
        None => Ok(1.0),
        Some(gamma) if gamma.is_finite() && gamma >= 0.0 => Ok(gamma),
        Some(gamma) => Err(Error::parameter("gamma", gamma, "a finite number of at least 0")),
    }
}

/// Refuses a constraint without the parts that it is made of.
fn check_parts(problem: &Problem, has_unlabel: bool, columns: usize) -> Result<()> {
    let missing =
        |what, missing| Err(Error::MissingPart { learner: problem.learner.clone(), what, missing });
    match &problem.constraint {
        Constraint::Label | Constraint::Blended if problem.label.is_none() => {
            missing("the constraint of the label part", "label part")
        }
        Constraint::Degree | Constraint::Blended if !has_unlabel => {
            missing("degrees in the constraint", "unlabel part")
        }
        _ if problem.label.is_none() && !has_unlabel => missing("a cost", "part at all"),
        Constraint::Given(matrix) if matrix.rows() != columns => {
            let square = |n: usize| format!("{n} × {n}");
            let (expected, found) = (square(columns), square(matrix.rows()));
            Err(Error::shape("the constraint matrix", expected, found))
        }
        _ => Ok(()),
    }
}

/// A constraint of which nothing is left.
fn zero_constraint(learner: String, constraint: &Constraint) -> Error {
    let (reason, help) = match constraint {
        Constraint::Label | Constraint::Blended => (
            "no two labeled rows of one class are joined and differ",
            "label more rows of a class, use the blended constraint, or dne or mmc",
        ),
        Constraint::Degree => ("every weight of the unlabel cost is zero", "use a wider scale"),
        _ => ("the given matrix vanishes on the data", "give another matrix"),
    };
    Error::ZeroConstraint { learner, reason, help }
}
