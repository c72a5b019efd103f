use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{SemiSupervised, Slots, Supervised};
use crate::constraint::LabelConstraint;
use crate::cost::Cost;
use crate::data::{Dataset, Labels};
use crate::error::{Error, Result};
use crate::graph::{ClassPairs, Graph, Weights, check_neighbors, local_affinity, same_class};
use crate::names::tagged;
use crate::neighbors::Metric;
use crate::problem::LabelPart;

/// Local Fisher discriminant analysis: FDA that lets a class fall into several clusters.
///
/// **Formula.** C^ℓ = C^bet with c^I_ij (1/n_k − 1/ℓ) within class k and −1/ℓ across classes; B = S(C^wit) with
/// c^I_ij / n_k within class k. c^I is the affinity.
///
/// **Reference.** Sugiyama, Dimensionality reduction of multimodal labeled data by local Fisher discriminant analysis,
/// JMLR 2007; the 0/1 affinity is that of Chatpatanasiri and Kijsirikul, 2009.
///
/// **Parameters.**
///
/// | field | range | default |
/// |---|---|---|
/// | `affinity` | [`Affinity`] | `Nearest(3)` |
/// | `metric` | [`Metric`] | Euclidean |
///
/// **Identity.** With as many neighbours as a class has rows it is [`Fda`](super::Fda).
///
/// ```
/// use halflit::{Dataset, Fit, Labels, Samples, learner::{Affinity, Fda, Lfda}};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right")]);
/// let data = Dataset::new(samples, labels)?;
/// let everyone = Lfda { affinity: Affinity::Nearest(1), ..Default::default() };
/// let (lfda, fda) = (everyone.fit(&data, 1)?, Fda::default().fit(&data, 1)?);
/// assert!((lfda.eigenvalues()[0] / fda.eigenvalues()[0] - 1.0).abs() < 1e-9);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Lfda {
    /// c^I.
    pub affinity: Affinity,
    /// What near means.
    pub metric: Metric,
}

/// Which labeled rows of one class are near.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Affinity {
    /// 1 between k-nearest rows of one class, the graph C^I of the paper; k ≥ 1.
    Nearest(usize),
    /// Sugiyama's: exp(−d²/(σ_i σ_j)) between all rows of one class, σ_i from the k-th nearest of the class; k ≥ 1,
    /// Sugiyama uses 7.
    LocalScaling(usize),
}

impl Default for Affinity {
    fn default() -> Self {
        Affinity::Nearest(3)
    }
}

impl FromStr for Affinity {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let affinity = match tagged(text) {
            ("nearest", Some(k)) => k.parse().ok().map(Affinity::Nearest),
            ("local-scaling", Some(k)) => k.parse().ok().map(Affinity::LocalScaling),
            _ => None,
        };
        affinity.ok_or_else(|| Error::parameter("affinity", text, Self::FORMS))
    }
}

impl Affinity {
    /// How each choice is written in words.
    pub const FORMS: &'static str = "nearest:K or local-scaling:K";

    /// k.
    pub(super) fn neighbors(&mut self) -> &mut usize {
        match self {
            Affinity::Nearest(k) | Affinity::LocalScaling(k) => k,
        }
    }
}

/// c^I between the labeled rows.
enum ClassAffinity {
    Stored(Graph),
    /// With the number of each class.
    AllPairs(Vec<(usize, ClassPairs<'static>)>),
}

impl ClassAffinity {
    fn of(data: &Dataset<'_>, affinity: Affinity, metric: Metric) -> Result<Self> {
        Ok(match affinity {
            Affinity::Nearest(k) => ClassAffinity::Stored(same_class(data, k, metric)?),
            Affinity::LocalScaling(k) => ClassAffinity::AllPairs(local_affinity(data, k, metric)?),
        })
    }

    /// c^I_ij · factor(k) on the pairs of class k.
    fn cost(&self, labels: &Labels, factor: impl Fn(usize) -> f64) -> Cost<'static> {
        match self {
            ClassAffinity::Stored(graph) => {
                let of_class = |row: usize| labels.class_of(row).map_or(0.0, &factor);
                Cost::graph(graph.reweighted(|e| e.weight * of_class(e.first)))
            }
            ClassAffinity::AllPairs(classes) => {
                let weighed = classes.iter().map(|(k, pairs)| (factor(*k), pairs.clone()));
                Cost::within_classes(labels.len(), weighed.collect())
            }
        }
    }
}

/// SS-LFDA, the paper's main learner: γ → 0 with the blended constraint gives the learner itself.
pub type SsLfda = SemiSupervised<Lfda>;

impl Supervised for Lfda {
    const NAME: &'static str = "lfda";
    const SEMI_NAME: &'static str = "ss-lfda";

    fn check(&self) -> Result<()> {
        match self.affinity {
            Affinity::Nearest(k) => check_neighbors("affinity.nearest", k),
            Affinity::LocalScaling(k) => Weights::LocalScaling(k).check(),
        }
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart> {
        let labels = data.labels();
        let near = ClassAffinity::of(data, self.affinity, self.metric)?;
        // ℓ and n_k
        let sizes = data.class_sizes();
        let labeled: f64 = sizes.iter().sum();
        let within = near.cost(labels, |k| 1.0 / sizes[k]);
        let between = near.cost(labels, |k| 1.0 / sizes[k] - 1.0 / labeled);
        let across = Cost::classes(data, |_| 0.0, -1.0 / labeled);
        let constraint = LabelConstraint::Scatter(within);
        Ok(LabelPart { cost: between.plus(across), constraint })
    }

    fn slots(&mut self) -> Slots<'_> {
        let (affinity, metric) = (Some(&mut self.affinity), Some(&mut self.metric));
        Slots { affinity, metric, ..Slots::default() }
    }
}
