use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Learner, Slots, Supervised, as_json};
use crate::constraint::Constraint;
use crate::cost::UnlabelChoice;
use crate::data::Dataset;
use crate::error::Result;
use crate::graph::{Neighborhood, check_alpha};
use crate::names::named;
use crate::problem::{LabelPart, checked_gamma};

/// SS-X: a supervised learner X that also keeps near rows near, labeled or not.
///
/// **Formula.** (Paper, eq. 1.) C = C^ℓ of X + γ C^(α), C^(α) the Hadamard power of the graph of near rows; B as [`SemiConstraint`] says.
///
/// **Reference.** Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework for
/// manifold learning, 2009.
///
/// **Parameters.** Those of X (`base`), and
///
/// | field | range | default |
/// |---|---|---|
/// | `graph` | [`Neighborhood`]; non-negative weights where α ≠ 1 | local scaling with k = 3, all pairs |
/// | `gamma` | ≥ 0 | 1 |
/// | `alpha` | real, ≥ 1 | 8 |
/// | `constraint` | [`SemiConstraint`] | `Paper` |
///
/// **Identity.** With the blended constraint γ → 0 gives X and γ → ∞ gives [`LppStar`](super::LppStar).
///
/// ```
/// use halflit::{Dataset, Fit, Labels, Samples, learner::{SemiConstraint, SsLfda}};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1], [1.9, 0.4]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right"), None]);
/// let learner = SsLfda { gamma: 0.1, constraint: SemiConstraint::Blended, ..Default::default() };
/// let model = learner.fit(&Dataset::new(samples.clone(), labels)?, 1)?;
/// assert_eq!(model.predict(&samples)?[4], "right");
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, bound(deserialize = "X: Default + Deserialize<'de>"))]
pub struct SemiSupervised<X> {
    /// X.
    #[serde(flatten)]
    pub base: X,
    /// C^u before the power.
    pub graph: Neighborhood,
    /// γ, the weight of unlabeled rows against labels.
    pub gamma: f64,
    /// α, how much the nearest rows count more than near ones.
    pub alpha: f64,
    /// B.
    pub constraint: SemiConstraint,
}

/// The two constraints of a semi-supervised learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SemiConstraint {
    /// That of X, with the ridge ε = γ unless it is the identity. The ridge is absolute, so results depend on the
    /// units of the data; where γ is chosen automatically, B^ℓ is shrunk instead, and they do not.
    #[default]
    Paper,
    /// B^ℓ + γ Xᵀ D^(α) X: between X and LPP*, whatever the units.
    Blended,
}

named!(SemiConstraint, "constraint", {
    "paper" => Paper, "that of the supervised learner, with the ridge γ";
    "blended" => Blended, "that of the supervised learner blended with that of LPP*";
});

impl<X: Default> Default for SemiSupervised<X> {
    fn default() -> Self {
        let (base, graph) = (X::default(), Neighborhood::default());
        Self { base, graph, gamma: 1.0, alpha: 8.0, constraint: SemiConstraint::Paper }
    }
}

impl<X: Supervised> Learner for SemiSupervised<X> {
    fn name(&self) -> &str {
        X::SEMI_NAME
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        Supervised::check(&self.base)?;
        self.graph.check()?;
        check_alpha(self.alpha)?;
        checked_gamma(Some(self.gamma)).map(drop)
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<Option<LabelPart>> {
        data.require_two_classes(X::SEMI_NAME)?;
        Supervised::label_part(&self.base, data).map(Some)
    }

    fn unlabel(&self) -> UnlabelChoice {
        UnlabelChoice::Near(self.graph.clone())
    }

    fn constraint(&self) -> Constraint {
        match self.constraint {
            SemiConstraint::Paper => Constraint::Label,
            SemiConstraint::Blended => Constraint::Blended,
        }
    }

    fn gamma(&self) -> Option<f64> {
        Some(self.gamma)
    }

    fn alpha(&self) -> Option<f64> {
        Some(self.alpha)
    }

    fn slots(&mut self) -> Slots<'_> {
        Slots {
            graph: Some(&mut self.graph),
            gamma: Some(&mut self.gamma),
            alpha: Some(&mut self.alpha),
            constraint: Some(&mut self.constraint),
            ..Supervised::slots(&mut self.base)
        }
    }
}
