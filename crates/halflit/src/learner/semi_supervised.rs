use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Learner, Supervised, as_json};
use crate::constraint::Constraint;
use crate::cost::Cost;
use crate::data::{Dataset, Samples};
use crate::error::Result;
use crate::graph::{Neighborhood, check_alpha};
use crate::problem::{LabelPart, checked_gamma};

/// SS-X: a supervised learner X that also keeps near rows near, labeled or not.
///
/// **Formula.** C = C^ℓ of X + γ C^(α), C^(α) the Hadamard power of the graph of near rows; B as [`SemiConstraint`] says.
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
    /// units of the data.
    #[default]
    Paper,
    /// B^ℓ + γ Xᵀ D^(α) X: between X and LPP*, whatever the units.
    Blended,
}

impl<X: Default> Default for SemiSupervised<X> {
    fn default() -> Self {
        let (base, graph) = (X::default(), Neighborhood::default());
        Self { base, graph, gamma: 1.0, alpha: 8.0, constraint: SemiConstraint::Paper }
    }
}

impl<X: Supervised> Learner for SemiSupervised<X> {
    fn name(&self) -> &'static str {
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

    fn label_part<'a>(&self, data: &'a Dataset<'_>) -> Result<Option<LabelPart<'a>>> {
        data.require_two_classes(X::SEMI_NAME)?;
        Supervised::label_part(&self.base, data).map(Some)
    }

    fn unlabel_cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Option<Cost<'a>>> {
        self.graph.cost(samples).map(Some)
    }

    fn unlabel_key(&self) -> Option<String> {
        serde_json::to_string(&self.graph).ok()
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

    fn set_gamma(&mut self, gamma: f64) -> bool {
        self.gamma = gamma;
        true
    }

    fn set_alpha(&mut self, alpha: f64) -> bool {
        self.alpha = alpha;
        true
    }

    fn set_neighbors(&mut self, neighbors: usize) -> bool {
        Supervised::set_neighbors(&mut self.base, neighbors)
    }
}
