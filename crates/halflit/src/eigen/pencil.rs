//! S a = λ B a for symmetric S and positive definite B (paper, eq. 3): the smallest λ, ascending, aᵀ B a = 1.

use faer::{Mat, MatRef};

use super::decomposition::{cholesky, self_adjoint, solve_lower, solve_lower_transposed};
use super::extent::Extent;
use super::low_rank::Pairs;
use super::partial::{self, Few};
use super::solver::Solver;
use crate::error::{Error, Result};
use crate::matrix::{congruence, product, symmetrize, trace};

/// Eigenvalues closer than this share of the largest magnitude form a group.
const GROUP_TOLERANCE: f64 = 1e-9;
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
    /// Pairs of a low-rank change, in span coordinates by `basis`; nothing where it is open what forms a group.
    pub(crate) fn from_pairs(
        pairs: &Pairs,
        basis: MatRef<'_, f64>,
        total: &Mat<f64>,
    ) -> Option<Axes> {
        let (low, high) = pairs.largest;
        let open = GROUP_TOLERANCE * low..GROUP_TOLERANCE * high;
        let values = &pairs.eigenvalues;
        if values.windows(2).any(|two| open.contains(&(two[1] - two[0]))) {
            return None;
        }
        let (mut vectors, d) = (product(basis, pairs.vectors.as_ref()), values.len());
        let cut_group = settle_groups(total, values, &mut vectors, low, d).ok()?;
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
        let cut_group = settle_groups(self.total, &eigenvalues, &mut vectors, largest, d)?;
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
            ConstraintMatrix::Matrix(b) => (product(b.as_ref(), vectors), b.norm_l2()),
        };
        let objective = self.objective.norm_l2();
        let of_axis = |j: usize| {
            let difference = left.col(j) - eigenvalues[j] * right.col(j);
            let scale = (objective + eigenvalues[j].abs() * size) * vectors.col(j).norm_l2();
            if scale > 0.0 { difference.norm_l2() / scale } else { 0.0 }
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
        Solver::Fastest | Solver::LowRank if partial::pays(matrix.nrows(), d) => {
            partial::smallest(matrix, d, GROUP_TOLERANCE)
        }
        Solver::Fastest | Solver::LowRank => None,
    };
    if let Some(few) = few {
        return Ok((few, Solver::Partial));
    }
    let (values, vectors) = self_adjoint(matrix.as_ref())?;
    let largest = values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
    Ok((Few { values, vectors, largest }, Solver::Dense))
}

/// Rotates the axes within every group that reaches into the first `d`; says whether one reaches beyond them.
fn settle_groups(
    total: &Mat<f64>,
    eigenvalues: &[f64],
    vectors: &mut Mat<f64>,
    largest: f64,
    d: usize,
) -> Result<bool> {
    let groups = groups(eigenvalues, GROUP_TOLERANCE * largest);
    for group in groups.iter().filter(|g| g.len() > 1 && g.start < d) {
        rotate(total, vectors, group.clone())?;
    }
    Ok(groups.iter().any(|g| g.start < d && d < g.end))
}

/// Within a group take the principal axes of the data: variances diagonal and descending.
fn rotate(total: &Mat<f64>, vectors: &mut Mat<f64>, group: std::ops::Range<usize>) -> Result<()> {
    let basis = vectors.subcols(group.start, group.len()).to_owned();
    let variances = congruence(total.as_ref(), basis.as_ref());
    let (_, turn) = self_adjoint(variances.as_ref())?;
    let descending = turn.as_ref().reverse_cols();
    let turned = product(basis.as_ref(), descending);
    vectors.as_mut().subcols_mut(group.start, group.len()).copy_from(turned);
    Ok(())
}

/// Consecutive eigenvalues that differ by less than the tolerance, as ranges covering all of them.
fn groups(eigenvalues: &[f64], tolerance: f64) -> Vec<std::ops::Range<usize>> {
    let (mut groups, mut start) = (Vec::new(), 0);
    for end in 1..=eigenvalues.len() {
        let gap = eigenvalues.get(end).map_or(f64::INFINITY, |next| next - eigenvalues[end - 1]);
        if gap > 0.0 && gap >= tolerance {
            groups.push(start..end);
            start = end;
        }
    }
    groups
}

/// λ_max / λ_min of B, both by power iterations from one fixed start.
fn condition(bound: &Mat<f64>, factor: MatRef<'_, f64>) -> f64 {
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
    large.norm_l2() * small.norm_l2()
}

/// Scales a vector to length 1.
fn normalize(vector: &mut Mat<f64>) {
    let length = vector.norm_l2();
    *vector *= faer::Scale(1.0 / length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_cover_everything_and_chain() {
        // The first and the third are further apart than the tolerance.
        let values = [0.0, 1.5e-9, 3e-9, 1.0, 2.0, 2.0];
        assert_eq!(groups(&values, 2e-9), [0..3, 3..4, 4..6]);
        assert_eq!(groups(&[1.0], 1e-9).len(), 1);
        assert_eq!(groups(&[0.0, 0.0], 0.0).len(), 1);
    }

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

    #[test]
    fn low_rank_pairs_are_left_where_it_is_open_what_forms_a_group() {
        let identity = Mat::<f64>::identity(3, 3);
        let axes = |gap: f64| {
            let vectors = Mat::identity(3, 2);
            let pairs = Pairs { eigenvalues: vec![0.5, 0.5 + gap], vectors, largest: (1.0, 2.0) };
            Axes::from_pairs(&pairs, identity.as_ref(), &identity)
        };
        assert!(axes(0.5e-9).is_some() && axes(2.5e-9).is_some());
        assert!(axes(1.5e-9).is_none());
    }
}
