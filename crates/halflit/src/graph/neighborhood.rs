//! C^u: which rows are near when nobody looks at labels.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::class_graph::check_neighbors;
use super::copies::{Taken, enough};
use super::exponential::exp_nonpositive;
use super::scale::{local_scales, scales_of};
use super::sparse::{Edge, Graph};
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::names::tagged;
use crate::neighbors::{Exact, Index, Metric, NearestRows, Queries, Search, Searched};

/// A choice of C^u. The default is the paper's: local scaling with k = 3 between all pairs.
///
/// | field | range | default |
/// |---|---|---|
/// | `weights` | see [`Weights`] | `LocalScaling(3)` |
/// | `pairs` | see [`Pairs`] | `All` |
/// | `metric` | see [`Metric`] | `Euclidean` |
/// | `search` | see [`Search`] | `Auto` |
///
/// All pairs cost O(n² d0) time and O(n d0) memory; nearest pairs cost one neighbour search, which gives the local scales too.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Neighborhood {
    /// How a pair is weighed.
    pub weights: Weights,
    /// Which pairs there are.
    pub pairs: Pairs,
    /// What distance means.
    pub metric: Metric,
    /// How nearest rows are looked for.
    #[serde(skip_serializing_if = "Search::is_auto")]
    pub search: Search,
}

/// How a pair is weighed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Weights {
    /// exp(−d_ij² / (σ_i σ_j)), σ_i the distance to the k-th nearest row; k ≥ 1. (Paper, eq. 7, whose minus sign was lost.)
    LocalScaling(usize),
    /// exp(−d_ij² / σ²); σ > 0. (Paper, eq. 6, likewise.)
    Heat(f64),
    /// The cosine of the angle between the rows.
    Cosine,
    /// 1.
    Binary,
}

impl Default for Weights {
    fn default() -> Self {
        Weights::LocalScaling(3)
    }
}

impl FromStr for Weights {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let weights = match tagged(text) {
            ("local-scaling", Some(k)) => k.parse().ok().map(Weights::LocalScaling),
            ("heat", Some(sigma)) => sigma.parse().ok().map(Weights::Heat),
            ("cosine", None) => Some(Weights::Cosine),
            ("binary", None) => Some(Weights::Binary),
            _ => None,
        };
        weights.ok_or_else(|| Error::parameter("weights", text, Self::FORMS))
    }
}

/// Which pairs of rows are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Pairs {
    /// Every pair.
    #[default]
    All,
    /// Pairs of which one is among the other's k nearest rows; k ≥ 1. For large n.
    Nearest(usize),
}

impl FromStr for Pairs {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match (text, text.parse()) {
            ("all", _) => Ok(Pairs::All),
            (_, Ok(k)) => Ok(Pairs::Nearest(k)),
            _ => Err(Error::parameter("pairs", text, Self::FORMS)),
        }
    }
}

impl Pairs {
    /// How each choice is written in words.
    pub const FORMS: &'static str = "all, or a number of nearest rows";
}

impl Neighborhood {
    /// Refuses parameters out of range.
    ///
    /// # Errors
    /// [`Error::Parameter`] with the allowed range.
    pub fn check(&self) -> Result<()> {
        self.weights.check()?;
        match self.pairs {
            Pairs::Nearest(k) => check_neighbors("nearest", k),
            Pairs::All => Ok(()),
        }
    }

    /// The pairs of a graph of nearest rows and how they were found; nothing where all pairs are joined.
    pub(crate) fn stored(&self, samples: &Samples<'_>) -> Result<Option<(Graph, Searched)>> {
        let Pairs::Nearest(k) = self.pairs else { return Ok(None) };
        let rows: Vec<usize> = (0..samples.rows()).collect();
        let index = Index::new(samples, self.metric, self.search)?;
        let most = match self.weights {
            Weights::LocalScaling(scale) => scale.max(k),
            _ => k,
        };
        if let (Some(weights), Some(shared)) = (samples.weights(), samples.shared_weights()) {
            let wanted = enough(most, Some(weights), &rows);
            let NearestRows { nearest, searched } = index.nearest(Queries::Rows(&rows), wanted)?;
            let list = |&i: &usize| (i, Taken::of(i, &nearest[i], weights, k, true));
            let graph = Graph::of_copies(shared, &rows.iter().map(list).collect::<Vec<_>>());
            let scales = match self.weights {
                Weights::LocalScaling(scale) => {
                    Some(scales_of(&index, &rows, &nearest, scale, Some(weights))?)
                }
                _ => None,
            };
            let graph = self.weights.weigh(&graph, samples, self.metric, scales)?;
            return Ok(Some((graph, searched)));
        }
        let NearestRows { nearest, searched } = index.nearest(Queries::Rows(&rows), most)?;
        let scales = match self.weights {
            Weights::LocalScaling(scale) => Some(scales_of(&index, &rows, &nearest, scale, None)?),
            _ => None,
        };
        drop((index, rows));
        let graph = Graph::of_nearest(nearest, k);
        let heat = |squared: f64, scale: f64| exp_nonpositive(-squared / scale);
        let graph = match (self.weights, scales) {
            // The edges weigh their distances, so far.
            (Weights::LocalScaling(_), Some(scales)) => {
                graph.reweighted(|e| heat(e.weight * e.weight, scales[e.first] * scales[e.second]))
            }
            (Weights::Heat(sigma), _) => {
                graph.reweighted(|e| heat(e.weight * e.weight, sigma * sigma))
            }
            (weights, _) => weights.apply(&graph, samples, self.metric)?,
        };
        Ok(Some((graph, searched)))
    }
}

impl fmt::Display for Neighborhood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.weights {
            Weights::LocalScaling(k) => write!(f, "heat weights scaled by the {k}-th nearest row")?,
            Weights::Heat(sigma) => write!(f, "heat weights of width {sigma}")?,
            Weights::Cosine => write!(f, "cosines")?,
            Weights::Binary => write!(f, "ones")?,
        }
        match self.pairs {
            Pairs::All => write!(f, " between all pairs of rows"),
            Pairs::Nearest(k) => write!(f, " between each row and its {k} nearest"),
        }
    }
}

impl Weights {
    /// How each choice is written in words.
    pub const FORMS: &'static str = "local-scaling:K, heat:SIGMA, cosine or binary";

    /// Refuses parameters out of range.
    ///
    /// # Errors
    /// [`Error::Parameter`] with the allowed range.
    pub fn check(&self) -> Result<()> {
        match *self {
            Weights::LocalScaling(k) => check_neighbors("local-scaling", k),
            Weights::Heat(sigma) if !(sigma.is_finite() && sigma > 0.0) => {
                Err(Error::parameter("heat", sigma, "a finite number above 0"))
            }
            _ => Ok(()),
        }
    }

    /// These pairs, weighed.
    ///
    /// # Errors
    /// What the metric refuses.
    pub fn apply(&self, graph: &Graph, samples: &Samples<'_>, metric: Metric) -> Result<Graph> {
        self.weigh(graph, samples, metric, None)
    }

    /// These pairs, weighed by local scales that may be known.
    fn weigh(
        &self,
        graph: &Graph,
        samples: &Samples<'_>,
        metric: Metric,
        scales: Option<Vec<f64>>,
    ) -> Result<Graph> {
        let squared = |e: Edge, distances: &Exact<'_>| {
            let d = distances.distance(e.first, e.second);
            d * d
        };
        match *self {
            Weights::Binary => Ok(graph.reweighted(|_| 1.0)),
            Weights::Cosine => {
                let distances = Exact::new(samples, Metric::Cosine)?;
                Ok(graph.reweighted(|e| 1.0 - distances.distance(e.first, e.second)))
            }
            Weights::Heat(sigma) => {
                let distances = Exact::new(samples, metric)?;
                Ok(graph.reweighted(|e| exp_nonpositive(-squared(e, &distances) / (sigma * sigma))))
            }
            Weights::LocalScaling(k) => {
                let scales = scales.map_or_else(|| local_scales(samples, k, metric), Ok)?;
                let distances = Exact::new(samples, metric)?;
                let scale = |e: Edge| scales[e.first] * scales[e.second];
                Ok(graph.reweighted(|e| exp_nonpositive(-squared(e, &distances) / scale(e))))
            }
        }
    }
}
