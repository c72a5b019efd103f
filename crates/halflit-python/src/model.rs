//! Fitted models.

use halflit::{Dataset, RowMatrix};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{self, Rows, refused, write_json};
use crate::threads::run;

/// A fitted model, the same that the Rust library and the command line read and write.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct Model(pub(crate) halflit::Model);

impl Model {
    /// The class of every training row, predicted where it has none; nothing where none has one.
    pub(crate) fn transduction(
        &self,
        data: &Dataset<'_>,
        votes: Option<usize>,
    ) -> halflit::Result<Option<Vec<usize>>> {
        let labels = data.labels();
        let unlabeled = labels.unlabeled_rows();
        if unlabeled.len() == labels.len() {
            return Ok(None);
        }
        let mut classes: Vec<usize> = labels.iter().map(|class| class.unwrap_or(0)).collect();
        if !unlabeled.is_empty() {
            let elected = self.0.elect(&data.samples().gather(&unlabeled), votes)?.classes;
            unlabeled.into_iter().zip(elected).for_each(|(row, class)| classes[row] = class);
        }
        Ok(Some(classes))
    }
}

#[pymethods]
impl Model {
    /// Maps samples into the subspace.
    #[pyo3(signature = (samples, *, threads=0))]
    fn transform<'py>(
        &self,
        py: Python<'py>,
        samples: PyReadonlyArray2<'py, f64>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = Rows::new(&samples)?;
        let mapped = run(py, threads, || self.0.transform(&rows.samples()?))?.map_err(refused)?;
        convert::matrix(py, mapped)
    }

    /// Maps points of the subspace back.
    #[pyo3(signature = (points, *, threads=0))]
    fn inverse_transform<'py>(
        &self,
        py: Python<'py>,
        points: PyReadonlyArray2<'py, f64>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = Rows::new(&points)?;
        let samples = run(py, threads, || self.0.inverse_transform(&rows.samples()?.to_rows()))?;
        convert::matrix(py, samples.map_err(refused)?)
    }

    /// The class number of every row, by a vote of that many nearest labeled rows in the subspace, or as the model reads it.
    #[pyo3(signature = (samples, *, votes=None, threads=0))]
    fn predict<'py>(
        &self,
        py: Python<'py>,
        samples: PyReadonlyArray2<'py, f64>,
        votes: Option<usize>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let rows = Rows::new(&samples)?;
        let elected = run(py, threads, || self.0.elect(&rows.samples()?, votes))?;
        Ok(convert::indices(py, elected.map_err(refused)?.classes))
    }

    /// The probability of every class: its share of votes, or as the model reads it.
    #[pyo3(signature = (samples, *, votes=None, threads=0))]
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        samples: PyReadonlyArray2<'py, f64>,
        votes: Option<usize>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = Rows::new(&samples)?;
        let elected = run(py, threads, || self.0.elect(&rows.samples()?, votes))?;
        convert::matrix(py, elected.map_err(refused)?.probabilities)
    }

    /// The axes, one per row; nothing for a kernel model.
    #[getter]
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let components = self.0.projection().map(|projection| projection.components().clone());
        components.map(|components: RowMatrix<'static>| convert::matrix(py, components)).transpose()
    }

    /// The mean of the training rows; nothing for a kernel model.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.0.projection().map(|projection| PyArray1::from_slice(py, projection.mean()))
    }

    /// The eigenvalues, ascending.
    #[getter]
    fn eigenvalues<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.0.eigenvalues())
    }

    /// The class names, in the order of the class numbers.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.0.classes().to_vec()
    }

    /// The names of the input columns, if they were given.
    #[getter]
    fn feature_names(&self) -> Option<Vec<String>> {
        self.0.feature_names().map(<[String]>::to_vec)
    }

    /// The number of columns that samples must have.
    #[getter]
    fn input_columns(&self) -> usize {
        self.0.input_columns()
    }

    /// The number of axes.
    #[getter]
    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    /// What was chosen before the fit, as JSON.
    #[getter]
    fn recipe(&self) -> PyResult<String> {
        write_json(self.0.recipe())
    }

    /// What the fit found out about the problem, as JSON.
    #[getter]
    fn diagnostics(&self) -> PyResult<String> {
        write_json(self.0.diagnostics())
    }

    /// What the kernel of the default is made of, in words, and the share of each, the largest first.
    #[getter]
    fn views(&self) -> Vec<(String, f64)> {
        self.0.views()
    }

    /// The model as the bytes of a model file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.0.to_bytes()).map_err(refused)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A model from the bytes of a model file.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        py.detach(|| halflit::Model::from_bytes(data)).map(Model).map_err(refused)
    }

    /// Pickles hold the bytes of the model file.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let loader = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((loader, (self.to_bytes(py)?,)))
    }
}
