use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Learner, as_json};
use crate::constraint::Constraint;
use crate::cost::Cost;
use crate::data::{Dataset, Samples};
use crate::error::Result;
use crate::graph::{Neighborhood, check_alpha};
use crate::problem::LabelPart;

/// LPP with the Hadamard power: near rows count more, the nearest most.
///
/// **Formula.** No label cost; C^(α) = C∘…∘C · ‖C‖_F / ‖C∘…∘C‖_F of the graph of near rows; B = Xᵀ D^(α) X, X centred.
///
/// **Reference.** Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework for
/// manifold learning, 2009.
///
/// **Parameters.**
///
/// | field | range | default |
/// |---|---|---|
/// | `graph` | [`Neighborhood`] with non-negative weights | local scaling with k = 3, all pairs |
/// | `alpha` | real, ≥ 1 | 8 |
///
/// **Identity.** α = 1 is [`Lpp`](super::Lpp).
///
/// ```
/// use halflit::{Dataset, Learner, Samples, learner::{Lpp, LppStar}};
///
/// let samples = Samples::from_rows(&[[0.0, 0.0], [1.0, 0.3], [0.1, 2.0], [1.1, 2.4], [0.4, 1.0]])?;
/// let data = Dataset::unlabeled(samples)?;
/// let plain = Lpp::default().fit(&data, 1)?;
/// let powered = LppStar { alpha: 1.0, ..Default::default() }.fit(&data, 1)?;
/// assert_eq!(plain.eigenvalues(), powered.eigenvalues());
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LppStar {
    /// C^u before the power.
    pub graph: Neighborhood,
    /// α.
    pub alpha: f64,
}

impl Default for LppStar {
    fn default() -> Self {
        Self { graph: Neighborhood::default(), alpha: 8.0 }
    }
}

impl Learner for LppStar {
    fn name(&self) -> &'static str {
        "lpp*"
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        self.graph.check()?;
        check_alpha(self.alpha)
    }

    fn label_part<'a>(&self, _: &'a Dataset<'_>) -> Result<Option<LabelPart<'a>>> {
        Ok(None)
    }

    fn unlabel_cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Option<Cost<'a>>> {
        self.graph.cost(samples).map(Some)
    }

    fn unlabel_key(&self) -> Option<String> {
        serde_json::to_string(&self.graph).ok()
    }

    fn constraint(&self) -> Constraint {
        Constraint::Degree
    }

    fn alpha(&self) -> Option<f64> {
        Some(self.alpha)
    }

    fn set_alpha(&mut self, alpha: f64) -> bool {
        self.alpha = alpha;
        true
    }
}
