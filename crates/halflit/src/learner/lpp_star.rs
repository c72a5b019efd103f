use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Learner, Slots, as_json};
use crate::constraint::Constraint;
use crate::cost::UnlabelChoice;
use crate::data::Dataset;
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
/// use halflit::{Dataset, Plan, Samples, learner::{Lpp, LppStar}};
///
/// let samples = Samples::from_rows(&[[0.0, 0.0], [1.0, 0.3], [0.1, 2.0], [1.1, 2.4], [0.4, 1.0]])?;
/// let data = Dataset::unlabeled(samples)?;
/// let plain = Plan::new(Lpp::default()).axes(1).fit(&data)?.model;
/// let one = LppStar { alpha: 1.0, ..Default::default() };
/// let powered = Plan::new(one).axes(1).fit(&data)?.model;
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
    fn name(&self) -> &str {
        "lpp*"
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        self.graph.check()?;
        check_alpha(self.alpha)
    }

    fn label_part(&self, _: &Dataset<'_>) -> Result<Option<LabelPart>> {
        Ok(None)
    }

    fn unlabel(&self) -> UnlabelChoice {
        UnlabelChoice::Near(self.graph.clone())
    }

    fn constraint(&self) -> Constraint {
        Constraint::Degree
    }

    fn alpha(&self) -> Option<f64> {
        Some(self.alpha)
    }

    fn slots(&mut self) -> Slots<'_> {
        Slots { graph: Some(&mut self.graph), alpha: Some(&mut self.alpha), ..Slots::default() }
    }
}
