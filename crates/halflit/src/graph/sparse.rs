//! A symmetric graph with stored edges.

use crate::error::{Error, Result};

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
    rows: usize,
    edges: Vec<Edge>,
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
        Ok(Self { rows, edges })
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
        Self { rows, edges: pairs.into_iter().map(edge).collect() }
    }

    /// Takes pairs that are already i < j and in order.
    pub(crate) fn from_sorted(
        rows: usize,
        pairs: impl Iterator<Item = (usize, usize, f64)>,
    ) -> Self {
        let edges = pairs.map(|(first, second, weight)| Edge { first, second, weight }).collect();
        Self { rows, edges }
    }

    /// Number of rows, n.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The edges, sorted by rows.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The same pairs with other weights.
    pub fn reweighted(&self, weight: impl Fn(Edge) -> f64) -> Graph {
        let edges = self.edges.iter().map(|&e| Edge { weight: weight(e), ..e }).collect();
        Graph { rows: self.rows, edges }
    }

    /// D_ii = Σ_j c_ij.
    pub fn degrees(&self) -> Vec<f64> {
        let mut degrees = vec![0.0; self.rows];
        for edge in &self.edges {
            degrees[edge.first] += edge.weight;
            degrees[edge.second] += edge.weight;
        }
        degrees
    }

    /// ‖C‖_F.
    pub fn norm(&self) -> f64 {
        (2.0 * self.edges.iter().map(|e| e.weight * e.weight).sum::<f64>()).sqrt()
    }

    /// The Hadamard power C^(α) = C∘…∘C · ‖C‖_F / ‖C∘…∘C‖_F (paper, eq. 9).
    ///
    /// # Errors
    /// [`Error::NegativeCost`] where a weight is negative, [`Error::ZeroCost`] where the norm is zero.
    pub fn power(&self, alpha: f64) -> Result<Graph> {
        check_alpha(alpha)?;
        if alpha == 1.0 {
            return Ok(self.clone());
        }
        if let Some(e) = self.edges.iter().find(|e| e.weight < 0.0) {
            return Err(Error::NegativeCost { row: e.first, column: e.second, value: e.weight });
        }
        let powered = self.reweighted(|e| e.weight.powf(alpha));
        let norm = powered.norm();
        if norm == 0.0 {
            return Err(Error::ZeroCost { alpha });
        }
        let factor = self.norm() / norm;
        Ok(powered.reweighted(|e| e.weight * factor))
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
        for edge in &graph.edges {
            let (a, b) = (position[edge.first], position[edge.second]);
            for (from, to) in [(a, b), (b, a)] {
                pairs[next[from]] = (to as u32, edge.weight);
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
