use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Dne, Fda, Lde, Learner, Lfda, Mfa, Mmc, Slots, Snle, Supervised, as_json};
use crate::constraint::{Constraint, LabelConstraint};
use crate::cost::{Cost, CostFunction, UnlabelChoice};
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::graph::{Neighborhood, check_alpha};
use crate::names::unknown_name;
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
/// use halflit::{Constraint, Dataset, Labels, Learner, Plan, Samples, UnlabelChoice};
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
/// assert_eq!(Plan::new(learner).axes(2).fit(&data)?.model.dimension(), 2);
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

/// Writes the enum of all label costs, its names and the dispatch, from the list of supervised learners.
macro_rules! label_choices {
    ($($learner:ident),*) => {
        /// Where C^ℓ and B^ℓ come from.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        #[allow(missing_docs)] // the variants are the learners
        pub enum LabelChoice {
            /// No label part.
            None,
            $($learner($learner),)*
            /// A cost that is fixed; B^ℓ = I. Cannot be cross-validated, because it does not know which labels are hidden.
            #[serde(skip)]
            Given(Cost<'static>),
            /// A cost computed from the data; B^ℓ = I.
            #[serde(skip)]
            Function(CostFunction),
        }

        impl LabelChoice {
            /// Every label cost that has a name.
            pub const NAMES: &'static [&'static str] = &["none", $($learner::NAME),*];

            /// The supervised learner whose part is used, if it is one.
            fn learner(&self) -> Option<&dyn Learner> {
                match self {
                    $(LabelChoice::$learner(learner) => Some(learner),)*
                    LabelChoice::None | LabelChoice::Given(_) | LabelChoice::Function(_) => None,
                }
            }

            fn slots(&mut self) -> Slots<'_> {
                match self {
                    $(LabelChoice::$learner(learner) => Supervised::slots(learner),)*
                    LabelChoice::None | LabelChoice::Given(_) | LabelChoice::Function(_) => {
                        Slots::default()
                    }
                }
            }
        }

        impl FromStr for LabelChoice {
            type Err = Error;

            /// That of a supervised learner with its defaults, or `none`.
            fn from_str(name: &str) -> Result<Self> {
                match name {
                    "none" => Ok(LabelChoice::None),
                    $($learner::NAME => Ok(LabelChoice::$learner($learner::default())),)*
                    _ => Err(unknown_name("label cost", name, Self::NAMES.iter().copied())),
                }
            }
        }
    };
}

label_choices!(Fda, Mmc, Dne, Mfa, Lde, Snle, Lfda);

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
