//! The eigenproblem of many dimensions, solved by products alone.

use super::learner::LearnerFit;
use super::{Shape, Step, Work};
use crate::eigen::{BLOCKS, Solver};
use crate::graph::{Pairs, Weights};
use crate::learner::Learner;
use crate::problem::block_width;

/// Steps that the iteration mostly takes, and products in each: with S, with B, and those of the preconditioner, which are most.
const STEPS: f64 = 40.0;
const PRODUCTS: f64 = 20.0;
/// Blocks of axes beside those of the basis and its products with S and B: what is new, residuals, conjugate gradients.
const BESIDE: usize = 12;
/// Rows that are multiplied at once, written out.
const ROWS_AT_HAND: f64 = 256.0;
/// Blocks of values of the rows.
const VALUES: f64 = 6.0;

impl LearnerFit<'_> {
    /// Whether products do without a span: the rule of the solve, which sees the same before it begins.
    pub(super) fn by_products(&self, shape: &Shape) -> bool {
        let outline = shape.outline();
        let free = match self.plan.solver {
            Solver::Fastest => self.plan.space.is_large(&outline),
            Solver::MatrixFree => self.plan.space.is_plain() && !outline.weighed,
            Solver::Dense | Solver::Partial | Solver::LowRank => false,
        };
        // Every step would meet all pairs again.
        let unlabel = self.learner.unlabel();
        let all = unlabel
            .graph()
            .is_some_and(|own| own.pairs == Pairs::All && own.weights != Weights::Binary);
        free && !all
    }

    /// The iteration on blocks of axes.
    pub(super) fn iteration(&self, shape: &Shape) -> Step {
        let rank = shape.columns.min(shape.rows.saturating_sub(1)).max(1);
        let width = block_width(self.dimension, rank) as f64;
        let (n, d) = (shape.rows as f64, shape.columns as f64);
        let blocks = (4 * BLOCKS + BESIDE) as f64;
        let of_basis = 2.0 * d * width * (BLOCKS as f64 * width) * 6.0;
        let at_hand = match shape.stored {
            Some(_) => 0.0,
            None => 8.0 * n.min(ROWS_AT_HAND) * d,
        };
        Step {
            what: "solve",
            how: format!("matrix-free, {width} axes at a time"),
            work: Work::Products,
            operations: STEPS * (PRODUCTS * 4.0 * shape.stored_numbers() * width + of_basis),
            during: 8.0 * width * (blocks * d + VALUES * n) + at_hand,
            kept: 8.0 * width * d,
        }
    }
}
