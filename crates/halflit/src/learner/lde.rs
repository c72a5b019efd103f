use serde::{Deserialize, Serialize};

use super::{SemiSupervised, Slots, Supervised};
use crate::constraint::LabelConstraint;
use crate::cost::Cost;
use crate::data::Dataset;
use crate::error::Result;
use crate::graph::{ClassNeighborhood, Graph, Weights};
use crate::neighbors::Metric;
use crate::problem::LabelPart;

/// Local discriminant embedding: MFA whose edges count by how near they are.
///
/// **Formula.** C^ℓ = −C^E ∘ H; B = S(C^I ∘ H), H the heat weights between rows, labeled or not.
///
/// **Reference.** Chen, Chang and Liu, Local discriminant embedding and its variants, CVPR 2005.
///
/// **Parameters.**
///
/// | field | range | default |
/// |---|---|---|
/// | `near.neighbors_same` | ≥ 1 | 3 |
/// | `near.neighbors_other` | ≥ 1 | 3 |
/// | `near.metric` | [`Metric`], of the neighbours; H is Euclidean | Euclidean |
/// | `heat` | [`Weights`] of H | local scaling with k = 3 |
///
/// **Identity.** Binary weights make it [`Mfa`](super::Mfa).
///
/// ```
/// use halflit::{Dataset, Fit, Labels, Samples, graph::Weights, learner::{Lde, Mfa}};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right")]);
/// let data = Dataset::new(samples, labels)?;
/// let binary = Lde { heat: Weights::Binary, ..Default::default() };
/// assert_eq!(binary.fit(&data, 1)?.eigenvalues(), Mfa::default().fit(&data, 1)?.eigenvalues());
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Lde {
    /// C^I and C^E.
    #[serde(flatten)]
    pub near: ClassNeighborhood,
    /// H.
    pub heat: Weights,
}

/// SS-LDE: γ → 0 with the blended constraint gives the learner itself.
pub type SsLde = SemiSupervised<Lde>;

impl Supervised for Lde {
    const NAME: &'static str = "lde";
    const SEMI_NAME: &'static str = "ss-lde";

    fn check(&self) -> Result<()> {
        self.near.check()?;
        self.heat.check()
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart> {
        let graphs = self.near.graphs(data)?;
        let heat = |graph: Graph| self.heat.apply(&graph, data.samples(), Metric::Euclidean);
        let constraint = LabelConstraint::Scatter(Cost::graph(heat(graphs.same)?));
        Ok(LabelPart { cost: Cost::graph(heat(graphs.other)?).times(-1.0), constraint })
    }

    fn slots(&mut self) -> Slots<'_> {
        Slots { heat: Some(&mut self.heat), ..Slots::of_classes(&mut self.near) }
    }
}
