//! What someone should know before trusting a fit: warnings in Python.

use halflit::choose::{Found, Outcome, assess_raw, assess_rows};
use halflit::evaluation::{Check, cross_validation};
use halflit::{AnyLearner, Dataset, Labels, Model, Reduction, Result, Samples, Space};

/// Operations above which labels are not held out anew: a fit should not become much longer for being checked.
const MANY_OPERATIONS: f64 = 2e9;
/// Pairs of labeled rows, times columns, above which nothing is checked.
const MANY_PAIRS: f64 = 1e10;

/// Of the axes, and of what is found on held-out labels: by fits without them where that is soon done, else by the search, which
/// flatters.
pub(crate) fn of_reduction(
    model: &Model,
    space: &Space<'_>,
    reduction: &Reduction<AnyLearner>,
    found: Option<&Found>,
    data: &Dataset<'_>,
) -> Result<Vec<String>> {
    let labels = data.labels();
    let nested = Check::of_reduction(space, reduction, found, labels, MANY_OPERATIONS);
    let check = match (nested, found) {
        (Err(halflit::Error::Interrupted), _) => return Err(halflit::Error::Interrupted),
        (Ok(Some(check)), _) => Some(check),
        (_, Some(found)) if is_possible(labels, space.rank()) => {
            let best = found.best.index;
            let outcomes = found.scores.trials.iter().filter_map(|trial| trial.outcomes.get(best));
            let folds = cross_validation(labels, reduction.seed)?;
            let raw = assess_raw(space, labels, &folds)?;
            Some(Check::flattering(Outcome::sum(outcomes), &raw, labels))
        }
        _ => None,
    };
    Ok(with_axes(model, check))
}

/// Of the default: of the axes, and of the rows that were left out one by one.
pub(crate) fn of_auto(model: &Model, samples: &Samples<'_>, labels: &Labels) -> Vec<String> {
    let check = || {
        let left_out = &model.recipe().parameters["left_out"];
        let count = |place: usize| Some(left_out[place].as_u64()? as usize);
        let found = Outcome::counted(count(0)?, count(1)?);
        let folds = cross_validation(labels, 0).ok()?;
        let raw = assess_rows(samples, labels, &folds).ok()?;
        Some(Check::flattering(found, &raw, labels))
    };
    with_axes(model, if is_possible(labels, samples.columns()) { check() } else { None })
}

/// Enough labels to leave some out, and not so many that their pairs would take long.
fn is_possible(labels: &Labels, columns: usize) -> bool {
    let labeled = labels.labeled_rows().len();
    labeled > 3 && (labeled as f64).powi(2) * columns as f64 <= MANY_PAIRS
}

fn with_axes(model: &Model, check: Option<Check>) -> Vec<String> {
    let axes = model.diagnostics().cautions().into_iter();
    axes.chain(check.and_then(|check| check.caution())).collect()
}
