//! Rows to label next, asked for again and again.

use std::sync::{Arc, OnceLock};

use halflit::suggest::{Suggester, Suggestion};
use halflit::{Auto, Labels, Model, Result, Samples, Views};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use serde::Serialize;

use crate::convert::{self, Codes, refused, refused_by_name, write_json};
use crate::rows::{GivenRows, Rows};
use crate::threads::run_shown;

/// Rows that are being labeled: what no label changes is found once.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct Labeling(Arc<Own>);

struct Own {
    samples: Samples<'static>,
    suggester: Suggester,
    /// Made when a model is first asked for.
    views: OnceLock<Views<'static>>,
}

impl Own {
    fn model(&self, labels: &Labels) -> Result<Model> {
        if self.views.get().is_none() {
            // Whoever was first, they are the same.
            let _ = self.views.set(Views::of(&self.samples)?.into_owned());
        }
        match self.views.get() {
            Some(views) => Auto::default().fit_in(views, labels),
            None => Auto::default().fit_in(&Views::of(&self.samples)?, labels),
        }
    }
}

/// One row to label.
#[derive(Serialize)]
struct Line {
    row: usize,
    why: String,
    check: bool,
}

#[pymethods]
impl Labeling {
    /// Of all rows, labeled or not.
    #[new]
    #[pyo3(signature = (samples, *, seed=0, threads=0, verbose=false, feature_names=None))]
    fn new(
        py: Python<'_>,
        samples: GivenRows<'_>,
        seed: u64,
        threads: usize,
        verbose: bool,
        feature_names: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let rows = Rows::new(&samples)?;
        let own = run_shown(py, threads, verbose, move || {
            let samples = rows.samples()?;
            let suggester = Suggester::of(&samples, seed)?;
            Ok(Own { samples, suggester, views: OnceLock::new() })
        })?;
        let own = own.map_err(|error| refused_by_name(error, feature_names.as_deref()))?;
        Ok(Self(Arc::new(own)))
    }

    /// The next rows to label, as JSON.
    #[pyo3(signature = (codes, classes, taken, count, *, threads=0, verbose=false))]
    #[allow(clippy::too_many_arguments)] // they are keywords in Python
    fn next(
        &self,
        py: Python<'_>,
        codes: PyReadonlyArray1<'_, i64>,
        classes: Vec<String>,
        taken: Vec<usize>,
        count: usize,
        threads: usize,
        verbose: bool,
    ) -> PyResult<String> {
        let (own, codes) = (self.0.clone(), Codes::new(&codes, classes)?);
        let found = run_shown(py, threads, verbose, move || {
            let labels = codes.labels()?;
            own.suggester.next_by(&labels, &taken, count, || own.model(&labels))
        })?;
        let line = |one: &Suggestion| {
            let (row, why, check) = (one.row, one.reason.to_string(), one.is_check());
            Line { row, why, check }
        };
        write_json(&found.map_err(refused)?.iter().map(line).collect::<Vec<_>>())
    }

    /// The class number of every row by the default learner.
    #[pyo3(signature = (codes, classes, *, threads=0, verbose=false))]
    fn predict<'py>(
        &self,
        py: Python<'py>,
        codes: PyReadonlyArray1<'py, i64>,
        classes: Vec<String>,
        threads: usize,
        verbose: bool,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (own, codes) = (self.0.clone(), Codes::new(&codes, classes)?);
        let found = run_shown(py, threads, verbose, move || {
            let labels = codes.labels()?;
            let all: Vec<usize> = (0..labels.len()).collect();
            Ok(own.model(&labels)?.elect_training(&all)?.classes)
        })?;
        Ok(convert::indices(py, found.map_err(refused)?))
    }
}
