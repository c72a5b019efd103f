//! Methods side by side on the same folds, each fitted as a fit would, beside the nearest neighbour in all dimensions.

use super::Prepared;
use crate::choose::Assessment;
use crate::data::{Labels, Scaling};
use crate::error::{Error, Result};
use crate::evaluation::Comparison;
use crate::watch;

/// Assesses the baseline and every plan on the same folds of rows to hold out. The baseline is measured in the space of the first
/// learner; where that does not scale the rows and the default, which does, is among the plans, on standardised columns.
///
/// ```
/// use halflit::evaluation::cross_validation;
/// use halflit::{Plan, compare, datasets};
///
/// let data = datasets::ionosphere_with_labels(40, 1)?;
/// let auto = Plan::default().prepare(data.samples())?;
/// let pca = auto.with(&Plan::named("pca")?)?;
/// let folds = cross_validation(data.labels(), 1)?;
/// let found = compare(&[auto, pca], data.labels(), &folds)?;
/// for method in &found.standings {
///     println!("{} {:.3?} {:.3?}", method.name, method.accuracy(), method.interval());
/// }
/// println!("{}", found.verdict().join(" "));
/// # Ok::<(), halflit::Error>(())
/// ```
///
/// # Errors
/// As [`Prepared::assess_raw`]; a method that cannot be fitted says why in its standing, and if none can, that is the error.
pub fn compare(
    plans: &[Prepared<'_>],
    labels: &Labels,
    folds: &[Vec<usize>],
) -> Result<Comparison> {
    let raw = baseline(plans).ok_or(Error::NothingToCompare)?.assess_raw(labels, folds)?;
    let stage = watch::stage("methods", plans.len());
    let mut found: Vec<Result<Assessment>> = Vec::new();
    for own in plans {
        match own.assess(labels, folds) {
            Err(Error::Interrupted) => return Err(Error::Interrupted),
            one => found.push(one),
        }
        stage.advance(1)?;
    }
    if let Some(Err(error)) = found.first()
        && found.iter().all(Result::is_err)
    {
        return Err(error.clone());
    }
    let methods: Vec<_> = plans.iter().map(|own| own.plan.method.clone()).collect();
    let all_labeled = labels.unlabeled_rows().is_empty();
    let found = Comparison::new(&methods, raw, found);
    // Of rows that are not there nothing can be said.
    Ok(if all_labeled { Comparison { unlabeled: None, ..found } } else { found })
}

/// The plan whose nearest labeled row is the baseline.
fn baseline<'p, 'a>(plans: &'p [Prepared<'a>]) -> Option<&'p Prepared<'a>> {
    let is_plain = |own: &Prepared<'_>| {
        own.plan.space.scaling == Scaling::None && own.plan.space.kernel.is_none()
    };
    let learner = plans.iter().find(|own| own.plan.learner().is_some());
    let default = plans.iter().find(|own| own.plan.learner().is_none());
    learner.filter(|own| !is_plain(own)).or(default).or(learner)
}
