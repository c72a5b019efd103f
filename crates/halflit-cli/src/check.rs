//! What held-out labels say about a fit, in words.

use halflit::evaluation::Check;
use halflit::{Labels, Prepared};
use serde_json::{Value, json};

use crate::args::Global;
use crate::failure::CommandResult;
use crate::printer::{Printer, percent};
use crate::progress::Progress;

/// Labels with which only the time that it would take can be the reason why no check was made.
const MANY_LABELS: usize = 20;

/// The check of what is fitted, with a bar; that none was made for its time is said.
pub(crate) fn made(
    prepared: &Prepared<'_>,
    labels: &Labels,
    global: &Global,
) -> CommandResult<Option<Check>> {
    let check = || prepared.check(labels);
    let made = Progress::while_running("checking on held-out labels", global, check)?;
    if made.is_none() && labels.labeled_rows().len() > MANY_LABELS {
        Printer::new(global).say("not checked on held-out labels, which would take long");
    }
    Ok(made)
}

/// For people.
pub(crate) fn sentence(check: &Check) -> String {
    format!("{}; {}", accuracy(check), baselines(check))
}

/// How many held-out labels are found.
pub(crate) fn accuracy(check: &Check) -> String {
    let (low, high) = check.interval;
    format!(
        "{} % of {} held-out labels found ({}–{} with 95 % confidence)",
        percent(check.accuracy),
        check.tested,
        percent(low),
        percent(high)
    )
}

/// How many would be found without a model.
pub(crate) fn baselines(check: &Check) -> String {
    format!(
        "nearest neighbour in all dimensions {} %, most frequent class {} %",
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
