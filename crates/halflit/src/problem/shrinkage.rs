//! What is added to B, and how much: the only place that decides a ridge.

use crate::dense::Mat;
use serde::{Deserialize, Serialize};

use super::{LabelScatter, Solve};
use crate::constraint::Constraint;
use crate::eigen::{ConstraintMatrix, Extent, Span};
use crate::error::{Error, Result};
use crate::names::named;

/// How much of M every labeled row adds to B^ℓ beside its own part. Measured: on 17 tasks of 6 to 120 labels a quarter, a half
/// and one are within half a point of each other, and of Ledoit and Wolf's shrinkage.
const SHRINKAGE: f64 = 0.5;
/// The share of its mean diagonal that makes a B^ℓ regular which is not to be shrunk.
const PLAIN_RIDGE: f64 = 1e-6;
/// Every B but the identity gets at least this share of its mean diagonal.
const SMALLEST_RIDGE: f64 = 1e-12;

/// What is added to B where no ε is given, beside the little that makes a Cholesky factor possible.
///
/// | rule | B^ℓ of a supervised learner, and blended | B^ℓ beside γ C^u (SELF, SS-X with the paper's constraint) |
/// |---|---|---|
/// | `Usual` | ½ w M | γ I (paper, remark 2) |
/// | `Shrunk` | ½ w M | ½ w M |
/// | `Published` | 1e-6 · tr(B^ℓ)/r · I | γ I |
///
/// Where B^ℓ = 0, because no two labeled rows of one class differ, `Usual` is ½ w M throughout.
///
/// M says how far the rows reach, by the variances of the columns; w is what a labeled row counts for in B^ℓ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RidgeRule {
    /// A γ that somebody gives is a ridge, as published; everything else is shrunk.
    #[default]
    Usual,
    /// Nothing depends on the units of the samples: what an automatic choice of γ takes.
    Shrunk,
    /// As published throughout: what the paper's tables take.
    Published,
}

named!(RidgeRule, "ridge", {
    "usual" => Usual, "shrinkage, but the ridge γ where γ is given with the paper's constraint";
    "shrunk" => Shrunk, "shrinkage, whatever the constraint: what an automatic choice takes";
    "published" => Published, "next to none, or γ with the paper's constraint";
});

/// What is to be added to B.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RidgeChoice {
    /// By a rule.
    Rule(RidgeRule),
    /// εI.
    Given(f64),
}

impl RidgeChoice {
    /// Refuses an ε out of range.
    pub(crate) fn check(self) -> Result<()> {
        match self {
            RidgeChoice::Given(ridge) if !(ridge.is_finite() && ridge >= 0.0) => {
                Err(Error::parameter("ridge", ridge, "a finite number of at least 0"))
            }
            RidgeChoice::Given(_) | RidgeChoice::Rule(_) => Ok(()),
        }
    }

    /// ε where it is given.
    pub(crate) fn given(self) -> Option<f64> {
        match self {
            RidgeChoice::Rule(_) => None,
            RidgeChoice::Given(ridge) => Some(ridge),
        }
    }
}

impl Default for RidgeChoice {
    fn default() -> Self {
        RidgeRule::default().into()
    }
}

impl From<RidgeRule> for RidgeChoice {
    fn from(rule: RidgeRule) -> Self {
        RidgeChoice::Rule(rule)
    }
}

/// What is added to B.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Ridge {
    /// εI.
    Equal(f64),
    /// εM, M how far the rows reach.
    Extent(f64),
}

/// What a ridge is decided by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traces {
    /// tr(B) before anything is added; nothing for the identity.
    pub(super) constraint: Option<f64>,
    /// The weight of a labeled row in B^ℓ, and tr(B^ℓ), where that is a scatter.
    pub(super) label: Option<(f64, f64)>,
    /// r.
    pub(super) rank: usize,
}

/// A multiple of a matrix, of I where there is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Multiple<'s> {
    pub(super) factor: f64,
    pub(super) of: Option<&'s Mat<f64>>,
}

/// ε in B^ℓ + εM, by the weight of a labeled row in B^ℓ.
pub(super) fn of(weight: f64) -> f64 {
    SHRINKAGE * weight
}

impl Ridge {
    /// As given, or by rule; none for the identity.
    pub(super) fn of(
        solve: &Solve,
        kind: &Constraint,
        traces: &Traces,
        gamma: Option<f64>,
    ) -> Result<Self> {
        solve.ridge.check()?;
        let rule = match solve.ridge {
            RidgeChoice::Rule(rule) => rule,
            RidgeChoice::Given(ridge) => return Ok(Ridge::Equal(ridge)),
        };
        let Some(constraint) = traces.constraint else {
            return Ok(Ridge::Equal(0.0));
        };
        let r = traces.rank as f64;
        let smallest = SMALLEST_RIDGE * constraint / r;
        let label = traces.label.map(|(weight, trace)| (weight, trace / r));
        // One label a class, or equal rows: γI alone would make all directions alike, so that M stands in, as if γ were not given.
        let vanishes = label.is_some_and(|(_, mean)| mean == 0.0);
        Ok(match (kind, label, gamma, rule) {
            (Constraint::Label, Some((weight, _)), Some(_), RidgeRule::Usual) if vanishes => {
                Ridge::Extent(of(weight))
            }
            (Constraint::Label, _, Some(gamma), RidgeRule::Usual | RidgeRule::Published) => {
                Ridge::Equal(gamma.max(smallest))
            }
            (Constraint::Label | Constraint::Blended, Some((_, mean)), _, RidgeRule::Published) => {
                Ridge::Equal((PLAIN_RIDGE * mean).max(smallest))
            }
            (Constraint::Label | Constraint::Blended, Some((weight, _)), ..) => {
                Ridge::Extent(of(weight))
            }
            _ => Ridge::Equal(smallest),
        })
    }

    /// ε.
    pub(super) fn epsilon(self) -> f64 {
        match self {
            Ridge::Equal(epsilon) | Ridge::Extent(epsilon) => epsilon,
        }
    }

    /// As a multiple of I or of a matrix.
    pub(super) fn multiple<'s>(self, span: &'s Span<'_>) -> Multiple<'s> {
        match (self, span.extent()) {
            (Ridge::Equal(factor), _) => Multiple { factor, of: None },
            (Ridge::Extent(factor), Extent::Alike(m)) => Multiple { factor: factor * m, of: None },
            (Ridge::Extent(factor), Extent::ByColumns(matrix)) => {
                Multiple { factor, of: Some(matrix) }
            }
        }
    }

    /// The share of what was added in B^ℓ and it together, where B^ℓ was shrunk.
    pub(super) fn shrinkage(self, label: Option<&LabelScatter>, span: &Span) -> Option<f64> {
        match (self, label.map(|part| &part.constraint)) {
            (Ridge::Extent(epsilon), Some(ConstraintMatrix::Matrix(own))) => {
                Some(span.extent().share(own, epsilon))
            }
            _ => None,
        }
    }

    /// B with it.
    pub(super) fn added_to(self, constraint: ConstraintMatrix, span: &Span) -> ConstraintMatrix {
        match self {
            Ridge::Equal(epsilon) => constraint.plus(epsilon, &Extent::Alike(1.0), span.rank()),
            Ridge::Extent(epsilon) => constraint.plus(epsilon, span.extent(), span.rank()),
        }
    }
}
