//! A comparison of methods for people, machines, pictures and pages.

use halflit::evaluation::{Comparison, Standing, confidence};
use halflit::{Labels, Plan, Samples, compare};
use halflit_report::{AccuracyRow, AccuracyTable};
use serde_json::{Value, json};

use crate::args::Global;
use crate::failure::CommandResult;
use crate::printer::{NOTHING, percent, table};
use crate::progress::Progress;

/// The baseline and every method, each fitted as its plan says, on every fold of labels to hold out. What no label changes is made
/// once for all of them.
pub(super) fn side_by_side(
    plans: &[Plan],
    samples: &Samples<'_>,
    labels: &Labels,
    folds: &[Vec<usize>],
    global: &Global,
) -> CommandResult<Comparison> {
    let first = Plan::default().prepare(samples)?;
    let prepared =
        plans.iter().map(|plan| first.with(plan)).collect::<halflit::Result<Vec<_>>>()?;
    let work = || compare(&prepared, labels, folds);
    Ok(Progress::while_running("comparing", global, work)?)
}

/// What stands beside a method.
pub(super) fn note(method: &Standing) -> String {
    let clearly = |p: Option<f64>| p.and_then(confidence);
    match (&method.assessment, clearly(method.p_better), clearly(method.p_worse)) {
        (Err(reason), ..) => reason.clone(),
        (_, Some(level), _) => format!("better than raw at {level} %"),
        (_, _, Some(level)) => format!("worse than raw at {level} %"),
        _ => String::new(),
    }
}

/// For machines.
pub(super) fn standing_json(method: &Standing) -> Value {
    match &method.assessment {
        Err(reason) => json!({ "method": method.name, "failed": reason }),
        Ok(found) => json!({
            "method": method.name,
            "accuracy": found.accuracy(),
            "interval": method.interval(),
            "p_better_than_raw": method.p_better,
            "p_worse_than_raw": method.p_worse,
            "chosen": found.chosen,
            "skipped_folds": found.skipped,
        }),
    }
}

/// For a terminal: every method with what stands beside it.
pub(super) fn text(methods: &[Standing], note: impl Fn(&Standing) -> String) -> String {
    let line = |method: &Standing| {
        let accuracy = method.accuracy().map_or(NOTHING.into(), percent);
        let interval = method
            .interval()
            .map_or(NOTHING.into(), |(low, high)| format!("{}–{}", percent(low), percent(high)));
        vec![method.name.clone(), accuracy, interval, note(method)]
    };
    let rows: Vec<Vec<String>> = methods.iter().map(line).collect();
    table(&["method", "accuracy %", "95 % interval", ""], &rows)
}

/// For a picture or a page.
pub(super) fn accuracy_table(
    methods: &[Standing],
    note: impl Fn(&Standing) -> String,
    caption: String,
) -> AccuracyTable {
    let row = |method: &Standing| {
        Some(AccuracyRow {
            learner: method.name.clone(),
            mean: method.accuracy()?,
            interval: method.interval(),
            note: note(method),
        })
    };
    AccuracyTable { rows: methods.iter().filter_map(row).collect(), caption }
}
