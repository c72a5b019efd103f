//! What a fit tells beside its model, as JSON.

use halflit::Fit;
use halflit::choose::{Selection, Setting, SettingScore, Tally};
use halflit::evaluation::Check;
use pyo3::prelude::*;
use serde::Serialize;

use crate::convert::write_json;

/// How open parameters were chosen, what was found of labels that were held out, and what to warn of.
#[derive(Serialize)]
struct Report<'f> {
    selection: Option<Choosing<'f>>,
    check: Option<Checking<'f>>,
    cautions: Vec<String>,
}

/// A [`Selection`].
#[derive(Serialize)]
struct Choosing<'f> {
    best: Setting,
    settings: Vec<SettingScore>,
    /// The accuracy of every setting on every fold.
    folds: Vec<Vec<f64>>,
    skipped: Vec<&'f str>,
    /// What the automatic choice went by; empty for cross-validation.
    margins: &'f [f64],
}

/// A [`Check`].
#[derive(Serialize)]
struct Checking<'f> {
    accuracy: f64,
    interval: (f64, f64),
    raw: f64,
    chance: f64,
    frequent: &'f str,
    tested: usize,
    caution: Option<String>,
}

/// The report of a fit.
pub(crate) fn of(fit: &Fit, check: Option<&Check>) -> PyResult<String> {
    let check = check.map(checking);
    let of_labels = check.as_ref().and_then(|check| check.caution.clone());
    let cautions = fit.model.diagnostics().cautions().into_iter().chain(of_labels).collect();
    write_json(&Report { selection: fit.selection.as_ref().map(choosing), check, cautions })
}

fn choosing(selection: &Selection) -> Choosing<'_> {
    let folds = selection.scores.trials.iter().filter(|trial| trial.skipped.is_none());
    Choosing {
        best: selection.best.setting,
        settings: selection.scores.summary(),
        folds: folds.map(|trial| trial.outcomes.iter().map(Tally::accuracy).collect()).collect(),
        skipped: selection.scores.skipped().collect(),
        margins: &selection.margins,
    }
}

fn checking(check: &Check) -> Checking<'_> {
    Checking {
        accuracy: check.accuracy,
        interval: check.interval,
        raw: check.raw,
        chance: check.chance,
        frequent: &check.frequent,
        tested: check.tested,
        caution: check.caution(),
    }
}
