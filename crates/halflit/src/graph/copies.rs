//! Graphs of rows that count more than once: a row of weight w is w copies of it, and edges join copies.
//!
//! Of the nearest rows a copy takes so many until their weights add up to k: its own other copies first, for they are nearest,
//! then those of the next row, and of the last row as many as are missing, always the same ones. So of the w_i w_j pairs of
//! copies of two rows w_i c(i→j) + w_j c(j→i) − c(i→j) c(j→i) are joined, c(i→j) being how many copies of j are taken by one of i.
//! Nothing of this needs whole numbers.

use std::sync::Arc;

use super::sparse::{Edge, Graph};
use crate::neighbors::Neighbor;

/// Which copies are joined by the edges of a graph.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Copies {
    weights: Arc<[f64]>,
    /// For every edge: c(first→second) and c(second→first).
    taken: Vec<[f64; 2]>,
    /// How many of its own copies one takes.
    own_taken: Vec<f64>,
    /// What an edge between two copies of one row weighs.
    own: Vec<f64>,
}

/// What one row takes of others.
pub(crate) struct Taken {
    /// Of its own copies.
    pub(crate) own: f64,
    /// Of other rows.
    pub(crate) others: Vec<(usize, f64)>,
}

impl Taken {
    /// Takes rows, nearest first, until their weights add up to k.
    pub(crate) fn of(
        row: usize,
        nearest: &[Neighbor],
        weights: &[f64],
        k: usize,
        own_copies: bool,
    ) -> Self {
        let mut room = k as f64;
        let own = if own_copies { (weights[row] - 1.0).clamp(0.0, room) } else { 0.0 };
        room -= own;
        let mut others = Vec::new();
        for neighbor in nearest {
            let taken = weights[neighbor.row].min(room);
            if taken > 0.0 {
                others.push((neighbor.row, taken));
                room -= taken;
            }
        }
        Self { own, others }
    }
}

/// So many rows that whichever they are, their weights add up to k; k where every row counts once.
pub(crate) fn enough(k: usize, weights: Option<&[f64]>, rows: &[usize]) -> usize {
    let Some(weights) = weights else { return k };
    let mut sorted: Vec<f64> = rows.iter().map(|&row| weights[row]).collect();
    sorted.sort_by(f64::total_cmp);
    let mut sum = 0.0;
    let reached = sorted.iter().position(|weight| {
        sum += weight;
        sum >= k as f64
    });
    reached.map_or(rows.len(), |last| last + 1).max(1)
}

impl Graph {
    /// Joins copies where either takes the other, each edge weighing 1.
    pub(crate) fn of_copies(weights: Arc<[f64]>, lists: &[(usize, Taken)]) -> Self {
        let mut own_taken = vec![0.0; weights.len()];
        let mut pairs: Vec<(usize, usize, [f64; 2])> = Vec::new();
        for (i, list) in lists {
            own_taken[*i] = list.own;
            pairs.extend(list.others.iter().map(|&(j, taken)| match *i < j {
                true => (*i, j, [taken, 0.0]),
                false => (j, *i, [0.0, taken]),
            }));
        }
        pairs.sort_by_key(|&(first, second, _)| (first, second));
        let (mut edges, mut taken): (Vec<Edge>, Vec<[f64; 2]>) = (Vec::new(), Vec::new());
        for (first, second, [there, back]) in pairs {
            match (edges.last(), taken.last_mut()) {
                (Some(edge), Some(last)) if (edge.first, edge.second) == (first, second) => {
                    *last = [last[0] + there, last[1] + back];
                }
                _ => {
                    edges.push(Edge { first, second, weight: 1.0 });
                    taken.push([there, back]);
                }
            }
        }
        let (rows, own) = (weights.len(), vec![1.0; weights.len()]);
        let copies = Copies { weights, taken, own_taken, own };
        Self { rows, edges, copies: Some(copies) }
    }

    /// The graph with its edges between all copies of their rows, where it does not know of copies and rows have weights. Copies
    /// of one row are not joined, as nobody said so.
    pub(crate) fn among(&self, weights: Option<&Arc<[f64]>>) -> std::borrow::Cow<'_, Graph> {
        match (weights, &self.copies) {
            (Some(weights), None) => {
                let all = |edge: &Edge| [weights[edge.second], weights[edge.first]];
                let copies = Copies {
                    weights: weights.clone(),
                    taken: self.edges.iter().map(all).collect(),
                    own_taken: vec![0.0; self.rows],
                    own: vec![0.0; self.rows],
                };
                std::borrow::Cow::Owned(Graph { copies: Some(copies), ..self.clone() })
            }
            _ => std::borrow::Cow::Borrowed(self),
        }
    }

    /// Every edge with the number of pairs of copies that it joins.
    pub(crate) fn counted_edges(&self) -> impl Iterator<Item = (Edge, f64)> + '_ {
        let count = |(place, edge): (usize, &Edge)| {
            (*edge, self.copies.as_ref().map_or(1.0, |copies| copies.count(place, edge)))
        };
        self.edges.iter().enumerate().map(count)
    }

    /// Of every row how unequal the degrees of its copies are: Σ (degree − their mean)². Nothing where no row has copies.
    pub(crate) fn degree_spreads(&self) -> Option<Vec<f64>> {
        let copies = self.copies.as_ref()?;
        // Steps (so many first copies have, so much more), beside what all copies have.
        let mut steps: Vec<Vec<(f64, f64)>> = vec![Vec::new(); self.rows];
        for (edge, [there, back]) in self.edges.iter().zip(&copies.taken) {
            let (a, b) = (edge.first, edge.second);
            steps[a].push((*back, edge.weight * (copies.weights[b] - there)));
            steps[b].push((*there, edge.weight * (copies.weights[a] - back)));
        }
        for (row, steps) in steps.iter_mut().enumerate() {
            let taken = copies.own_taken[row];
            if taken > 0.0 {
                let more = copies.weights[row] - 1.0 - taken;
                steps.push((taken, copies.own[row] * more));
            }
        }
        let spread = |(row, steps): (usize, Vec<(f64, f64)>)| spread(steps, copies.weights[row]);
        Some(steps.into_iter().enumerate().map(spread).collect())
    }
}

/// Σ (f − mean f)² over the copies 0..w of f(p) = Σ of the steps that reach beyond p.
fn spread(mut steps: Vec<(f64, f64)>, w: f64) -> f64 {
    steps.retain(|&(reach, more)| reach > 0.0 && reach < w && more != 0.0);
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut height, mut from) = (steps.iter().map(|step| step.1).sum::<f64>(), 0.0);
    let mean = steps.iter().map(|(reach, more)| reach * more).sum::<f64>() / w;
    let mut sum = 0.0;
    for (reach, more) in steps.into_iter().chain([(w, 0.0)]) {
        sum += (reach - from) * (height - mean) * (height - mean);
        (height, from) = (height - more, reach);
    }
    sum
}

impl Copies {
    /// How many pairs of copies an edge joins.
    pub(super) fn count(&self, place: usize, edge: &Edge) -> f64 {
        let [there, back] = self.taken[place];
        self.weights[edge.first] * there + self.weights[edge.second] * back - there * back
    }

    /// How many ordered pairs of copies of one row are joined, and what each weighs: one of w copies takes t others, those of
    /// the first t being taken by all.
    pub(super) fn own_pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let taken = self.weights.iter().zip(&self.own_taken);
        let count = taken.map(|(w, t)| t * (2.0 * w - t - 1.0));
        count.zip(self.own.iter().copied())
    }

    /// These copies with other weights of edges.
    pub(super) fn reweighted(&self, weight: impl Fn(Edge) -> f64) -> Self {
        let own = |(row, &own): (usize, &f64)| match self.own_taken[row] > 0.0 {
            true => weight(Edge { first: row, second: row, weight: own }),
            false => own,
        };
        Self { own: self.own.iter().enumerate().map(own).collect(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_joined_as_rows_written_out() {
        // Rows on a line at 0, 1, 3, 7, written 2, 3, 1, 2 times; 3 nearest of each.
        let (places, weights) = ([0.0f64, 1.0, 3.0, 7.0], [2.0, 3.0, 1.0, 2.0]);
        let written: Vec<usize> = vec![0, 0, 1, 1, 1, 2, 3, 3];
        let nearest = |i: usize, among: &[usize], k: usize| {
            let distance = |j: usize| (places[among[i]] - places[among[j]]).abs();
            let mut others: Vec<usize> = (0..among.len()).filter(|&j| j != i).collect();
            others.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)).then(a.cmp(&b)));
            others.truncate(k);
            others
        };
        let pairs = (0..8).flat_map(|i| nearest(i, &written, 3).into_iter().map(move |j| (i, j)));
        let expected = Graph::joined_either_way(8, pairs);
        let rows = [0, 1, 2, 3];
        let list = |i: usize| {
            let near = nearest(i, &rows, 3).into_iter();
            let near: Vec<Neighbor> = near.map(|row| Neighbor { row, distance: 0.0 }).collect();
            (i, Taken::of(i, &near, &weights, 3, true))
        };
        let found = Graph::of_copies(weights.into(), &rows.map(list));
        assert!((found.norm() - expected.norm()).abs() < 1e-12);
        let degrees = expected.degrees();
        let spreads = found.degree_spreads().unwrap_or_default();
        assert_eq!(spreads.len(), 4);
        for (row, own_spread) in spreads.iter().enumerate() {
            let own: Vec<f64> = (0..8).filter(|&i| written[i] == row).map(|i| degrees[i]).collect();
            let sum: f64 = own.iter().sum();
            assert!((found.degrees()[row] - sum).abs() < 1e-12, "row {row}");
            let mean = sum / own.len() as f64;
            let spread: f64 = own.iter().map(|d| (d - mean).powi(2)).sum();
            assert!((own_spread - spread).abs() < 1e-12, "row {row}");
        }
        for (edge, count) in found.counted_edges() {
            let joins =
                |e: &&Edge| (written[e.first], written[e.second]) == (edge.first, edge.second);
            assert_eq!(expected.edges().iter().filter(joins).count() as f64, count, "{edge:?}");
        }
    }

    #[test]
    fn enough_rows_reach_k_whichever_they_are() {
        let weights = [0.5, 2.0, 0.25, 1.0];
        assert_eq!(enough(1, Some(&weights), &[0, 1, 2, 3]), 3);
        assert_eq!(enough(9, Some(&weights), &[0, 1]), 2);
        assert_eq!(enough(9, None, &[0, 1]), 9);
    }
}
