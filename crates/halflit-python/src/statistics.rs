//! Statistics that are gathered in parts.

use std::sync::Arc;

use halflit::{Error, usual_dimension};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{self, Codes, refused, refused_by_name};
use crate::fit::reduction;
use crate::model::Model;
use crate::rows::{GivenRows, Rows};
use crate::threads::{caught, run};

/// Weight, mean and scatter of every class, and of the rows without one: see the Rust library.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct Statistics(Arc<halflit::Statistics>);

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
        let (rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
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
    fn merge(&self, other: &Self) -> PyResult<Self> {
        let mut all = halflit::Statistics::clone(&self.0);
        caught(|| all.merge(&other.0).map_err(refused))?;
        Ok(Self(Arc::new(all)))
    }

    /// The model that a fit to all rows would give.
    #[pyo3(signature = (choice, *, threads=0, feature_names=None))]
    fn fit(
        &self,
        py: Python<'_>,
        choice: &str,
        threads: usize,
        feature_names: Option<Vec<String>>,
    ) -> PyResult<Model> {
        let (mut reduction, own) = (reduction(choice)?, self.0.clone());
        let model = run(py, threads, move || {
            let usual = reduction.dimension == 0;
            if usual {
                let names = own.classes().into_iter().map(|(name, _)| Some(name));
                reduction.dimension = usual_dimension(&halflit::Labels::new(names), own.columns());
            }
            let model = match own.fit(&reduction) {
                Err(Error::DimensionTooLarge { rank, .. }) if usual => {
                    own.fit(&halflit::Reduction { dimension: rank, ..reduction })
                }
                fitted => fitted,
            }?;
            match feature_names {
                Some(names) => model.with_feature_names(names),
                None => Ok(model),
            }
        })?;
        Ok(Model::new(model.map_err(refused)?))
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

    /// The statistics as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = caught(|| py.detach(|| self.0.to_bytes()).map_err(refused))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Statistics from bytes.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let own = caught(|| py.detach(|| halflit::Statistics::from_bytes(data)).map_err(refused))?;
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
