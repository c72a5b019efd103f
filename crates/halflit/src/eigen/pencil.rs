//! S a = λ B a for symmetric S and positive definite B (paper, eq. 3): the smallest λ, ascending, aᵀ B a = 1.

use crate::dense::{Mat, MatRef};

use super::decomposition::{cholesky, self_adjoint, solve_lower, solve_lower_transposed};
use super::extent::Extent;
use super::groups::{GROUP_TOLERANCE, settle_groups};
use super::low_rank::Pairs;
use super::partial::{self, Few};
use super::solver::Solver;
use crate::error::{Error, Result};
use crate::lanes::{Length, rest};
use crate::matrix::{product, symmetrize, trace};

/// Steps of the iterations that estimate the condition number; it is a warning light, not a result.
const CONDITION_STEPS: usize = 12;

/// B, the ridge included.
#[derive(Debug, Clone)]
pub(crate) enum ConstraintMatrix {
    /// The identity.
    Identity,
    /// Anything else.
    Matrix(Mat<f64>),
}

/// The pair of matrices, and the scatter of the data, which decides inside groups of equal eigenvalues.
pub(crate) struct Pencil<'p> {
    pub(crate) objective: &'p Mat<f64>,
    pub(crate) constraint: &'p ConstraintMatrix,
    pub(crate) total: &'p Mat<f64>,
}

/// The axes found, in span coordinates.
#[derive(Debug, Clone)]
pub(crate) struct Axes {
    /// r × d.
    pub(crate) vectors: Mat<f64>,
    /// d, ascending.
    pub(crate) eigenvalues: Vec<f64>,
    /// Whether the last axis kept and the first one left out have equal eigenvalues.
    pub(crate) cut_group: bool,
    /// Who found them.
    pub(crate) solver: Solver,
}

impl ConstraintMatrix {
    /// B as a matrix.
    pub(crate) fn to_matrix(&self, r: usize) -> Mat<f64> {
        match self {
            ConstraintMatrix::Identity => Mat::identity(r, r),
            ConstraintMatrix::Matrix(matrix) => matrix.clone(),
        }
    }

    /// B + εE.
    pub(crate) fn plus(self, epsilon: f64, extent: &Extent, r: usize) -> Self {
        if epsilon == 0.0 {
            return self;
        }
        let mut matrix = self.to_matrix(r);
        extent.add_to(&mut matrix, epsilon);
        ConstraintMatrix::Matrix(matrix)
    }
}

impl Axes {
    /// Pairs of a low-rank change, in span coordinates by `basis`; nothing where it is open what forms a group. The matrices are
    /// summed up only where eigenvalues are so near that it matters.
    pub(crate) fn from_pairs(
        pairs: &Pairs,
        basis: MatRef<'_, f64>,
        total: &Mat<f64>,
        matrices: &dyn Fn() -> Option<(Mat<f64>, ConstraintMatrix)>,
    ) -> Option<Axes> {
        let (low, high) = pairs.largest;
        let values = &pairs.eigenvalues;
        let (mut vectors, d) = (product(basis, pairs.vectors.as_ref()), values.len());
        let near = values.windows(2).any(|two| two[1] - two[0] < GROUP_TOLERANCE * high);
        let mut cut_group = false;
        if near {
            let (objective, constraint) = matrices()?;
            let pencil = Pencil { objective: &objective, constraint: &constraint, total };
            let [few, many] =
                [low, high].map(|largest| pencil.tolerances(values, &vectors, largest));
            let gaps = values.windows(2).map(|two| two[1] - two[0]);
            if gaps
                .zip(few.iter().zip(&many))
                .any(|(gap, (few, many))| (*few..*many).contains(&gap))
            {
                return None;
            }
            cut_group = settle_groups(total, values, &mut vectors, &few, d).ok()?;
        }
        Some(Axes { vectors, eigenvalues: values.clone(), cut_group, solver: Solver::LowRank })
    }
}

impl Pencil<'_> {
    /// The `d` axes of smallest λ.
    pub(crate) fn smallest(&self, d: usize, solver: Solver) -> Result<Axes> {
        let (found, solver) = match self.constraint {
            ConstraintMatrix::Identity => smallest_of(self.objective, d, solver)?,
            ConstraintMatrix::Matrix(b) => self.reduce(b, d, solver)?,
        };
        let Few { values: eigenvalues, mut vectors, largest } = found;
        let tolerances = self.tolerances(&eigenvalues, &vectors, largest);
        let cut_group = settle_groups(self.total, &eigenvalues, &mut vectors, &tolerances, d)?;
        let vectors = vectors.subcols(0, d).to_owned();
        Ok(Axes { vectors, eigenvalues: eigenvalues[..d].to_vec(), cut_group, solver })
    }

    /// M q = λ q in coordinates in which B is the identity, a = L⁻ᵀ q.
    fn reduce(&self, b: &Mat<f64>, d: usize, solver: Solver) -> Result<(Few, Solver)> {
        let (m, l) = standard_form(self.objective.clone(), b)
            .ok_or(Error::NotPositiveDefinite { ridge: 0.0 })?;
        let (mut few, solver) = smallest_of(&m, d, solver)?;
        solve_lower_transposed(l.as_ref(), few.vectors.as_mut());
        Ok((few, solver))
    }

    /// The condition number of B, estimated from below.
    pub(crate) fn condition(&self) -> f64 {
        match self.constraint {
            ConstraintMatrix::Identity => 1.0,
            ConstraintMatrix::Matrix(b) => {
                cholesky(b).map_or(f64::INFINITY, |factor| condition(b, factor.as_ref()))
            }
        }
    }

    /// The largest ‖S a − λ B a‖ of some axes, relative to (‖S‖ + |λ| ‖B‖) ‖a‖.
    pub(crate) fn residual(&self, axes: &Axes) -> f64 {
        let (vectors, eigenvalues) = (axes.vectors.as_ref(), &axes.eigenvalues);
        let left = product(self.objective.as_ref(), vectors);
        let (right, size) = match self.constraint {
            ConstraintMatrix::Identity => (vectors.to_owned(), 1.0),
            ConstraintMatrix::Matrix(b) => (product(b.as_ref(), vectors), b.length()),
        };
        let objective = self.objective.length();
        let of_axis = |j: usize| {
            let rest = rest(left.col(j), eigenvalues[j], right.col(j));
            let scale = (objective + eigenvalues[j].abs() * size) * vectors.col(j).length();
            if scale > 0.0 { rest / scale } else { 0.0 }
        };
        (0..eigenvalues.len()).map(of_axis).fold(0.0, f64::max)
    }
}

/// M = L⁻¹ S L⁻ᵀ and L, B = L Lᵀ; nothing where B is not positive definite.
pub(super) fn standard_form(mut s: Mat<f64>, b: &Mat<f64>) -> Option<(Mat<f64>, Mat<f64>)> {
    let l = cholesky(b)?;
    solve_lower(l.as_ref(), s.as_mut());
    let mut m = s.transpose().to_owned();
    solve_lower(l.as_ref(), m.as_mut());
    symmetrize(&mut m);
    Some((m, l))
}

/// All pairs S q = λ B q, ascending, qᵀ B q = 1; nothing where B is not positive definite.
pub(crate) fn relative_pairs(s: &Mat<f64>, b: &Mat<f64>) -> Option<(Vec<f64>, Mat<f64>)> {
    let (m, l) = standard_form(s.clone(), b)?;
    let (values, mut vectors) = self_adjoint(m.as_ref()).ok()?;
    solve_lower_transposed(l.as_ref(), vectors.as_mut());
    Some((values, vectors))
}

/// tr(B⁻¹ A); nothing where B is not positive definite.
pub(super) fn relative_trace(a: &Mat<f64>, b: &Mat<f64>) -> Option<f64> {
    standard_form(a.clone(), b).map(|(m, _)| trace(m.as_ref()))
}

/// The smallest eigenpairs, at least those of the groups that reach into the first `d`, and who found them.
fn smallest_of(matrix: &Mat<f64>, d: usize, solver: Solver) -> Result<(Few, Solver)> {
    let few = match solver {
        Solver::Dense => None,
        Solver::Partial => partial::smallest(matrix, d, GROUP_TOLERANCE),
        Solver::Fastest | Solver::LowRank | Solver::MatrixFree
            if partial::pays(matrix.nrows(), d) =>
        {
            partial::smallest(matrix, d, GROUP_TOLERANCE)
        }
        Solver::Fastest | Solver::LowRank | Solver::MatrixFree => None,
    };
    if let Some(few) = few {
        return Ok((few, Solver::Partial));
    }
    let (values, vectors) = self_adjoint(matrix.as_ref())?;
    let largest = values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
    Ok((Few { values, vectors, largest }, Solver::Dense))
}

/// λ_max / λ_min of B, both by power iterations from one fixed start.
pub(super) fn condition(bound: &Mat<f64>, factor: MatRef<'_, f64>) -> f64 {
    let n = bound.nrows();
    // A start with no special relation to coordinate axes.
    let start = Mat::from_fn(n, 1, |i, _| 1.0 + 0.5 * (i as f64 * 0.754_877_666).fract());
    let (mut large, mut small) = (start.clone(), start);
    for _ in 0..CONDITION_STEPS {
        normalize(&mut large);
        large = product(bound.as_ref(), large.as_ref());
        normalize(&mut small);
        solve_lower(factor, small.as_mut());
        solve_lower_transposed(factor, small.as_mut());
    }
    large.length() * small.length()
}

/// Scales a vector to length 1.
fn normalize(vector: &mut Mat<f64>) {
    let length = vector.length();
    *vector *= crate::dense::Scale(1.0 / length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn condition_of_a_diagonal() {
        let bound = Mat::from_fn(3, 3, |i, j| if i == j { [100.0, 10.0, 0.1][i] } else { 0.0 });
        let factor = cholesky(&bound).expect("positive definite");
        assert!((condition(&bound, factor.as_ref()) - 1000.0).abs() < 1e-6);
    }

    /// A diagonal matrix.
    fn diagonal(values: &[f64]) -> Mat<f64> {
        let n = values.len();
        Mat::from_fn(n, n, |i, j| if i == j { values[i] } else { 0.0 })
    }

    #[test]
    fn the_residual_is_that_of_the_worst_axis() {
        let (objective, total) = (diagonal(&[1.0, 2.0, 3.0]), Mat::identity(3, 3));
        let constraint = ConstraintMatrix::Identity;
        let pencil = Pencil { objective: &objective, constraint: &constraint, total: &total };
        let residual = |wrong: usize| {
            let mut axes = pencil.smallest(2, Solver::Dense).expect("axes");
            axes.vectors[(2, wrong)] += 0.1;
            pencil.residual(&axes)
        };
        assert!(pencil.residual(&pencil.smallest(2, Solver::Dense).expect("axes")) < 1e-15);
        assert!(residual(0) > 0.01 && residual(1) > 0.01);
    }

    /// maths: S = diag(−4.7, −1.46, 1), B = diag(1, 1, 1e-12): λ = −4.7, −1.46 and 1e12.
    #[test]
    fn a_huge_eigenvalue_does_not_join_the_others() {
        for units in [1.0, 1e-6, 1e6] {
            // The same problem with the first column in other units, and turned a little.
            let turn = Mat::from_fn(3, 3, |i, j| {
                let base = [[1.0, 0.1, 0.0], [0.0, 1.0, 0.2], [0.3, 0.0, 1.0]][i][j];
                if i == 0 { units * base } else { base }
            });
            let turned = |matrix: Mat<f64>| {
                let mut turned = &turn * &matrix * turn.transpose();
                symmetrize(&mut turned);
                turned
            };
            let objective = turned(diagonal(&[-4.7, -1.46, 1.0]));
            let constraint = ConstraintMatrix::Matrix(turned(diagonal(&[1.0, 1.0, 1e-11])));
            let total = turned(diagonal(&[1.0, 3.0, 1.0]));
            let pencil = Pencil { objective: &objective, constraint: &constraint, total: &total };
            let axes = pencil.smallest(2, Solver::Dense).expect("axes");
            // A joined pair would have been rotated, and the residual would show it.
            assert!(pencil.residual(&axes) < 1e-8, "{units}: {}", pencil.residual(&axes));
            assert!((axes.eigenvalues[0] + 4.7).abs() < 1e-3, "{:?}", axes.eigenvalues);
        }
        // What is equal stays a group.
        let (objective, constraint) = (diagonal(&[2.0, 2.0, 5.0]), ConstraintMatrix::Identity);
        let total = diagonal(&[1.0, 3.0, 1.0]);
        let pencil = Pencil { objective: &objective, constraint: &constraint, total: &total };
        assert!(pencil.smallest(1, Solver::Dense).expect("axes").cut_group);
    }

    #[test]
    fn low_rank_pairs_are_left_where_it_is_open_what_forms_a_group() {
        let identity = Mat::<f64>::identity(3, 3);
        let axes = |gap: f64| {
            let vectors = Mat::identity(3, 2);
            let pairs = Pairs { eigenvalues: vec![0.5, 0.5 + gap], vectors, largest: (1.0, 2.0) };
            let matrices = || Some((diagonal(&[0.5, 0.5, 2.0]), ConstraintMatrix::Identity));
            Axes::from_pairs(&pairs, identity.as_ref(), &identity, &matrices)
        };
        assert!(axes(0.5e-9).is_some() && axes(2.5e-9).is_some());
        assert!(axes(1.5e-9).is_none());
    }
}
