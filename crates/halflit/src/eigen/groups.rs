//! Eigenvalues that cannot be told apart form a group, whose axes are only defined up to rotation: the principal axes of the data
//! are taken.

use crate::dense::Mat;

use super::decomposition::self_adjoint;
use super::pencil::{ConstraintMatrix, Pencil};
use crate::error::Result;
use crate::matrix::{congruence, product};

/// Eigenvalues closer than this share of their size form a group: see `tolerances`.
pub(super) const GROUP_TOLERANCE: f64 = 1e-9;
impl Pencil<'_> {
    /// For every two neighbouring eigenvalues how near they must be to form a group: a share of the largest magnitude of
    /// all, or of what rounding can do to these two if that is less. Where B is nearly singular some |λ| are huge, and
    /// the others far more exact than a share of those.
    pub(super) fn tolerances(
        &self,
        eigenvalues: &[f64],
        vectors: &Mat<f64>,
        largest: f64,
    ) -> Vec<f64> {
        let coarse = GROUP_TOLERANCE * largest;
        let pairs = eigenvalues.len().saturating_sub(1);
        let near = |j: usize| eigenvalues[j + 1] - eigenvalues[j] < coarse;
        if !(0..pairs).any(near) {
            return vec![coarse; pairs];
        }
        let rounding = Rounding::new(self);
        let of_two = |j: usize| match near(j) {
            true => {
                let size = |j: usize| rounding.size(eigenvalues[j], vectors, j);
                coarse.min(GROUP_TOLERANCE * size(j).max(size(j + 1)))
            }
            false => coarse,
        };
        (0..pairs).map(of_two).collect()
    }
}

/// What a relative error in the entries of S and B can do to an eigenvalue. Entries are sums over rows, so that each is as exact
/// as the deviations of its two columns are large, whatever their units.
struct Rounding {
    /// Deviations of the columns.
    deviations: Vec<f64>,
    /// The largest entries of S and B over the deviations of their columns; nothing for B = I, which is exact.
    largest: (f64, Option<f64>),
}

impl Rounding {
    fn new(pencil: &Pencil<'_>) -> Self {
        let r = pencil.total.nrows();
        let deviations: Vec<f64> = (0..r).map(|i| pencil.total[(i, i)].sqrt()).collect();
        let largest = |matrix: &Mat<f64>| {
            let over = |i: usize, j: usize| {
                let both = deviations[i] * deviations[j];
                if both > 0.0 { matrix[(i, j)].abs() / both } else { 0.0 }
            };
            (0..r)
                .flat_map(|j| (0..r).map(move |i| (i, j)))
                .map(|(i, j)| over(i, j))
                .fold(0.0, f64::max)
        };
        let of_constraint = match pencil.constraint {
            ConstraintMatrix::Identity => None,
            ConstraintMatrix::Matrix(b) => Some(largest(b)),
        };
        let largest = (largest(pencil.objective), of_constraint);
        Self { deviations, largest }
    }

    /// How large the sums are of which λ is the difference.
    fn size(&self, eigenvalue: f64, vectors: &Mat<f64>, j: usize) -> f64 {
        let entries = vectors.col(j).iter().zip(&self.deviations);
        let reach = entries.map(|(a, deviation)| a.abs() * deviation).sum::<f64>().powi(2);
        let constraint = self.largest.1.map_or(1.0, |largest| largest * reach);
        self.largest.0 * reach + eigenvalue.abs() * constraint
    }
}

/// Rotates the axes within every group that reaches into the first `d`; says whether one reaches beyond them.
pub(super) fn settle_groups(
    total: &Mat<f64>,
    eigenvalues: &[f64],
    vectors: &mut Mat<f64>,
    tolerances: &[f64],
    d: usize,
) -> Result<bool> {
    let groups = groups(eigenvalues, tolerances);
    for group in groups.iter().filter(|g| g.len() > 1 && g.start < d) {
        rotate(total, vectors, group.clone())?;
    }
    Ok(groups.iter().any(|g| g.start < d && d < g.end))
}

/// A block of axes with its groups settled.
pub(crate) struct Settled {
    /// What the axes are to be multiplied by.
    pub(crate) turn: Mat<f64>,
    /// How many axes the groups of the first `d` have.
    pub(crate) reaches: usize,
}

/// Settles the groups of a block, from the scatter of the rows on its axes. `largest` is the largest eigenvalue of all, as far as it
/// is known.
pub(crate) fn settle_block(
    total: &Mat<f64>,
    eigenvalues: &[f64],
    largest: f64,
    d: usize,
) -> Result<Settled> {
    let tolerances = vec![GROUP_TOLERANCE * largest; eigenvalues.len().saturating_sub(1)];
    let mut turn = Mat::identity(eigenvalues.len(), eigenvalues.len());
    settle_groups(total, eigenvalues, &mut turn, &tolerances, d)?;
    let groups = groups(eigenvalues, &tolerances);
    let reaches = groups.iter().filter(|group| group.start < d).map(|group| group.end).max();
    Ok(Settled { turn, reaches: reaches.unwrap_or(d) })
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

/// Consecutive eigenvalues that differ by less than the tolerance of each two, as ranges covering all of them.
fn groups(eigenvalues: &[f64], tolerances: &[f64]) -> Vec<std::ops::Range<usize>> {
    let (mut groups, mut start) = (Vec::new(), 0);
    for end in 1..=eigenvalues.len() {
        let gap = eigenvalues.get(end).map_or(f64::INFINITY, |next| next - eigenvalues[end - 1]);
        let tolerance = tolerances.get(end - 1).copied().unwrap_or(0.0);
        if gap > 0.0 && gap >= tolerance {
            groups.push(start..end);
            start = end;
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_cover_everything_and_chain() {
        // The first and the third are further apart than the tolerance.
        let values = [0.0, 1.5e-9, 3e-9, 1.0, 2.0, 2.0];
        assert_eq!(groups(&values, &[2e-9; 5]), [0..3, 3..4, 4..6]);
        assert_eq!(groups(&[1.0], &[]).len(), 1);
        assert_eq!(groups(&[0.0, 0.0], &[0.0]).len(), 1);
    }
}
