//! C^u: which rows are near when nobody looks at labels.

use serde::{Deserialize, Serialize};

use super::all_pairs::AllPairs;
use super::class_graph::check_neighbors;
use super::exponential::exp_nonpositive;
use super::scale::local_scales;
use super::sparse::{Edge, Graph};
use crate::cost::Cost;
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::neighbors::{Exact, Index, Metric, Queries};

/// A choice of C^u. The default is the paper's: local scaling with k = 3 between all pairs.
///
/// | field | range | default |
/// |---|---|---|
/// | `weights` | see [`Weights`] | `LocalScaling(3)` |
/// | `pairs` | see [`Pairs`] | `All` |
/// | `metric` | see [`Metric`] | `Euclidean` |
///
/// All pairs cost O(n² d0) time and O(n d0) memory; nearest pairs cost one neighbour search.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Neighborhood {
    /// How a pair is weighed.
    pub weights: Weights,
    /// Which pairs there are.
    pub pairs: Pairs,
    /// What distance means.
    pub metric: Metric,
}

/// How a pair is weighed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Weights {
    /// exp(−d_ij² / (σ_i σ_j)), σ_i the distance to the k-th nearest row; k ≥ 1.
    LocalScaling(usize),
    /// exp(−d_ij² / σ²); σ > 0.
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

    /// The cost C^u of these samples.
    ///
    /// # Errors
    /// As [`Neighborhood::check`], and what the metric refuses.
    pub fn cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Cost<'a>> {
        self.check()?;
        match self.pairs {
            Pairs::Nearest(k) => self.nearest(samples, k).map(Cost::graph),
            Pairs::All => self.all(samples),
        }
    }

    fn all<'a>(&self, samples: &'a Samples<'_>) -> Result<Cost<'a>> {
        let n = samples.rows();
        let heat = |scales: &[f64]| {
            Cost::all_pairs(AllPairs::heat(samples.borrowed(), self.metric, scales))
        };
        Ok(match self.weights {
            Weights::LocalScaling(k) => heat(&local_scales(samples, k, self.metric)?),
            Weights::Heat(sigma) => heat(&vec![sigma; n]),
            Weights::Cosine => Cost::all_pairs(AllPairs::cosine(samples.borrowed())),
            Weights::Binary => Cost::constant(n, 1.0),
        })
    }

    fn nearest(&self, samples: &Samples<'_>, k: usize) -> Result<Graph> {
        let rows: Vec<usize> = (0..samples.rows()).collect();
        let nearest = Exact::new(samples, self.metric)?.nearest(Queries::Rows(&rows), k)?;
        let pairs = nearest
            .iter()
            .enumerate()
            .flat_map(|(i, neighbors)| neighbors.iter().map(move |neighbor| (i, neighbor.row)));
        let graph = Graph::either(samples.rows(), pairs);
        self.weights.apply(&graph, samples, self.metric)
    }
}

impl Weights {
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

    /// The same pairs, weighed.
    ///
    /// # Errors
    /// What the metric refuses.
    pub fn apply(&self, graph: &Graph, samples: &Samples<'_>, metric: Metric) -> Result<Graph> {
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
                let scales = local_scales(samples, k, metric)?;
                let distances = Exact::new(samples, metric)?;
                let scale = |e: Edge| scales[e.first] * scales[e.second];
                Ok(graph.reweighted(|e| exp_nonpositive(-squared(e, &distances) / scale(e))))
            }
        }
    }
}
