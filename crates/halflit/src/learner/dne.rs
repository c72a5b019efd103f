use serde::{Deserialize, Serialize};

use super::{SemiSupervised, Slots, Supervised};
use crate::constraint::LabelConstraint;
use crate::cost::Cost;
use crate::data::Dataset;
use crate::error::Result;
use crate::graph::ClassNeighborhood;
use crate::problem::LabelPart;

/// Discriminant neighborhood embedding: near rows of one class together, near rows of different classes apart.
///
/// **Formula.** C^ℓ = C^I − C^E; B = I.
///
/// **Reference.** Zhang, Xue, Lu and Guo, Discriminant neighborhood embedding for classification, 2006.
///
/// **Parameters.**
///
/// | field | range | default |
/// |---|---|---|
/// | `near.neighbors_same` | ≥ 1 | 3 |
/// | `near.neighbors_other` | ≥ 1 | 3 |
/// | `near.metric` | [`Metric`](crate::Metric) | Euclidean |
///
/// **Identity.** Axes are orthonormal, and λ = ½ Σ (c^I_ij − c^E_ij)(z_i − z_j)².
///
/// ```
/// use halflit::{Dataset, Fit, Labels, Samples, learner::Dne};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right")]);
/// let model = Dne::default().fit(&Dataset::new(samples, labels)?, 1)?;
/// assert!(model.eigenvalues()[0] < 0.0);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Dne {
    /// C^I and C^E.
    #[serde(flatten)]
    pub near: ClassNeighborhood,
}

/// SS-DNE: γ → 0 gives the learner itself.
pub type SsDne = SemiSupervised<Dne>;

impl Supervised for Dne {
    const NAME: &'static str = "dne";
    const SEMI_NAME: &'static str = "ss-dne";

    fn check(&self) -> Result<()> {
        self.near.check()
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart> {
        let graphs = self.near.graphs(data)?;
        let cost = Cost::graph(graphs.same).plus(Cost::graph(graphs.other).times(-1.0));
        Ok(LabelPart { cost, constraint: LabelConstraint::Identity })
    }

    fn slots(&mut self) -> Slots<'_> {
        Slots::of_classes(&mut self.near)
    }
}
