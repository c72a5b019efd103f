//! What the default makes of its own rows, again and again as labels come in, without a model that others could be mapped by.

use crate::dense::Mat;

use super::basis::Basis;
use super::labeled_rows::LabeledRows;
use super::{Training, shown};
use crate::class_scores::ClassScores;
use crate::data::Labels;
use crate::error::Result;
use crate::matrix::RowMatrix;
use crate::model::Predictions;
use crate::plan::Plan;
use crate::problem::Diagnostics;
use crate::views::{ViewShare, Views};

/// The rows that were learned from, labeled or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// Where they lie: n × d, as [`Model::transform`](crate::Model::transform) would say.
    pub points: RowMatrix<'static>,
    /// What they are.
    pub predictions: Predictions,
    /// How clear the nearest labeled row makes it, 0 to 1; nothing where scores or several votes decide.
    pub margins: Option<Vec<f64>>,
    /// What the other labels say about labeled rows: about every one, or about some hundreds where there are more; nothing for
    /// learners.
    pub left_out: Vec<LeftOut>,
    /// The plan with nothing left open.
    pub plan: Plan,
    /// What the kernel of the default is made of; nothing for learners.
    pub views: Vec<ViewShare>,
    /// What someone should know before trusting the axes.
    pub cautions: Vec<String>,
}

/// A labeled row as the others would have called it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeftOut {
    /// Its number.
    pub row: usize,
    /// The class that it has.
    pub class: usize,
    /// The class that the others say.
    pub predicted: usize,
    /// How probable that is.
    pub probability: f64,
    /// How probable its own class is.
    pub own: f64,
}

/// Where the rows of the views lie and what they are: what a fit and its model say about them, in a fraction of the time.
pub(crate) fn place(views: &Views<'_>, plan: &Plan, labels: &Labels) -> Result<Placement> {
    let class_count = labels.classes().len();
    let labels = &views.labels_of_all(labels);
    let learned = Training::of(views, plan, labels, &[])?;
    let Training { task, mixture, basis, discriminant, .. } = &learned;
    let points = discriminant.points(learned.views(), mixture)?;
    let (classes, probabilities) = discriminant.scores.elect(&points, class_count)?;
    let left_out = left_out(task, basis, &discriminant.scores);
    let (given, shown) = (views.samples().rows(), shown(plan, task, points.columns()));
    let single = labels.single_classes();
    let diagnostics = Diagnostics { single, ..discriminant.solution.diagnostics.clone() };
    Ok(Placement {
        points: points.first_columns(shown),
        predictions: Predictions { classes, probabilities },
        margins: None,
        // Copies say what their rows say.
        left_out: left_out.into_iter().filter(|own| own.row < given).collect(),
        plan: Plan { dimension: Some(shown), ..plan.clone() },
        views: mixture.report(learned.views()),
        cautions: diagnostics.cautions(),
    })
}

/// The only one of its class says nothing when it is left out.
fn left_out(task: &LabeledRows, basis: &Basis, scores: &ClassScores) -> Vec<LeftOut> {
    let found = &basis.left_out.scores;
    let scored =
        Mat::from_fn(found.nrows(), found.ncols(), |i, j| found[(i, j)] + scores.offsets[j]);
    let of_row = |i: usize| {
        basis.classes[i]?;
        let position = basis.positions[i];
        let row: Vec<f64> = (0..scored.ncols()).map(|j| scored[(i, j)]).collect();
        let (best, shares) = scores.shares(&row);
        let own = task.of_row[position];
        Some(LeftOut {
            row: task.rows[position],
            class: task.classes[own],
            predicted: task.classes[best],
            probability: shares[best],
            own: shares[own],
        })
    };
    (0..scored.nrows()).filter_map(of_row).collect()
}
