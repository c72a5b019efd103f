use serde::{Deserialize, Serialize};

use super::{SemiSupervised, Slots, Supervised};
use crate::constraint::LabelConstraint;
use crate::cost::Cost;
use crate::data::Dataset;
use crate::error::Result;
use crate::graph::{ClassNeighborhood, Graph, Weights};
use crate::neighbors::Metric;
use crate::problem::LabelPart;

/// Supervised nonlinear local embedding: DNE whose edges count by how near they are. Meant for use with a kernel.
///
/// **Formula.** C^ℓ = (C^I − C^E) ∘ H; B = I, H the heat weights between rows, labeled or not.
///
/// **Reference.** Cheng et al., ICIP 2004, as Chatpatanasiri and Kijsirikul cite it.
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
/// **Identity.** Binary weights make it [`Dne`](super::Dne).
///
/// ```
/// use halflit::{Dataset, Kernel, Labels, Reduction, Samples, SpaceChoice, learner::Snle};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right")]);
/// let data = Dataset::new(samples, labels)?;
/// let space = SpaceChoice { kernel: Some(Kernel::polynomial(2)), ..Default::default() };
/// let model = Reduction { space, ..Reduction::new(Snle::default(), 1) }.fit(&data)?;
/// assert!(model.eigenvalues()[0] < 0.0);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Snle {
    /// C^I and C^E.
    #[serde(flatten)]
    pub near: ClassNeighborhood,
    /// H.
    pub heat: Weights,
}

/// SS-SNLE: γ → 0 gives the learner itself.
pub type SsSnle = SemiSupervised<Snle>;

impl Supervised for Snle {
    const NAME: &'static str = "snle";
    const SEMI_NAME: &'static str = "ss-snle";

    fn check(&self) -> Result<()> {
        self.near.check()?;
        self.heat.check()
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart> {
        let graphs = self.near.graphs(data)?;
        let heat = |graph: Graph| self.heat.apply(&graph, data.samples(), Metric::Euclidean);
        let apart = Cost::graph(heat(graphs.other)?).times(-1.0);
        let cost = Cost::graph(heat(graphs.same)?).plus(apart);
        Ok(LabelPart { cost, constraint: LabelConstraint::Identity })
    }

    fn slots(&mut self) -> Slots<'_> {
        Slots { heat: Some(&mut self.heat), ..Slots::of_classes(&mut self.near) }
    }
}
