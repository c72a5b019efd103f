//! Work on rows and graphs by an object of Python's, such as one that has a GPU.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use halflit::graph::Neighborhood;
use halflit::neighbors::{NearestRows, Neighbor, Search, Searched};
use halflit::{Adjacency, Engine, Error, GraphFunctions, PairWork, Result, RowMatrix, Samples};
use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::convert::write_json;
use crate::gathered::PairSums;
use crate::threads::Request;

/// An object with a name and the methods `pair_sums`, `nearest`, `leading` and `functions`: see `halflit/_engines.py`.
///
/// Threads at work never touch the interpreter. They ask, one after the other, the thread that waits for them, which holds it: what
/// the object raises there, Ctrl-C included, ends the call as it is.
#[derive(Debug)]
pub(crate) struct PythonEngine {
    name: String,
    object: Arc<Py<PyAny>>,
    requests: Sender<Request>,
}

impl PythonEngine {
    /// With what it will ask the waiting thread.
    pub(crate) fn new(py: Python<'_>, object: Py<PyAny>) -> PyResult<(Self, Receiver<Request>)> {
        let (requests, asked) = channel();
        let name = object.bind(py).getattr("name")?.extract()?;
        Ok((Self { name, object: Arc::new(object), requests }, asked))
    }

    /// Calls a method with the arguments that are filled in, and reads what it gives.
    fn call<T: Send + 'static>(
        &self,
        method: &'static str,
        fill: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()> + Send + 'static,
        read: impl FnOnce(Bound<'_, PyAny>) -> PyResult<T> + Send + 'static,
    ) -> Result<T> {
        let (object, (answer, answered)) = (self.object.clone(), channel());
        let request: Request = Box::new(move |py| {
            let arguments = PyDict::new(py);
            fill(&arguments)?;
            // The thread that asked may be gone.
            _ = answer.send(read(object.bind(py).call_method(method, (), Some(&arguments))?)?);
            Ok(())
        });
        // Nobody waits for the work any more where nobody answers.
        let gone = || Error::Interrupted;
        self.requests.send(request).map_err(|_| gone())?;
        answered.recv().map_err(|_| gone())
    }
}

impl Engine for PythonEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn sums_pairs(&self) -> bool {
        true
    }

    fn pair_sums(&self, work: &PairWork<'_>) -> Result<halflit::PairSums> {
        let asked = write_json(&Asked {
            graph: work.graph,
            alphas: work.alphas,
            neighbors: work.neighbors,
            shift: &work.offset,
            factor: &work.factor,
            mean: work.mean,
        });
        let fill = move |arguments: &Bound<'_, PyDict>| arguments.set_item("asked", asked?);
        self.call("pair_sums", fill, |sums| {
            let sums: PyRef<'_, PairSums> = sums.extract()?;
            Ok(halflit::PairSums::clone(&sums.get()))
        })
    }

    fn nearest(
        &self,
        samples: &Samples<'_>,
        scale: Option<(&[f64], &[f64])>,
        k: usize,
    ) -> Result<NearestRows> {
        let scale = scale.map(|(offset, factor)| (offset.to_vec(), factor.to_vec()));
        let looked = scale.is_none().then(|| samples.to_rows());
        let fill = move |arguments: &Bound<'_, PyDict>| {
            let py = arguments.py();
            if let Some((offset, factor)) = scale {
                arguments.set_item("shift", offset.into_pyarray(py))?;
                arguments.set_item("factor", factor.into_pyarray(py))?;
            }
            if let Some(rows) = looked {
                arguments.set_item("rows", matrix(py, rows)?)?;
            }
            arguments.set_item("k", k)
        };
        self.call("nearest", fill, |found| {
            let (rows, distances): (PyReadonlyArray2<'_, i64>, PyReadonlyArray2<'_, f64>) =
                found.extract()?;
            lists(&rows, &distances)
        })
    }

    fn leading(&self, graph: &Adjacency, wanted: usize) -> Result<(Vec<f64>, Vec<f64>)> {
        let graph = Parts::of(graph);
        let fill = move |arguments: &Bound<'_, PyDict>| {
            arguments.set_item("graph", graph.into_dict(arguments.py())?)?;
            arguments.set_item("wanted", wanted)
        };
        self.call("leading", fill, |found| {
            let (values, vectors): (PyReadonlyArray1<'_, f64>, PyReadonlyArray2<'_, f64>) =
                found.extract()?;
            Ok((values.as_array().to_vec(), by_rows(&vectors)))
        })
    }

    fn functions(&self, asked: &GraphFunctions<'_>) -> Result<Vec<Vec<f64>>> {
        let (graph, vectors) = (Parts::of(asked.graph), asked.vectors.clone());
        let (functions, interval) = (asked.functions.to_vec(), asked.interval);
        let (rows, values) = (numbers(asked.start.rows), asked.start.values.cloned());
        let wanted = asked.wanted.map(numbers);
        let fill = move |arguments: &Bound<'_, PyDict>| {
            let py = arguments.py();
            arguments.set_item("graph", graph.into_dict(py)?)?;
            arguments.set_item("vectors", matrix(py, vectors)?)?;
            let functions = functions
                .into_iter()
                .map(|f| (f.at_one, f.at_values.into_pyarray(py), f.coefficients.into_pyarray(py)));
            arguments.set_item("functions", functions.collect::<Vec<_>>())?;
            arguments.set_item("interval", interval)?;
            arguments.set_item("rows", rows.into_pyarray(py))?;
            let values = values.map(|values| matrix(py, values)).transpose()?;
            arguments.set_item("values", values)?;
            arguments.set_item("wanted", wanted.map(|rows| rows.into_pyarray(py)))
        };
        self.call("functions", fill, |found| {
            let found: Vec<PyReadonlyArray2<'_, f64>> = found.extract()?;
            Ok(found.iter().map(by_rows).collect())
        })
    }
}

/// Sums over pairs that are asked for: graph, powers, number of nearest rows, scaling and mean.
#[derive(Serialize)]
struct Asked<'w> {
    #[serde(flatten)]
    graph: &'w Neighborhood,
    alphas: &'w [f64],
    neighbors: usize,
    shift: &'w [f64],
    factor: &'w [f64],
    mean: &'w [f64],
}

/// N as the three arrays of a sparse matrix, and its components.
struct Parts {
    starts: Vec<i64>,
    columns: Vec<i64>,
    values: Vec<f64>,
    component: Vec<i64>,
    components: usize,
    ones: Vec<f64>,
}

impl Parts {
    fn of(graph: &Adjacency) -> Self {
        Self {
            starts: numbers(graph.starts()),
            columns: graph.columns().iter().map(|&column| i64::from(column)).collect(),
            values: graph.values().to_vec(),
            component: numbers(graph.component()),
            components: graph.components(),
            ones: graph.ones().to_vec(),
        }
    }

    fn into_dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let parts = PyDict::new(py);
        parts.set_item("starts", self.starts.into_pyarray(py))?;
        parts.set_item("columns", self.columns.into_pyarray(py))?;
        parts.set_item("values", self.values.into_pyarray(py))?;
        parts.set_item("component", self.component.into_pyarray(py))?;
        parts.set_item("components", self.components)?;
        parts.set_item("ones", self.ones.into_pyarray(py))?;
        Ok(parts)
    }
}

fn numbers(numbers: &[usize]) -> Vec<i64> {
    numbers.iter().map(|&number| number as i64).collect()
}

fn matrix<'py>(py: Python<'py>, matrix: RowMatrix<'static>) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let shape = [matrix.rows(), matrix.columns()];
    matrix.into_values().into_pyarray(py).reshape(shape)
}

/// The numbers of a matrix row after row, however it is stored.
fn by_rows(matrix: &PyReadonlyArray2<'_, f64>) -> Vec<f64> {
    matrix.as_array().iter().copied().collect()
}

/// Exact nearest rows, and their distances.
fn lists(
    rows: &PyReadonlyArray2<'_, i64>,
    distances: &PyReadonlyArray2<'_, f64>,
) -> PyResult<NearestRows> {
    let (rows, distances) = (rows.as_array(), distances.as_array());
    if rows.dim() != distances.dim() {
        let shapes = format!("{:?} and {:?}", rows.dim(), distances.dim());
        let words = format!(
            "nearest rows and their distances have the shapes {shapes}: give one distance a row"
        );
        return Err(PyValueError::new_err(words));
    }
    let list = |(rows, distances): (ArrayView1<'_, i64>, ArrayView1<'_, f64>)| {
        let pairs = rows.into_iter().zip(distances);
        // One below zero is none of the rows, and refused with its list.
        let row = |row: i64| usize::try_from(row).unwrap_or(usize::MAX);
        pairs.map(|(&own, &distance)| Neighbor { row: row(own), distance }).collect()
    };
    let nearest = rows.outer_iter().zip(distances.outer_iter()).map(list).collect();
    Ok(NearestRows { nearest, searched: Searched { search: Search::Exact, recall: 1.0 } })
}
