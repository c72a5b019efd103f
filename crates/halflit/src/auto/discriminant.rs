//! FDA in the span of the labeled rows, and the scores that are read from it.

use faer::Mat;

use super::labeled_rows::LabeledRows;
use super::mixture::{Mixture, center_columns, centered, scale_columns};
use super::sharpness;
use crate::class_scores::ClassScores;
use crate::data::{Labels, Samples};
use crate::eigen::{canonicalize, self_adjoint};
use crate::error::Result;
use crate::learner::{Fda, Learner};
use crate::matrix::{RowMatrix, product};
use crate::problem::{RidgeChoice, Solution, Solve, check_dimension};
use crate::space::{Space, SpaceChoice};
use crate::views::{Breadth, Views, ViewsMap};

/// Labeled rows that the axes are spanned by.
const SPANNING: usize = 1000;
/// Eigenvalues of the kernel below this share of the largest count as zero.
const TOLERANCE: f64 = 1e-10;

/// FDA on the mixture.
pub(super) struct Discriminant {
    axes: Axes,
    pub(super) solution: Solution,
    pub(super) scores: ClassScores,
    /// Of the labeled rows that were left out one by one, how many are classified right, and how many there are.
    pub(super) left_out: (usize, usize),
}

/// z(x) = (what x looks like)ᵀ coefficients − offset.
struct Axes {
    base: Base,
    coefficients: Mat<f64>,
    offset: Vec<f64>,
}

/// What x looks like.
enum Base {
    /// Its kernel values with these rows.
    Anchors(Vec<usize>),
    /// φ(x).
    Features,
}

/// Labeled rows in coordinates whose inner products are the kernel, and the way there.
struct LabeledCoordinates {
    base: Base,
    /// ℓ × m: what they look like.
    looks: Mat<f64>,
    /// From looks to coordinates, their centring taken into it where it needs one.
    to_coordinates: Mat<f64>,
}

impl LabeledCoordinates {
    fn of(views: &Views<'_>, task: &LabeledRows, mixture: &Mixture) -> Result<Self> {
        match views.breadth() {
            Breadth::Full => Self::of_kernel(views, task, mixture),
            Breadth::Thin => {
                let looks = views.features(&task.rows);
                let weights = mixture.feature_weights(&views.prefixes(), looks.ncols());
                let mut to_coordinates = Mat::identity(looks.ncols(), looks.ncols());
                scale_columns(&mut to_coordinates, &weights);
                Ok(Self { base: Base::Features, looks, to_coordinates })
            }
        }
    }

    fn of_kernel(views: &Views<'_>, task: &LabeledRows, mixture: &Mixture) -> Result<Self> {
        let positions = task.some(SPANNING);
        let anchors = task.at(&positions);
        // Labeled rows × anchors.
        let kernel = match &mixture.all {
            Some(kernels) => mixture.combine(kernels),
            None => mixture.between(views, &task.rows, &anchors)?,
        };
        let own = Mat::from_fn(anchors.len(), anchors.len(), |i, j| kernel[(positions[i], j)]);
        let (values, vectors) = self_adjoint(centered(&own).as_ref())?;
        let largest = values[values.len() - 1];
        let kept: Vec<usize> =
            (0..values.len()).rev().filter(|&j| values[j] > TOLERANCE * largest).collect();
        // From centred kernel values to coordinates (paper, eq. 10), the centring taken into it.
        let mut to_coordinates = Mat::from_fn(anchors.len(), kept.len(), |i, j| {
            vectors[(i, kept[j])] / values[kept[j]].sqrt()
        });
        center_columns(&mut to_coordinates);
        Ok(Self { base: Base::Anchors(anchors), looks: kernel, to_coordinates })
    }
}

impl Discriminant {
    pub(super) fn of(
        views: &Views<'_>,
        task: &LabeledRows,
        mixture: &Mixture,
        labels: &Labels,
        dimension: Option<usize>,
    ) -> Result<Self> {
        let LabeledCoordinates { base, looks, to_coordinates } =
            LabeledCoordinates::of(views, task, mixture)?;
        let coordinates = product(looks.as_ref(), to_coordinates.as_ref());
        let samples = Samples::from_matrix(RowMatrix::from_mat(coordinates.as_ref()))?;
        let space = Space::of(&samples, &SpaceChoice::default())?;
        if let Some(dimension) = dimension {
            check_dimension(dimension, space.rank())?;
        }
        let needed = (task.classes.len() - 1).min(space.rank());
        let ridge = mixture.whole.ridge * task.rows.len() as f64;
        let solve = Solve {
            dimension: dimension.unwrap_or(needed).max(needed),
            ridge: RidgeChoice::Given(ridge),
            ..Solve::axes(1)
        };
        let solution = Fda::default().problem(&space.dataset(labels)?)?.solve(&space, &solve)?;
        let axes = solution.in_samples(&space)?;
        let mut coefficients = product(to_coordinates.as_ref(), axes.as_ref());
        canonicalize(&mut coefficients);
        // z of the labeled rows has mean 0.
        let mut mapped = product(looks.as_ref(), coefficients.as_ref());
        let offset = center_columns(&mut mapped);
        let (scores, left_out) = class_scores(task, mixture, &mapped, solution.eigenvalues());
        let axes = Axes { base, coefficients, offset };
        Ok(Self { axes, solution, scores, left_out })
    }

    /// The map of any rows.
    pub(super) fn map(&self, views: &Views<'_>, mixture: &Mixture) -> Result<ViewsMap> {
        let Axes { base, coefficients, offset } = &self.axes;
        match base {
            Base::Features => views.collapse_features(coefficients.as_ref(), offset.clone()),
            Base::Anchors(anchors) => {
                let coefficients = coefficients.as_ref();
                views.collapse(&mixture.factors, anchors, coefficients, offset.clone())
            }
        }
    }

    /// Where the rows lie that were given, on every axis: n × D.
    pub(super) fn points(
        &self,
        views: &Views<'_>,
        mixture: &Mixture,
    ) -> Result<RowMatrix<'static>> {
        let Axes { base, coefficients, offset } = &self.axes;
        match base {
            Base::Features => Ok(views.along(coefficients.as_ref(), offset)),
            Base::Anchors(_) => {
                let all: Vec<usize> = (0..views.samples().rows()).collect();
                self.points_of(views, mixture, &all)
            }
        }
    }

    /// Likewise some of them.
    pub(super) fn points_of(
        &self,
        views: &Views<'_>,
        mixture: &Mixture,
        rows: &[usize],
    ) -> Result<RowMatrix<'static>> {
        let Axes { base, coefficients, offset } = &self.axes;
        match base {
            Base::Features => {
                let first: Vec<usize> = rows.iter().map(|&row| views.first_alike()[row]).collect();
                let mut points = product(views.features(&first).as_ref(), coefficients.as_ref());
                for (j, offset) in offset.iter().enumerate() {
                    (0..rows.len()).for_each(|i| points[(i, j)] -= offset);
                }
                Ok(RowMatrix::from_mat(points.as_ref()))
            }
            Base::Anchors(_) => self.map(views, mixture)?.of_training(rows),
        }
    }
}

/// The scores of ridge regression, F_c(z) = Σ_j z_j Σ_(i in c) z_ij/(1 + μ_j): an axis has length 1 under S_w + εI, and
/// 1 + μ under S_t + εI, which regression divides by.
fn class_scores(
    task: &LabeledRows,
    mixture: &Mixture,
    mapped: &Mat<f64>,
    eigenvalues: &[f64],
) -> (ClassScores, (usize, usize)) {
    let (c, d) = (task.classes.len(), mapped.ncols());
    let mut weights = vec![0.0; c * d];
    for (i, &class) in task.of_row.iter().enumerate() {
        for (j, eigenvalue) in eigenvalues.iter().enumerate() {
            weights[class * d + j] += mapped[(i, j)] / (1.0 - eigenvalue);
        }
    }
    let offsets = task.masses();
    let left_out = &mixture.whole.scores;
    let scores = Mat::from_fn(left_out.nrows(), c, |i, j| left_out[(i, j)] + offsets[j]);
    let largest = |i: usize| {
        (1..c).fold(0, |best, j| if scores[(i, j)] > scores[(i, best)] { j } else { best })
    };
    let known = mixture.classes.iter().enumerate().filter_map(|(i, class)| Some((i, (*class)?)));
    let right = known.clone().filter(|&(i, class)| largest(i) == class).count();
    let left_out = (right, known.count());
    let scores = ClassScores {
        classes: task.classes.clone(),
        weights: RowMatrix::new(weights, c, d),
        sharpness: sharpness::sharpness(&scores, &mixture.classes),
        offsets,
    };
    (scores, left_out)
}
