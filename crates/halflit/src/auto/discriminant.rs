//! FDA in the span of the labeled rows, and the scores that are read from it.

use crate::dense::{Mat, MatRef};

use super::basis::{Base, Basis};
use super::kernel::center_columns;
use super::labeled_rows::LabeledRows;
use super::mixture::Mixture;
use super::sharpness;
use crate::class_scores::ClassScores;
use crate::data::{Labels, Samples};
use crate::eigen::canonicalize;
use crate::error::Result;
use crate::learner::{Fda, Learner};
use crate::matrix::{RowMatrix, product};
use crate::problem::{RidgeChoice, Solution, Solve, check_dimension};
use crate::space::{Space, SpaceChoice};
use crate::views::{Views, ViewsMap};

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

impl Discriminant {
    pub(super) fn of(
        task: &LabeledRows,
        basis: &Basis,
        labels: &Labels,
        dimension: Option<usize>,
    ) -> Result<Self> {
        let to_coordinates = &basis.to_coordinates;
        let coordinates = product(basis.labeled(), to_coordinates.as_ref());
        let samples = Samples::from_matrix(RowMatrix::from_mat(coordinates.as_ref()))?;
        let space = Space::of(&samples, &SpaceChoice::default())?;
        if let Some(dimension) = dimension {
            check_dimension(dimension, space.rank())?;
        }
        let needed = (task.classes.len() - 1).min(space.rank());
        // λ was chosen with so many rows, and more of them do not ask for more of it.
        let ridge = basis.left_out.ridge * basis.positions.len() as f64;
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
        let mut mapped = product(basis.labeled(), coefficients.as_ref());
        let offset = center_columns(&mut mapped);
        let (scores, left_out) = class_scores(task, basis, &mapped, solution.eigenvalues());
        let axes = Axes { base: basis.base.clone(), coefficients, offset };
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
                self.map(views, mixture)?.of_training(&all)
            }
        }
    }

    /// Where rows lie that look like this, on every axis.
    pub(super) fn points_of(&self, looks: MatRef<'_, f64>) -> RowMatrix<'static> {
        let mut points = product(looks, self.axes.coefficients.as_ref());
        for (j, offset) in self.axes.offset.iter().enumerate() {
            (0..points.nrows()).for_each(|i| points[(i, j)] -= offset);
        }
        RowMatrix::from_mat(points.as_ref())
    }
}

/// The scores of ridge regression, F_c(z) = Σ_j z_j Σ_(i in c) z_ij/(1 + μ_j): an axis has length 1 under S_w + εI, and
/// 1 + μ under S_t + εI, which regression divides by.
fn class_scores(
    task: &LabeledRows,
    basis: &Basis,
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
    let left_out = &basis.left_out.scores;
    let scores = Mat::from_fn(left_out.nrows(), c, |i, j| left_out[(i, j)] + offsets[j]);
    let largest = |i: usize| {
        (1..c).fold(0, |best, j| if scores[(i, j)] > scores[(i, best)] { j } else { best })
    };
    let known = basis.classes.iter().enumerate().filter_map(|(i, class)| Some((i, (*class)?)));
    let right = known.clone().filter(|&(i, class)| largest(i) == class).count();
    let left_out = (right, known.count());
    let scores = ClassScores {
        classes: task.classes.clone(),
        weights: RowMatrix::new(weights, c, d),
        sharpness: sharpness::sharpness(&scores, &basis.classes),
        offsets,
    };
    (scores, left_out)
}
