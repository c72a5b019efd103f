//! Statistics that are gathered in parts.

use std::sync::Arc;

use halflit::RowMatrix;
use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::bytes::in_bytes;
use crate::convert::{self, Codes, refused, refused_by_name};
use crate::model::Model;
use crate::rows::{GivenRows, Rows};
use crate::threads::{caught, run};

/// Weight, mean and scatter of every class, and of the rows without one: see the Rust library.
#[pyclass(frozen, module = "halflit._core")]
#[derive(Clone)]
pub(crate) struct Statistics(Arc<halflit::Statistics>);

in_bytes!(Statistics);

impl Statistics {
    pub(crate) fn get(&self) -> Arc<halflit::Statistics> {
        self.0.clone()
    }
}

/// Σ w, mean and scatter of some rows.
type Total<'py> = (f64, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>);

#[pymethods]
impl Statistics {
    /// Of no rows yet, which will have so many columns.
    #[new]
    fn new(columns: usize) -> PyResult<Self> {
        let none = caught(|| halflit::Statistics::new(columns).map_err(refused))?;
        Ok(Self(Arc::new(none)))
    }

    /// Those of more rows.
    #[pyo3(signature = (samples, codes, classes, *, weights=None, threads=0, feature_names=None))]
    #[allow(clippy::too_many_arguments)] // they are keywords in Python
    fn add(
        &self,
        py: Python<'_>,
        samples: GivenRows<'_>,
        codes: PyReadonlyArray1<'_, i64>,
        classes: Vec<String>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        threads: usize,
        feature_names: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let (mut rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
        let (weights, own) = (convert::weights(weights.as_ref()), self.0.clone());
        let more = run(py, threads, move || {
            let samples = convert::weighed(rows.samples()?, weights)?;
            let mut all = halflit::Statistics::clone(&own);
            all.add(&samples, &codes.labels()?)?;
            Ok(all)
        })?;
        let more = more.map_err(|error| refused_by_name(error, feature_names.as_deref()))?;
        Ok(Self(Arc::new(more)))
    }

    /// Both together.
    fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let mut all = halflit::Statistics::clone(&self.0);
        caught(|| py.detach(|| all.merge(&other.0)).map_err(refused))?;
        Ok(Self(Arc::new(all)))
    }

    /// The model that a fit to all rows would give.
    #[pyo3(signature = (plan, *, threads=0, feature_names=None))]
    fn fit(
        &self,
        py: Python<'_>,
        plan: &str,
        threads: usize,
        feature_names: Option<Vec<String>>,
    ) -> PyResult<Model> {
        let (plan, own) = (convert::plan(plan)?, self.0.clone());
        let fit = run(py, threads, move || plan.fit_statistics(&own))?;
        Model::named(fit.map_err(refused)?.model, feature_names)
    }

    /// Σ w, mean and scatter around it of all rows; nothing where there are none.
    fn total<'py>(&self, py: Python<'py>) -> PyResult<Option<Total<'py>>> {
        let total = caught(|| Ok(self.0.total_moments()))?;
        let arrays = |(weight, mean, scatter): (f64, Vec<f64>, RowMatrix<'static>)| {
            Ok((weight, PyArray1::from_vec(py, mean), convert::matrix(py, &[scatter])?))
        };
        total.map(arrays).transpose()
    }

    /// Of rows without labels that another engine has summed.
    #[staticmethod]
    fn from_total(
        weight: f64,
        mean: PyReadonlyArray1<'_, f64>,
        scatter: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<Self> {
        let mean = mean.as_array().to_vec();
        let scatter: Vec<f64> = scatter.as_array().iter().copied().collect();
        let total =
            caught(|| halflit::Statistics::from_total(weight, mean, &scatter).map_err(refused));
        Ok(Self(Arc::new(total?)))
    }

    /// The sum of all weights.
    #[getter]
    fn weight(&self) -> f64 {
        self.0.weight()
    }

    /// The classes that were seen.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.0.classes().into_iter().map(|(name, _)| name.to_owned()).collect()
    }
}
