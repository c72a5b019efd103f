//! Scores, folds and the comparison of learners.

use halflit::choose::Tally;
use halflit::evaluation::{
    self, Comparison, Standing, cross_validation, stratified_folds, testable_folds,
};
use halflit::{Dataset, Error, Labels, Metric, Plan, Result};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use serde::Serialize;

use crate::convert::{self, Codes, refused, refused_by_name, write_json};
use crate::rows::{GivenRows, Rows};
use crate::threads::{caught, run, run_shown};

/// Leave-one-out accuracy of the nearest labeled row.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, metric, *, threads=0, feature_names=None))]
pub(crate) fn good_neighbors(
    py: Python<'_>,
    samples: GivenRows<'_>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    metric: &str,
    threads: usize,
    feature_names: Option<Vec<String>>,
) -> PyResult<f64> {
    let metric = caught(|| metric.parse::<Metric>().map_err(refused))?;
    let (mut rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
    run(py, threads, move || {
        let data = Dataset::new(rows.samples()?, codes.labels()?)?;
        evaluation::good_neighbors(&data, metric)
    })?
    .map_err(|error| refused_by_name(error, feature_names.as_deref()))
}

/// The labeled rows shared out to folds class by class; `None` for leave-one-out up to 20 labels, else five folds.
#[pyfunction]
#[pyo3(signature = (codes, classes, n_folds, *, seed=0))]
pub(crate) fn folds<'py>(
    py: Python<'py>,
    codes: PyReadonlyArray1<'py, i64>,
    classes: Vec<String>,
    n_folds: Option<usize>,
    seed: u64,
) -> PyResult<Vec<Bound<'py, PyArray1<i64>>>> {
    let codes = Codes::new(&codes, classes)?;
    let folds = caught(|| {
        codes.labels().and_then(|labels| share_out(&labels, n_folds, seed)).map_err(refused)
    })?;
    Ok(folds.into_iter().map(|rows| convert::indices(py, rows)).collect())
}

fn share_out(labels: &Labels, n_folds: Option<usize>, seed: u64) -> Result<Vec<Vec<usize>>> {
    match n_folds {
        None => cross_validation(labels, seed),
        Some(folds) => stratified_folds(labels, folds, seed),
    }
}

/// One learner.
#[derive(Serialize)]
struct Row<'c> {
    learner: &'c str,
    accuracy: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    tested: usize,
    p_better: Option<f64>,
    p_worse: Option<f64>,
    failed: Option<String>,
}

/// One learner on one fold.
#[derive(Serialize)]
struct Fold<'c> {
    learner: &'c str,
    fold: usize,
    right: usize,
    tested: usize,
    gamma: Option<f64>,
    alpha: Option<f64>,
    skipped: Option<String>,
}

/// All of it.
#[derive(Serialize)]
struct Table<'c> {
    rows: Vec<Row<'c>>,
    folds: Vec<Fold<'c>>,
    verdict: Vec<String>,
}

impl<'c> Table<'c> {
    fn new(found: &'c Comparison, tested: usize) -> Self {
        let row = |own: &'c Standing| Row {
            learner: &own.name,
            accuracy: own.accuracy(),
            low: own.interval().map(|(low, _)| low),
            high: own.interval().map(|(_, high)| high),
            tested,
            p_better: own.p_better,
            p_worse: own.p_worse,
            failed: own.assessment.as_ref().err().cloned(),
        };
        Self {
            rows: found.standings.iter().map(row).collect(),
            folds: found.standings.iter().flat_map(folds_of).collect(),
            verdict: found.verdict(),
        }
    }
}

fn folds_of(own: &Standing) -> Vec<Fold<'_>> {
    let Ok(found) = &own.assessment else { return Vec::new() };
    let fold = |(fold, tally): (usize, &Tally)| {
        let chosen = found.chosen[fold];
        let skipped = found.skipped.iter().find(|(skipped, _)| *skipped == fold);
        Fold {
            learner: &own.name,
            fold,
            right: tally.right,
            tested: tally.tested,
            gamma: chosen.and_then(|setting| setting.gamma),
            alpha: chosen.and_then(|setting| setting.alpha),
            skipped: skipped.map(|(_, reason)| reason.clone()),
        }
    };
    found.folds.iter().enumerate().map(fold).collect()
}

/// Several plans, after no reduction at all, on the same folds of one dataset, as JSON. Folds hide labels and keep rows, and what is
/// tuned is what a fit would tune, on the labels that are left.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, plans, n_folds, *, seed=0, threads=0, verbose=false,
    feature_names=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn compare(
    py: Python<'_>,
    samples: GivenRows<'_>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    plans: Vec<String>,
    n_folds: Option<usize>,
    seed: u64,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
) -> PyResult<String> {
    let plans: Vec<Plan> = plans.iter().map(|own| convert::plan(own)).collect::<PyResult<_>>()?;
    let (mut rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
    let found = run_shown(py, threads, verbose, move || {
        let (samples, labels) = (rows.samples()?, codes.labels()?);
        // What plans have in common is made once.
        let first = plans.first().ok_or(Error::NothingToCompare)?.prepare(&samples)?;
        let all = plans.iter().map(|own| first.with(own)).collect::<Result<Vec<_>>>()?;
        let folds = match n_folds {
            None => testable_folds(&labels, seed)?,
            Some(folds) => stratified_folds(&labels, folds, seed)?,
        };
        if folds.is_empty() {
            return Err(Error::NothingToCompare);
        }
        let tested = folds.iter().map(Vec::len).sum();
        Ok((halflit::compare(&all, &labels, &folds)?, tested))
    })?;
    let (found, tested) =
        found.map_err(|error| refused_by_name(error, feature_names.as_deref()))?;
    write_json(&Table::new(&found, tested))
}
