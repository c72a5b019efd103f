//! The one place, with `rows`, where Python values become the library's and back.

use halflit::graph::Graph;
use halflit::{Cost, Error, Labels, Plan, Result, RowMatrix, Samples};
use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::threads::caught;

/// Whatever the library refuses, as a `ValueError` with the library's words.
pub(crate) fn refused(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An error about rows that are not the first ones.
pub(crate) fn further(mut error: Error, start: usize) -> Error {
    use Error::{BadKernelValue, NotFinite, SparseRow, TooLarge, ZeroRow};
    if let NotFinite { row, .. }
    | TooLarge { row, .. }
    | ZeroRow { row }
    | SparseRow { row, .. }
    | BadKernelValue { row, .. } = &mut error
    {
        *row += start;
    }
    error
}

/// The exception for an error where columns have names.
pub(crate) fn refused_by_name(error: Error, names: Option<&[String]>) -> PyErr {
    let column = match &error {
        Error::NotFinite { column, .. } | Error::TooLarge { column, .. } => Some(*column),
        _ => None,
    };
    let text = error.to_string();
    let named = column.and_then(|column| {
        let name = names?.get(column)?;
        Some(text.replacen(
            &format!("column {column} "),
            &format!("column '{}' ({column}) ", on_one_line(name)),
            1,
        ))
    });
    PyValueError::new_err(named.unwrap_or(text))
}

/// A name for a message: a terminal obeys control characters, and a line that a name breaks looks like two messages.
fn on_one_line(name: &str) -> String {
    let mut clean = String::new();
    for character in name.chars() {
        match character.is_control() {
            true => clean.extend(character.escape_debug()),
            false => clean.push(character),
        }
    }
    clean
}

/// Weights of rows, copied.
pub(crate) fn weights(given: Option<&PyReadonlyArray1<'_, f64>>) -> Option<Vec<f64>> {
    given.map(|array| array.as_array().iter().copied().collect())
}

/// Samples whose rows count as often as the weights say, if there are some.
pub(crate) fn weighed(samples: Samples<'_>, weights: Option<Vec<f64>>) -> Result<Samples<'_>> {
    match weights {
        Some(weights) => samples.with_weights(weights),
        None => Ok(samples),
    }
}

/// One class number per row, negative where there is none, and the names of the classes.
pub(crate) struct Codes {
    codes: Vec<i64>,
    names: Vec<String>,
}

impl Codes {
    pub(crate) fn new(codes: &PyReadonlyArray1<'_, i64>, names: Vec<String>) -> PyResult<Self> {
        let codes = codes.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { codes: codes.to_vec(), names })
    }

    pub(crate) fn labels(self) -> Result<Labels> {
        let codes = self.codes.iter().map(|&code| usize::try_from(code).ok());
        Labels::from_codes(self.names, codes.collect())
    }
}

/// The shape of an array, rows first.
pub(crate) fn shape<T: Element>(array: &PyReadonlyArray2<'_, T>) -> (usize, usize) {
    let view = array.as_array();
    (view.nrows(), view.ncols())
}

/// The numbers of a C-contiguous array, row after row, not copied.
pub(crate) fn values<'a, T: Element>(array: &'a PyReadonlyArray2<'_, T>) -> PyResult<&'a [T]> {
    array.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A pair cost: a dense n × n matrix, or the edges (i, j, weight) of a graph, each once.
#[derive(FromPyObject)]
pub(crate) enum GivenCost<'py> {
    Dense(PyReadonlyArray2<'py, f64>),
    #[pyo3(transparent)]
    Edges(GivenEdges<'py>),
}

/// (rows, first ends, second ends, weights).
type GivenEdges<'py> =
    (usize, PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, f64>);

impl GivenCost<'_> {
    pub(crate) fn cost(&self) -> PyResult<Cost<'static>> {
        match self {
            GivenCost::Dense(array) => {
                let (rows, _) = shape(array);
                Cost::dense(values(array)?.to_vec(), rows).map_err(refused)
            }
            GivenCost::Edges((rows, first, second, weights)) => {
                let (first, second) = (first.as_array(), second.as_array());
                let ends = first.iter().zip(second.iter());
                let edges = ends.zip(weights.as_array());
                let edges = edges.map(|((&i, &j), &weight)| (i as usize, j as usize, weight));
                Graph::new(*rows, edges.collect::<Vec<_>>()).map(Cost::graph).map_err(refused)
            }
        }
    }
}

/// A matrix for Python, its parts one below the other, copied: it is the small one, n × d.
pub(crate) fn matrix<'py>(
    py: Python<'py>,
    parts: &[RowMatrix<'_>],
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rows = parts.iter().map(RowMatrix::rows).sum();
    let shape = [rows, parts.first().map_or(0, RowMatrix::columns)];
    let values: Vec<f64> = parts.iter().flat_map(|part| part.values()).copied().collect();
    values.into_pyarray(py).reshape(shape)
}

/// Row or class numbers for Python.
pub(crate) fn indices<'py>(py: Python<'py>, indices: Vec<usize>) -> Bound<'py, PyArray1<i64>> {
    indices.into_iter().map(|index| index as i64).collect::<Vec<_>>().into_pyarray(py)
}

/// A plan as an estimator writes it.
pub(crate) fn plan(text: &str) -> PyResult<Plan> {
    caught(|| Plan::from_json(text).map_err(refused))
}

/// What the library found out, written as JSON.
pub(crate) fn write_json<T: Serialize>(value: &T) -> PyResult<String> {
    caught(|| {
        serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
    })
}
