//! Every point pushes every other: Σ_j q_ij² (y_i − y_j) and Σ_j q_ij with q_ij = 1/(1 + ‖y_i − y_j‖²).
//!
//! A leaf of sixteen points gathers once what all of them look at, near points and far boxes, and then sums over it in vector
//! registers. Every sum is made by one task in one order.

use super::tree::{LEAF, Tree};
use crate::lanes::wide;
use crate::threads::*;

/// Boxes smaller than this share of their distance are seen as one point.
const ANGLE: f32 = 0.7;
/// Leaves handled by one task.
const TASK: usize = 16;

/// What pushes a leaf: points with how many they stand for.
struct Sources<const D: usize> {
    found: Vec<([f32; D], f32)>,
    stack: Vec<(usize, usize)>,
}

/// What comes with all pushes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Total {
    /// Σ_{i ≠ j} q_ij.
    pub(super) q: f64,
    /// How many sources the leaves had to look at: many where points are no longer in order.
    pub(super) looked_at: usize,
}

/// Writes the push of every point, in the order of the tree.
pub(super) fn push<const D: usize>(tree: &Tree<D>, pushes: &mut [[f32; D]]) -> Total {
    let tasks = pushes.par_chunks_mut(TASK * LEAF).zip(tree.leaves().par_chunks(TASK)).enumerate();
    let room = || Sources::<D> { found: Vec::new(), stack: Vec::new() };
    let totals = tasks.map_init(room, |sources, (task, (pushes, leaves))| {
        let mut total = Total { q: 0.0, looked_at: 0 };
        for (at, (leaf, pushes)) in leaves.iter().zip(pushes.chunks_mut(LEAF)).enumerate() {
            let Sources { found, stack } = sources;
            found.clear();
            tree.look(leaf, ANGLE, stack, |point, count| found.push((*point, count)));
            let start = (task * TASK + at) * LEAF;
            total.looked_at += found.len();
            total.q += on_leaf(found, &tree.points[start..start + pushes.len()], pushes);
        }
        total
    });
    // One after the other, so that the sum has one order.
    totals.collect::<Vec<_>>().into_iter().fold(Total { q: 0.0, looked_at: 0 }, |sum, own| Total {
        q: sum.q + own.q,
        looked_at: sum.looked_at + own.looked_at,
    })
}

/// The pushes of some sources on the points of a leaf, and the sum of their q.
fn on_leaf<const D: usize>(
    sources: &[([f32; D], f32)],
    points: &[[f32; D]],
    pushes: &mut [[f32; D]],
) -> f64 {
    // Lanes without a point repeat the last one.
    let lane = |i: usize| points[i.min(points.len() - 1)];
    let at: [[f32; LEAF]; D] = std::array::from_fn(|d| std::array::from_fn(|i| lane(i)[d]));
    let (sums, totals) = wide!(|| lanes(sources, &at));
    for (i, push) in pushes.iter_mut().enumerate() {
        *push = std::array::from_fn(|d| sums[d][i]);
    }
    // Every point sees itself, with q = 1.
    totals[..points.len()].iter().map(|&total| f64::from(total) - 1.0).sum()
}

#[inline(always)]
fn lanes<const D: usize>(
    sources: &[([f32; D], f32)],
    at: &[[f32; LEAF]; D],
) -> ([[f32; LEAF]; D], [f32; LEAF]) {
    let mut sums = [[0.0; LEAF]; D];
    let mut totals = [0.0; LEAF];
    for (source, count) in sources {
        for i in 0..LEAF {
            let difference: [f32; D] = std::array::from_fn(|d| at[d][i] - source[d]);
            let squared: f32 = difference.iter().map(|x| x * x).sum();
            let q = 1.0 / (1.0 + squared);
            let counted = count * q;
            totals[i] += counted;
            for d in 0..D {
                sums[d][i] += counted * q * difference[d];
            }
        }
    }
    (sums, totals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Draw;

    /// Two groups and some far points.
    fn cloud<const D: usize>(count: usize) -> Vec<[f32; D]> {
        let mut draw = Draw::new(3);
        let point = |i: usize| {
            let middle = if i.is_multiple_of(3) { 40.0 } else { 0.0 };
            std::array::from_fn(|_| (middle + 20.0 * draw.share()) as f32)
        };
        (0..count).map(point).collect()
    }

    fn against_all_pairs<const D: usize>() {
        let points = cloud::<D>(1500);
        let mut tree = Tree::<D>::new();
        tree.sort(&points);
        tree.refit(&points);
        let mut pushes = vec![[0.0; D]; points.len()];
        let total = push(&tree, &mut pushes).q;
        let (mut wrong, mut length, mut whole) = (0.0, 0.0, 0.0);
        for (&row, push) in tree.order.iter().zip(&pushes) {
            let mut exact = [0.0f64; D];
            for other in &points {
                let own = points[row as usize];
                let difference: [f64; D] = std::array::from_fn(|d| f64::from(own[d] - other[d]));
                let q = 1.0 / (1.0 + difference.iter().map(|x| x * x).sum::<f64>());
                whole += q;
                (0..D).for_each(|d| exact[d] += q * q * difference[d]);
            }
            for d in 0..D {
                wrong += (f64::from(push[d]) - exact[d]).powi(2);
                length += exact[d].powi(2);
            }
        }
        whole -= points.len() as f64;
        assert!((total / whole - 1.0).abs() < 5e-3, "{total} {whole}");
        assert!(wrong < 1e-3 * length, "{wrong} {length}");
    }

    #[test]
    fn far_boxes_are_nearly_their_points() {
        against_all_pairs::<2>();
        against_all_pairs::<3>();
    }
}
