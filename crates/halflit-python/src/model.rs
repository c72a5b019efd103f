//! Fitted models.

use std::collections::HashMap;
use std::sync::Arc;

use halflit::{Dataset, Projection, Result, RowMatrix, Samples};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::bytes::in_bytes;
use crate::convert::{self, Codes, further, refused, refused_by_name, write_json};
use crate::rows::{GivenRows, Rows};
use crate::show::Shown;
use crate::threads::{caught, run, run_part, run_shown};

/// Rows that are mapped at once: a matter of memory, not of result, as every block of the library divides it.
const AT_ONCE: usize = 1 << 16;

/// A fitted model, the same that the Rust library and the command line read and write.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct Model(Arc<halflit::Model>);

/// Numbers in rows and columns.
type Matrix<'py> = Bound<'py, PyArray2<f64>>;

/// Numbers of rows or classes.
type Indices<'py> = Bound<'py, PyArray1<i64>>;

/// Points, class numbers and votes of labeled rows.
type References<'py> = (Matrix<'py>, Indices<'py>, Option<Bound<'py, PyArray1<f64>>>);

/// Offset and factor of every column.
type Scale<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

impl Model {
    /// The library's own.
    pub(crate) fn get(&self) -> Arc<halflit::Model> {
        self.0.clone()
    }

    /// With the names of the input columns, if there are some.
    pub(crate) fn named(model: halflit::Model, names: Option<Vec<String>>) -> PyResult<Self> {
        let named = || match names {
            Some(names) => model.with_feature_names(names).map_err(refused),
            None => Ok(model),
        };
        Ok(Self(Arc::new(caught(named)?)))
    }

    /// Runs something of the model on rows, some after others; errors name columns as the model does.
    fn on<T: Send + 'static>(
        &self,
        py: Python<'_>,
        samples: &GivenRows<'_>,
        (threads, verbose): (usize, bool),
        work: impl Fn(&halflit::Model, &Samples<'_>) -> Result<T> + Copy + Send + 'static,
    ) -> PyResult<Vec<T>> {
        let (count, names) = (samples.shape().0, self.0.feature_names());
        let mut shown = verbose.then(|| Shown::new(py));
        let part = |start: usize| {
            // A block may be done before anybody looks, and all of them together take long.
            py.check_signals()?;
            if let Some(shown) = shown.as_mut().filter(|_| count > AT_ONCE) {
                shown.count(py, start, count);
            }
            let mut rows = Rows::part(samples, start..count.min(start + AT_ONCE))?;
            let model = self.0.clone();
            run_part(py, threads, shown.as_mut(), move || work(&model, &rows.samples()?))?
                .map_err(|error| refused_by_name(further(error, start), names))
        };
        (0..count.max(1)).step_by(AT_ONCE).map(part).collect()
    }
}

in_bytes!(Model);

#[pymethods]
impl Model {
    /// Maps samples into the subspace.
    #[pyo3(signature = (samples, *, threads=0, verbose=false))]
    fn transform<'py>(
        &self,
        py: Python<'py>,
        samples: GivenRows<'py>,
        threads: usize,
        verbose: bool,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let how = (threads, verbose);
        convert::matrix(py, &self.on(py, &samples, how, |model, rows| model.transform(rows))?)
    }

    /// Maps points of the subspace back.
    #[pyo3(signature = (points, *, threads=0))]
    fn inverse_transform<'py>(
        &self,
        py: Python<'py>,
        points: GivenRows<'py>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (mut rows, model) = (Rows::new(&points)?, self.0.clone());
        let back = move || model.inverse_transform(&rows.samples()?.to_rows());
        convert::matrix(py, &[run(py, threads, back)?.map_err(refused)?])
    }

    /// The class number of every row and the probability of every class, by a vote of that many nearest labeled rows in the subspace,
    /// or as the model reads them.
    #[pyo3(signature = (samples, *, votes=None, threads=0, verbose=false))]
    fn elect<'py>(
        &self,
        py: Python<'py>,
        samples: GivenRows<'py>,
        votes: Option<usize>,
        threads: usize,
        verbose: bool,
    ) -> PyResult<(Indices<'py>, Matrix<'py>)> {
        let elect = move |model: &halflit::Model, rows: &Samples<'_>| model.elect(rows, votes);
        let parts = self.on(py, &samples, (threads, verbose), elect)?;
        let (classes, shares): (Vec<_>, Vec<_>) =
            parts.into_iter().map(|own| (own.classes, own.probabilities)).unzip();
        Ok((convert::indices(py, classes.concat()), convert::matrix(py, &shares)?))
    }

    /// The class number of every row that it was fitted to, predicted where it has no label.
    #[pyo3(signature = (samples, codes, classes, *, votes=None, threads=0, verbose=false))]
    #[allow(clippy::too_many_arguments)] // they are keywords in Python
    fn transduction<'py>(
        &self,
        py: Python<'py>,
        samples: GivenRows<'py>,
        codes: PyReadonlyArray1<'py, i64>,
        classes: Vec<String>,
        votes: Option<usize>,
        threads: usize,
        verbose: bool,
    ) -> PyResult<Indices<'py>> {
        let (mut rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
        let model = self.0.clone();
        let found = run_shown(py, threads, verbose, move || {
            let data = Dataset::new(rows.samples()?, codes.labels()?)?;
            transduced(&model, &data, votes)
        })?;
        let names = self.0.feature_names();
        Ok(convert::indices(py, found.map_err(|error| refused_by_name(error, names))?))
    }

    /// The axes, one per row; nothing for a kernel model.
    #[getter]
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        caught(|| {
            let components = self.0.projection().map(|projection| projection.components().clone());
            components.map(|own: RowMatrix<'static>| convert::matrix(py, &[own])).transpose()
        })
    }

    /// The mean of the training rows; nothing for a kernel model.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<f64>>>> {
        let mean = |own: &Projection| PyArray1::from_slice(py, own.mean());
        caught(|| Ok(self.0.projection().map(mean)))
    }

    /// Offset and factor of every column before the linear map; nothing where rows are scaled, or the map is not linear.
    #[getter]
    fn column_scale<'py>(&self, py: Python<'py>) -> PyResult<Option<Scale<'py>>> {
        let arrays = |(offset, factor): (Vec<f64>, Vec<f64>)| {
            (PyArray1::from_vec(py, offset), PyArray1::from_vec(py, factor))
        };
        caught(|| Ok(self.0.column_scale().map(arrays)))
    }

    /// The labeled rows in the subspace, their class numbers, and their votes where not all have one.
    #[getter]
    fn references<'py>(&self, py: Python<'py>) -> PyResult<References<'py>> {
        let (rows, classes, votes) = self.0.references();
        let rows = convert::matrix(py, std::slice::from_ref(rows))?;
        let votes = votes.map(|votes| PyArray1::from_slice(py, votes));
        Ok((rows, convert::indices(py, classes.to_vec()), votes))
    }

    /// The parts of the map of the default: see `ViewsParts` of the Rust library; nothing for every other learner.
    fn views_parts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let parts = caught(|| Ok(self.0.views_parts()))?.map_err(refused)?;
        let Some(parts) = parts else { return Ok(None) };
        let matrix = |own: &RowMatrix<'static>| convert::matrix(py, std::slice::from_ref(own));
        let whole = PyDict::new(py);
        whole.set_item("anchors", convert::indices(py, parts.anchors.clone()))?;
        whole.set_item("coefficients", matrix(&parts.coefficients)?)?;
        whole.set_item("offset", PyArray1::from_slice(py, &parts.offset))?;
        whole.set_item("nearest", parts.nearest)?;
        let mut sides = Vec::new();
        for own in &parts.sides {
            let side = PyDict::new(py);
            side.set_item("training", matrix(&own.training)?)?;
            side.set_item("mean", PyArray1::from_slice(py, own.linear.mean()))?;
            side.set_item("components", matrix(own.linear.components())?)?;
            side.set_item("widths", matrix(&own.widths)?)?;
            side.set_item("absolute_widths", matrix(&own.absolute_widths)?)?;
            side.set_item("scales", PyArray1::from_slice(py, &own.scales))?;
            let mut graphs = Vec::new();
            for (neighbors, potential, reaches) in &own.graphs {
                let reaches = PyArray1::from_slice(py, reaches);
                graphs.push((*neighbors, matrix(potential)?, reaches));
            }
            side.set_item("graphs", graphs)?;
            sides.push(side);
        }
        whole.set_item("sides", sides)?;
        Ok(Some(whole))
    }

    /// Rows as every side of the default looks at them.
    fn looks<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<Vec<Matrix<'py>>> {
        let (count, columns) = convert::shape(&rows);
        let values = convert::values(&rows)?.to_vec();
        let model = self.0.clone();
        let looks =
            run(py, 0, move || model.looks(&Samples::from_row_major(values, count, columns)?))?;
        let looks = looks.map_err(refused)?;
        looks.into_iter().map(|look| convert::matrix(py, &[look])).collect()
    }

    /// Class numbers and probabilities of rows of the default that were mapped elsewhere, on all axes.
    #[pyo3(signature = (points, *, threads=0))]
    fn elect_points<'py>(
        &self,
        py: Python<'py>,
        points: PyReadonlyArray2<'py, f64>,
        threads: usize,
    ) -> PyResult<(Indices<'py>, Matrix<'py>)> {
        let (rows, columns) = convert::shape(&points);
        let points = convert::values(&points)?.to_vec();
        let model = self.0.clone();
        let elected = run(py, threads, move || {
            model.elect_points(&Samples::from_row_major(points, rows, columns)?.to_rows())
        })?;
        let elected = elected.map_err(refused)?;
        Ok((convert::indices(py, elected.classes), convert::matrix(py, &[elected.probabilities])?))
    }

    /// The model as an ONNX graph; classes in this order, as texts even where they are whole numbers if so asked.
    #[pyo3(signature = (*, votes=None, single=false, classes=None, text=false))]
    fn to_onnx<'py>(
        &self,
        py: Python<'py>,
        votes: Option<usize>,
        single: bool,
        classes: Option<Vec<String>>,
        text: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let choice = halflit::OnnxChoice { votes, single, classes, text };
        let write = || py.detach(|| self.0.to_onnx(&choice)).map_err(refused);
        Ok(PyBytes::new(py, &caught(write)?))
    }

    /// This model, made by another engine.
    fn with_engine(&self, engine: &str) -> Self {
        Self(Arc::new(halflit::Model::clone(&self.0).with_engine(engine)))
    }

    /// This model with a picture of its rows.
    fn with_layout(&self, points: PyReadonlyArray2<'_, f64>) -> PyResult<Self> {
        let (rows, columns) = convert::shape(&points);
        let points = convert::values(&points)?.to_vec();
        let kept = || {
            let points = Samples::from_row_major(points, rows, columns)?.to_rows();
            halflit::Model::clone(&self.0).with_layout(&points)
        };
        Ok(Self(Arc::new(caught(|| kept().map_err(refused))?)))
    }

    /// The places of its rows in a picture, where one was made.
    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        caught(|| {
            let points = self.0.layout().map(std::slice::from_ref);
            points.map(|points| convert::matrix(py, points)).transpose()
        })
    }

    /// This model with the class numbers of its rows.
    fn with_training_classes(&self, classes: Vec<usize>) -> PyResult<Self> {
        let kept = || halflit::Model::clone(&self.0).with_training_classes(classes);
        Ok(Self(Arc::new(caught(|| kept().map_err(refused))?)))
    }

    /// The class numbers of its rows, where they were kept.
    #[getter]
    fn training_classes(&self) -> Option<Vec<usize>> {
        self.0.training_classes().map(<[usize]>::to_vec)
    }

    /// The eigenvalues, ascending.
    #[getter]
    fn eigenvalues<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        caught(|| Ok(PyArray1::from_slice(py, self.0.eigenvalues())))
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
    fn input_columns(&self) -> PyResult<usize> {
        caught(|| Ok(self.0.input_columns()))
    }

    /// The number of axes.
    #[getter]
    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    /// What was fitted, as JSON: the plan with nothing left open.
    #[getter]
    fn plan(&self) -> PyResult<String> {
        write_json(self.0.plan())
    }

    /// What the fit found out about the problem, as JSON.
    #[getter]
    fn diagnostics(&self) -> PyResult<String> {
        write_json(self.0.diagnostics())
    }

    /// What the kernel of the default is made of, in words, and the share of each, the largest first.
    #[getter]
    fn views(&self) -> Vec<(String, f64)> {
        let views = self.0.diagnostics().views.iter();
        views.map(|own| (own.to_string(), own.share)).collect()
    }
}

/// The class of every row, predicted where it has none.
fn transduced(
    model: &halflit::Model,
    data: &Dataset<'_>,
    votes: Option<usize>,
) -> Result<Vec<usize>> {
    let places: HashMap<&str, usize> =
        model.classes().iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    let mut classes: Vec<usize> = data.labels().iter().map(|class| class.unwrap_or(0)).collect();
    for guess in model.transduction(data, votes)? {
        classes[guess.row] = places.get(guess.class).copied().unwrap_or(0);
    }
    Ok(classes)
}
