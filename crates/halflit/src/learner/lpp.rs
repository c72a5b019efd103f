use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Learner, Slots, as_json};
use crate::constraint::Constraint;
use crate::cost::UnlabelChoice;
use crate::data::Dataset;
use crate::error::Result;
use crate::graph::Neighborhood;
use crate::problem::LabelPart;

/// Locality preserving projection: near rows stay near.
///
/// **Formula.** No label cost; C^u the graph of near rows; B = Xᵀ D^u X, X centred.
///
/// **Reference.** He and Niyogi, Locality preserving projections, NIPS 2003.
///
/// **Parameters.**
///
/// | field | range | default |
/// |---|---|---|
/// | `graph` | [`Neighborhood`] | local scaling with k = 3, all pairs |
///
/// **Identity.** 0 ≤ λ ≤ 2 for non-negative weights, and λ = ½ Σ c_ij (z_i − z_j)² / Σ d_i z_i².
///
/// ```
/// use halflit::{Dataset, Plan, Samples, learner::Lpp};
///
/// let samples = Samples::from_rows(&[[0.0, 0.0], [1.0, 0.3], [0.1, 2.0], [1.1, 2.4], [0.4, 1.0]])?;
/// let data = Dataset::unlabeled(samples)?;
/// let model = Plan::new(Lpp::default()).axes(2).fit(&data)?.model;
/// assert!(model.eigenvalues().iter().all(|&v| (0.0..=2.0).contains(&v)));
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lpp {
    /// C^u.
    pub graph: Neighborhood,
}

impl Learner for Lpp {
    fn name(&self) -> &str {
        "lpp"
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        self.graph.check()
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

    fn slots(&mut self) -> Slots<'_> {
        Slots { graph: Some(&mut self.graph), ..Slots::default() }
    }
}
