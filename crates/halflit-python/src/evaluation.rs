//! Scores, folds and the comparison of learners.

use halflit::choose::{Assessment, Search, assess, assess_raw};
use halflit::evaluation::{self, assess_auto, cross_validation, stratified_folds};
use halflit::{AnyLearner, Auto, Dataset, Error, Labels, Metric, Reduction, Result, Space, Views};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::convert::{self, Codes, Rows, read_json, refused, write_json};
use crate::fit::SpaceWords;
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
    let metric: Metric = metric.parse().map_err(refused)?;
    let (rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
    run(py, threads, move || {
        let data = Dataset::new(rows.samples()?, codes.labels()?)?;
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
    let labels = Codes::new(&codes, classes)?.labels().map_err(refused)?;
    let folds = share_out(&labels, n_folds, seed).map_err(refused)?;
    Ok(folds.into_iter().map(|rows| convert::indices(py, rows)).collect())
}

fn share_out(labels: &Labels, n_folds: Option<usize>, seed: u64) -> Result<Vec<Vec<usize>>> {
    match n_folds {
        None => cross_validation(labels, seed),
        Some(folds) => stratified_folds(labels, folds, seed),
    }
}

/// What is compared, as it comes from Python.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Comparison {
    learners: Vec<String>,
    n_components: usize,
    space: SpaceWords,
    tune: bool,
}

impl Comparison {
    /// One for each learner; nothing for the default, which is not a reduction.
    fn reductions(&self, seed: u64) -> Result<Vec<Option<Reduction<AnyLearner>>>> {
        let space = self.space.choice()?;
        let search = if self.tune { Search::auto() } else { Search::Fixed };
        let reduction = |name: &String| {
            if name == Auto::NAME {
                return Ok(None);
            }
            let plain = Reduction::new(AnyLearner::named(name)?, self.n_components);
            Ok(Some(Reduction { space: space.clone(), search: search.clone(), seed, ..plain }))
        };
        self.learners.iter().map(reduction).collect()
    }
}

/// One learner on one fold.
#[derive(Serialize)]
struct Row {
    learner: String,
    fold: usize,
    right: Option<usize>,
    tested: usize,
    gamma: Option<f64>,
    alpha: Option<f64>,
    skipped: Option<String>,
}

/// Several learners, after none at all (`raw`), on the same folds of one dataset; rows as JSON. Folds hide labels and keep
/// rows, and what is tuned is what a fit would tune, on the labels that are left.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, choice, n_folds, *, seed=0, threads=0))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn compare(
    py: Python<'_>,
    samples: PyReadonlyArray2<'_, f64>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    choice: &str,
    n_folds: Option<usize>,
    seed: u64,
    threads: usize,
) -> PyResult<String> {
    let choice: Comparison = read_json(choice)?;
    let (space, reductions) = (choice.space.choice(), choice.reductions(seed));
    let (space, reductions) = (space.map_err(refused)?, reductions.map_err(refused)?);
    let (rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
    let table = run(py, threads, move || -> Result<Vec<Row>> {
        let (samples, labels) = (rows.samples()?, codes.labels()?);
        let folds = share_out(&labels, n_folds, seed)?;
        let space = Space::of(&samples, &space)?;
        let mut table = assessed("raw", &folds, assess_raw(&space, &labels, &folds))?;
        for (name, reduction) in choice.learners.iter().zip(&reductions) {
            let assessment = match reduction {
                Some(reduction) => assess(&space, reduction, &labels, &folds, &|_, _| {}),
                None => Views::of(&samples).and_then(|views| {
                    assess_auto(&views, &Auto::default(), &labels, &folds, &|_, _| {})
                }),
            };
            table.extend(assessed(name, &folds, assessment)?);
        }
        Ok(table)
    })?
    .map_err(refused)?;
    write_json(&table)
}

/// The rows of one learner. A fold whose labels leave it nothing to work with says why.
fn assessed(
    learner: &str,
    folds: &[Vec<usize>],
    assessment: Result<Assessment>,
) -> Result<Vec<Row>> {
    let (found, reason) = match assessment {
        Ok(found) => (Some(found), None),
        Err(Error::NoUsableFold { reason }) => (None, Some(reason)),
        Err(error) => return Err(error),
    };
    let row = |fold: usize| {
        let skipped = found.as_ref().map_or(reason.clone(), |found| {
            let own = found.skipped.iter().find(|(skipped, _)| *skipped == fold);
            own.map(|(_, reason)| reason.clone())
        });
        let outcome = found.as_ref().filter(|_| skipped.is_none()).map(|found| found.folds[fold]);
        let chosen = found.as_ref().and_then(|found| found.chosen[fold]);
        Row {
            learner: learner.to_owned(),
            fold,
            right: outcome.map(|outcome| outcome.right),
            tested: folds[fold].len(),
            gamma: chosen.and_then(|setting| setting.gamma),
            alpha: chosen.and_then(|setting| setting.alpha),
            skipped,
        }
    };
    Ok((0..folds.len()).map(row).collect())
}
