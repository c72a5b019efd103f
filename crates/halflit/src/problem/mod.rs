//! Label part + unlabel part + constraint: the problem as a value. γ enters at the solve.
//!
//! ```text
//! minimise trace(A S(C) Aᵀ) subject to A B Aᵀ = I,   C = C^ℓ + γ C^(α)
//! ```

mod assembled;
mod few_labels;
mod scatters;

pub use assembled::Assembled;
pub(crate) use assembled::Solution;
pub(crate) use few_labels::FewLabels;
pub(crate) use scatters::{LabelScatter, UnlabelScatter, unlabel_scatters};

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::constraint::{Constraint, LabelBound};
use crate::cost::Cost;
use crate::eigen::Span;
use crate::error::{Error, Result};

/// What the labels ask for: C^ℓ and B^ℓ.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelPart<'a> {
    /// C^ℓ.
    pub cost: Cost<'a>,
    /// B^ℓ.
    pub bound: LabelBound<'a>,
}

/// A learner's problem on one dataset, to be printed, inspected and solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem<'a> {
    /// Who asks.
    pub learner: String,
    /// C^ℓ and B^ℓ; absent for unsupervised learners.
    pub label: Option<LabelPart<'a>>,
    /// C^u before the Hadamard power; absent for supervised learners.
    pub unlabel: Option<Cost<'a>>,
    /// How B is put together.
    pub constraint: Constraint,
    /// γ; absent where the learner has none, and then the unlabel cost counts once.
    pub gamma: Option<f64>,
    /// α; absent where the learner has none, and then the unlabel cost is used as it is.
    pub alpha: Option<f64>,
}

impl Problem<'_> {
    /// Sums every scatter in the coordinates of the span. What is left to do for a γ is one small eigenproblem.
    ///
    /// # Errors
    /// [`Error::MissingPart`] where the constraint needs a part that is absent, and what the costs refuse.
    pub fn assemble(&self, span: &Span) -> Result<Assembled> {
        let label = self.label.as_ref().map(|part| LabelScatter::new(part, span)).transpose()?;
        let alphas = [self.alpha.unwrap_or(1.0)];
        let unlabel = self.unlabel.as_ref();
        let degrees = matches!(self.constraint, Constraint::Degree | Constraint::Blended);
        let unlabel =
            unlabel.map(|cost| unlabel_scatters(cost, span, &alphas, degrees)).transpose()?;
        Assembled::new(
            &self.learner,
            label.map(Arc::new),
            unlabel.map(|mut scatters| Arc::new(scatters.remove(0))),
            &self.constraint,
            span,
        )
    }
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.learner)?;
        match &self.label {
            None => writeln!(f, "  label cost    none")?,
            Some(part) => writeln!(f, "  label cost    {}", part.cost)?,
        }
        match &self.unlabel {
            None => writeln!(f, "  unlabel cost  none")?,
            Some(cost) => writeln!(f, "  unlabel cost  {cost}")?,
        }
        let bound = match self.label.as_ref().map(|part| &part.bound) {
            None => String::new(),
            Some(LabelBound::Identity) => "identity".into(),
            Some(LabelBound::Scatter(cost)) => format!("scatter of {cost}"),
        };
        match &self.constraint {
            Constraint::Identity => writeln!(f, "  constraint    identity")?,
            Constraint::Label => writeln!(f, "  constraint    {bound}")?,
            Constraint::Degree => writeln!(f, "  constraint    degrees of the unlabel cost")?,
            Constraint::Blended => {
                writeln!(f, "  constraint    {bound} + gamma · degrees of the unlabel cost")?;
            }
            Constraint::Given(b) => {
                writeln!(f, "  constraint    a given {0} × {0} matrix", b.rows())?;
            }
        }
        for (name, value) in [("gamma", self.gamma), ("alpha", self.alpha)] {
            if let Some(value) = value {
                writeln!(f, "  {name:<13} {value}")?;
            }
        }
        Ok(())
    }
}

/// What a fit found out about the problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Diagnostics {
    /// Dimension of the span of the centred data, r.
    pub rank: usize,
    /// Input directions in which nothing varies, d0 − r.
    pub dropped: usize,
    /// ε, as used: B + εI.
    pub ridge: f64,
    /// Condition number of B + εI, estimated from below by a few iterations.
    pub condition: f64,
    /// Largest ‖S a − λ B a‖ over the axes, relative to (‖S‖ + |λ| ‖B‖) ‖a‖.
    pub residual: f64,
    /// Whether the last axis kept and the first one left out have equal eigenvalues, so that the subspace itself is
    /// one choice among several.
    pub cut_group: bool,
    /// The largest kernel eigenvalue below zero that was dropped, as a share of the largest of all; 0 without one.
    pub dropped_negative: f64,
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

fn checked_ridge(ridge: f64) -> Result<f64> {
    match ridge.is_finite() && ridge >= 0.0 {
        true => Ok(ridge),
        false => Err(Error::parameter("ridge", ridge, "a finite number of at least 0")),
    }
}
