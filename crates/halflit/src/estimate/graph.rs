//! The search for nearest rows, and the scatters of the unlabel cost.

use super::{Shape, Step, Work};
use crate::cost::UnlabelChoice;
use crate::data::Outline;
use crate::elementary::log2;
use crate::graph::{KEPT, Neighborhood, Pairs, Weights};
use crate::neighbors::{Metric, Search};
use crate::threads;

/// Operations of an exponential.
pub(super) const EXPONENTIAL: f64 = 20.0;
/// Bytes of a stored pair, with its neighbours while they are found.
const PAIR: f64 = 100.0;
/// Sums side by side in a pass over all pairs.
const LANES: f64 = 8.0;
/// Bytes of the tiles that are at work.
const TILES: f64 = 1.2e6;
/// Cells that an approximate search mostly looks into, with those that it compares.
const CELLS: f64 = 16.0;
/// Operations of it for each number whatever the number of rows: centres that move, and rows whose neighbours are known.
const CENTERS: f64 = 900.0;
/// Rows of a tree that are looked at for each halving on the way to the nearest.
const LEAVES: f64 = 20.0;

/// Rows that are in f32 at once, rows of a block, and queries of a task.
const REFERENCES: f64 = 8192.0;
const BLOCK: f64 = 512.0;
const QUERIES: f64 = 96.0;

/// How nearest rows are looked for.
pub(super) struct Looking {
    pub(super) how: &'static str,
    pub(super) operations: f64,
    /// Bytes, the pairs that are found not among them.
    pub(super) during: f64,
}

impl Looking {
    /// For the neighbours of every row, of which `stored` numbers are not 0.
    pub(super) fn of(search: Search, outline: &Outline, stored: f64, metric: Metric) -> Self {
        let (n, d) = (outline.rows as f64, outline.columns as f64);
        // First a look at all rows in blocks; then a part of them in f32 beside the queries that every thread has at hand.
        let threads = threads::count() as f64;
        let queries = 20.0 * n.min(threads * QUERIES);
        let blocks = d * (8.0 * n.min(threads * BLOCK)).max(4.0 * n.min(REFERENCES) + queries);
        // What cannot be looked for so is refused before anything is done.
        match search.resolve_for(outline, metric).unwrap_or(Search::Exact) {
            Search::Tree => Self {
                how: "by a tree",
                operations: 2.0 * LEAVES * n * log2(n.max(2.0)) * d,
                during: 8.0 * 2.5 * n * d,
            },
            Search::Approximate => Self {
                how: "approximately",
                operations: n * d * (2.0 * (CELLS + 2.0) * n.sqrt() + CENTERS),
                during: 4.0 * 1.2 * n * d + blocks,
            },
            // Rows meet in the columns that both have.
            _ if outline.sparse => Self {
                how: "exactly",
                operations: 2.0 * stored * stored / d,
                during: 12.0 * stored,
            },
            _ => Self { how: "exactly", operations: 2.0 * n * n * d, during: blocks },
        }
    }
}

/// The scatters of the unlabel cost, several powers in one pass, in so many dimensions; in none where products do without.
pub(super) fn unlabel(
    choice: &UnlabelChoice,
    shape: &Shape,
    rank: usize,
    powers: usize,
) -> Option<Step> {
    let (n, d, r) = (shape.rows as f64, shape.columns as f64, rank as f64);
    let powers = powers as f64;
    let graph = choice.graph()?;
    let outline = shape.outline();
    let looking = Looking::of(graph.search, &outline, shape.stored_numbers(), graph.metric);
    let scatters = 8.0 * powers * r * r;
    Some(match graph {
        Neighborhood { pairs: Pairs::Nearest(k), .. } => {
            let pairs = n * *k as f64;
            Step {
                what: "graph",
                how: format!("the {k} nearest rows of each, {}", looking.how),
                work: Work::Products,
                operations: looking.operations + powers * (4.0 * pairs * r + 2.0 * n * r * r),
                during: looking.during + PAIR * pairs + 3.0 * scatters,
                kept: if rank == 0 { PAIR / 2.0 * pairs } else { scatters },
            }
        }
        _ => {
            // Rows and their coordinates, centred.
            let kept = |columns: usize| match shape.rows.saturating_mul(columns) <= KEPT {
                true => 8.0 * n * columns as f64,
                false => 0.0,
            };
            let copies = kept(shape.columns) + kept(rank);
            // Other weights know no neighbours.
            let (operations, searching) = match graph.weights {
                Weights::LocalScaling(_) => (looking.operations, looking.during),
                _ => (0.0, 0.0),
            };
            let sums = LANES * powers * (8.0 * n + 8.0 * r * r);
            Step {
                what: "graph",
                how: "all pairs".into(),
                work: Work::Products,
                operations: operations + n * n * (d + EXPONENTIAL / 2.0 + powers * (2.0 * r + 4.0)),
                during: searching.max(TILES + copies + sums) + PAIR * n,
                kept: scatters,
            }
        }
    })
}
