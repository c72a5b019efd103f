//! The parameters of a learner, each by a reference.

use super::{Affinity, SemiConstraint};
use crate::graph::{ClassNeighborhood, Neighborhood, Weights};
use crate::neighbors::Metric;

/// Every parameter that some learner has. One that this learner does not have is absent: it cannot be set by mistake.
///
/// ```
/// use halflit::{AnyLearner, Learner};
///
/// let mut learner = AnyLearner::named("ss-dne")?;
/// if let Some(gamma) = learner.slots().gamma {
///     *gamma = 0.1;
/// }
/// assert_eq!(learner.gamma(), Some(0.1));
/// assert!(AnyLearner::named("pca")?.slots().gamma.is_none());
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Slots<'l> {
    /// γ.
    pub gamma: Option<&'l mut f64>,
    /// α.
    pub alpha: Option<&'l mut f64>,
    /// k of C^I.
    pub neighbors_same: Option<&'l mut usize>,
    /// k of C^E.
    pub neighbors_other: Option<&'l mut usize>,
    /// c^I of LFDA.
    pub affinity: Option<&'l mut Affinity>,
    /// What near means among labeled rows.
    pub metric: Option<&'l mut Metric>,
    /// H of LDE and SNLE.
    pub heat: Option<&'l mut Weights>,
    /// γ′ of MMC.
    pub within_weight: Option<&'l mut f64>,
    /// C^u before the power.
    pub graph: Option<&'l mut Neighborhood>,
    /// B of SS-X.
    pub constraint: Option<&'l mut SemiConstraint>,
}

impl<'l> Slots<'l> {
    /// Those of the class graphs.
    pub(super) fn of_classes(near: &'l mut ClassNeighborhood) -> Self {
        Self {
            neighbors_same: Some(&mut near.neighbors_same),
            neighbors_other: Some(&mut near.neighbors_other),
            metric: Some(&mut near.metric),
            ..Self::default()
        }
    }

    /// Sets every number of labeled neighbours; false where there is none.
    pub fn set_neighbors(self, neighbors: usize) -> bool {
        let affinity = self.affinity.map(Affinity::neighbors);
        let mut slots = [self.neighbors_same, self.neighbors_other, affinity];
        slots.iter_mut().flatten().for_each(|k| **k = neighbors);
        slots.iter().any(Option::is_some)
    }
}
