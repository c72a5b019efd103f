//! Honest accuracy of the default: views see no label, and everything else is done again inside every fold.

use super::Training;
use crate::choose::{Assessment, Judgement};
use crate::data::Labels;
use crate::error::{Error, Result};
use crate::model::Predictions;
use crate::plan::Plan;
use crate::views::{Breadth, Views};

/// What the default gets right on labels that it does not see: for every fold the rows to hold out. A fold whose labels leave nothing to
/// work with is skipped, unless all are.
pub(crate) fn assess(
    views: &Views<'_>,
    plan: &Plan,
    labels: &Labels,
    folds: &[Vec<usize>],
) -> Result<Assessment> {
    // Asked for once; every fold has some of them.
    if views.breadth() == Breadth::Full {
        views.remember(&views.labels_of_all(labels).labeled_rows())?;
    }
    // The axes are spanned by the labeled rows, so that their number follows the labels.
    let is_skipped = |error: &Error| error.spoils_fold(true);
    Assessment::over(labels, views.samples().weights(), folds, is_skipped, |held_out| {
        Ok((None, judged(views, plan, labels, held_out)?))
    })
}

/// Held-out rows classified by a fit that does not know their labels.
fn judged(
    views: &Views<'_>,
    plan: &Plan,
    labels: &Labels,
    held_out: &[usize],
) -> Result<Vec<Judgement>> {
    let found = elect(views, plan, &labels.hide(held_out), held_out)?;
    let judge = |(&row, &class): (&usize, &usize)| {
        let right = labels.class_of(row) == Some(class);
        Judgement { right, margin: 0.0, weight: views.samples().weight(row) }
    };
    Ok(held_out.iter().zip(&found.classes).map(judge).collect())
}

/// What a fit takes some of the rows for.
fn elect(views: &Views<'_>, plan: &Plan, labels: &Labels, rows: &[usize]) -> Result<Predictions> {
    // A copy of a row lies where the first of them does.
    let first: Vec<usize> = rows.iter().map(|&row| views.first_alike()[row]).collect();
    let learned = Training::of(views, plan, &views.labels_of_all(labels), &first)?;
    let looks = learned.basis.others().subrows(0, rows.len());
    let points = learned.discriminant.points_of(looks);
    let scores = &learned.discriminant.scores;
    let (classes, probabilities) = scores.elect(&points, labels.classes().len())?;
    Ok(Predictions { classes, probabilities })
}
