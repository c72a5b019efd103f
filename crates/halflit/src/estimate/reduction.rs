//! The steps of a reduction: scaling, kernel, PCA first, span, unlabel scatter, labels, solves.

use super::{Estimate, Shape, Step, Work, samples};
use crate::cost::UnlabelChoice;
use crate::data::{Scaling, fold_count};
use crate::eigen::{LowRank, Solver, are_few, expected_solver};
use crate::graph::{Neighborhood, Pairs};
use crate::kpca::{BYTES_A_PAIR, BYTES_A_PAIR_FOR_FEW};
use crate::learner::Learner;
use crate::reduction::Reduction;
use crate::search::{Grid, Search};
use crate::space::PcaFirst;

/// Operations of a full decomposition of a symmetric r × r matrix, in r³: tridiagonal form, its pairs, and the way back.
const DECOMPOSITION: f64 = 6.0;
/// Of the reduction of a pencil to one matrix.
const REDUCTION: f64 = 3.0;
/// Of a partial one.
const PARTIAL: f64 = 1.5;
/// Of leading pairs by products with blocks of vectors, for each number and pair.
const LEADING: f64 = 60.0;
/// r × r matrices at work in a solve.
const MATRICES: f64 = 12.0;
/// Operations of an exponential.
const EXPONENTIAL: f64 = 20.0;
/// Bytes of a stored pair, with its neighbours while they are found.
const PAIR: f64 = 100.0;
/// Sums side by side in a pass over all pairs.
const LANES: f64 = 8.0;
/// Bytes of the tiles that are at work.
const TILES: f64 = 1.2e6;
/// Settings and solves of the automatic choice: γ by its balance for each of four powers, then five γ for each.
const BALANCING: f64 = 4.0 * 21.0;
const CANDIDATES: f64 = 4.0 * 5.0;

impl<L: Learner + Clone> Reduction<L> {
    /// What [`Reduction::fit`] will take on data of this shape.
    pub fn estimate(&self, shape: &Shape) -> Estimate {
        let mut steps = vec![samples(shape)];
        steps.extend(self.scaling(shape));
        let (kernel, columns) = self.kernel(shape);
        steps.extend(kernel);
        let (span, rank) = span(shape.rows, columns);
        steps.push(span);
        let rank = match self.space.pca_first {
            PcaFirst::Axes(axes) => axes.min(rank),
            PcaFirst::No | PcaFirst::ObjectiveRank => rank,
        };
        let powers = match &self.search {
            Search::Auto(open) if open.alpha => 4,
            Search::Grid(grid) => grid.alpha.len().max(1),
            _ => 1,
        };
        steps.extend(unlabel(&self.learner.unlabel(), shape.rows, columns, rank, powers));
        steps.push(self.solves(shape, rank));
        Estimate { steps }
    }

    /// Columns are scaled whenever they are asked for; rows of length 1 are a copy.
    fn scaling(&self, shape: &Shape) -> Option<Step> {
        let numbers = shape.rows as f64 * shape.columns as f64;
        let copy = if self.space.scaling == Scaling::Unit { 8.0 * numbers } else { 0.0 };
        (self.space.scaling != Scaling::None).then(|| Step {
            what: "scaling",
            how: self.space.scaling.to_string(),
            work: Work::Products,
            operations: 6.0 * numbers,
            during: copy,
            kept: copy,
        })
    }

    /// The kernel, and how many columns its coordinates have at most.
    fn kernel(&self, shape: &Shape) -> (Option<Step>, usize) {
        let Some(kernel) = &self.space.kernel else { return (None, shape.columns) };
        let (rows, n, d) = (shape.rows, shape.rows as f64, shape.columns as f64);
        let space = self.space_for_fit(rows);
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

    /// Labels and eigenproblems, as often as parameters are tried.
    fn solves(&self, shape: &Shape, rank: usize) -> Step {
        let (r, l, d) = (rank as f64, shape.labeled as f64, self.dimension);
        let folds = fold_count(shape.labeled) as f64;
        let (count, searched) = match &self.search {
            Search::Fixed => (1.0, String::new()),
            Search::Auto(_) if self.learner.gamma().or(self.learner.alpha()).is_none() => {
                (1.0, String::new())
            }
            Search::Auto(_) => {
                let count = BALANCING + CANDIDATES * (folds + 1.0) + 1.0;
                (count, format!(", {count} times to choose gamma and alpha"))
            }
            Search::Grid(grid) => {
                let settings = settings(grid) as f64;
                let count = settings * folds + 1.0;
                (count, format!(", {count} times to choose among {settings} settings"))
            }
        };
        let few =
            count > 1.0 && self.solver == Solver::Fastest && LowRank::pays(rank, shape.labeled, d);
        let (solver, one) = match (few, expected_solver(rank, d, self.solver)) {
            (true, _) => ("low-rank", d as f64 * 40.0 * r * l * l),
            (_, Solver::Partial) => ("partial", (REDUCTION + PARTIAL) * r.powi(3)),
            _ => ("dense", (REDUCTION + DECOMPOSITION) * r.powi(3)),
        };
        let shared = if few { DECOMPOSITION * r.powi(3) } else { 0.0 };
        Step {
            what: "solve",
            how: format!("{solver}, {rank} × {rank}{searched}"),
            work: Work::Decomposition,
            operations: shared + count * (one + 2.0 * l * r * r.min(l + r) / 10.0 + l * l * r),
            during: 8.0 * (MATRICES * r * r + l * r),
            kept: 8.0 * (r * r + l * d as f64),
        }
    }
}

fn settings(grid: &Grid) -> usize {
    let Grid { gamma, alpha, neighbors, dimension, weights } = grid;
    let lengths = [gamma.len(), alpha.len(), neighbors.len(), dimension.len(), weights.len()];
    lengths.into_iter().map(|length| length.max(1)).product()
}

/// The span of n × d columns, and its largest rank.
pub(super) fn span(rows: usize, columns: usize) -> (Step, usize) {
    let (n, d) = (rows as f64, columns as f64);
    let rank = columns.min(rows.saturating_sub(1)).max(1);
    let step = Step {
        what: "span",
        how: String::new(),
        work: Work::Products,
        operations: 0.0,
        during: 0.0,
        kept: 0.0,
    };
    match rows > columns {
        true => {
            let step = Step {
                how: format!("the Gram matrix of {columns} columns"),
                operations: n * d * d + DECOMPOSITION / 2.0 * d.powi(3),
                during: 8.0 * 6.0 * d * d,
                kept: 8.0 * 2.0 * d * d,
                ..step
            };
            (step, rank)
        }
        false => {
            let step = Step {
                how: format!("inner products of {rows} rows"),
                work: Work::Decomposition,
                operations: 4.0 * n * n * d + DECOMPOSITION * n.powi(3),
                during: 8.0 * (3.0 * n * d + 3.0 * n * n),
                kept: 8.0 * (n * d + n * n),
                ..step
            };
            (step, rank)
        }
    }
}

/// The scatters of the unlabel cost, several powers in one pass.
fn unlabel(
    choice: &UnlabelChoice,
    rows: usize,
    columns: usize,
    rank: usize,
    powers: usize,
) -> Option<Step> {
    let (n, d, r, powers) = (rows as f64, columns as f64, rank as f64, powers as f64);
    let graph = choice.graph()?;
    let step = Step {
        what: "graph",
        how: String::new(),
        work: Work::Products,
        operations: search(n, d),
        during: 0.0,
        kept: 8.0 * powers * r * r,
    };
    Some(match graph {
        Neighborhood { pairs: Pairs::Nearest(k), .. } => {
            let pairs = n * *k as f64;
            Step {
                how: format!("the {k} nearest rows of each, exactly"),
                operations: step.operations + powers * (4.0 * pairs * r + 2.0 * n * r * r),
                during: TILES + PAIR * pairs + 8.0 * 3.0 * powers * r * r,
                ..step
            }
        }
        _ => Step {
            how: "all pairs".into(),
            operations: step.operations
                + n * n * (d + EXPONENTIAL / 2.0 + powers * (2.0 * r + 4.0)),
            during: TILES + PAIR * n + 8.0 * LANES * powers * (n + r * r),
            ..step
        },
    })
}

/// Operations of an exact search for the neighbours of every row.
pub(super) fn search(n: f64, d: f64) -> f64 {
    2.0 * n * n * d
}
