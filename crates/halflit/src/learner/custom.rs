use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::pca::variance_cost;
use super::{Dne, Fda, Lde, Learner, Lfda, Mfa, Mmc, Snle, Supervised, as_json};
use crate::constraint::{Constraint, LabelBound};
use crate::cost::Cost;
use crate::data::{Dataset, Samples};
use crate::error::{Error, Result};
use crate::graph::{Neighborhood, check_alpha};
use crate::problem::{LabelPart, checked_gamma};

/// Any label cost with any unlabel cost with any constraint.
///
/// **Formula.** C = C^ℓ + γ C^(α); B as [`Constraint`] says.
///
/// **Reference.** Chatpatanasiri and Kijsirikul, 2009, whose framework this is.
///
/// **Parameters.**
///
/// | field | range | default |
/// |---|---|---|
/// | `label` | [`LabelChoice`] | LFDA's |
/// | `unlabel` | [`UnlabelChoice`] | near rows |
/// | `constraint` | [`Constraint`] | `Label` |
/// | `gamma` | ≥ 0 | 1 |
/// | `alpha` | real, ≥ 1; 1 unless the unlabel cost is one non-negative graph | 1 |
///
/// **Identity.** Every other learner is a special case.
///
/// ```
/// use halflit::{Constraint, Dataset, Labels, Learner, Samples};
/// use halflit::learner::{Custom, Dne, LabelChoice, UnlabelChoice};
///
/// // DNE's label cost with PCA's unlabel cost: not in any paper, one value here.
/// let learner = Custom {
///     label: LabelChoice::Dne(Dne::default()),
///     unlabel: UnlabelChoice::Variance,
///     constraint: Constraint::Identity,
///     gamma: 0.01,
///     ..Default::default()
/// };
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1], [1.9, 0.4]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right"), None]);
/// let data = Dataset::new(samples, labels)?;
/// println!("{}", learner.problem(&data)?);
/// assert_eq!(learner.fit(&data, 2)?.dimension(), 2);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Custom {
    /// C^ℓ and B^ℓ.
    pub label: LabelChoice,
    /// C^u before the power.
    pub unlabel: UnlabelChoice,
    /// B.
    pub constraint: Constraint,
    /// γ.
    pub gamma: f64,
    /// α.
    pub alpha: f64,
}

impl Default for Custom {
    fn default() -> Self {
        Self {
            label: LabelChoice::Lfda(Lfda::default()),
            unlabel: UnlabelChoice::Near(Neighborhood::default()),
            constraint: Constraint::Label,
            gamma: 1.0,
            alpha: 1.0,
        }
    }
}

/// Where C^ℓ and B^ℓ come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
#[allow(missing_docs)] // the variants are the learners
pub enum LabelChoice {
    /// No label part.
    None,
    Fda(Fda),
    Mmc(Mmc),
    Dne(Dne),
    Mfa(Mfa),
    Lde(Lde),
    Snle(Snle),
    Lfda(Lfda),
    /// A cost that is fixed; B^ℓ = I. Cannot be cross-validated, because it does not know which labels are hidden.
    #[serde(skip)]
    Given(Cost<'static>),
    /// A cost computed from the data; B^ℓ = I.
    #[serde(skip)]
    Function(CostFunction),
}

/// Where C^u comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UnlabelChoice {
    /// No unlabel part.
    None,
    /// PCA's: −1/n on every pair.
    Variance,
    /// The graph of near rows.
    Near(Neighborhood),
    /// A cost that is fixed.
    #[serde(skip)]
    Given(Cost<'static>),
    /// A cost computed from the data, which it gets without labels.
    #[serde(skip)]
    Function(CostFunction),
}

/// A user's function from data to a cost.
#[derive(Clone)]
pub struct CostFunction(Arc<DataFunction>);

type DataFunction = dyn Fn(&Dataset<'_>) -> Result<Cost<'static>> + Send + Sync;

impl CostFunction {
    /// Wraps a function.
    pub fn new(
        function: impl Fn(&Dataset<'_>) -> Result<Cost<'static>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(function))
    }
}

impl fmt::Debug for CostFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a function of the data")
    }
}

impl PartialEq for CostFunction {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Custom {
    /// The supervised learner whose part is used, if it is one.
    fn supervised<T>(&self, visit: impl Visit<T>) -> Option<T> {
        match &self.label {
            LabelChoice::Fda(x) => Some(visit.visit(x)),
            LabelChoice::Mmc(x) => Some(visit.visit(x)),
            LabelChoice::Dne(x) => Some(visit.visit(x)),
            LabelChoice::Mfa(x) => Some(visit.visit(x)),
            LabelChoice::Lde(x) => Some(visit.visit(x)),
            LabelChoice::Snle(x) => Some(visit.visit(x)),
            LabelChoice::Lfda(x) => Some(visit.visit(x)),
            LabelChoice::None | LabelChoice::Given(_) | LabelChoice::Function(_) => None,
        }
    }
}

/// Something to do with a supervised learner of any type.
trait Visit<T> {
    fn visit<X: Supervised>(self, learner: &X) -> T;
}

struct Check;

impl Visit<Result<()>> for Check {
    fn visit<X: Supervised>(self, learner: &X) -> Result<()> {
        Supervised::check(learner)
    }
}

struct PartOn<'a, 'd>(&'a Dataset<'d>);

impl<'a> Visit<Result<LabelPart<'a>>> for PartOn<'a, '_> {
    fn visit<X: Supervised>(self, learner: &X) -> Result<LabelPart<'a>> {
        self.0.require_two_classes("custom")?;
        Supervised::label_part(learner, self.0)
    }
}

impl Learner for Custom {
    fn name(&self) -> &'static str {
        "custom"
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        self.supervised(Check).transpose()?;
        if let UnlabelChoice::Near(graph) = &self.unlabel {
            graph.check()?;
        }
        check_alpha(self.alpha)?;
        checked_gamma(Some(self.gamma)).map(drop)
    }

    fn label_part<'a>(&self, data: &'a Dataset<'_>) -> Result<Option<LabelPart<'a>>> {
        if let Some(part) = self.supervised(PartOn(data)) {
            return part.map(Some);
        }
        let cost = match &self.label {
            LabelChoice::Given(cost) => cost.clone(),
            LabelChoice::Function(function) => (function.0)(data)?,
            _ => return Ok(None),
        };
        check_rows(&cost, data.samples())?;
        Ok(Some(LabelPart { cost, bound: LabelBound::Identity }))
    }

    fn unlabel_cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Option<Cost<'a>>> {
        let cost = match &self.unlabel {
            UnlabelChoice::None => return Ok(None),
            UnlabelChoice::Variance => variance_cost(samples),
            UnlabelChoice::Near(graph) => graph.cost(samples)?,
            UnlabelChoice::Given(cost) => cost.clone(),
            UnlabelChoice::Function(function) => {
                (function.0)(&Dataset::unlabeled(samples.borrowed())?)?
            }
        };
        check_rows(&cost, samples)?;
        Ok(Some(cost))
    }

    fn constraint(&self) -> Constraint {
        self.constraint.clone()
    }

    fn gamma(&self) -> Option<f64> {
        (self.unlabel != UnlabelChoice::None).then_some(self.gamma)
    }

    fn alpha(&self) -> Option<f64> {
        (self.unlabel != UnlabelChoice::None).then_some(self.alpha)
    }

    fn set_gamma(&mut self, gamma: f64) -> bool {
        self.gamma = gamma;
        self.unlabel != UnlabelChoice::None
    }

    fn set_alpha(&mut self, alpha: f64) -> bool {
        self.alpha = alpha;
        self.unlabel != UnlabelChoice::None
    }

    fn set_neighbors(&mut self, neighbors: usize) -> bool {
        match &mut self.label {
            LabelChoice::Dne(x) => Supervised::set_neighbors(x, neighbors),
            LabelChoice::Mfa(x) => Supervised::set_neighbors(x, neighbors),
            LabelChoice::Lde(x) => Supervised::set_neighbors(x, neighbors),
            LabelChoice::Snle(x) => Supervised::set_neighbors(x, neighbors),
            LabelChoice::Lfda(x) => Supervised::set_neighbors(x, neighbors),
            _ => false,
        }
    }

    fn follows_labels(&self) -> bool {
        !matches!(self.label, LabelChoice::Given(_))
    }
}

/// A given cost must be of these rows.
fn check_rows(cost: &Cost<'_>, samples: &Samples<'_>) -> Result<()> {
    match cost.rows() == samples.rows() {
        true => Ok(()),
        false => {
            let rows = |n: usize| format!("{n} rows");
            Err(Error::shape("the given cost", rows(samples.rows()), rows(cost.rows())))
        }
    }
}
