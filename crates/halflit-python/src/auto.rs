//! Fitting the default.

use halflit::neighbors::{Found, Neighbor, Search, Searched};
use halflit::{Auto, Labels, Result, Views};
use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cautions;
use crate::convert::{self, Codes, read_json, refused_by_name};
use crate::model::Model;
use crate::rows::{GivenRows, Rows};
use crate::threads::run_shown;

/// Fits the default; the class number of every training row, predicted where it had none; what to warn of.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, choice, *, threads=0, verbose=false, feature_names=None,
    weights=None, nearest=None, engine="threads"))]
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
    nearest: Option<GivenNearest<'_>>,
    engine: &str,
) -> PyResult<(Model, Bound<'py, PyArray1<i64>>, Vec<String>)> {
    let auto: Auto = read_json(choice)?;
    let nearest = nearest.map(found).transpose()?;
    let engine = engine.to_owned();
    let (rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
    let (names, weights) = (feature_names.clone(), convert::weights(weights.as_ref()));
    let (model, transduction, cautions) = run_shown(py, threads, verbose, move || {
        let (samples, labels) = (convert::weighed(rows.samples()?, weights)?, codes.labels()?);
        let views = match nearest {
            None => Views::with(&samples, auto.breadth),
            Some(nearest) => Views::with_nearest(&samples, auto.breadth, nearest),
        };
        let mut model = auto.fit_in(&views?, &labels)?.with_engine(engine);
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

/// Of every row the numbers of its nearest rows, and their distances: by columns as they come, and by standardised ones.
type GivenNearest<'py> = [(PyReadonlyArray2<'py, i64>, PyReadonlyArray2<'py, f64>); 2];

/// Exact nearest rows that were found elsewhere.
fn found(given: GivenNearest<'_>) -> PyResult<[Found; 2]> {
    let one = |(rows, distances): &(PyReadonlyArray2<'_, i64>, PyReadonlyArray2<'_, f64>)| {
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
        Ok(Found { nearest, searched: Searched { search: Search::Exact, recall: 1.0 } })
    };
    let [given, standardized] = &given;
    Ok([one(given)?, one(standardized)?])
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
