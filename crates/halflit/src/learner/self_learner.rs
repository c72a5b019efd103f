use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Affinity, Learner, Lfda, Slots, Supervised, as_json};
use crate::constraint::Constraint;
use crate::cost::UnlabelChoice;
use crate::data::Dataset;
use crate::error::Result;
use crate::neighbors::Metric;
use crate::problem::{LabelPart, checked_gamma};

/// SELF, semi-supervised local Fisher discriminant analysis: LFDA blended with PCA.
///
/// **Formula.** (Paper, eq. 11.) C^ℓ = C^bet of LFDA; C^u = −1/n on every pair; B = S(C^wit), ridge ε = γ.
///
/// **Reference.** Sugiyama, Idé, Nakajima and Sese, Semi-supervised local Fisher discriminant analysis for
/// dimensionality reduction, PAKDD 2008. Its β is γ/(1 + γ); the paper of the framework has twice our γ.
///
/// **Parameters.**
///
/// | field | range | default |
/// |---|---|---|
/// | `affinity` | [`Affinity`] | `Nearest(3)` |
/// | `metric` | [`Metric`] | Euclidean |
/// | `gamma` | ≥ 0; as a ridge it is absolute, so results depend on the units of the data; chosen automatically they do not | 1 |
///
/// **Identity.** γ → ∞ gives [`Pca`](super::Pca), γ → 0 gives [`Lfda`].
///
/// ```
/// use halflit::{Dataset, Labels, Plan, Samples, learner::SelfLearner};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1], [1.0, 0.4]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right"), None]);
/// let data = Dataset::new(samples, labels)?;
/// let learner = SelfLearner { gamma: 0.1, ..Default::default() };
/// let model = Plan::new(learner).axes(1).fit(&data)?.model;
/// assert_eq!(model.diagnostics().ridge, 0.1);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SelfLearner {
    /// c^I of LFDA.
    pub affinity: Affinity,
    /// What near means.
    pub metric: Metric,
    /// γ.
    pub gamma: f64,
}

impl Default for SelfLearner {
    fn default() -> Self {
        Self { affinity: Affinity::default(), metric: Metric::Euclidean, gamma: 1.0 }
    }
}

impl SelfLearner {
    fn lfda(&self) -> Lfda {
        Lfda { affinity: self.affinity, metric: self.metric }
    }
}

impl Learner for SelfLearner {
    fn name(&self) -> &str {
        "self"
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        checked_gamma(Some(self.gamma))?;
        Supervised::check(&self.lfda())
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<Option<LabelPart>> {
        data.require_two_classes(self.name())?;
        Supervised::label_part(&self.lfda(), data).map(Some)
    }

    fn unlabel(&self) -> UnlabelChoice {
        UnlabelChoice::Variance
    }

    fn constraint(&self) -> Constraint {
        Constraint::Label
    }

    fn gamma(&self) -> Option<f64> {
        Some(self.gamma)
    }

    fn slots(&mut self) -> Slots<'_> {
        Slots {
            affinity: Some(&mut self.affinity),
            metric: Some(&mut self.metric),
            gamma: Some(&mut self.gamma),
            ..Slots::default()
        }
    }
}
