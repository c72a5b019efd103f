//! Fits from sums that were made block by block, or elsewhere.

use std::sync::Arc;

use halflit::graph::Neighborhood;
use halflit::{Block, Gathered, PowerSum, Result, usual_dimension};
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;

use crate::cautions;
use crate::convert::{Codes, refused, refused_by_name, write_json};
use crate::fit::{Choosing, reduction_of};
use crate::model::Model;
use crate::rows::{GivenRows, Rows};
use crate::statistics::Statistics;
use crate::threads::{caught, run, run_shown};

/// The pass over pairs of rows that a fit asks for: see the Rust library.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct PairPass {
    choice: String,
    statistics: Statistics,
    own: Arc<Option<halflit::PairPass>>,
}

/// What an engine of its own has to know.
#[derive(Serialize)]
struct Description<'p> {
    #[serde(flatten)]
    graph: &'p Neighborhood,
    alphas: &'p [f64],
    neighbors: usize,
    shift: Vec<f64>,
    factor: Vec<f64>,
    mean: &'p [f64],
}

#[pymethods]
impl PairPass {
    /// What an estimator chose, and the statistics of all rows.
    #[new]
    fn new(choice: &str, statistics: &Statistics) -> PyResult<Self> {
        let reduction = reduction_of(choice, 0)?;
        let own = caught(|| halflit::PairPass::of(&reduction, statistics.get()).map_err(refused))?;
        Ok(Self { choice: choice.into(), statistics: statistics.clone(), own: Arc::new(own) })
    }

    /// Whether pairs have to be summed at all.
    #[getter]
    fn needed(&self) -> bool {
        self.own.is_some()
    }

    /// Graph, powers, number of nearest rows, scaling and mean.
    fn to_json(&self) -> PyResult<String> {
        let own = self.get()?;
        let (shift, factor) = own.scale();
        write_json(&Description {
            graph: own.graph(),
            alphas: own.alphas(),
            neighbors: own.neighbors(),
            shift,
            factor,
            mean: own.mean(),
        })
    }

    /// The nearest rows of every row of a block among others, or among its own.
    #[pyo3(signature = (rows, others=None, *, first=0, other_first=0, threads=0))]
    fn nearest(
        &self,
        py: Python<'_>,
        rows: GivenRows<'_>,
        others: Option<GivenRows<'_>>,
        first: usize,
        other_first: usize,
        threads: usize,
    ) -> PyResult<BlockNearest> {
        self.get()?;
        let (rows, own) = (Rows::new(&rows)?, self.own.clone());
        let others = others.as_ref().map(Rows::new).transpose()?;
        let found = run(py, threads, move || {
            let Some(pass) = own.as_ref() else { return Ok(None) };
            let samples = rows.samples()?;
            let others = others.map(Rows::samples).transpose()?;
            let other = others.as_ref().map(|samples| Block { samples, first: other_first });
            pass.nearest(&Block { samples: &samples, first }, other.as_ref()).map(Some)
        })?;
        let found: Result<_> = found;
        found.map_err(refused)?.map(|own| BlockNearest(Arc::new(own))).ok_or_else(unneeded)
    }

    /// Sums over the pairs within a block, or between two.
    #[pyo3(signature = (rows, nearest=None, others=None, other_nearest=None, *, first=0, other_first=0, threads=0))]
    #[allow(clippy::too_many_arguments)] // they are keywords in Python
    fn sums(
        &self,
        py: Python<'_>,
        rows: GivenRows<'_>,
        nearest: Option<&BlockNearest>,
        others: Option<GivenRows<'_>>,
        other_nearest: Option<&BlockNearest>,
        first: usize,
        other_first: usize,
        threads: usize,
    ) -> PyResult<PairSums> {
        self.get()?;
        let (rows, own) = (Rows::new(&rows)?, self.own.clone());
        let others = others.as_ref().map(Rows::new).transpose()?;
        let shared = |near: Option<&BlockNearest>| near.map(|near| near.0.clone());
        let (nearest, other_nearest) = (shared(nearest), shared(other_nearest));
        let found = run(py, threads, move || {
            let Some(pass) = own.as_ref() else { return Ok(None) };
            let samples = rows.samples()?;
            let others = others.map(Rows::samples).transpose()?;
            let other = others.as_ref().map(|samples| Block { samples, first: other_first });
            let other = other.as_ref().map(|block| (block, other_nearest.as_deref()));
            let block = Block { samples: &samples, first };
            pass.sums((&block, nearest.as_deref()), other).map(Some)
        })?;
        let found: Result<_> = found;
        found.map_err(refused)?.map(|own| PairSums(Arc::new(own))).ok_or_else(unneeded)
    }

    /// Pickles hold what it was made of.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Statistics))> {
        let own = (self.choice.clone(), self.statistics.clone());
        Ok((py.get_type::<Self>().into_any(), own))
    }
}

impl PairPass {
    fn get(&self) -> PyResult<&halflit::PairPass> {
        self.own.as_ref().as_ref().ok_or_else(unneeded)
    }
}

fn unneeded() -> PyErr {
    PyValueError::new_err("this learner has no graph: statistics and labeled rows are enough")
}

/// The nearest rows of the rows of a block among the blocks that it has met: see the Rust library.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct BlockNearest(Arc<halflit::BlockNearest>);

#[pymethods]
impl BlockNearest {
    /// Those among more blocks.
    fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let mut all = halflit::BlockNearest::clone(&self.0);
        caught(|| py.detach(|| all.merge(&other.0)).map_err(refused))?;
        Ok(Self(Arc::new(all)))
    }

    /// The lists as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = caught(|| py.detach(|| self.0.to_bytes()).map_err(refused))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Lists from bytes.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let read = || py.detach(|| halflit::BlockNearest::from_bytes(data)).map_err(refused);
        Ok(Self(Arc::new(caught(read)?)))
    }

    /// Pickles hold the bytes.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let loader = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((loader, (self.to_bytes(py)?,)))
    }
}

/// Sums over pairs of rows for several powers of a graph: see the Rust library.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct PairSums(Arc<halflit::PairSums>);

/// Powers, Σc² of the graph itself, Σc², Σd, ZᵀDZ and Zᵀ(D − C)Z of every power.
type Arrays<'py> = (
    Bound<'py, PyArray1<f64>>,
    f64,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray3<f64>>,
    Bound<'py, PyArray3<f64>>,
);

#[pymethods]
impl PairSums {
    /// What another engine summed, over ordered pairs and before powers are rescaled.
    #[staticmethod]
    fn from_arrays(
        alphas: PyReadonlyArray1<'_, f64>,
        base_squares: f64,
        squares: PyReadonlyArray1<'_, f64>,
        degree_sums: PyReadonlyArray1<'_, f64>,
        degree_scatters: PyReadonlyArray3<'_, f64>,
        laplacians: PyReadonlyArray3<'_, f64>,
    ) -> PyResult<Self> {
        let (alphas, squares) = (alphas.as_array(), squares.as_array());
        let (sums, scatters) = (degree_sums.as_array(), degree_scatters.as_array());
        let laplacians = laplacians.as_array();
        let count = alphas.len();
        let (powers, columns, width) = scatters.dim();
        let alike = [squares.len(), sums.len(), powers].iter().all(|&length| length == count);
        if !alike || columns != width || laplacians.dim() != scatters.dim() {
            return Err(PyValueError::new_err(format!(
                "{count} powers ask for {count} sums and {count} square matrices of each kind: found {}, {}, {:?} and {:?}",
                squares.len(),
                sums.len(),
                scatters.dim(),
                laplacians.dim(),
            )));
        }
        let power = |k: usize| PowerSum {
            alpha: alphas[k],
            squares: squares[k],
            degrees: sums[k],
            degree_scatter: scatters
                .index_axis(numpy::ndarray::Axis(0), k)
                .iter()
                .copied()
                .collect(),
            laplacian: laplacians.index_axis(numpy::ndarray::Axis(0), k).iter().copied().collect(),
        };
        let powers = (0..count).map(power).collect();
        let own = caught(|| halflit::PairSums::new(columns, base_squares, powers).map_err(refused));
        Ok(Self(Arc::new(own?)))
    }

    /// The same six.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let (powers, columns) = (self.0.powers(), self.0.columns());
        let numbers =
            |of: fn(&PowerSum) -> f64| powers.iter().map(of).collect::<Vec<_>>().into_pyarray(py);
        let matrices = |of: fn(&PowerSum) -> &Vec<f64>| {
            let values: Vec<f64> = powers.iter().flat_map(|own| of(own).iter().copied()).collect();
            values.into_pyarray(py).reshape([powers.len(), columns, columns])
        };
        Ok((
            numbers(|own| own.alpha),
            self.0.base_squares(),
            numbers(|own| own.squares),
            numbers(|own| own.degrees),
            matrices(|own| &own.degree_scatter)?,
            matrices(|own| &own.laplacian)?,
        ))
    }

    /// Both together.
    fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let mut all = halflit::PairSums::clone(&self.0);
        caught(|| py.detach(|| all.merge(&other.0)).map_err(refused))?;
        Ok(Self(Arc::new(all)))
    }

    /// The sums as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = caught(|| py.detach(|| self.0.to_bytes()).map_err(refused))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Sums from bytes.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let own = caught(|| py.detach(|| halflit::PairSums::from_bytes(data)).map_err(refused))?;
        Ok(Self(Arc::new(own)))
    }

    /// Pickles hold the bytes.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let loader = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((loader, (self.to_bytes(py)?,)))
    }
}

/// A model, what a search for parameters found, as JSON, and what to warn of.
type Fitted = (Model, Option<String>, Vec<String>);

/// Fits one estimator to sums over all rows and to the rows that were kept, the labeled ones at least.
#[pyfunction]
#[pyo3(signature = (statistics, samples, codes, classes, choice, *, sums=None, engine="threads", seed=0, threads=0,
    verbose=false, feature_names=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn fit_gathered(
    py: Python<'_>,
    statistics: &Statistics,
    samples: GivenRows<'_>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    choice: &str,
    sums: Option<&PairSums>,
    engine: &str,
    seed: u64,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
) -> PyResult<Fitted> {
    let mut reduction = reduction_of(choice, seed)?;
    let (none, rows) = (samples.shape().0 == 0, Rows::new(&samples)?);
    let (codes, engine) = (Codes::new(&codes, classes)?, engine.to_owned());
    let (statistics, sums) = (statistics.clone(), sums.map(|sums| sums.0.clone()));
    let names = feature_names.clone();
    let (model, found, cautions) = run_shown(py, threads, verbose, move || {
        let kept = match none {
            true => None,
            false => Some((rows.samples()?, codes.labels()?)),
        };
        let kept = statistics.get().kept(kept)?;
        let gathered =
            Gathered { statistics: statistics.get(), kept: &kept, sums: sums.as_deref() };
        let open = reduction.dimension == 0;
        if open {
            reduction.dimension = usual_dimension(kept.labels(), usize::MAX);
        }
        let space = gathered.space(&reduction)?;
        if open {
            reduction.dimension = usual_dimension(kept.labels(), space.rank());
        }
        let (mut model, found) = reduction.fit_in(&space, &kept)?;
        let cautions = cautions::of_reduction(&model, &space, &reduction, found.as_ref(), &kept)?;
        if let Some(names) = feature_names {
            model = model.with_feature_names(names)?;
        }
        Ok((Model::new(model.with_engine(engine)), found.map(Choosing::new), cautions))
    })?
    .map_err(|error| refused_by_name(error, names.as_deref()))?;
    Ok((model, found.as_ref().map(write_json).transpose()?, cautions))
}
