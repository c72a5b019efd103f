use serde::{Deserialize, Serialize};

use super::Supervised;
use crate::constraint::LabelBound;
use crate::cost::Cost;
use crate::data::Dataset;
use crate::error::Result;
use crate::graph::{Graph, Weights, check_neighbors, local_affinity, same_class};
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
/// use halflit::{Dataset, Labels, Learner, Samples, learner::{Affinity, Fda, Lfda}};
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

impl Affinity {
    /// The affinity graph of a dataset.
    fn graph(self, data: &Dataset<'_>, metric: Metric) -> Result<Graph> {
        match self {
            Affinity::Nearest(k) => same_class(data, k, metric),
            Affinity::LocalScaling(k) => local_affinity(data, k, metric),
        }
    }
}

impl Supervised for Lfda {
    const NAME: &'static str = "lfda";
    const SEMI_NAME: &'static str = "ss-lfda";

    fn check(&self) -> Result<()> {
        match self.affinity {
            Affinity::Nearest(k) => check_neighbors("affinity.nearest", k),
            Affinity::LocalScaling(k) => Weights::LocalScaling(k).check(),
        }
    }

    fn label_part<'a>(&self, data: &'a Dataset<'_>) -> Result<LabelPart<'a>> {
        let labels = data.labels();
        let affinity = self.affinity.graph(data, self.metric)?;
        let labeled = labels.labeled_rows().len() as f64;
        let sizes: Vec<f64> = labels.rows_by_class().iter().map(|rows| rows.len() as f64).collect();
        let size = |row: usize| labels.class_of(row).map_or(1.0, |class| sizes[class]);
        let within = affinity.reweighted(|e| e.weight / size(e.first));
        let near = affinity.reweighted(|e| e.weight * (1.0 / size(e.first) - 1.0 / labeled));
        let across = Cost::classes(labels, |_| 0.0, -1.0 / labeled);
        let bound = LabelBound::Scatter(Cost::graph(within));
        Ok(LabelPart { cost: Cost::graph(near).plus(across), bound })
    }

    fn set_neighbors(&mut self, neighbors: usize) -> bool {
        self.affinity = match self.affinity {
            Affinity::Nearest(_) => Affinity::Nearest(neighbors),
            Affinity::LocalScaling(_) => Affinity::LocalScaling(neighbors),
        };
        true
    }
}
