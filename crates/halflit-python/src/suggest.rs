//! Rows to label next.

use halflit::suggest::Suggestion;
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use serde::Serialize;

use crate::convert::{self, Codes, refused_by_name, write_json};
use crate::rows::{GivenRows, Rows};
use crate::threads::run_shown;

/// One row to label.
#[derive(Serialize)]
struct Line {
    row: usize,
    why: String,
    check: bool,
}

/// The next rows to label, as JSON.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, plan, taken, count, *, threads=0, verbose=false, feature_names=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn suggest(
    py: Python<'_>,
    samples: GivenRows<'_>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    plan: &str,
    taken: Vec<usize>,
    count: usize,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
) -> PyResult<String> {
    let (plan, codes) = (convert::plan(plan)?, Codes::new(&codes, classes)?);
    let mut rows = Rows::new(&samples)?;
    let found = run_shown(py, threads, verbose, move || {
        plan.prepare(&rows.samples()?)?.suggest(&codes.labels()?, &taken, count)
    })?;
    let found = found.map_err(|error| refused_by_name(error, feature_names.as_deref()))?;
    let line = |own: &Suggestion| {
        let (row, why, check) = (own.row, own.reason.to_string(), own.is_check());
        Line { row, why, check }
    };
    write_json(&found.iter().map(line).collect::<Vec<_>>())
}
