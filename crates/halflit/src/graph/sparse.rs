//! A symmetric graph with stored edges.

use super::copies::Copies;
use crate::elementary::pow;
use crate::error::{Error, Result};
use crate::neighbors::Neighbor;

/// One undirected edge with `first < second`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// The lower row.
    pub first: usize,
    /// The higher row.
    pub second: usize,
    /// c_ij = c_ji.
    pub weight: f64,
}

/// A symmetric n × n cost with zero diagonal, by its non-zero pairs.
///
/// ```
/// use halflit::graph::Graph;
///
/// let graph = Graph::new(3, [(0, 1, 1.0), (2, 1, 0.5)])?;
/// assert_eq!(graph.degrees(), [1.0, 1.5, 0.5]);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    pub(super) rows: usize,
    pub(super) edges: Vec<Edge>,
    /// Which copies of rows are joined, where rows count more than once.
    pub(super) copies: Option<Copies>,
}

impl Graph {
    /// Takes pairs in either direction; a pair given in both directions counts once and must agree.
    ///
    /// # Errors
    /// [`Error::Shape`] for a row that does not exist or a pair of a row with itself, [`Error::NotSymmetric`] where
    /// two directions disagree, [`Error::Parameter`] for a weight that is not finite.
    pub fn new(rows: usize, pairs: impl IntoIterator<Item = (usize, usize, f64)>) -> Result<Self> {
        let mut edges = Vec::new();
        for (i, j, weight) in pairs {
            if i >= rows || j >= rows || i == j {
                let expected = format!("pairs of two different rows below {rows}");
                return Err(Error::shape("the edge list", expected, format!("({i}, {j})")));
            }
            if !weight.is_finite() {
                return Err(Error::parameter("edge weight", weight, "a finite number"));
            }
            edges.push(Edge { first: i.min(j), second: i.max(j), weight });
        }
        edges.sort_by_key(|e| (e.first, e.second));
        for pair in edges.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if (a.first, a.second) == (b.first, b.second) && a.weight != b.weight {
                let (what, value, mirrored) = ("the edge list", a.weight, b.weight);
                return Err(Error::NotSymmetric {
                    what,
                    row: a.first,
                    column: a.second,
                    value,
                    mirrored,
                });
            }
        }
        edges.dedup_by_key(|e| (e.first, e.second));
        Ok(Self { rows, edges, copies: None })
    }

    /// Joins i and j where either names the other ("or" symmetrisation), each edge weighing 1.
    pub(crate) fn joined_either_way(
        rows: usize,
        pairs: impl Iterator<Item = (usize, usize)>,
    ) -> Self {
        let mut pairs: Vec<_> = pairs.map(|(i, j)| (i.min(j), i.max(j))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let edge = |(first, second)| Edge { first, second, weight: 1.0 };
        Self { rows, edges: pairs.into_iter().map(edge).collect(), copies: None }
    }

    /// Joins each row with its `k` nearest, and those that have it among theirs; each edge weighs its distance.
    pub(crate) fn of_nearest(nearest: Vec<Vec<Neighbor>>, k: usize) -> Self {
        let rows = nearest.len();
        let mut pairs = Vec::with_capacity(nearest.iter().map(|list| list.len().min(k)).sum());
        for (i, neighbors) in nearest.into_iter().enumerate() {
            let pair = |n: Neighbor| (i.min(n.row) as u32, i.max(n.row) as u32, n.distance);
            pairs.extend(neighbors.into_iter().take(k).map(pair));
        }
        pairs.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)));
        pairs.dedup_by_key(|pair| (pair.0, pair.1));
        let pairs = pairs.into_iter();
        Self::from_sorted(rows, pairs.map(|(i, j, weight)| (i as usize, j as usize, weight)))
    }

    /// Takes pairs that are already i < j and in order.
    pub(crate) fn from_sorted(
        rows: usize,
        pairs: impl Iterator<Item = (usize, usize, f64)>,
    ) -> Self {
        let edges = pairs.map(|(first, second, weight)| Edge { first, second, weight }).collect();
        Self { rows, edges, copies: None }
    }

    /// Number of rows, n.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The edges, sorted by rows.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// These pairs with other weights.
    pub(crate) fn reweighted(&self, weight: impl Fn(Edge) -> f64) -> Graph {
        let edges = self.edges.iter().map(|&e| Edge { weight: weight(e), ..e }).collect();
        let copies = self.copies.as_ref().map(|copies| copies.reweighted(&weight));
        Graph { rows: self.rows, edges, copies }
    }

    /// D_ii = Σ_j c_ij; of a row that counts more than once, summed over its copies.
    pub fn degrees(&self) -> Vec<f64> {
        let mut degrees = vec![0.0; self.rows];
        for (edge, count) in self.counted_edges() {
            degrees[edge.first] += count * edge.weight;
            degrees[edge.second] += count * edge.weight;
        }
        if let Some(copies) = &self.copies {
            let own = copies.own_pairs().map(|(count, weight)| count * weight);
            degrees.iter_mut().zip(own).for_each(|(degree, own)| *degree += own);
        }
        degrees
    }

    /// ‖C‖_F, over all copies.
    pub fn norm(&self) -> f64 {
        let squares = self.counted_edges().map(|(e, count)| count * (e.weight * e.weight));
        let own = self.copies.iter().flat_map(Copies::own_pairs);
        let own: f64 = own.map(|(count, weight)| count * weight * weight).sum();
        (2.0 * squares.sum::<f64>() + own).sqrt()
    }

    /// The Hadamard power C^(α) = C∘…∘C · ‖C‖_F / ‖C∘…∘C‖_F (paper, eq. 9).
    ///
    /// # Errors
    /// [`Error::NegativeCost`] where a weight is negative, [`Error::ZeroCost`] where the norm is zero.
    pub fn power(&self, alpha: f64) -> Result<Graph> {
        if alpha == 1.0 {
            return Ok(self.clone());
        }
        let powered = self.raised(alpha)?;
        let norm = powered.norm();
        if norm == 0.0 {
            return Err(Error::ZeroCost { alpha });
        }
        let factor = self.norm() / norm;
        Ok(powered.reweighted(|e| e.weight * factor))
    }

    /// C∘…∘C, as it is.
    pub(crate) fn raised(&self, alpha: f64) -> Result<Graph> {
        check_alpha(alpha)?;
        if alpha == 1.0 {
            return Ok(self.clone());
        }
        if let Some(e) = self.edges.iter().find(|e| e.weight < 0.0) {
            return Err(Error::NegativeCost { row: e.first, column: e.second, value: e.weight });
        }
        Ok(self.reweighted(|e| pow(e.weight, alpha)))
    }
}

/// For every row that has an edge its neighbours and weights, rows numbered among themselves.
pub(crate) struct Neighbors {
    /// Where the neighbours of each row start.
    starts: Vec<usize>,
    pairs: Vec<(u32, f64)>,
}

impl Neighbors {
    /// The neighbours, and which rows have some, ascending.
    pub(crate) fn of(graph: &Graph) -> (Self, Vec<usize>) {
        let mut counts = vec![0usize; graph.rows];
        for edge in &graph.edges {
            counts[edge.first] += 1;
            counts[edge.second] += 1;
        }
        let active: Vec<usize> = (0..graph.rows).filter(|&i| counts[i] > 0).collect();
        let mut starts = vec![0];
        let mut position = vec![0; graph.rows];
        for (number, &row) in active.iter().enumerate() {
            position[row] = number;
            starts.push(starts[number] + counts[row]);
        }
        let mut pairs = vec![(0u32, 0.0); starts[active.len()]];
        let mut next = starts.clone();
        for (edge, count) in graph.counted_edges() {
            let (a, b) = (position[edge.first], position[edge.second]);
            for (from, to) in [(a, b), (b, a)] {
                pairs[next[from]] = (to as u32, count * edge.weight);
                next[from] += 1;
            }
        }
        (Self { starts, pairs }, active)
    }

    /// The neighbours of a row.
    pub(crate) fn of_row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let pairs = &self.pairs[self.starts[row]..self.starts[row + 1]];
        pairs.iter().map(|&(other, weight)| (other as usize, weight))
    }
}

/// α must be a real number of at least 1.
pub(crate) fn check_alpha(alpha: f64) -> Result<()> {
    match alpha.is_finite() && alpha >= 1.0 {
        true => Ok(()),
        false => Err(Error::parameter("alpha", alpha, "a finite number of at least 1")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_keeps_the_norm_and_alpha_one_keeps_everything() -> Result<()> {
        let graph = Graph::new(3, [(0, 1, 0.9), (1, 2, 0.2)])?;
        assert_eq!(graph.power(1.0)?, graph);
        let powered = graph.power(2.5)?;
        assert!((powered.norm() - graph.norm()).abs() < 1e-15);
        let ratio = powered.edges()[0].weight / powered.edges()[1].weight;
        assert!((ratio - (0.9f64 / 0.2).powf(2.5)).abs() < 1e-12);
        Ok(())
    }

    #[test]
    fn bad_edges_and_powers_are_refused() -> Result<()> {
        assert!(Graph::new(2, [(0, 2, 1.0)]).is_err());
        assert!(Graph::new(2, [(1, 1, 1.0)]).is_err());
        assert!(Graph::new(2, [(0, 1, 1.0), (1, 0, 2.0)]).is_err());
        let negative = Graph::new(2, [(0, 1, -1.0)])?;
        assert!(matches!(negative.power(2.0), Err(Error::NegativeCost { .. })));
        assert!(negative.power(0.5).is_err());
        assert!(matches!(Graph::new(2, [])?.power(2.0), Err(Error::ZeroCost { .. })));
        Ok(())
    }
}
