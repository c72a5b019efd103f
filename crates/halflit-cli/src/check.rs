//! How many labels a fit finds that it does not see.

use halflit::choose::Found;
use halflit::evaluation::Check;
use halflit::{AnyLearner, Auto, Dataset, Reduction, Space, Views};
use serde_json::{Value, json};

use crate::args::Global;
use crate::printer::{Printer, percent};
use crate::progress::Progress;

/// Operations above which a check would take minutes.
const MANY_OPERATIONS: f64 = 3e10;

/// Of the default.
pub(crate) fn of_auto(
    views: &Views<'_>,
    auto: &Auto,
    data: &Dataset<'_>,
    global: &Global,
) -> Option<Check> {
    checked(global, || Check::of_auto(views, auto, data.labels()))
}

/// Of a reduction with its search; a word where it would take long.
pub(crate) fn of_reduction(
    space: &Space<'_>,
    reduction: &Reduction<AnyLearner>,
    found: Option<&Found>,
    data: &Dataset<'_>,
    global: &Global,
) -> Option<Check> {
    let labels = data.labels();
    let check = |most| Check::of_reduction(space, reduction, found, labels, most);
    let made = checked(global, || check(MANY_OPERATIONS));
    if made.is_none() && labels.present_classes().len() > 1 {
        Printer::new(global)
            .detail("not checked on held-out labels: too few, or it would take long");
    }
    made
}

/// A bar, and what came out. A fit that succeeded does not fail because its check cannot be made.
fn checked(
    global: &Global,
    check: impl FnOnce() -> halflit::Result<Option<Check>>,
) -> Option<Check> {
    match Progress::while_running("checking on held-out labels", global, check) {
        Ok(made) => made,
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
