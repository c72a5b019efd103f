//! Label part + unlabel part + constraint: the problem as a value. γ enters at the solve.
//!
//! ```text
//! minimise trace(A S(C) Aᵀ) subject to A B Aᵀ = I,   C = C^ℓ + γ C^(α)
//! ```

use std::fmt;
use std::sync::Arc;

use faer::Mat;
use serde::{Deserialize, Serialize};

use crate::constraint::{Constraint, LabelBound, SMALLEST_RIDGE, SUPERVISED_RIDGE};
use crate::cost::Cost;
use crate::eigen::{Axes, Bound, Pencil, Span};
use crate::error::{Error, Result};
use crate::matrix::{add_scaled, trace};
use crate::scatter::{Scatter, power_scatters, scatter};

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

/// S(C^ℓ) and B^ℓ in the span.
#[derive(Debug, Clone)]
pub(crate) struct LabelScatter {
    cost: Mat<f64>,
    bound: Bound,
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
    cost: Mat<f64>,
    /// Where the constraint has degrees.
    degree: Option<Mat<f64>>,
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
        UnlabelScatter { cost: scatter.laplacian, degree }
    };
    Ok(power_scatters(cost, z, alphas)?.into_iter().map(finish).collect())
}

/// Every matrix of a problem, in span coordinates: r × r each, whatever n is.
#[derive(Debug, Clone)]
pub struct Assembled {
    learner: String,
    label: Option<Arc<LabelScatter>>,
    unlabel: Option<Arc<UnlabelScatter>>,
    constraint: Constraint,
    given: Option<Mat<f64>>,
    total: Arc<Mat<f64>>,
}

/// The axes of a solved problem, in span coordinates, and how well they are determined.
#[derive(Debug, Clone)]
pub(crate) struct Solution {
    pub(crate) axes: Axes,
    pub(crate) diagnostics: Diagnostics,
}

impl Assembled {
    pub(crate) fn new(
        learner: &str,
        label: Option<Arc<LabelScatter>>,
        unlabel: Option<Arc<UnlabelScatter>>,
        constraint: &Constraint,
        span: &Span,
    ) -> Result<Self> {
        let missing =
            |what, missing| Err(Error::MissingPart { learner: learner.into(), what, missing });
        match constraint {
            Constraint::Label | Constraint::Blended if label.is_none() => {
                return missing("the constraint of the label part", "label part");
            }
            Constraint::Degree | Constraint::Blended if unlabel.is_none() => {
                return missing("degrees in the constraint", "unlabel part");
            }
            _ if label.is_none() && unlabel.is_none() => return missing("a cost", "part at all"),
            Constraint::Given(matrix) if matrix.rows() != span.mean().len() => {
                let (d0, found) = (span.mean().len(), matrix.rows());
                let (expected, found) = (format!("{d0} × {d0}"), format!("{found} × {found}"));
                return Err(Error::shape("the constraint matrix", expected, found));
            }
            _ => {}
        }
        let given = match constraint {
            Constraint::Given(matrix) => Some(span.restrict(matrix)),
            _ => None,
        };
        let (learner, constraint) = (learner.to_owned(), constraint.clone());
        let total = Arc::new(span.total().clone());
        Ok(Self { learner, label, unlabel, constraint, given, total })
    }

    /// Dimension of the span, r.
    pub fn rank(&self) -> usize {
        self.total.nrows()
    }

    /// S(C^ℓ) + γ S(C^(α)).
    pub(crate) fn objective(&self, gamma: f64) -> Mat<f64> {
        let r = self.rank();
        let mut objective = self.label.as_ref().map_or(Mat::zeros(r, r), |part| part.cost.clone());
        if let Some(part) = &self.unlabel {
            add_scaled(&mut objective, gamma, part.cost.as_ref());
        }
        objective
    }

    /// The `dimension` axes for one γ: O(r³), independent of n.
    pub(crate) fn solve(
        &self,
        gamma: Option<f64>,
        dimension: usize,
        ridge: Option<f64>,
    ) -> Result<Axes> {
        self.solve_with(gamma, dimension, ridge, |axes, _, _| axes)
    }

    /// The same with diagnostics, for `columns` input columns.
    pub(crate) fn diagnosed(
        &self,
        gamma: Option<f64>,
        dimension: usize,
        ridge: Option<f64>,
        columns: usize,
    ) -> Result<Solution> {
        self.solve_with(gamma, dimension, ridge, |axes, pencil, ridge| {
            let diagnostics = Diagnostics {
                rank: self.rank(),
                dropped: columns - self.rank(),
                ridge,
                condition: pencil.condition(),
                residual: pencil.residual(&axes),
                cut_group: axes.cut_group,
                dropped_negative: 0.0,
            };
            Solution { axes, diagnostics }
        })
    }

    fn solve_with<T>(
        &self,
        gamma: Option<f64>,
        dimension: usize,
        ridge: Option<f64>,
        finish: impl FnOnce(Axes, &Pencil<'_>, f64) -> T,
    ) -> Result<T> {
        check_dimension(dimension, self.rank())?;
        let gamma = checked_gamma(gamma)?;
        let (bound, ridge) = self.bound(gamma, ridge)?;
        let objective = self.objective(gamma);
        let pencil = Pencil { objective: &objective, bound: &bound, total: &self.total };
        let axes = pencil.smallest(dimension).map_err(|error| match error {
            Error::NotPositiveDefinite { .. } => Error::NotPositiveDefinite { ridge },
            other => other,
        })?;
        Ok(finish(axes, &pencil, ridge))
    }

    /// B + εI and ε.
    fn bound(&self, gamma: f64, ridge: Option<f64>) -> Result<(Bound, f64)> {
        let label = self.label.as_ref().map(|part| &part.bound);
        let degree = self.unlabel.as_ref().and_then(|part| part.degree.as_ref());
        let bound = match (&self.constraint, label, degree) {
            (Constraint::Label, Some(bound), _) => bound.clone(),
            (Constraint::Degree, _, Some(degree)) => Bound::Matrix(degree.clone()),
            (Constraint::Blended, Some(bound), Some(degree)) => {
                let mut matrix = bound.to_matrix(self.rank());
                add_scaled(&mut matrix, gamma, degree.as_ref());
                Bound::Matrix(matrix)
            }
            (Constraint::Given(_), ..) => self.given.clone().map_or(Bound::Identity, Bound::Matrix),
            _ => Bound::Identity,
        };
        let ridge = match ridge {
            Some(ridge) => checked_ridge(ridge)?,
            None => self.ridge_rule(&bound, gamma),
        };
        if let Bound::Matrix(matrix) = &bound {
            match trace(matrix.as_ref()) {
                0.0 => return Err(self.zero_constraint()),
                negative if negative < 0.0 => return Err(Error::NotPositiveDefinite { ridge }),
                _ => {}
            }
        }
        Ok((bound.plus_ridge(ridge, self.rank()), ridge))
    }

    /// The rule of ε: none for the identity; γ where a semi-supervised learner keeps the supervised constraint;
    /// a share of the trace for a supervised one; and always enough to make a Cholesky factor possible.
    fn ridge_rule(&self, bound: &Bound, gamma: f64) -> f64 {
        let Bound::Matrix(matrix) = bound else { return 0.0 };
        let r = self.rank() as f64;
        let label_trace = match self.label.as_ref().map(|part| &part.bound) {
            Some(Bound::Matrix(matrix)) => trace(matrix.as_ref()),
            _ => 0.0,
        };
        let ridge = match self.constraint {
            Constraint::Label if self.unlabel.is_some() => gamma,
            Constraint::Label | Constraint::Blended => SUPERVISED_RIDGE * label_trace / r,
            _ => 0.0,
        };
        ridge.max(SMALLEST_RIDGE * trace(matrix.as_ref()) / r)
    }

    fn zero_constraint(&self) -> Error {
        let reason = match self.constraint {
            Constraint::Label | Constraint::Blended => {
                "no two labeled rows of one class are joined and differ: label more rows of a class, or use dne or mmc"
            }
            Constraint::Degree => "every weight of the unlabel cost is zero: use a wider scale",
            _ => "the given matrix vanishes on the data",
        };
        Error::ZeroConstraint { learner: self.learner.clone(), reason }
    }
}

impl Bound {
    fn to_matrix(&self, r: usize) -> Mat<f64> {
        match self {
            Bound::Identity => Mat::identity(r, r),
            Bound::Matrix(matrix) => matrix.clone(),
        }
    }

    fn plus_ridge(self, ridge: f64, r: usize) -> Bound {
        if ridge == 0.0 {
            return self;
        }
        let mut matrix = self.to_matrix(r);
        (0..r).for_each(|i| matrix[(i, i)] += ridge);
        Bound::Matrix(matrix)
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
