//! The labeled rows in coordinates whose inner products are the kernel of a mixture, and what leaving them out says.

use crate::dense::{Mat, MatRef};

use super::eigenpairs::Eigenpairs;
use super::kernel::{center_columns, centered, scale_columns};
use super::labeled_rows::LabeledRows;
use super::leave_one_out::{LeaveOneOut, leave_one_out};
use super::mixture::Mixture;
use crate::error::Result;
use crate::views::{Breadth, Views};

/// Labeled rows that the axes are spanned by, and that are left out to choose the ridge.
const SPANNING: usize = 1000;
/// Eigenvalues of the kernel below this share of the largest count as zero.
const TOLERANCE: f64 = 1e-10;

/// What x looks like.
#[derive(Debug, Clone)]
pub(super) enum Base {
    /// Its kernel values with these rows.
    Anchors(Vec<usize>),
    /// φ(x).
    Features,
}

/// Labeled rows, rows that are asked about, and reference rows, in this order.
pub(super) struct Basis {
    pub(super) base: Base,
    /// What all these rows look like: one row each.
    pub(super) looks: Mat<f64>,
    /// How many of them are labeled.
    labeled: usize,
    /// From looks to coordinates, their centring taken into it where it needs one.
    pub(super) to_coordinates: Mat<f64>,
    /// The mixture on rows left out.
    pub(super) left_out: LeaveOneOut,
    /// Which labeled rows these are, by position.
    pub(super) positions: Vec<usize>,
    /// Their classes, where they are not the only ones of it.
    pub(super) classes: Vec<Option<usize>>,
}

impl Basis {
    pub(super) fn of(
        views: &Views<'_>,
        task: &LabeledRows,
        mixture: &Mixture,
        others: &[usize],
    ) -> Result<Self> {
        let positions = task.some(SPANNING);
        match views.breadth() {
            Breadth::Full => {
                let anchors = task.at(&positions);
                let kernel = mixture.kernel(views, task, others, &anchors)?;
                Self::of_kernel(task, kernel, positions)
            }
            Breadth::Thin => {
                let rows: Vec<usize> = task.rows.iter().chain(others).copied().collect();
                let looks = views.features(&rows);
                let weights = mixture.feature_weights(&views.prefixes(), looks.ncols());
                Self::of_features(task, looks, &weights, positions)
            }
        }
    }

    /// Of kernel values with the anchors, which are the labeled rows at these positions.
    pub(super) fn of_kernel(
        task: &LabeledRows,
        kernel: Mat<f64>,
        positions: Vec<usize>,
    ) -> Result<Self> {
        let count = positions.len();
        let own = Mat::from_fn(count, count, |i, j| kernel[(positions[i], j)]);
        let pairs = Eigenpairs::of_kernel(&centered(&own))?;
        let Eigenpairs { values, vectors } = &pairs;
        let largest = values.last().copied().unwrap_or(0.0);
        let kept: Vec<usize> =
            (0..values.len()).rev().filter(|&j| values[j] > TOLERANCE * largest).collect();
        // From centred kernel values to coordinates (paper, eq. 10), the centring taken into it.
        let mut to_coordinates =
            Mat::from_fn(count, kept.len(), |i, j| vectors[(i, kept[j])] / values[kept[j]].sqrt());
        center_columns(&mut to_coordinates);
        let base = Base::Anchors(task.at(&positions));
        Self::new(base, task, kernel, to_coordinates, positions, &pairs)
    }

    fn of_features(
        task: &LabeledRows,
        looks: Mat<f64>,
        weights: &[f64],
        positions: Vec<usize>,
    ) -> Result<Self> {
        let mut own = Mat::from_fn(positions.len(), looks.ncols(), |i, j| looks[(positions[i], j)]);
        scale_columns(&mut own, weights);
        center_columns(&mut own);
        let pairs = Eigenpairs::of_features(&own)?;
        let mut to_coordinates = Mat::identity(looks.ncols(), looks.ncols());
        scale_columns(&mut to_coordinates, weights);
        Self::new(Base::Features, task, looks, to_coordinates, positions, &pairs)
    }

    fn new(
        base: Base,
        task: &LabeledRows,
        looks: Mat<f64>,
        to_coordinates: Mat<f64>,
        positions: Vec<usize>,
        pairs: &Eigenpairs,
    ) -> Result<Self> {
        let counts = task.counting(&positions);
        let left_out = leave_one_out(pairs, &task.targets(&positions), &counts)?;
        let classes = positions.iter().zip(&counts);
        let classes = classes.map(|(&i, counts)| counts.then_some(task.of_row[i])).collect();
        let labeled = task.rows.len();
        Ok(Self { base, looks, labeled, to_coordinates, left_out, positions, classes })
    }

    /// What labeled rows look like.
    pub(super) fn labeled(&self) -> MatRef<'_, f64> {
        self.looks.as_ref().subrows(0, self.labeled)
    }

    /// What the others look like: those that are asked about, then the reference rows.
    pub(super) fn others(&self) -> MatRef<'_, f64> {
        self.looks.as_ref().subrows(self.labeled, self.looks.nrows() - self.labeled)
    }
}
