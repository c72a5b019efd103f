//! Texts as rows of numbers.

use halflit::text::{TextChoice, TextFeatures, WordVectors};
use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{matrix, refused};
use crate::threads::run_shown;

/// Learns features from texts, and gives them as bytes; with a table of word vectors where there is one.
#[pyfunction]
#[pyo3(signature = (texts, components, *, words=None, vectors=None, threads=0, verbose=false))]
pub(crate) fn learn_texts<'py>(
    py: Python<'py>,
    texts: Vec<String>,
    components: usize,
    words: Option<Vec<String>>,
    vectors: Option<PyReadonlyArray2<'py, f32>>,
    threads: usize,
    verbose: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let values = vectors.map(|own| own.as_array().iter().copied().collect::<Vec<f32>>());
    let learned = run_shown(py, threads, verbose, move || {
        let vectors = words.zip(values).map(|(words, values)| WordVectors::new(&words, values));
        let choice = TextChoice { components, vectors: vectors.transpose()? };
        TextFeatures::learn(&texts, &choice)?.to_bytes()
    })?;
    Ok(PyBytes::new(py, &learned.map_err(refused)?))
}

/// The features of texts, by what was learned.
#[pyfunction]
#[pyo3(signature = (learned, texts, *, threads=0, verbose=false))]
pub(crate) fn text_features<'py>(
    py: Python<'py>,
    learned: Vec<u8>,
    texts: Vec<String>,
    threads: usize,
    verbose: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let made =
        run_shown(py, threads, verbose, move || TextFeatures::from_bytes(&learned)?.of(&texts))?;
    matrix(py, &[made.map_err(refused)?])
}
