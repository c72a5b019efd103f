//! Fits from sums that were made block by block, or elsewhere.

use std::sync::Arc;

use halflit::{Block, PowerSum, Result};
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::bytes::in_bytes;
use crate::convert::{self, refused};
use crate::rows::{GivenRows, Rows};
use crate::statistics::Statistics;
use crate::threads::{caught, run};

/// Whether a fit to rows that are elsewhere needs sums over pairs of them.
#[pyfunction]
pub(crate) fn needs_pairs(plan: &str) -> PyResult<bool> {
    let plan = convert::plan(plan)?;
    caught(|| plan.needs_pairs().map_err(refused))
}

/// The pass over pairs of rows that a fit asks for: see the Rust library.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct PairPass {
    plan: String,
    statistics: Statistics,
    own: Arc<halflit::PairPass>,
}

#[pymethods]
impl PairPass {
    /// What a plan needs of rows with these statistics.
    #[new]
    fn new(plan: &str, statistics: &Statistics) -> PyResult<Self> {
        let (own, all) = (convert::plan(plan)?, statistics.get());
        let own = caught(|| halflit::PairPass::of(&own, &all).map_err(refused))?;
        let own = Arc::new(own.ok_or_else(unneeded)?);
        Ok(Self { plan: plan.into(), statistics: statistics.clone(), own })
    }

    /// How many nearest rows of each row have to be known; 0 where none have.
    #[getter]
    fn neighbors(&self) -> usize {
        self.own.neighbors()
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
        let (mut rows, pass) = (Rows::new(&rows)?, self.own.clone());
        let mut others = others.as_ref().map(Rows::new).transpose()?;
        let found: Result<_> = run(py, threads, move || {
            let samples = rows.samples()?;
            let others = others.as_mut().map(Rows::samples).transpose()?;
            let other = others.as_ref().map(|samples| Block { samples, first: other_first });
            pass.nearest(&Block { samples: &samples, first }, other.as_ref())
        })?;
        Ok(BlockNearest(Arc::new(found.map_err(refused)?)))
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
        let (mut rows, pass) = (Rows::new(&rows)?, self.own.clone());
        let mut others = others.as_ref().map(Rows::new).transpose()?;
        let shared = |near: Option<&BlockNearest>| near.map(|near| near.0.clone());
        let (nearest, other_nearest) = (shared(nearest), shared(other_nearest));
        let found: Result<_> = run(py, threads, move || {
            let samples = rows.samples()?;
            let others = others.as_mut().map(Rows::samples).transpose()?;
            let other = others.as_ref().map(|samples| Block { samples, first: other_first });
            let other = other.as_ref().map(|block| (block, other_nearest.as_deref()));
            let block = Block { samples: &samples, first };
            pass.sums((&block, nearest.as_deref()), other)
        })?;
        Ok(PairSums(Arc::new(found.map_err(refused)?)))
    }

    /// Pickles hold what it was made of.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Statistics))> {
        let own = (self.plan.clone(), self.statistics.clone());
        Ok((py.get_type::<Self>().into_any(), own))
    }
}

fn unneeded() -> PyErr {
    PyValueError::new_err("this learner has no graph: statistics and labeled rows are enough")
}

/// The nearest rows of the rows of a block among the blocks that it has met: see the Rust library.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct BlockNearest(Arc<halflit::BlockNearest>);

in_bytes!(BlockNearest);

#[pymethods]
impl BlockNearest {
    /// Those among more blocks.
    fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let mut all = halflit::BlockNearest::clone(&self.0);
        caught(|| py.detach(|| all.merge(&other.0)).map_err(refused))?;
        Ok(Self(Arc::new(all)))
    }
}

/// Sums over pairs of rows for several powers of a graph: see the Rust library.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct PairSums(Arc<halflit::PairSums>);

in_bytes!(PairSums);

impl PairSums {
    pub(crate) fn get(&self) -> Arc<halflit::PairSums> {
        self.0.clone()
    }
}

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

    /// The six numbers and matrices as arrays.
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
}
