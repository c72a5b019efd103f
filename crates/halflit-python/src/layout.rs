//! Pictures of all rows.

use halflit::{Fit, Labels, Layout, LayoutChoice, Plan, RowMatrix, Samples};
use numpy::{PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

use crate::convert::{self, Codes, refused_by_name, write_json};
use crate::model::Model;
use crate::rows::{GivenRows, Rows};
use crate::threads::run_shown;

/// Places of all rows, and what is to be told of them, as JSON.
type Answer<'py> = (Bound<'py, PyArray2<f64>>, String);

/// A picture of all rows, with labels where some are known; by a model of these rows and labels where there is one.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, choice, *, model=None, former=None, threads=0, verbose=false, feature_names=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn layout<'py>(
    py: Python<'py>,
    samples: GivenRows<'py>,
    codes: PyReadonlyArray1<'py, i64>,
    classes: Vec<String>,
    choice: &str,
    model: Option<&Model>,
    former: Option<PyReadonlyArray2<'py, f64>>,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
) -> PyResult<Answer<'py>> {
    let choice: LayoutChoice =
        serde_json::from_str(choice).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let (mut rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
    let former = former.map(|own| points(&own)).transpose()?;
    let model = model.map(Model::get);
    let made = run_shown(py, threads, verbose, move || {
        let (samples, labels) = (rows.samples()?, codes.labels()?);
        let Some(model) = model else {
            return drawn(&Plan::default(), &samples, &labels, former.as_ref(), &choice);
        };
        let fit = fit_of(&model);
        let prepared = fit.plan.prepare(&samples)?;
        let placement = prepared.placement(&fit, None)?;
        prepared.layout_of_fit(&fit, &labels, &placement, &choice)
    })?;
    let made = made.map_err(|error| refused_by_name(error, feature_names.as_deref()))?;
    let told = json!({
        "kept": made.faithfulness.kept,
        "trustworthiness": made.faithfulness.trustworthiness,
        "rows": made.faithfulness.rows,
        "label_weight": made.label_weight,
        "words": made.faithfulness.to_string(),
    });
    Ok((convert::matrix(py, &[made.points])?, write_json(&told)?))
}

/// Where rows go that a picture was not made of.
#[pyfunction]
#[pyo3(signature = (samples, places, new, *, model=None, label_weight=0.0, threads=0, verbose=false,
    feature_names=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn layout_newcomers<'py>(
    py: Python<'py>,
    samples: GivenRows<'py>,
    places: PyReadonlyArray2<'py, f64>,
    new: GivenRows<'py>,
    model: Option<&Model>,
    label_weight: f64,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (mut rows, mut new, places) = (Rows::new(&samples)?, Rows::new(&new)?, points(&places)?);
    let model = model.map(Model::get);
    let found = run_shown(py, threads, verbose, move || {
        let samples = rows.samples()?;
        let fit = model.map(|model| fit_of(&model));
        let plan = fit.as_ref().map_or_else(Plan::default, |fit| fit.plan.clone());
        let guide = fit.as_ref().map(|fit| (fit, label_weight));
        plan.prepare(&samples)?.layout_newcomers(&places, &new.samples()?, guide)
    })?;
    let found = found.map_err(|error| refused_by_name(error, feature_names.as_deref()))?;
    convert::matrix(py, &[found])
}

/// The fit that made a model.
fn fit_of(model: &halflit::Model) -> Fit {
    Fit { model: model.clone(), plan: model.plan().clone(), selection: None }
}

/// Labels of fewer than two classes say nothing.
fn drawn(
    plan: &Plan,
    samples: &Samples<'_>,
    labels: &Labels,
    former: Option<&RowMatrix<'static>>,
    choice: &LayoutChoice,
) -> halflit::Result<Layout> {
    let prepared = plan.prepare(samples)?;
    let placement = match labels.present_classes().len() {
        0 | 1 => None,
        _ => Some(prepared.place(labels, None)?),
    };
    prepared.layout_of(labels, placement.as_ref(), former, choice)
}

/// An array as a matrix of the library.
fn points(array: &PyReadonlyArray2<'_, f64>) -> PyResult<RowMatrix<'static>> {
    let (rows, columns) = convert::shape(array);
    let values = convert::values(array)?.to_vec();
    let samples = Samples::from_row_major(values, rows, columns).map_err(convert::refused)?;
    Ok(samples.to_rows())
}
