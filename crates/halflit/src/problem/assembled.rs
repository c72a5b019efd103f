//! A problem with every matrix summed: γ and ε enter here.

use std::sync::Arc;

use faer::Mat;

use super::{
    Diagnostics, FewLabels, LabelScatter, UnlabelScatter, check_dimension, checked_gamma,
    checked_ridge,
};
use crate::constraint::{Constraint, SMALLEST_RIDGE, SUPERVISED_RIDGE};
use crate::eigen::{Axes, Bound, Pencil, Span};
use crate::error::{Error, Result};
use crate::matrix::{add_scaled, congruence, trace};

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

    /// The γ at which both scatters have the same norm; 1 where one of them is missing or zero.
    pub(crate) fn matching_gamma(&self) -> f64 {
        let label = self.label.as_ref().map_or(0.0, |part| part.cost.norm_l2());
        let unlabel = self.unlabel.as_ref().map_or(0.0, |part| part.cost.norm_l2());
        if label > 0.0 && unlabel > 0.0 { label / unlabel } else { 1.0 }
    }

    /// −tr(A S(C^ℓ) Aᵀ) and γ tr(A S(C^(α)) Aᵀ).
    pub(crate) fn gain_and_cost(&self, gamma: f64, axes: &Axes) -> (f64, f64) {
        let under = |scatter: &Mat<f64>| {
            trace(congruence(scatter.as_ref(), axes.vectors.as_ref()).as_ref())
        };
        let gain = self.label.as_ref().map_or(0.0, |part| -under(&part.cost));
        let cost = self.unlabel.as_ref().map_or(0.0, |part| gamma * under(&part.cost));
        (gain, cost)
    }

    /// The `dimension` axes for one γ: O(r³), independent of n, or less where there are few labels.
    pub(crate) fn solve(
        &self,
        gamma: Option<f64>,
        dimension: usize,
        ridge: Option<f64>,
        few: Option<&FewLabels<'_>>,
    ) -> Result<Axes> {
        if let (Some(few), Some(beta)) = (few, self.scalar_ridge(checked_gamma(gamma)?, ridge)?)
            && let Some(axes) = few.smallest(checked_gamma(gamma)?, beta, dimension)
        {
            return Ok(axes);
        }
        self.solve_with(gamma, dimension, ridge, |axes, _, _| axes)
    }

    /// β where B is B^ℓ + βI and B^ℓ is not zero.
    fn scalar_ridge(&self, gamma: f64, ridge: Option<f64>) -> Result<Option<f64>> {
        let (Constraint::Label, Some(label)) = (&self.constraint, &self.label) else {
            return Ok(None);
        };
        let ridge = ridge.map(checked_ridge).transpose()?;
        let ridge = ridge.unwrap_or_else(|| self.ridge_rule(&label.bound, gamma));
        Ok(match &label.bound {
            Bound::Identity => Some(1.0 + ridge),
            Bound::Matrix(matrix) => (trace(matrix.as_ref()) > 0.0 && ridge > 0.0).then_some(ridge),
        })
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
        let (reason, help) = match self.constraint {
            Constraint::Label | Constraint::Blended => (
                "no two labeled rows of one class are joined and differ",
                "label more rows of a class, or use dne or mmc",
            ),
            Constraint::Degree => ("every weight of the unlabel cost is zero", "use a wider scale"),
            _ => ("the given matrix vanishes on the data", "give another matrix"),
        };
        Error::ZeroConstraint { learner: self.learner.clone(), reason, help }
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
