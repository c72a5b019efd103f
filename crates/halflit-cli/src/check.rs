//! How many labels a fit finds that it does not see.

use halflit::choose::{Assessment, Found, assess, assess_raw, assess_rows};
use halflit::evaluation::{Check, assess_auto, cross_validation};
use halflit::{AnyLearner, Auto, Dataset, Learner, Reduction, Space, Views};
use serde_json::{Value, json};

use crate::args::Global;
use crate::printer::{Printer, percent};
use crate::progress::Progress;

/// Labels below which holding some out says nothing.
const FEW_LABELS: usize = 4;
/// Operations above which a check would take minutes. An eigenproblem of r columns takes about ten r³.
const MANY_OPERATIONS: f64 = 3e10;

/// Whether there are labels of two classes to hold out.
fn possible(data: &Dataset<'_>) -> bool {
    let labels = data.labels();
    labels.labeled_rows().len() >= FEW_LABELS && labels.present_classes().len() > 1
}

/// Of the default.
pub(crate) fn of_auto(
    views: &Views<'_>,
    auto: &Auto,
    data: &Dataset<'_>,
    global: &Global,
) -> Option<Check> {
    let labels = data.labels();
    checked(data, global, |folds| {
        let found = assess_auto(views, auto, labels, folds)?;
        Ok((found, assess_rows(data.samples(), labels, folds)?))
    })
}

/// Of a reduction with its search; nothing, and a word, where it would take long.
pub(crate) fn of_reduction(
    space: &Space<'_>,
    reduction: &Reduction<AnyLearner>,
    found: Option<&Found>,
    data: &Dataset<'_>,
    global: &Global,
) -> Option<Check> {
    let labels = data.labels();
    if !possible(data) || !reduction.learner.follows_labels() {
        return None;
    }
    let folds = cross_validation(labels, reduction.seed).ok()?.len();
    let tried = found.map_or(1, |found| found.scores.settings.len() * found.scores.trials.len());
    let operations = 10.0 * (space.rank() as f64).powi(3) * (tried * folds) as f64;
    if operations > MANY_OPERATIONS {
        let words = "not checked on held-out labels, which would take long: 'halflit compare' does";
        Printer::new(global).say(words);
        return None;
    }
    checked(data, global, |folds| {
        let found = assess(space, reduction, labels, folds)?;
        Ok((found, assess_raw(space, labels, folds)?))
    })
}

/// The folds of the usual cross-validation, a bar, and what came out. A fit that succeeded does not fail because its check cannot
/// be made.
fn checked(
    data: &Dataset<'_>,
    global: &Global,
    assess: impl FnOnce(&[Vec<usize>]) -> halflit::Result<(Assessment, Assessment)>,
) -> Option<Check> {
    if !possible(data) {
        return None;
    }
    let folds = cross_validation(data.labels(), global.seed).ok()?;
    match Progress::while_running("checking on held-out labels", global, || assess(&folds)) {
        Ok((found, raw)) => Some(Check::new(&found, &raw, data.labels())),
        Err(error) => {
            Printer::new(global).detail(format!("not checked on held-out labels: {error}"));
            None
        }
    }
}

/// For people.
pub(crate) fn sentence(check: &Check) -> String {
    let (low, high) = check.interval;
    format!(
        "{} % of {} held-out labels found ({}–{} with 95 % confidence); nearest neighbour in all dimensions {} %, most frequent class {} %",
        percent(check.accuracy),
        check.tested,
        percent(low),
        percent(high),
        percent(check.raw),
        percent(check.chance)
    )
}

/// For machines.
pub(crate) fn to_json(check: &Check) -> Value {
    json!({
        "accuracy": check.accuracy,
        "interval": check.interval,
        "labels": check.tested,
        "raw": check.raw,
        "most_frequent_class": check.chance,
        "caution": check.caution(),
    })
}
