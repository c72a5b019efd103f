use serde::{Deserialize, Serialize};

use super::{SemiSupervised, Slots, Supervised};
use crate::constraint::LabelConstraint;
use crate::cost::Cost;
use crate::data::Dataset;
use crate::error::Result;
use crate::graph::ClassNeighborhood;
use crate::problem::LabelPart;

/// Marginal Fisher analysis: near rows of different classes apart, measured by near rows of one class.
///
/// **Formula.** C^ℓ = −C^E; B = S(C^I).
///
/// **Reference.** Yan, Xu, Zhang, Zhang, Yang and Lin, Graph embedding and extensions, PAMI 2007.
///
/// **Parameters.**
///
/// | field | range | default |
/// |---|---|---|
/// | `near.neighbors_same` | ≥ 1 | 3 |
/// | `near.neighbors_other` | ≥ 1 | 3 |
/// | `near.metric` | [`Metric`](crate::Metric) | Euclidean |
///
/// **Identity.** −λ is the ratio of summed squared distances over the edges of C^E and of C^I, ridge included.
///
/// ```
/// use halflit::{Dataset, Fit, Labels, Samples, learner::Mfa};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right")]);
/// let model = Mfa::default().fit(&Dataset::new(samples, labels)?, 1)?;
/// assert!(model.eigenvalues()[0] < 0.0);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Mfa {
    /// C^I and C^E.
    #[serde(flatten)]
    pub near: ClassNeighborhood,
}

/// SS-MFA: γ → 0 with the blended constraint gives the learner itself.
pub type SsMfa = SemiSupervised<Mfa>;

impl Supervised for Mfa {
    const NAME: &'static str = "mfa";
    const SEMI_NAME: &'static str = "ss-mfa";

    fn check(&self) -> Result<()> {
        self.near.check()
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart> {
        let graphs = self.near.graphs(data)?;
        let constraint = LabelConstraint::Scatter(Cost::graph(graphs.same));
        Ok(LabelPart { cost: Cost::graph(graphs.other).times(-1.0), constraint })
    }

    fn slots(&mut self) -> Slots<'_> {
        Slots::of_classes(&mut self.near)
    }
}
