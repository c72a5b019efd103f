//! Fitting the default.

use std::sync::Arc;

use halflit::{Auto, GraphEngine, Labels, Result, Threads, Views};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::cautions;
use crate::convert::{self, Codes, read_json, refused_by_name};
use crate::engine::PythonEngine;
use crate::model::Model;
use crate::rows::{GivenRows, Rows};
use crate::threads::run_answering;

/// Fits the default, the work on graphs being that of `graphs` if given; the class number of every training row, predicted where it had none; what to warn of.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, choice, *, threads=0, verbose=false, feature_names=None,
    weights=None, graphs=None, engine="threads"))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn fit_auto<'py>(
    py: Python<'py>,
    samples: GivenRows<'py>,
    codes: PyReadonlyArray1<'py, i64>,
    classes: Vec<String>,
    choice: &str,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    graphs: Option<Py<PyAny>>,
    engine: &str,
) -> PyResult<(Model, Bound<'py, PyArray1<i64>>, Vec<String>)> {
    let auto: Auto = read_json(choice)?;
    let (worker, requests): (Arc<dyn GraphEngine>, _) = match graphs.map(PythonEngine::new) {
        Some((worker, requests)) => (Arc::new(worker), Some(requests)),
        None => (Arc::new(Threads), None),
    };
    let engine = engine.to_owned();
    let (rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
    let (names, weights) = (feature_names.clone(), convert::weights(weights.as_ref()));
    let (model, transduction, cautions) =
        run_answering(py, threads, verbose, requests, move || {
            let (samples, labels) = (convert::weighed(rows.samples()?, weights)?, codes.labels()?);
            let views = Views::by(&worker, &samples, auto.breadth)?;
            let mut model = auto.fit_in(&views, &labels)?.with_engine(engine);
            let cautions = cautions::of_auto(&model, &samples, &labels);
            if let Some(names) = feature_names {
                model = model.with_feature_names(names)?;
            }
            let transduction = transduction(&model, &labels)?;
            Ok((Model::new(model), transduction, cautions))
        })?
        .map_err(|error| refused_by_name(error, names.as_deref()))?;
    Ok((model, convert::indices(py, transduction), cautions))
}

fn transduction(model: &halflit::Model, labels: &Labels) -> Result<Vec<usize>> {
    let mut classes: Vec<usize> = labels.iter().map(|class| class.unwrap_or(0)).collect();
    let unlabeled = labels.unlabeled_rows();
    if !unlabeled.is_empty() {
        let elected = model.elect_training(&unlabeled)?.classes;
        unlabeled.into_iter().zip(elected).for_each(|(row, class)| classes[row] = class);
    }
    Ok(classes)
}
