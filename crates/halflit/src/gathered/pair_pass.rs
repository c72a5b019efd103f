//! The pass over pairs of rows that a fit asks for, two blocks at a time.

use crate::choose;
use crate::coordinates::Coordinates;
use crate::cost::PairCost;
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::graph::{AllPairs, Graph, Neighborhood, Pairs, Weights, exp_nonpositive};
use crate::learner::{AnyLearner, Learner};
use crate::matrix::RowMatrix;
use crate::neighbors::{Index, Metric, Neighbor, Queries, Search};
use crate::plan::Plan;
use crate::scatter::{PairSums, graph_sums};
use crate::space::Summed;
use crate::statistics::Statistics;
use crate::views::PairWork;

use super::BlockNearest;

/// Some rows, as they come.
#[derive(Debug, Clone, Copy)]
pub struct Block<'b> {
    /// Their values.
    pub samples: &'b Samples<'b>,
    /// The number of the first of them among all rows.
    pub first: usize,
}

/// A block, and the nearest rows of its rows among all rows, where the graph asks for them.
type KnownBlock<'b> = (&'b Block<'b>, Option<&'b BlockNearest>);

/// Everything that two blocks of rows have to know to sum over their pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct PairPass {
    graph: Neighborhood,
    alphas: Vec<f64>,
    summed: Summed,
}

impl PairPass {
    /// What a plan needs of the pairs of rows with these statistics; nothing where its learner has no graph, or one of ones.
    ///
    /// # Errors
    /// As [`Plan::needs_pairs`].
    pub fn of(plan: &Plan, statistics: &Statistics) -> Result<Option<Self>> {
        let Some((learner, graph)) = paired(plan)? else { return Ok(None) };
        let summed = statistics.summed(&plan.space)?;
        Ok(Some(Self { graph, alphas: choose::powers(plan, learner), summed }))
    }

    /// What an engine is asked that has all rows.
    pub(crate) fn work<'w>(&'w self, samples: &'w Samples<'w>) -> PairWork<'w> {
        let (graph, alphas, mean) = (&self.graph, &self.alphas[..], &self.summed.mean[..]);
        let (offset, factor) = self.scale();
        PairWork { samples, graph, alphas, offset, factor, mean, neighbors: self.neighbors() }
    }

    /// The powers that are summed.
    pub fn alphas(&self) -> &[f64] {
        &self.alphas
    }

    /// The graph.
    pub fn graph(&self) -> &Neighborhood {
        &self.graph
    }

    /// How rows are scaled, (x − offset) · factor.
    pub fn scale(&self) -> (Vec<f64>, Vec<f64>) {
        self.summed.scaler.columns(self.summed.mean.len())
    }

    /// The mean of all rows, scaled.
    pub fn mean(&self) -> &[f64] {
        &self.summed.mean
    }

    /// How many nearest rows of each row have to be known; 0 for a graph that asks for none.
    pub fn neighbors(&self) -> usize {
        let near = match self.graph.pairs {
            Pairs::Nearest(k) => k,
            Pairs::All => 0,
        };
        match self.graph.weights {
            Weights::LocalScaling(k) => near.max(k),
            _ => near,
        }
    }

    /// The nearest rows of every row of a block among those of another, or, where there is none, among its own; exactly.
    ///
    /// # Errors
    /// What the metric refuses.
    pub fn nearest(&self, block: &Block<'_>, other: Option<&Block<'_>>) -> Result<BlockNearest> {
        let wanted = self.neighbors().max(1);
        let count = block.samples.rows();
        let joined = self.joined(block, other)?;
        let (from, first) = match other {
            Some(other) => (count, other.first),
            None => (0, block.first),
        };
        let (own, others): (Vec<usize>, Vec<usize>) =
            ((0..count).collect(), (from..joined.rows()).collect());
        let index = Index::over(&joined, self.graph.metric, others, Search::Exact)?;
        let found = index.nearest(Queries::Rows(&own), wanted)?.nearest;
        let global = |n: &Neighbor| Neighbor { row: n.row - from + first, ..*n };
        let mut positive = Vec::with_capacity(count);
        for (i, list) in found.iter().enumerate() {
            let known = list.iter().map(|n| n.distance).find(|&distance| distance > 0.0);
            // Where all that were looked for coincide, there may be others.
            let smallest = match known {
                None if list.len() == wanted => index.smallest_positive(i)?,
                known => known,
            };
            positive.push(smallest.unwrap_or(f64::INFINITY));
        }
        let lists = found.iter().map(|list| list.iter().map(global).collect()).collect();
        Ok(BlockNearest { first: block.first, wanted, lists, positive })
    }

    /// Sums over the pairs of one row of a block and one of another, or, where there is none, over the pairs within the block.
    ///
    /// # Errors
    /// [`Error::BadStatistics`] where nearest rows are needed and missing, or of other rows; what the metric refuses.
    pub fn sums(&self, block: KnownBlock<'_>, other: Option<KnownBlock<'_>>) -> Result<PairSums> {
        let own = block.0.samples.rows();
        let joined = self.joined(block.0, other.map(|(other, _)| other))?;
        let known: Vec<KnownBlock<'_>> = [Some(block), other].into_iter().flatten().collect();
        let scales = match self.graph.weights {
            Weights::LocalScaling(k) => {
                let of = |own: &KnownBlock<'_>| near(own)?.scales(k);
                known.iter().map(of).collect::<Result<Vec<_>>>()?.concat()
            }
            Weights::Heat(sigma) => vec![sigma; joined.rows()],
            _ => Vec::new(),
        };
        let pairs = match self.graph.pairs {
            Pairs::Nearest(k) => PairCost::Edges(self.edges(&known, k, &scales, &joined)?),
            Pairs::All => {
                let all = match self.graph.weights {
                    Weights::Cosine => AllPairs::cosine(joined.borrowed()),
                    _ => AllPairs::heat(joined.borrowed(), self.graph.metric, &scales),
                };
                PairCost::AllPairs(if other.is_some() { all.across(own) } else { all })
            }
        };
        let columns: Vec<usize> = (0..joined.columns()).collect();
        let z = Coordinates::centered(joined.borrowed(), self.summed.mean.clone(), &columns);
        PairSums::of(&self.alphas, columns.len(), graph_sums(&pairs, &z, &self.alphas)?)
    }

    /// Both blocks as learners see them, one after the other.
    fn joined(&self, block: &Block<'_>, other: Option<&Block<'_>>) -> Result<Samples<'static>> {
        let mut values = Vec::new();
        let columns = self.summed.mean.len();
        for own in [Some(block), other].into_iter().flatten() {
            if own.samples.columns() != columns {
                let (expected, found) = (columns, own.samples.columns());
                return Err(Error::ColumnCount { expected, found });
            }
            if own.samples.weights().is_some() {
                return Err(Error::NotSummed { what: "rows with weights".into() });
            }
            values.extend(self.summed.scaler.apply(own.samples)?.to_rows().into_values());
        }
        let rows = values.len() / columns;
        Samples::from_matrix(RowMatrix::new(values, rows, columns))
    }

    /// The edges of a graph of nearest rows within a block, or between two.
    fn edges(
        &self,
        known: &[KnownBlock<'_>],
        k: usize,
        scales: &[f64],
        joined: &Samples<'_>,
    ) -> Result<Graph> {
        let mut starts = vec![0];
        starts.extend(known.iter().map(|(block, _)| block.samples.rows()));
        let (mut pairs, across) = (Vec::new(), known.len() > 1);
        for (side, own) in known.iter().enumerate() {
            let other = if across { 1 - side } else { side };
            let there = known[other].0;
            let rows = there.first..there.first + there.samples.rows();
            for (i, list) in near(own)?.lists.iter().enumerate() {
                for neighbor in list.iter().take(k).filter(|n| rows.contains(&n.row)) {
                    let (a, b) = (starts[side] + i, starts[other] + neighbor.row - there.first);
                    pairs.push((a.min(b), a.max(b), neighbor.distance));
                }
            }
        }
        pairs.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)));
        pairs.dedup_by_key(|pair| (pair.0, pair.1));
        let graph = Graph::from_sorted(joined.rows(), pairs.into_iter());
        match self.graph.weights {
            // The edges weigh their distances, so far.
            Weights::LocalScaling(_) | Weights::Heat(_) => Ok(graph.reweighted(|e| {
                exp_nonpositive(-e.weight * e.weight / (scales[e.first] * scales[e.second]))
            })),
            weights => weights.apply(&graph, joined, self.graph.metric),
        }
    }
}

impl Plan {
    /// Whether a fit to rows that are elsewhere needs sums over pairs of them: not for a learner without a graph, or with one of ones.
    ///
    /// # Errors
    /// [`Error::NotSummed`] for what cannot be learned from sums, [`Error::Parameter`] for parameters out of range.
    pub fn needs_pairs(&self) -> Result<bool> {
        Ok(paired(self)?.is_some())
    }
}

/// A learner and its graph, whose pairs have to be summed.
fn paired(plan: &Plan) -> Result<Option<(&AnyLearner, Neighborhood)>> {
    use crate::cost::UnlabelChoice::{Function, Given, Near, None as Nothing, Variance};
    let refused = |what: String| Err(Error::NotSummed { what });
    plan.check()?;
    let Some(learner) = plan.learner() else { return refused(plan.name().into()) };
    Summed::check(&plan.space)?;
    let graph = match learner.unlabel() {
        Nothing | Variance => return Ok(None),
        Near(graph) => graph,
        Given(_) | Function(_) => return refused("a cost of your own".into()),
    };
    match (graph.metric, graph.pairs, graph.weights) {
        (Metric::Precomputed, ..) => refused("a graph of given distances".into()),
        // As much as all rows know of each other: see `Gathered::space`.
        (_, Pairs::All, Weights::Binary) => Ok(None),
        _ => Ok(Some((learner, graph))),
    }
}

/// The nearest rows of a block, which must be its own.
fn near<'b>(own: &KnownBlock<'b>) -> Result<&'b BlockNearest> {
    let (block, nearest) = own;
    let missing = |reason: &str| Error::BadStatistics { reason: reason.into() };
    let nearest = nearest.ok_or_else(|| missing("the nearest rows of a block are missing"))?;
    match (nearest.first, nearest.rows()) == (block.first, block.samples.rows()) {
        true => Ok(nearest),
        false => Err(missing("the nearest rows are those of another block")),
    }
}
