//! C^I and C^E: near rows of the same class, near rows of another.

use serde::{Deserialize, Serialize};

use super::all_pairs::AllPairs;
use super::copies::{Taken, enough};
use super::scale::kth_distances;
use super::sparse::Graph;
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::neighbors::{Exact, Metric, Queries, Search};

/// A choice of C^I and C^E.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClassNeighborhood {
    /// k of C^I, ≥ 1: min(k, n_k − 1) neighbours within a class of n_k labeled rows.
    pub neighbors_same: usize,
    /// k of C^E, ≥ 1: min(k, ℓ − n_k) neighbours outside it.
    pub neighbors_other: usize,
    /// What near means.
    pub metric: Metric,
}

impl Default for ClassNeighborhood {
    fn default() -> Self {
        Self { neighbors_same: 3, neighbors_other: 3, metric: Metric::Euclidean }
    }
}

/// The two 0/1 graphs of section 2.1 over the labeled rows.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassGraphs {
    /// C^I: 1 where one is among the other's nearest rows of the same class.
    pub same: Graph,
    /// C^E: 1 where one is among the other's nearest rows of another class.
    pub other: Graph,
}

impl ClassNeighborhood {
    /// Refuses parameters out of range.
    ///
    /// # Errors
    /// [`Error::Parameter`] where a number of neighbours is 0.
    pub fn check(&self) -> Result<()> {
        check_neighbors("neighbors_same", self.neighbors_same)?;
        check_neighbors("neighbors_other", self.neighbors_other)
    }

    /// Builds both graphs.
    ///
    /// # Errors
    /// As [`ClassNeighborhood::check`], and what the metric refuses.
    pub fn graphs(&self, data: &Dataset<'_>) -> Result<ClassGraphs> {
        self.check()?;
        let same = same_class(data, self.neighbors_same, self.metric)?;
        Ok(ClassGraphs { same, other: other_class(data, self.neighbors_other, self.metric)? })
    }
}

/// C^I alone.
pub(crate) fn same_class(data: &Dataset<'_>, k: usize, metric: Metric) -> Result<Graph> {
    join(data, k, metric, true, |rows, _| rows.to_vec())
}

/// C^E alone.
fn other_class(data: &Dataset<'_>, k: usize, metric: Metric) -> Result<Graph> {
    let labels = data.labels();
    join(data, k, metric, false, |_, class| {
        labels.labeled_rows().into_iter().filter(|&i| labels.class_of(i) != Some(class)).collect()
    })
}

/// For every class, joins its rows to their nearest among `candidates(rows, class)`, of which they are some or none.
fn join(
    data: &Dataset<'_>,
    k: usize,
    metric: Metric,
    own_copies: bool,
    candidates: impl Fn(&[usize], usize) -> Vec<usize>,
) -> Result<Graph> {
    let weights = data.samples().weights();
    let (mut pairs, mut lists) = (Vec::new(), Vec::new());
    for (class, rows) in data.labels().rows_by_class().iter().enumerate() {
        if rows.is_empty() {
            continue;
        }
        let candidates = candidates(rows, class);
        let wanted = enough(k, weights, &candidates);
        let index = Exact::over(data.samples(), metric, candidates)?;
        let nearest = index.nearest(Queries::Rows(rows), wanted)?;
        for (&i, neighbors) in rows.iter().zip(&nearest) {
            match weights {
                Some(weights) => lists.push((i, Taken::of(i, neighbors, weights, k, own_copies))),
                None => pairs.extend(neighbors.iter().map(|neighbor| (i, neighbor.row))),
            }
        }
    }
    Ok(match data.samples().shared_weights() {
        Some(weights) => Graph::of_copies(weights, &lists),
        None => Graph::joined_either_way(data.samples().rows(), pairs.into_iter()),
    })
}

/// A number of neighbours must be positive; that there may be fewer rows is part of the definition.
pub(crate) fn check_neighbors(name: &'static str, k: usize) -> Result<()> {
    match k {
        0 => Err(Error::parameter(name, k, "a whole number of at least 1")),
        _ => Ok(()),
    }
}

/// All pairs of labeled rows of one class, weighed by distance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ClassPairs<'a> {
    /// The rows of the class, ascending.
    pub(crate) rows: Vec<usize>,
    /// Weights of the pairs, by place among these rows.
    pub(crate) pairs: AllPairs<'a>,
}

/// Sugiyama's affinity: exp(−d²/(σ_i σ_j)) between all labeled rows of one class, σ_i the distance to the
/// min(k, n_k − 1)-th nearest of the class. Classes of one row have no pair.
pub(crate) fn local_affinity(
    data: &Dataset<'_>,
    k: usize,
    metric: Metric,
) -> Result<Vec<(usize, ClassPairs<'static>)>> {
    let classes = data.labels().rows_by_class().into_iter().enumerate();
    let size = |rows: &[usize]| rows.iter().map(|&i| data.samples().weight(i)).sum::<f64>();
    let pairs = classes.filter(|(_, rows)| size(rows) > 1.0).map(|(class, rows)| {
        let (scales, _) = kth_distances(data.samples(), &rows, k, metric, Search::Exact)?;
        let samples = data.samples().gather_with_distances(&rows);
        Ok((class, ClassPairs { rows, pairs: AllPairs::heat(samples, metric, &scales) }))
    });
    pairs.collect()
}
