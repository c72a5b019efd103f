use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{LabelChoice, Learner, Lfda, Slots, as_json};
use crate::constraint::{Constraint, LabelConstraint};
use crate::cost::UnlabelChoice;
use crate::data::Dataset;
use crate::error::Result;
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
/// use halflit::{Constraint, Dataset, Fit, Labels, Learner, Samples, UnlabelChoice};
/// use halflit::learner::{Custom, Dne, LabelChoice};
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

impl Learner for Custom {
    fn name(&self) -> &str {
        "custom"
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        self.label.learner().map_or(Ok(()), |learner| learner.check())?;
        self.unlabel.graph().map_or(Ok(()), |graph| graph.check())?;
        check_alpha(self.alpha)?;
        checked_gamma(Some(self.gamma)).map(drop)
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<Option<LabelPart>> {
        let cost = match &self.label {
            LabelChoice::Given(cost) => cost.clone(),
            LabelChoice::Function(function) => function.cost(data)?,
            supervised => {
                let Some(learner) = supervised.learner() else { return Ok(None) };
                data.require_two_classes(self.name())?;
                return learner.label_part(data);
            }
        };
        cost.check_rows(data.samples())?;
        Ok(Some(LabelPart { cost, constraint: LabelConstraint::Identity }))
    }

    fn unlabel(&self) -> UnlabelChoice {
        self.unlabel.clone()
    }

    fn constraint(&self) -> Constraint {
        self.constraint.clone()
    }

    fn gamma(&self) -> Option<f64> {
        (self.unlabel != UnlabelChoice::None).then_some(self.gamma)
    }

    /// Only a graph has powers; a cost of one's own may be one.
    fn alpha(&self) -> Option<f64> {
        (self.unlabel != UnlabelChoice::None).then_some(self.alpha)
    }

    fn slots(&mut self) -> Slots<'_> {
        let has_cost = self.unlabel != UnlabelChoice::None;
        let graph = match &mut self.unlabel {
            UnlabelChoice::Near(graph) => Some(graph),
            _ => None,
        };
        Slots {
            gamma: has_cost.then_some(&mut self.gamma),
            alpha: has_cost.then_some(&mut self.alpha),
            graph,
            ..self.label.slots()
        }
    }

    fn follows_labels(&self) -> bool {
        !matches!(self.label, LabelChoice::Given(_))
    }
}
