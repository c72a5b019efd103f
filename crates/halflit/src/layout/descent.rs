//! Points find their places: gradient descent on the divergence of t-SNE, in f32.
//!
//! ```text
//! ∂/∂y_i = e Σ_j p_ij q_ij (y_i − y_j) − Σ_j q_ij² (y_i − y_j) / Σ q,   q_ij = 1/(1 + ‖y_i − y_j‖²)
//! ```
//!
//! e is 12 while groups form and 1 after that. The rate of learning is n/e, so that a step is as long whatever the number of rows.

use super::edges::Edges;
use super::repulsion::{Total, push};
use super::tree::Tree;
use crate::error::Result;
use crate::threads::*;
use crate::watch::Stage;

/// e while groups form.
pub(super) const FORMING: f32 = 12.0;
/// How much of the last step is made again.
const MOMENTUM: f32 = 0.8;
/// A step is never longer.
const LONGEST: f32 = 5.0;
/// Points are sorted again once leaves look at so many times what they looked at in a fresh order.
const STALE: f64 = 1.25;
/// Rows handled by one task.
const TASK: usize = 512;
/// A coordinate learns at least at this share of the rate.
const SLOWEST: f32 = 0.01;

/// Points on their way.
pub(super) struct Descent<const D: usize> {
    edges: Edges,
    pub(super) points: Vec<[f32; D]>,
    last: Vec<[f32; D]>,
    gains: Vec<[f32; D]>,
    tree: Tree<D>,
    /// What leaves looked at when the points were sorted; nothing where they are to be sorted again.
    fresh: Option<usize>,
    /// Pushes in the order of the tree, and by row.
    sorted: Vec<[f32; D]>,
    pushes: Vec<[f32; D]>,
}

impl<const D: usize> Descent<D> {
    pub(super) fn new(edges: Edges, points: Vec<[f32; D]>) -> Self {
        let room = || vec![[0.0; D]; points.len()];
        let (last, sorted, pushes) = (room(), room(), room());
        let gains = vec![[1.0; D]; points.len()];
        Self { edges, points, last, gains, tree: Tree::new(), fresh: None, sorted, pushes }
    }

    /// So many steps.
    ///
    /// # Errors
    /// [`Error::Interrupted`](crate::Error::Interrupted).
    pub(super) fn go(&mut self, steps: usize, exaggeration: f32, stage: &Stage) -> Result<()> {
        for _ in 0..steps {
            if self.fresh.is_none() {
                self.tree.sort(&self.points);
            }
            self.tree.refit(&self.points);
            let Total { q, looked_at } = push(&self.tree, &mut self.sorted);
            let least = self.fresh.unwrap_or(looked_at);
            // While groups form all points move far in every step.
            let stale = exaggeration > 1.0 || looked_at as f64 > STALE * least as f64;
            self.fresh = (!stale).then_some(least);
            for (&row, push) in self.tree.order.iter().zip(&self.sorted) {
                self.pushes[row as usize] = *push;
            }
            self.step(exaggeration, (1.0 / q.max(f64::MIN_POSITIVE)) as f32);
            self.center();
            stage.advance(1)?;
        }
        Ok(())
    }

    fn step(&mut self, exaggeration: f32, share: f32) {
        let (points, edges) = (&self.points, &self.edges);
        let rate = (points.len() as f32 / exaggeration).max(1.0);
        let gradients = self.pushes.par_chunks_mut(TASK).enumerate();
        gradients.for_each(|(task, rows)| {
            for (at, push) in rows.iter_mut().enumerate() {
                let row = task * TASK + at;
                let pull = edges.pull(row, points);
                *push = std::array::from_fn(|d| exaggeration * pull[d] - share * push[d]);
            }
        });
        let moved = self.points.par_chunks_mut(TASK).zip(self.last.par_chunks_mut(TASK));
        let state = self.gains.par_chunks_mut(TASK).zip(self.pushes.par_chunks(TASK));
        moved.zip(state).for_each(|((points, last), (gains, gradients))| {
            for (i, gradient) in gradients.iter().enumerate() {
                moved_by(&mut points[i], &mut last[i], &mut gains[i], gradient, rate);
            }
        });
    }

    /// Puts the mean to 0.
    fn center(&mut self) {
        let sum = |rows: &[[f32; D]]| -> [f64; D] {
            std::array::from_fn(|d| rows.iter().map(|row| f64::from(row[d])).sum())
        };
        let sums: Vec<[f64; D]> = self.points.par_chunks(TASK).map(sum).collect();
        let count = self.points.len() as f64;
        let mean: [f32; D] =
            std::array::from_fn(|d| (sums.iter().map(|sum| sum[d]).sum::<f64>() / count) as f32);
        self.points.par_chunks_mut(TASK).for_each(|rows| {
            rows.iter_mut().for_each(|row| (0..D).for_each(|d| row[d] -= mean[d]));
        });
    }
}

/// One step of one point. A coordinate that keeps its direction learns faster, one that turns around slower.
fn moved_by<const D: usize>(
    point: &mut [f32; D],
    last: &mut [f32; D],
    gains: &mut [f32; D],
    gradient: &[f32; D],
    rate: f32,
) {
    for d in 0..D {
        let turned = (gradient[d] > 0.0) == (last[d] > 0.0);
        gains[d] = if turned { (gains[d] * 0.8).max(SLOWEST) } else { gains[d] + 0.2 };
        last[d] = MOMENTUM * last[d] - rate * gains[d] * gradient[d];
    }
    let length = last.iter().map(|x| x * x).sum::<f32>().sqrt();
    let shortened = if length > LONGEST { LONGEST / length } else { 1.0 };
    for d in 0..D {
        last[d] *= shortened;
        point[d] += last[d];
    }
}
