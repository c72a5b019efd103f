//! The Python module `halflit._core`: the library's fits and models for numpy arrays.
//!
//! Nothing is computed here. Estimators write a plan, which the library reads, fits and tells of. `convert`, `rows` and `held` are the one
//! place where Python values become the library's and back, `threads` the one place where the interpreter is let go and comes back, `show` what it writes meanwhile, and the rest
//! are calls.

mod bytes;
mod command;
mod convert;
mod datasets;
mod engine;
mod evaluation;
mod fit;
mod gathered;
mod held;
mod layout;
mod model;
mod names;
mod report;
mod rows;
mod show;
mod statistics;
mod studio;
mod suggest;
mod text;
mod threads;

/// halflit's Rust core. Use the estimators of `halflit` instead.
///
/// It needs no lock of the interpreter: its classes are frozen, and work owns what it looks at.
#[pyo3::pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::datasets::dataset;
    #[pymodule_export]
    use crate::evaluation::{compare, folds, good_neighbors};
    #[pymodule_export]
    use crate::fit::{coordinates, fit, fit_gathered};
    #[pymodule_export]
    use crate::gathered::{BlockNearest, PairPass, PairSums, needs_pairs};
    #[pymodule_export]
    use crate::layout::{layout, layout_newcomers};
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::names::{choices, is_marker, kernels, learners};
    #[pymodule_export]
    use crate::statistics::Statistics;
    #[pymodule_export]
    use crate::studio::{Studio, StudioFollower};
    #[pymodule_export]
    use crate::suggest::suggest;
    #[pymodule_export]
    use crate::text::{learn_texts, text_features};

    #[pymodule_init]
    fn start(_module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        crate::threads::silence_panics();
        Ok(())
    }

    /// Panics, for the test that no panic is seen.
    #[pyo3::pyfunction]
    fn _panic(py: pyo3::Python<'_>) -> pyo3::PyResult<()> {
        crate::threads::run(py, 1, || panic!("as asked"))
    }

    /// The version of the library.
    #[pymodule_export]
    #[allow(non_upper_case_globals)] // Python's name
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
