//! How many labels a fit finds that it does not see.

use halflit::choose::Found;
use halflit::evaluation::Check;
use halflit::{AnyLearner, Auto, Dataset, Reduction, Space, Views};
use serde_json::{Value, json};

use crate::args::Global;
use crate::printer::{Printer, percent};
use crate::progress::Progress;

/// Operations above which a check would take minutes.
pub(crate) const MANY_OPERATIONS: f64 = 3e10;
/// Labels with which only that can be the reason why none was made.
const MANY_LABELS: usize = 20;

/// Of the default.
pub(crate) fn of_auto(
    views: &Views<'_>,
    auto: &Auto,
    data: &Dataset<'_>,
    global: &Global,
) -> Option<Check> {
    checked(data, global, || Check::of_auto(views, auto, data.labels(), MANY_OPERATIONS))
}

/// Of a reduction with its search.
pub(crate) fn of_reduction(
    space: &Space<'_>,
    reduction: &Reduction<AnyLearner>,
    found: Option<&Found>,
    data: &Dataset<'_>,
    global: &Global,
) -> Option<Check> {
    checked(data, global, || {
        Check::of_reduction(space, reduction, found, data.labels(), MANY_OPERATIONS)
    })
}

/// A bar, and what came out, or that nothing did. A fit that succeeded does not fail because its check cannot be made.
fn checked(
    data: &Dataset<'_>,
    global: &Global,
    check: impl FnOnce() -> halflit::Result<Option<Check>>,
) -> Option<Check> {
    let made = Progress::while_running("checking on held-out labels", global, check);
    let printer = Printer::new(global);
    match made {
        Ok(None) if data.labels().labeled_rows().len() > MANY_LABELS => {
            printer.say("not checked on held-out labels, which would take long");
            None
        }
        Ok(made) => made,
        Err(error) => {
            printer.detail(format!("not checked on held-out labels: {error}"));
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
