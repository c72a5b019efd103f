//! The steps of a learner's fit: scaling, kernel, PCA first, span, unlabel scatter, labels, solves.

use super::graph::{EXPONENTIAL, unlabel};
use super::span::span;
use super::{DECOMPOSITION, Estimate, Shape, Step, Work, samples};
use crate::choose;
use crate::data::{Scaling, fold_count};
use crate::eigen::{LowRank, Solver, are_few, expected_solver};
use crate::kpca::{BYTES_A_PAIR, BYTES_A_PAIR_FOR_FEW};
use crate::learner::{AnyLearner, Learner};
use crate::plan::Plan;
use crate::search::{Open, Search};
use crate::space::PcaFirst;

/// Operations of the reduction of a pencil to one matrix, in r³.
const REDUCTION: f64 = 3.0;
/// Of a partial one.
const PARTIAL: f64 = 1.5;
/// Of leading pairs by products with blocks of vectors, for each number and pair.
const LEADING: f64 = 60.0;
/// r × r matrices at work in a solve.
const MATRICES: f64 = 12.0;

/// A learner's plan, and how many axes it has.
#[derive(Clone, Copy)]
pub(super) struct LearnerFit<'p> {
    pub(super) plan: &'p Plan,
    pub(super) learner: &'p AnyLearner,
    pub(super) dimension: usize,
}

impl LearnerFit<'_> {
    /// What the fit will take on data of this shape.
    pub(super) fn estimate(&self, shape: &Shape) -> Estimate {
        let mut steps = vec![samples(shape)];
        steps.extend(self.scaling(shape));
        let (kernel, columns) = self.kernel(shape);
        steps.extend(kernel);
        let (count, searched) = self.tries(shape);
        if count == 1.0 && self.by_products(shape) {
            // Selection by any solver, where it is not large.
            let is_large = self.plan.space.is_large(&shape.outline());
            steps.extend((!is_large).then(|| span(shape.rows, columns).0));
            steps.extend(unlabel(&self.learner.unlabel(), shape, 0, 1));
            steps.push(self.iteration(shape));
            return Estimate { steps };
        }
        let (span, rank) = span(shape.rows, columns);
        steps.push(span);
        let rank = self.rank(rank);
        let powers = choose::powers(self.plan, self.learner).len();
        let seen = match self.plan.space.kernel {
            Some(_) => Shape { columns, stored: None, ..*shape },
            None => *shape,
        };
        steps.extend(unlabel(&self.learner.unlabel(), &seen, rank, powers));
        steps.push(self.solves(shape, rank, count, &searched));
        Estimate { steps }
    }

    /// Dimensions that a check will meet.
    pub(super) fn checked_rank(&self, shape: &Shape) -> usize {
        self.rank(span(shape.rows, self.kernel(shape).1).1)
    }

    /// Dimensions of what PCA leaves.
    fn rank(&self, whole: usize) -> usize {
        match self.plan.space.pca_first {
            PcaFirst::Axes(axes) => axes.min(whole),
            PcaFirst::No | PcaFirst::ObjectiveRank => whole,
        }
    }

    /// Columns are scaled whenever they are asked for; rows of length 1 are a copy.
    fn scaling(&self, shape: &Shape) -> Option<Step> {
        let numbers = shape.stored_numbers();
        let copy = if self.plan.space.scaling == Scaling::Unit { 8.0 * numbers } else { 0.0 };
        (self.plan.space.scaling != Scaling::None).then(|| Step {
            what: "scaling",
            how: self.plan.space.scaling.to_string(),
            work: Work::Products,
            operations: 6.0 * numbers,
            during: copy,
            kept: copy,
        })
    }

    /// The kernel, and how many columns its coordinates have at most.
    fn kernel(&self, shape: &Shape) -> (Option<Step>, usize) {
        let Some(kernel) = &self.plan.space.kernel else { return (None, shape.columns) };
        let (rows, n, d) = (shape.rows, shape.rows as f64, shape.columns as f64);
        let space = self.plan.space_for_fit(rows, self.dimension);
        let Ok(plan) = space.kernel_rank.plan(kernel, rows) else { return (None, shape.columns) };
        let values = |pairs: f64| pairs * (2.0 * d + EXPONENTIAL);
        let kept = |columns: f64| 8.0 * (n * columns + n.min(columns) * d);
        let (step, columns) = match plan.landmarks {
            Some(count) => {
                let m = count.min(rows) as f64;
                let step = Step {
                    what: "kernel",
                    how: format!("at most {m} landmarks"),
                    work: Work::Products,
                    operations: 2.0 * values(n * m) + 4.0 * n * m * m + DECOMPOSITION * m.powi(3),
                    during: 8.0 * (6.0 * m * m + 4096.0 * m),
                    kept: kept(plan.most.min(count) as f64),
                };
                (step, plan.most.min(count))
            }
            None if are_few(rows, plan.most) => {
                let k = plan.most as f64;
                let step = Step {
                    what: "kernel",
                    how: format!("{k} leading eigenpairs of {rows} × {rows} values"),
                    work: Work::Products,
                    operations: values(n * n) + LEADING * n * n * k,
                    during: BYTES_A_PAIR_FOR_FEW * n * n,
                    kept: 2.0 * kept(k),
                };
                (step, plan.most)
            }
            None => {
                let step = Step {
                    what: "kernel",
                    how: format!("all eigenpairs of {rows} × {rows} values"),
                    work: Work::Decomposition,
                    operations: values(n * n) + DECOMPOSITION * n.powi(3),
                    during: BYTES_A_PAIR * n * n,
                    // Coordinates, and the map to them.
                    kept: 2.0 * kept(plan.most.min(rows) as f64),
                };
                (step, plan.most.min(rows))
            }
        };
        (Some(step), columns)
    }

    /// How often the eigenproblem is solved at most, and why.
    fn tries(&self, shape: &Shape) -> (f64, String) {
        if !self.plan.searches() {
            return (1.0, String::new());
        }
        let settings = choose::settings(self.plan);
        let folds = fold_count(shape.labeled);
        match &self.plan.search {
            Search::Grid(_) => {
                let count = settings * folds + 1;
                (count as f64, format!(", {count} times to choose among {settings} settings"))
            }
            _ => {
                // Margins of unlabeled rows are one trial more.
                let count = choose::balancing(self.plan) + settings * (folds + 1) + 1;
                let Open { gamma, alpha } = self.plan.open();
                let names = [("gamma", gamma), ("alpha", alpha)];
                let names: Vec<&str> =
                    names.into_iter().filter(|(_, open)| *open).map(|(name, _)| name).collect();
                let names = names.join(" and ");
                (count as f64, format!(", up to {count} times to choose {names}"))
            }
        }
    }

    /// Labels and eigenproblems, as often as parameters are tried.
    fn solves(&self, shape: &Shape, rank: usize, count: f64, searched: &str) -> Step {
        let (r, l, d) = (rank as f64, shape.labeled as f64, self.dimension);
        let few = count > 1.0
            && self.plan.solver == Solver::Fastest
            && LowRank::pays(rank, shape.labeled, d);
        let (solver, one) = match (few, expected_solver(rank, d, self.plan.solver)) {
            (true, _) => ("low-rank", d as f64 * 40.0 * r * l * l),
            (_, Solver::Partial) => ("partial", (REDUCTION + PARTIAL) * r.powi(3)),
            _ => ("dense", (REDUCTION + DECOMPOSITION) * r.powi(3)),
        };
        let shared = if few { DECOMPOSITION * r.powi(3) } else { 0.0 };
        // Near rows of the same class and of others are looked for among all pairs.
        let looks_at_pairs = self.learner.clone().slots().set_neighbors(1);
        let pairs = if looks_at_pairs { l * l * r } else { 0.0 };
        Step {
            what: "solve",
            how: format!("{solver}, {rank} × {rank}{searched}"),
            work: Work::Decomposition,
            operations: shared + count * (one + 2.0 * l * r * r.min(l + r) / 10.0 + pairs),
            during: 8.0 * (MATRICES * r * r + l * r),
            kept: 8.0 * (r * r + l * d as f64),
        }
    }
}
