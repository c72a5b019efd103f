//! Scores, folds and the comparison of learners.

use halflit::evaluation::{
    self, Grid, Outcome, Prepared, Trial, cross_validation, stratified_folds,
};
use halflit::{AnyLearner, Dataset, Labels, Metric, Reduction, Result};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::convert::{self, Codes, Rows, read_json, refused, write_json};
use crate::fit::Choice;
use crate::threads::run;

/// Leave-one-out accuracy of the nearest labeled row.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, metric, *, threads=0))]
pub(crate) fn good_neighbors(
    py: Python<'_>,
    samples: PyReadonlyArray2<'_, f64>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    metric: &str,
    threads: usize,
) -> PyResult<f64> {
    let metric: Metric = read_json(&Value::from(metric).to_string())?;
    let (rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, &classes)?);
    run(py, threads, || {
        let data = Dataset::new(rows.samples()?, codes.labels())?;
        evaluation::good_neighbors(&data, metric)
    })?
    .map_err(refused)
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
    let labels = Codes::new(&codes, &classes)?.labels();
    let folds = share_out(&labels, n_folds, seed).map_err(refused)?;
    Ok(folds.into_iter().map(|rows| convert::indices(py, rows)).collect())
}

fn share_out(labels: &Labels, n_folds: Option<usize>, seed: u64) -> Result<Vec<Vec<usize>>> {
    match n_folds {
        None => cross_validation(labels, seed),
        Some(folds) => stratified_folds(labels, folds, seed),
    }
}

/// One learner on one fold.
#[derive(Serialize)]
struct Row {
    choice: usize,
    fold: usize,
    right: Option<usize>,
    tested: usize,
    gamma: Option<f64>,
    alpha: Option<f64>,
    skipped: Option<String>,
}

/// Several choices on the same folds of one dataset; rows as JSON. Folds hide labels and keep rows, and parameters
/// are tuned anew for every fold on the labels that are left. The choices share kernel and scaling.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, choices, n_folds, *, tuned=true, seed=0, threads=0))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn compare(
    py: Python<'_>,
    samples: PyReadonlyArray2<'_, f64>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    choices: Vec<String>,
    n_folds: Option<usize>,
    tuned: bool,
    seed: u64,
    threads: usize,
) -> PyResult<String> {
    let reductions = choices
        .iter()
        .map(|choice| read_json::<Choice>(choice)?.reduction())
        .collect::<PyResult<Vec<_>>>()?;
    let (rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, &classes)?);
    let rows = run(py, threads, || -> Result<Vec<Row>> {
        let (samples, labels) = (rows.samples()?, codes.labels());
        let folds = share_out(&labels, n_folds, seed)?;
        let Some(first) = reductions.first() else { return Ok(Vec::new()) };
        let prepared = Prepared::new(&samples, first)?;
        let search = Comparison { prepared, labels, tuned, seed };
        let mut rows = Vec::new();
        for (choice, reduction) in reductions.iter().enumerate() {
            for (fold, held_out) in folds.iter().enumerate() {
                rows.push(Row { choice, fold, ..search.row(reduction, held_out)? });
            }
        }
        Ok(rows)
    })?
    .map_err(refused)?;
    write_json(&rows)
}

struct Comparison<'a> {
    prepared: Prepared<'a>,
    labels: Labels,
    tuned: bool,
    seed: u64,
}

impl Comparison<'_> {
    /// A fold whose labels leave the learner nothing to work with is skipped and says why.
    fn row(&self, reduction: &Reduction<AnyLearner>, held_out: &[usize]) -> Result<Row> {
        let (choice, fold, tested) = (0, 0, held_out.len());
        let (grid, outcome) = match self.outcome(reduction, held_out) {
            Ok(found) => found,
            Err(halflit::Error::NoUsableFold { reason }) => {
                let (right, gamma, alpha) = (None, None, None);
                return Ok(Row {
                    choice,
                    fold,
                    right,
                    tested,
                    gamma,
                    alpha,
                    skipped: Some(reason),
                });
            }
            Err(error) => return Err(error),
        };
        let (gamma, alpha) = (grid.gamma.first().copied(), grid.alpha.first().copied());
        Ok(Row { choice, fold, right: Some(outcome.right), tested, gamma, alpha, skipped: None })
    }

    fn outcome(
        &self,
        reduction: &Reduction<AnyLearner>,
        held_out: &[usize],
    ) -> Result<(Grid, Outcome)> {
        let grid = self.grid(reduction, held_out)?;
        let trial = [Trial::hiding(&self.labels, held_out)];
        let scores = self.prepared.scores(reduction, &grid, &trial, &|_, _| {})?;
        Ok((grid, scores.trials[0].outcomes[0]))
    }

    /// The parameters for a fold, tuned on the labels that are left.
    fn grid(&self, reduction: &Reduction<AnyLearner>, held_out: &[usize]) -> Result<Grid> {
        let default = Grid::default_for(&reduction.learner);
        if !self.tuned || default == Grid::default() {
            return Ok(Grid::default());
        }
        let left = self.labels.hide(held_out);
        let folds = cross_validation(&left, self.seed)?;
        let trials: Vec<Trial> = folds.iter().map(|rows| Trial::hiding(&left, rows)).collect();
        let scores = self.prepared.scores(reduction, &default, &trials, &|_, _| {})?;
        let best = scores.best().map(|best| best.setting);
        let one = |value: Option<f64>| value.into_iter().collect();
        Ok(Grid {
            gamma: one(best.and_then(|setting| setting.gamma)),
            alpha: one(best.and_then(|setting| setting.alpha)),
            ..Grid::default()
        })
    }
}
