//! Which rows draw each other: the nearest rows of every row, either way.

use super::ground::Ground;
use super::hint::Hint;
use crate::threads::*;

/// Rows handled by one task.
const TASK: usize = 256;

/// n² p_ij in compressed rows, where p sums to 1.
#[derive(Debug)]
pub(super) struct Edges {
    starts: Vec<usize>,
    others: Vec<u32>,
    weights: Vec<f32>,
    count: f32,
}

impl Edges {
    /// Every row draws `neighbors` of its nearest rows, each as much: those that are nearest where classes count as the hint says.
    pub(super) fn of(ground: &Ground, hint: Option<&Hint>, neighbors: usize) -> Self {
        let (rows, k) = (ground.rows(), neighbors.min(ground.known));
        let mut drawn = vec![0u32; rows * k];
        drawn.par_chunks_mut(TASK * k).enumerate().for_each(|(task, out)| {
            let mut order: Vec<(f32, u32)> = Vec::new();
            for (at, out) in out.chunks_exact_mut(k).enumerate() {
                let row = task * TASK + at;
                order.clear();
                order.extend(ground.nearest(row).map(|(other, square)| {
                    (square + hint.map_or(0.0, |hint| hint.square(row, other as usize)), other)
                }));
                if hint.is_some() {
                    order.sort_by(|a, b| a.0.total_cmp(&b.0));
                }
                out.iter_mut().zip(&order).for_each(|(out, own)| *out = own.1);
            }
        });
        Self::either_way(&drawn, rows, k)
    }

    /// (A + Aᵀ)/2 with A_ij = 1/k where i draws j.
    fn either_way(drawn: &[u32], rows: usize, k: usize) -> Self {
        let mut starts = vec![0usize; rows + 1];
        for (at, &other) in drawn.iter().enumerate() {
            starts[at / k + 1] += 1;
            starts[other as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut others = vec![0u32; 2 * drawn.len()];
        for (at, &other) in drawn.iter().enumerate() {
            let row = at / k;
            for (from, to) in [(row, other), (other as usize, row as u32)] {
                others[next[from]] = to;
                next[from] += 1;
            }
        }
        Self::merged(&starts, others, rows, k)
    }

    /// Rows that draw each other are there once, with twice the weight.
    fn merged(starts: &[usize], mut others: Vec<u32>, rows: usize, k: usize) -> Self {
        let half = 0.5 / k as f32;
        let mut weights = Vec::with_capacity(others.len());
        let (mut merged, mut end) = (vec![0], 0);
        for row in 0..rows {
            let own = starts[row]..starts[row + 1];
            others[own.clone()].sort_unstable();
            let first = end;
            for at in own {
                let other = others[at];
                if end > first && others[end - 1] == other {
                    weights[end - 1] += half;
                } else {
                    others[end] = other;
                    weights.push(half);
                    end += 1;
                }
            }
            merged.push(end);
        }
        others.truncate(end);
        Self { starts: merged, others, weights, count: rows as f32 }
    }

    /// Σ_j p_ij q_ij (y_i − y_j).
    pub(super) fn pull<const D: usize>(&self, row: usize, points: &[[f32; D]]) -> [f32; D] {
        let (own, range) = (points[row], self.starts[row]..self.starts[row + 1]);
        let mut pull = [0.0; D];
        for (&other, weight) in self.others[range.clone()].iter().zip(&self.weights[range]) {
            let other = points[other as usize];
            let difference: [f32; D] = std::array::from_fn(|d| own[d] - other[d]);
            let squared: f32 = difference.iter().map(|x| x * x).sum();
            let drawn = weight / (1.0 + squared);
            (0..D).for_each(|d| pull[d] += drawn * difference[d]);
        }
        pull.map(|pull| pull / self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_the_same_either_way_and_sum_to_one() {
        // 0 and 1 draw each other, 2 draws 1, 3 draws 0.
        let edges = Edges::either_way(&[1, 0, 1, 0], 4, 1);
        assert_eq!(edges.starts, [0, 2, 4, 5, 6]);
        assert_eq!(edges.others, [1, 3, 0, 2, 1, 0]);
        assert_eq!(edges.weights, [1.0, 0.5, 1.0, 0.5, 0.5, 0.5]);
        assert_eq!(edges.weights.iter().sum::<f32>(), 4.0);
    }
}
