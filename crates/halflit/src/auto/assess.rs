//! Honest accuracy of the default: views see no label, and everything else is done again inside every fold.

use super::Auto;
use crate::choose::{Assessment, Judged, is_about_labels};
use crate::data::Labels;
use crate::error::{Error, Result};
use crate::views::{Breadth, Views};

/// What [`Auto`] gets right on labels that it does not see: for every fold the rows to hold out. The counterpart of
/// [`assess`](crate::choose::assess).
///
/// # Errors
/// As [`Auto::fit_in`]; a fold whose labels leave nothing to work with is skipped, unless all are.
pub fn assess_auto(
    views: &Views<'_>,
    auto: &Auto,
    labels: &Labels,
    folds: &[Vec<usize>],
) -> Result<Assessment> {
    // Asked for once; every fold has some of them.
    if views.breadth() == Breadth::Full {
        views.remember(&labels.labeled_rows())?;
    }
    let is_skipped = |error: &Error| is_about_labels(error) || is_about_rows(error);
    Assessment::over(labels, views.samples().weights(), folds, is_skipped, |held_out| {
        Ok((None, judged(views, auto, labels, held_out)?))
    })
}

/// Whether the labeled rows that a fold leaves look alike, or span too little.
fn is_about_rows(error: &Error) -> bool {
    matches!(error, Error::FlatKernel | Error::DimensionTooLarge { .. } | Error::NoSpread { .. })
}

/// Held-out rows classified by a fit that does not know their labels.
fn judged(
    views: &Views<'_>,
    auto: &Auto,
    labels: &Labels,
    held_out: &[usize],
) -> Result<Vec<Judged>> {
    let found = auto.elect_in(views, &labels.hide(held_out), held_out)?;
    let judge = |(&row, &class): (&usize, &usize)| {
        let right = labels.class_of(row) == Some(class);
        Judged { right, margin: 0.0, weight: views.samples().weight(row) }
    };
    Ok(held_out.iter().zip(&found.classes).map(judge).collect())
}
