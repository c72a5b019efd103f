//! Fitting from sums: the seam behind which rows may be summed anywhere.
//!
//! A linear learner needs three things of all rows: their [`Statistics`], the labeled rows themselves, and, where it has a graph,
//! [`PairSums`] over pairs of rows. The first and the last are small whatever n is, and two of them make one, in any order. So rows may
//! lie in blocks, on other machines or on another device; who sums over them is an engine, and nothing else changes:
//!
//! ```text
//! every block            Statistics::of          → merge
//! every pair of blocks   PairPass::nearest       → merge, a block's own    (where the graph asks for nearest rows)
//! every pair of blocks   PairPass::sums          → merge
//! the labeled rows       Plan::prepare_sums      → Prepared
//! ```

mod block_nearest;
mod bytes;
mod pair_pass;

pub use block_nearest::BlockNearest;
pub use pair_pass::{Block, PairPass};

use crate::choose;
use crate::data::{Dataset, Samples};
use crate::eigen::Solver;
use crate::error::{Error, Result};
use crate::graph::{Pairs, Weights};
use crate::learner::Learner;
use crate::plan::Plan;
use crate::scatter::{PairSums, Powered};
use crate::space::Space;
use crate::statistics::Statistics;

/// Everything that a linear learner needs of rows that are elsewhere.
///
/// ```
/// use halflit::{Block, Dataset, Gathered, PairPass, Plan, Statistics, datasets, learner::SsLfda};
///
/// let data = datasets::ionosphere_with_labels(40, 1)?;
/// let plan = Plan::new(SsLfda::default()).axes(2);
/// // Three blocks of rows that never meet but in pairs.
/// let rows: Vec<usize> = (0..351).collect();
/// let blocks: Vec<_> = rows.chunks(117).map(|own| data.samples().gather(own)).collect();
/// let of = |i: usize| Block { samples: &blocks[i], first: 117 * i };
/// let mut statistics = Statistics::new(34)?;
/// for (own, rows) in blocks.iter().zip(rows.chunks(117)) {
///     statistics.merge(&Statistics::of(own, &data.labels().gather(rows))?)?;
/// }
/// let pass = PairPass::of(&plan, &statistics)?.expect("a learner with a graph");
/// let mut near = Vec::new();
/// for i in 0..3 {
///     let mut own = pass.nearest(&of(i), None)?;
///     for j in (0..3).filter(|&j| j != i) {
///         own.merge(&pass.nearest(&of(i), Some(&of(j)))?)?;
///     }
///     near.push(own);
/// }
/// let mut sums = pass.sums((&of(0), Some(&near[0])), None)?;
/// for (i, j) in [(0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
///     let other = (&of(j), Some(&near[j]));
///     let other = (i != j).then_some(other);
///     sums.merge(&pass.sums((&of(i), Some(&near[i])), other)?)?;
/// }
/// let labeled = data.labels().labeled_rows();
/// let labeled = Dataset::new(data.samples().gather(&labeled), data.labels().gather(&labeled))?;
/// let gathered = Gathered { statistics: &statistics, kept: &labeled, sums: Some(&sums) };
/// let summed = plan.prepare_sums(&gathered)?.fit(labeled.labels())?.model;
/// let whole = plan.fit(&data)?.model;
/// assert!((summed.eigenvalues()[0] / whole.eigenvalues()[0] - 1.0).abs() < 1e-9);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Gathered<'g> {
    /// Of all rows.
    pub statistics: &'g Statistics,
    /// The labeled rows, and any others: an automatic choice of γ and α is judged by margins on those without a label, and a label
    /// cost that is a function sees no more.
    pub kept: &'g Dataset<'g>,
    /// Over all pairs of rows, for a learner with a graph.
    pub sums: Option<&'g PairSums>,
}

impl<'g> Gathered<'g> {
    /// The space in which a fit of a plan happens. Its samples are the rows that were kept.
    pub(crate) fn space(&self, plan: &Plan) -> Result<Space<'g>> {
        summed_space(plan, self.kept.samples(), self.statistics, self.sums)
    }
}

/// The space of all rows with these statistics and sums over pairs, of which `kept` are here.
pub(crate) fn summed_space<'k>(
    plan: &Plan,
    kept: &'k Samples<'_>,
    statistics: &Statistics,
    sums: Option<&PairSums>,
) -> Result<Space<'k>> {
    let refused = |what: String| Error::NotSummed { what };
    let learner = plan.learner().ok_or_else(|| refused(plan.name().into()))?;
    if plan.solver == Solver::MatrixFree {
        return Err(refused("a problem of the matrix-free solver".into()));
    }
    if kept.weights().is_some() {
        return Err(refused("rows with weights".into()));
    }
    let some = (kept.rows() as f64) < statistics.weight();
    if let (true, Some(Weights::LocalScaling(k))) =
        (some, learner.clone().slots().heat.map(|heat| *heat))
    {
        // Their scales are distances to rows that are not here.
        return Err(refused(format!("a label cost scaled by the {k}-th nearest of all rows")));
    }
    let summed = statistics.summed(&plan.space)?;
    let space = Space::of_sums(kept, &plan.space, &summed)?;
    let choice = learner.unlabel();
    let Some(graph) = choice.graph() else { return Ok(space) };
    let scatters = match (sums, graph.pairs, graph.weights) {
        // n ZᵀZ and (n − 1) ZᵀZ, whatever the power.
        (_, Pairs::All, Weights::Binary) => {
            let times = |factor: f64| crate::dense::Scale(factor) * &summed.scatter;
            let power = |alpha| Powered {
                alpha,
                scatter: times(summed.weight),
                degree_scatter: times(summed.weight - 1.0),
            };
            choose::powers(plan, learner).into_iter().map(power).collect()
        }
        (Some(sums), ..) => {
            sums.check_columns(statistics.columns())?;
            sums.rescaled()?
        }
        (None, ..) => Vec::new(),
    };
    for Powered { alpha, scatter, degree_scatter } in scatters {
        space.put_unlabel(&choice, alpha, &scatter, &degree_scatter)?;
    }
    Ok(space)
}
