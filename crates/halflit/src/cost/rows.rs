//! A cost row by row, to look at it: O(n) memory at a time.

use crate::dense::Mat;

use super::{ClassWise, Cost, PairCost};
use crate::elementary::pow;
use crate::error::{Error, Result};
use crate::graph::{Graph, Measure, check_alpha};

/// Reads the rows of a cost or of its Hadamard power.
///
/// ```
/// use halflit::{Cost, graph::Graph};
///
/// let cost = Cost::graph(Graph::new(3, [(0, 1, 0.5), (1, 2, 0.1)])?);
/// assert_eq!(cost.row_reader(1.0)?.row(1), [0.5, 0.0, 0.1]);
/// # Ok::<(), halflit::Error>(())
/// ```
pub struct CostRows<'c> {
    rows: usize,
    terms: Vec<(f64, Reader<'c>)>,
    alpha: f64,
    rescale: f64,
}

/// A term made ready to be read.
enum Reader<'c> {
    /// For every row its neighbours and weights.
    Edges(Vec<Vec<(usize, f64)>>),
    /// For every row its class.
    Classes(&'c ClassWise, Vec<Option<usize>>),
    EveryPair,
    AllPairs(Measure<'c>),
    /// For every row its class and its place there.
    WithinClasses(Vec<(f64, &'c [usize], Measure<'c>)>, Vec<Option<(usize, usize)>>),
    Dense(&'c crate::matrix::RowMatrix<'c>),
}

impl Cost<'_> {
    /// A reader of C^(α); α = 1 for the cost itself.
    ///
    /// # Errors
    /// [`Error::Parameter`] for α below 1, [`Error::NegativeCost`] and [`Error::ZeroCost`] where there is no power,
    /// and what the metric refuses.
    pub fn row_reader(&self, alpha: f64) -> Result<CostRows<'_>> {
        check_alpha(alpha)?;
        let mut terms = Vec::new();
        for term in self.terms() {
            terms.push((term.factor, Reader::new(&term.pairs, self.rows())?));
        }
        let mut reader = CostRows { rows: self.rows(), terms, alpha: 1.0, rescale: 1.0 };
        if alpha != 1.0 {
            let norm = reader.norm()?;
            reader.alpha = alpha;
            let powered = reader.norm()?;
            if powered == 0.0 {
                return Err(Error::ZeroCost { alpha });
            }
            reader.rescale = norm / powered;
        }
        Ok(reader)
    }

    /// The rows that some pair joins, ascending, as far as that can be told without a look at every pair.
    pub(crate) fn joined_rows(&self) -> Option<Vec<usize>> {
        let mut rows = Vec::new();
        for term in self.terms() {
            match &term.pairs {
                PairCost::Edges(graph) => {
                    rows.extend(graph.edges().iter().flat_map(|edge| [edge.first, edge.second]));
                }
                PairCost::Classes(classes) => rows.extend(classes.rows_by_class.iter().flatten()),
                PairCost::WithinClasses(classes) => {
                    rows.extend(classes.iter().flat_map(|(_, class)| &class.rows));
                }
                PairCost::EveryPair | PairCost::AllPairs(_) | PairCost::Dense(_) => return None,
            }
        }
        rows.sort_unstable();
        rows.dedup();
        Some(rows)
    }

    /// D − C over some rows alone, ascending; nothing where the cost reaches others. For few rows: O(n) each.
    pub(crate) fn laplacian_between(&self, rows: &[usize]) -> Option<Mat<f64>> {
        let reader = self.row_reader(1.0).ok()?;
        let mut laplacian = Mat::zeros(rows.len(), rows.len());
        for (i, &row) in rows.iter().enumerate() {
            let costs = reader.row(row);
            for (column, &cost) in costs.iter().enumerate().filter(|(_, cost)| **cost != 0.0) {
                let j = rows.binary_search(&column).ok()?;
                laplacian[(i, j)] -= cost;
                laplacian[(i, i)] += cost;
            }
        }
        Some(laplacian)
    }

    /// The whole n × n matrix, row after row, for a look at a small problem: O(n²) memory.
    ///
    /// # Errors
    /// What the metric of an all-pairs term refuses.
    pub fn to_dense(&self) -> Result<Vec<f64>> {
        let reader = self.row_reader(1.0)?;
        Ok((0..self.rows()).flat_map(|i| reader.row(i)).collect())
    }
}

impl CostRows<'_> {
    /// Row i: c_ij for every j, 0 for j = i.
    pub fn row(&self, i: usize) -> Vec<f64> {
        let mut row = vec![0.0; self.rows];
        for (factor, reader) in &self.terms {
            reader.add_row(i, *factor, &mut row);
        }
        row[i] = 0.0;
        if self.alpha != 1.0 {
            row.iter_mut().for_each(|c| *c = pow(*c, self.alpha) * self.rescale);
        }
        row
    }

    /// Every pair i < j with c_ij ≥ `threshold`, as a graph.
    pub fn pairs_from(&self, threshold: f64) -> Graph {
        let pairs = (0..self.rows).flat_map(|i| {
            let row = self.row(i);
            let near = (i + 1..self.rows).filter(|&j| row[j] >= threshold);
            near.map(|j| (i, j, row[j])).collect::<Vec<_>>()
        });
        Graph::from_sorted(self.rows, pairs)
    }

    /// ‖C‖_F; refuses negative entries, which have no power.
    fn norm(&self) -> Result<f64> {
        let mut sum = 0.0;
        for i in 0..self.rows {
            let row = self.row(i);
            if let Some(column) = row.iter().position(|&c| c < 0.0) {
                return Err(Error::NegativeCost { row: i, column, value: row[column] });
            }
            sum += row.iter().map(|c| c * c).sum::<f64>();
        }
        Ok(sum.sqrt())
    }
}

impl<'c> Reader<'c> {
    fn new(pairs: &'c PairCost<'_>, n: usize) -> Result<Self> {
        Ok(match pairs {
            PairCost::Edges(graph) => Reader::Edges(adjacency(graph)),
            PairCost::Classes(classes) => {
                let mut class_of = vec![None; n];
                for (class, rows) in classes.rows_by_class.iter().enumerate() {
                    rows.iter().for_each(|&i| class_of[i] = Some(class));
                }
                Reader::Classes(classes, class_of)
            }
            PairCost::EveryPair => Reader::EveryPair,
            PairCost::WithinClasses(classes) => {
                let mut place_of = vec![None; n];
                let mut measures = Vec::new();
                for (number, (factor, class)) in classes.iter().enumerate() {
                    let rows = class.rows.iter().enumerate();
                    rows.for_each(|(place, &row)| place_of[row] = Some((number, place)));
                    measures.push((*factor, class.rows.as_slice(), Measure::new(&class.pairs)?));
                }
                Reader::WithinClasses(measures, place_of)
            }
            PairCost::AllPairs(pairs) => Reader::AllPairs(Measure::new(pairs)?),
            PairCost::Dense(matrix) => Reader::Dense(matrix),
        })
    }

    fn add_row(&self, i: usize, factor: f64, row: &mut [f64]) {
        let mut add = |values: &mut dyn Iterator<Item = f64>| {
            row.iter_mut().zip(values).for_each(|(sum, value)| *sum += factor * value);
        };
        match self {
            Reader::Edges(neighbors) => {
                neighbors[i].iter().for_each(|&(j, weight)| row[j] += factor * weight);
            }
            Reader::Classes(classes, class_of) => {
                add(&mut class_of.iter().map(|&other| match (class_of[i], other) {
                    (Some(a), Some(b)) if a == b => classes.same[a],
                    (Some(_), Some(_)) => classes.different,
                    _ => 0.0,
                }))
            }
            Reader::WithinClasses(classes, place_of) => {
                let Some((class, place)) = place_of[i] else { return };
                let (own, rows, measure) = &classes[class];
                for (&j, weight) in rows.iter().zip(measure.row(place)) {
                    row[j] += factor * own * weight;
                }
            }
            Reader::EveryPair => row.iter_mut().for_each(|sum| *sum += factor),
            Reader::AllPairs(measure) => add(&mut measure.row(i).into_iter()),
            Reader::Dense(matrix) => add(&mut matrix.row(i).iter().copied()),
        }
    }
}

fn adjacency(graph: &Graph) -> Vec<Vec<(usize, f64)>> {
    let mut neighbors = vec![Vec::new(); graph.rows()];
    for edge in graph.edges() {
        neighbors[edge.first].push((edge.second, edge.weight));
        neighbors[edge.second].push((edge.first, edge.weight));
    }
    neighbors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Dataset, Labels, Samples};
    use crate::graph::local_affinity;
    use crate::neighbors::Metric;

    #[test]
    fn the_laplacian_between_labeled_rows_is_that_of_the_matrix() -> Result<()> {
        let rows: Vec<[f64; 2]> =
            (0..9).map(|i| [(i * i % 7) as f64, (i * 3 % 5) as f64]).collect();
        let labels = Labels::new((0..9).map(|i| (i % 4 != 3).then_some(i % 2)));
        let data = Dataset::new(Samples::from_rows(&rows)?, labels.clone())?;
        let pairs = local_affinity(&data, 2, Metric::Euclidean)?.into_iter();
        let affinity =
            Cost::within_classes(9, pairs.map(|(k, pairs)| (0.5 + k as f64, pairs)).collect());
        let edges = Cost::graph(Graph::new(9, [(0, 1, 0.7), (2, 8, 1.5)])?);
        let classes = Cost::classes(&data, |size| 1.0 / size, -0.3);
        let cost = edges.times(-2.0).plus(classes.times(3.0)).plus(affinity.times(0.25));
        let labeled = cost.joined_rows().unwrap_or_default();
        assert_eq!(labeled, labels.labeled_rows());
        let (all, found) = (cost.to_dense()?, cost.laplacian_between(&labeled));
        let found = found.ok_or(Error::NothingToCompare)?;
        for (i, &row) in labeled.iter().enumerate() {
            let degree: f64 = all[row * 9..(row + 1) * 9].iter().sum();
            for (j, &column) in labeled.iter().enumerate() {
                let own = if i == j { degree } else { -all[row * 9 + column] };
                assert!((found[(i, j)] - own).abs() < 1e-12, "({i}, {j})");
            }
        }
        assert!(cost.laplacian_between(&labeled[1..]).is_none(), "it reaches another row");
        assert!(Cost::constant(9, 1.0).joined_rows().is_none());
        Ok(())
    }

    #[test]
    fn costs_are_those_of_their_entries() -> Result<()> {
        let given = |diagonal: f64| Cost::dense(vec![diagonal, 1.0, 1.0, diagonal], 2);
        assert_eq!(given(5.0)?, given(0.0)?, "a row with itself costs nothing");
        let sum = Cost::constant(2, 3.0).plus(given(0.0)?).times(2.0);
        assert_eq!(sum.to_dense()?, [0.0, 8.0, 8.0, 0.0]);
        let graph = Cost::graph(Graph::new(3, [(0, 1, 0.5), (1, 2, 0.25)])?);
        let at_least = |least: f64| Ok(graph.row_reader(1.0)?.pairs_from(least).edges().len());
        assert_eq!([at_least(0.25)?, at_least(0.5)?, at_least(0.6)?], [2, 1, 0]);
        Ok(())
    }
}
