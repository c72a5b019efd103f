//! Methods beside the nearest neighbour in all dimensions, on the same folds.

use halflit::choose::{Assessment, assess, assess_raw};
use halflit::evaluation::{assess_auto, paired_t_test};
use halflit::learner::Kind;
use halflit::{Labels, Samples, Space, Views};
use halflit_report::{AccuracyRow, AccuracyTable};
use serde_json::{Value, json};

use crate::args::Global;
use crate::failure::Outcome;
use crate::printer::{NOTHING, percent, table};
use crate::progress::Progress;
use crate::recipe::Plan;

/// One line of a comparison.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// What the method looks at; nothing for the baseline.
    pub(super) kind: Option<Kind>,
    pub(super) assessment: Result<Assessment, String>,
    /// Confidence that it is better than the baseline, in percent.
    pub(super) better: Option<u8>,
    /// Confidence that it is worse.
    pub(super) worse: Option<u8>,
    pub(super) note: String,
}

/// The baseline and every method, each fitted as its reduction says, on every fold of labels to hold out.
pub(super) fn side_by_side(
    space: &Space<'_>,
    plans: &[Plan],
    samples: &Samples<'_>,
    labels: &Labels,
    folds: &[Vec<usize>],
    global: &Global,
) -> Outcome<Vec<Row>> {
    let progress = Progress::new("comparing", global);
    let total = plans.len() * folds.len();
    let raw = assess_raw(space, labels, folds)?;
    let mut rows = vec![Row::baseline(raw.clone())];
    for (number, plan) in plans.iter().enumerate() {
        let advance = |done: usize, _: usize| progress.at(number * folds.len() + done, total);
        let found = match plan {
            Plan::Reduction(reduction) => assess(space, reduction, labels, folds, &advance),
            Plan::Auto(auto) => Views::of(samples)
                .and_then(|views| assess_auto(&views, auto, labels, folds, &advance)),
        };
        let found = found.map_err(|error| error.to_string());
        rows.push(Row::new(plan, found, &raw));
    }
    Ok(rows)
}

/// The level at which one is better than the other, if it is.
pub(super) fn confidence(one: &Assessment, other: &Assessment) -> Option<u8> {
    paired_t_test(&one.rates(), &other.rates()).ok()?.confidence()
}

impl Row {
    fn baseline(raw: Assessment) -> Self {
        let (better, worse, note) = (None, None, String::new());
        Self { name: "raw 1-NN", kind: None, assessment: Ok(raw), better, worse, note }
    }

    fn new(plan: &Plan, assessment: Result<Assessment, String>, raw: &Assessment) -> Self {
        let found = assessment.as_ref().ok();
        let better = found.and_then(|found| confidence(found, raw));
        let worse = found.and_then(|found| confidence(raw, found));
        let note = match (&assessment, better, worse) {
            (Err(reason), ..) => reason.clone(),
            (_, Some(level), _) => format!("better than raw at {level} %"),
            (_, _, Some(level)) => format!("worse than raw at {level} %"),
            _ => String::new(),
        };
        Self { name: plan.name(), kind: Some(plan.kind()), assessment, better, worse, note }
    }

    /// For machines.
    pub(super) fn json(&self) -> Value {
        match &self.assessment {
            Err(reason) => json!({ "method": self.name, "failed": reason }),
            Ok(found) => json!({
                "method": self.name,
                "accuracy": found.accuracy(),
                "standard_error": found.standard_error(),
                "better_than_raw_at": self.better,
                "worse_than_raw_at": self.worse,
                "chosen": found.chosen,
                "skipped_folds": found.skipped,
            }),
        }
    }
}

/// The rows for a terminal.
pub(super) fn text(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let (accuracy, error) = match &row.assessment {
            Ok(found) => (percent(found.accuracy()), percent(found.standard_error())),
            Err(_) => (NOTHING.into(), NOTHING.into()),
        };
        vec![row.name.to_owned(), accuracy, error, row.note.clone()]
    };
    table(&["method", "accuracy %", "±", ""], &rows.iter().map(line).collect::<Vec<_>>())
}

/// The rows for a picture or a page.
pub(super) fn accuracy_table(rows: &[Row], caption: String) -> AccuracyTable {
    let row = |row: &Row| {
        let found = row.assessment.as_ref().ok()?;
        Some(AccuracyRow {
            learner: row.name.into(),
            mean: found.accuracy(),
            standard_error: Some(found.standard_error()),
            note: row.note.clone(),
        })
    };
    AccuracyTable { rows: rows.iter().filter_map(row).collect(), caption }
}
