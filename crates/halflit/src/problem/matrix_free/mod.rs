//! A problem solved by products alone: no span, no centred copy, no r × r matrix.
//!
//! S v = Xcᵀ(D − C)(Xc v), and B v likewise. Outside the range of Xcᵀ both vanish, so the iteration starts inside it and never
//! leaves it. Three kinds of coordinates, by what B is:
//!
//! | B | coordinates | axes |
//! |---|---|---|
//! | … + εI | v in the range of Xcᵀ | v |
//! | … + εM | w in the range of (Xc F)ᵀ, F = V^(−½) with V the variances of the k columns that vary; there M is k I | v with Xc v = Xc F w |
//! | Xcᵀ D Xc, n ≤ d0 | y = Xc v, of mean 0 | v with Xc v = y |
//!
//! Of all v that give the rows the same values the dense solver takes the one in the range of Xcᵀ, the shortest: least squares by
//! conjugate gradients find it. The third kind asks that the best y are some Xc v. That is seen afterwards: the best of all y of
//! mean 0 are the best of fewer, if they are among them. (The ridge of 1e-12 that a Cholesky factor wants is not added there.)

mod laplacian;
mod operators;
mod parts;
#[cfg(test)]
mod tests;
mod trace;

use crate::dense::{Mat, MatRef};

use super::shrinkage::Ridge;
use super::{Diagnostics, Problem, Solution, Solve, check_dimension, checked_gamma};
use crate::eigen::{Axes, Found, Operators, Solver, settle_block, smallest};
use crate::error::Result;
use crate::matrix::{RowMatrix, product, weighted_gram};
use crate::neighbors::Searched;
use crate::space::Space;
use operators::{OfValues, Rows, center};
use parts::Parts;

/// Steps of the iteration.
const STEPS: usize = 500;
/// Axes beyond those that are wanted: a quarter, and at least so many.
const GUARDS: usize = 4;
/// Above this, relative to its length, Xc v is something else than it should be.
const OUTSIDE: f64 = 1e-8;

/// The axes, in input coordinates, and whether the group of the last one has no end that was seen, so that nobody knows its principal
/// axes.
pub(super) fn solve(
    problem: &Problem,
    space: &Space<'_>,
    solve: &Solve,
) -> Result<(Solution, bool)> {
    let (samples, rank, d) = (space.samples(), space.rank(), solve.dimension);
    check_dimension(d, rank)?;
    let parts = Parts::new(problem, space)?;
    let ridge = parts.ridge(checked_gamma(problem.gamma)?, rank, solve)?;
    let moments = space.moments();
    let plain = Rows { samples, mean: &moments.mean, by: None };
    let start = start(samples.rows(), block_width(d, rank));
    if let Some(laplacian) = parts.degrees_alone(solve)
        && rank + 1 == samples.rows()
    {
        let mut values = start.as_mat().to_owned();
        center(&mut values);
        let block = Block::of(&OfValues { laplacian }, values, d, &RowMatrix::from_mat)?;
        let (vectors, outside) = plain.lift(&RowMatrix::from_mat(block.vectors.as_ref()))?;
        if outside < OUTSIDE {
            return Ok(block.solution(vectors, space, parts.diagnosed(ridge), parts.searched));
        }
    }
    let by = match ridge {
        Ridge::Extent(_) => Some(moments.inverse_deviations()),
        Ridge::Equal(_) => None,
    };
    let rows = Rows { by: by.as_deref(), ..plain };
    let operators = parts.operators(rows, ridge, checked_gamma(problem.gamma)?);
    let block = Block::of(&operators, rows.transposed(&start), d, &|v| rows.times(v))?;
    let vectors = match by {
        None => block.vectors.clone(),
        Some(_) => plain.lift(&rows.times(block.vectors.as_ref()))?.0,
    };
    Ok(block.solution(vectors, space, parts.diagnosed(ridge), parts.searched))
}

/// How many axes are at work where d are wanted.
pub(crate) fn block_width(dimension: usize, rank: usize) -> usize {
    rank.min(dimension + GUARDS.max(dimension / 4))
}

/// Numbers from −1 to 1 with no relation to anything, the same every time.
fn start(rows: usize, columns: usize) -> RowMatrix<'static> {
    let number = |at: usize| {
        // SplitMix64.
        let mut z = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    RowMatrix::new((0..rows * columns).map(number).collect::<Vec<_>>(), rows, columns)
}

/// Axes that are exact, those of equal eigenvalues settled.
struct Block {
    /// d of them.
    vectors: Mat<f64>,
    cut_group: bool,
    /// How many axes of the block the groups of these have.
    reaches: usize,
    found: Found,
}

impl Block {
    /// Takes the values that axes give to the rows, which decide among axes of equal eigenvalues.
    fn of(
        operators: &dyn Operators,
        start: Mat<f64>,
        d: usize,
        values: &dyn Fn(MatRef<'_, f64>) -> RowMatrix<'static>,
    ) -> Result<Self> {
        let mut found = smallest(operators, start, d, STEPS)?;
        let mut wanted = d;
        loop {
            let y = values(found.vectors.as_ref());
            let total = weighted_gram(&y, None);
            let settled = settle_block(&total, &found.values, found.largest, d)?;
            // A group that is not exact as a whole is made so, as far as the block goes.
            if settled.reaches > wanted && wanted < found.values.len() {
                wanted = settled.reaches;
                found = smallest(operators, found.vectors, wanted, STEPS)?;
                continue;
            }
            let turned = product(found.vectors.as_ref(), settled.turn.as_ref());
            let vectors = turned.subcols(0, d).to_owned();
            let reaches = settled.reaches;
            return Ok(Self { vectors, cut_group: reaches > d, reaches, found });
        }
    }

    fn solution(
        self,
        vectors: Mat<f64>,
        space: &Space<'_>,
        own: (f64, Option<f64>),
        neighbors: Option<Searched>,
    ) -> (Solution, bool) {
        let is_open = self.cut_group && self.reaches == self.found.values.len();
        let eigenvalues = self.found.values[..vectors.ncols()].to_vec();
        let (solver, cut_group) = (Solver::MatrixFree, self.cut_group);
        let diagnostics = Diagnostics {
            rank: space.rank(),
            dropped: space.dropped(),
            ridge: own.0,
            shrinkage: own.1,
            condition: self.found.condition,
            residual: self.found.residual,
            cut_group,
            dropped_negative: 0.0,
            kernel_left_out: 0.0,
            neighbors,
            solver,
            left_out: None,
            relevance: None,
            single: Vec::new(),
            views: Vec::new(),
            engine: Diagnostics::own_engine(),
        };
        let axes = Axes { vectors, eigenvalues, cut_group, solver };
        (Solution::of_input(axes, diagnostics), is_open)
    }
}
