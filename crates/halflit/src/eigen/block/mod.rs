//! The smallest eigenpairs of a pencil that is known by its products alone: a block Davidson iteration, of which LOBPCG is the
//! case of three blocks.
//!
//! A B-orthonormal basis V is kept with S V and B V. Every step takes the best axes in it (Rayleigh and Ritz), and adds what the
//! preconditioner makes of the residuals S x − θ B x of those that are not exact yet. A basis that is full is replaced by its best
//! axes and those of the step before, the direction in which they move.

mod basis;

use crate::dense::{Mat, MatRef};

use super::narrow::columns;
use crate::error::{Error, Result};
use crate::watch;
use basis::Basis;

/// Residuals relative to (‖S‖ + |θ| ‖B‖) ‖x‖ at which an axis is exact.
const EXACT: f64 = 1e-11;
/// The residual for the first axis that is not wanted: near enough that it will not turn out to be a wanted one.
const SETTLED: f64 = 1e-4;
/// The basis holds so many blocks.
pub(crate) const BLOCKS: usize = 12;
/// So many blocks of best axes are left of a basis that is full.
const KEPT: usize = 3;

/// S a = λ B a by products, B positive definite where the iteration goes.
pub(crate) trait Operators {
    /// S v and B v.
    fn apply(&self, v: MatRef<'_, f64>) -> Result<(Mat<f64>, Mat<f64>)>;
    /// An approximate solution w of B w = r, or of (S + σB) w = r with a shift σ > 0 for each column. It must not leave the space of
    /// the start.
    fn precondition(&self, residuals: Mat<f64>, shifts: &[f64]) -> Result<Mat<f64>>;
}

/// What was found.
#[derive(Debug)]
pub(crate) struct Found {
    /// All pairs of the block, ascending; as many as are wanted are exact.
    pub(crate) values: Vec<f64>,
    /// xᵀ B x = 1.
    pub(crate) vectors: Mat<f64>,
    /// The largest residual of those that are wanted, from products made anew.
    pub(crate) residual: f64,
    /// The condition number of B, from below.
    pub(crate) condition: f64,
    /// The largest |λ| that was seen.
    pub(crate) largest: f64,
}

/// The `wanted` smallest pairs, from a start of more columns than that, in at most `steps` steps.
///
/// # Errors
/// [`Error::NotConverged`], which says how far it came, and [`Error::NotPositiveDefinite`].
pub(crate) fn smallest(
    operators: &dyn Operators,
    start: Mat<f64>,
    wanted: usize,
    steps: usize,
) -> Result<Found> {
    let stage = watch::stage("eigenvectors", steps);
    let width = start.ncols();
    let mut basis = Basis::empty(start.nrows());
    basis.add(operators, start)?;
    let mut former: Option<Mat<f64>> = None;
    let mut exact = (0, f64::INFINITY);
    for _ in 0..steps {
        stage.advance(1)?;
        let ritz = basis.ritz(width)?;
        let residuals = basis.residuals(&ritz);
        let errors = basis.errors(&ritz, &residuals);
        let open: Vec<usize> = (0..errors.len()).filter(|&j| errors[j] > EXACT).collect();
        let first = open.first().copied().unwrap_or(errors.len());
        let settled = errors.get(wanted).is_none_or(|&error| error < SETTLED);
        if first >= wanted && settled {
            return basis.finish(operators, &ritz, wanted);
        }
        exact = (first.min(wanted), errors.get(first).copied().unwrap_or(0.0));
        let new =
            operators.precondition(columns(residuals.as_ref(), &open), &ritz.shifts(&open))?;
        if basis.width() + new.ncols() > BLOCKS * width {
            basis.shrink(&ritz, former.as_ref(), KEPT * width)?;
            former = None;
        } else {
            former = Some(ritz.vectors.subcols(0, width.min(ritz.vectors.ncols())).to_owned());
        }
        if basis.add(operators, new)? == 0 {
            // Nothing is left outside the basis, so that its axes are as exact as they get.
            let ritz = basis.ritz(width)?;
            return match basis.width() >= wanted {
                true => basis.finish(operators, &ritz, wanted),
                false => Err(Error::DimensionTooLarge { dimension: wanted, rank: basis.width() }),
            };
        }
    }
    let (found, residual) = exact;
    Err(Error::NotConverged { found, wanted, steps, residual })
}

#[cfg(test)]
mod tests {
    use super::super::decomposition::self_adjoint;
    use super::super::pencil::{ConstraintMatrix, Pencil};
    use super::super::solver::Solver;
    use super::*;
    use crate::matrix::symmetrize;

    struct Matrices {
        s: Mat<f64>,
        b: Mat<f64>,
        inverse: Mat<f64>,
    }

    impl Operators for Matrices {
        fn apply(&self, v: MatRef<'_, f64>) -> Result<(Mat<f64>, Mat<f64>)> {
            Ok((&self.s * v, &self.b * v))
        }

        fn precondition(&self, residuals: Mat<f64>, _: &[f64]) -> Result<Mat<f64>> {
            Ok(&self.inverse * residuals)
        }
    }

    fn random(rows: usize, columns: usize, seed: u64) -> Mat<f64> {
        let mut state = seed | 1;
        Mat::from_fn(rows, columns, |_, _| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        })
    }

    fn turned(n: usize, seed: u64, values: impl Fn(usize) -> f64) -> Mat<f64> {
        let half = random(n, n, seed);
        let axes = self_adjoint((&half + half.transpose()).as_ref()).expect("axes").1;
        Mat::from_fn(n, n, |i, j| axes[(i, j)] * values(j))
    }

    /// S and B with these λ, B of this condition number, and B⁻¹.
    fn matrices(n: usize, value: impl Fn(usize) -> f64, condition: f64) -> Matrices {
        let spread = |j: usize| condition.powf(-0.5 * j as f64 / n as f64);
        let (root, inverse) = (turned(n, 5, spread), turned(n, 5, |j| 1.0 / spread(j)));
        let core = turned(n, 9, value) * turned(n, 9, |_| 1.0).transpose();
        let mut made = Matrices {
            s: &root * core * root.transpose(),
            b: &root * root.transpose(),
            inverse: &inverse * inverse.transpose(),
        };
        [&mut made.s, &mut made.b, &mut made.inverse].into_iter().for_each(symmetrize);
        made
    }

    /// How far the axes are from those of the dense solver, as a subspace, measured by B.
    fn distance(own: &Matrices, d: usize) -> f64 {
        let n = own.s.nrows();
        let found = smallest(own, random(n, d + 4, 3), d, 200).expect("converges");
        let (constraint, total) = (ConstraintMatrix::Matrix(own.b.clone()), Mat::identity(n, n));
        let pencil = Pencil { objective: &own.s, constraint: &constraint, total: &total };
        let dense = pencil.smallest(d, Solver::Dense).expect("dense");
        let overlap = dense.vectors.transpose() * &own.b * found.vectors.subcols(0, d);
        assert!(found.residual < 1e-10, "{}", found.residual);
        let values = dense.eigenvalues.iter().zip(&found.values);
        let size = dense.eigenvalues.iter().fold(0.0f64, |most, value| value.abs().max(most));
        values.for_each(|(a, b)| assert!((a - b).abs() < 1e-8 * size, "{a} {b}"));
        (overlap.transpose() * &overlap - Mat::<f64>::identity(d, d)).norm_max()
    }

    #[test]
    fn agrees_with_the_dense_solver() {
        let few = |j: usize| if j < 10 { -10.0 / (j + 1) as f64 } else { j as f64 / 200.0 };
        assert!(distance(&matrices(200, few, 1e2), 5) < 1e-8, "separated");
        assert!(distance(&matrices(300, few, 1e6), 5) < 1e-8, "ill-conditioned");
        let equal = |j: usize| if j < 6 { -1.0 } else { j as f64 / 200.0 };
        assert!(distance(&matrices(200, equal, 1e2), 6) < 1e-8, "multiple");
        let near = |j: usize| if j < 6 { -1.0 + 1e-5 * j as f64 } else { j as f64 / 200.0 };
        assert!(distance(&matrices(200, near, 1e4), 6) < 1e-8, "clustered");
        assert!(distance(&matrices(200, |j| j as f64 - 250.0, 1e2), 3) < 1e-8, "negative");
        assert!(distance(&matrices(300, |j| 2.0 * j as f64 / 300.0, 1e2), 3) < 1e-8, "costs");
    }

    #[test]
    fn same_bits_on_any_number_of_threads() {
        let own = matrices(200, |j| j as f64, 10.0);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
            pool.install(|| smallest(&own, random(200, 6, 3), 3, 100).expect("converges").vectors)
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn says_how_far_it_came() {
        let own = matrices(200, |j| if j == 0 { -1e3 } else { j as f64 * 1e-3 }, 1e2);
        let error = smallest(&own, random(200, 7, 3), 3, 6).expect_err("six steps");
        let Error::NotConverged { found: 1, wanted: 3, steps: 6, residual } = error else {
            panic!("{error}")
        };
        assert!(residual > 1e-11);
    }

    #[test]
    fn a_start_that_spans_little_is_refused_where_more_is_wanted() {
        let own = matrices(50, |j| j as f64, 1.0);
        // B is the identity, and two axes of S stay in their plane.
        let plane = turned(50, 5, |_| 1.0) * turned(50, 9, |_| 1.0);
        let plane = Mat::from_fn(50, 6, |i, j| plane[(i, j % 2)]);
        let found = smallest(&own, plane.clone(), 2, 10).expect("two");
        assert!((found.values[1] - 1.0).abs() < 1e-10);
        let error = smallest(&own, plane, 3, 10).expect_err("three of two");
        assert!(matches!(error, Error::DimensionTooLarge { rank: 2, .. }), "{error}");
    }
}
