//! The library's small datasets.

use halflit::Dataset;
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::convert::{self, refused};
use crate::threads::caught;

/// Rows, the class number of each, -1 where it is hidden, and the names of the classes.
type Given<'py> = (Bound<'py, PyArray2<f64>>, Vec<i64>, Vec<String>);

/// A dataset by its name; only so many of its labels, where a number is given, drawn by a seed.
#[pyfunction]
#[pyo3(signature = (name, *, labels=None, seed=0))]
pub(crate) fn dataset<'py>(
    py: Python<'py>,
    name: &str,
    labels: Option<usize>,
    seed: u64,
) -> PyResult<Given<'py>> {
    use halflit::datasets::{balance, balance_with_labels, ionosphere, ionosphere_with_labels};
    let made = || match (name, labels) {
        ("balance", None) => Ok(balance()),
        ("balance", Some(count)) => balance_with_labels(count, seed),
        (_, None) => Ok(ionosphere()),
        (_, Some(count)) => ionosphere_with_labels(count, seed),
    };
    let data: Dataset<'static> = caught(|| made().map_err(refused))?;
    let codes = data.labels().iter().map(|class| class.map_or(-1, |class| class as i64)).collect();
    let rows = convert::matrix(py, &[data.samples().to_rows()])?;
    Ok((rows, codes, data.labels().classes().to_vec()))
}
