//! Classes that go to and from bytes, and so to and from pickles.

/// Gives a class that holds something of the library's in an `Arc` the methods `to_bytes`, `from_bytes` and `__reduce__`.
macro_rules! in_bytes {
    ($class:ident) => {
        #[pyo3::pymethods]
        impl $class {
            /// All that it holds, as bytes.
            fn to_bytes<'py>(
                &self,
                py: pyo3::Python<'py>,
            ) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::types::PyBytes>> {
                let write = || py.detach(|| self.0.to_bytes()).map_err($crate::convert::refused);
                Ok(pyo3::types::PyBytes::new(py, &$crate::threads::caught(write)?))
            }

            /// What `to_bytes` wrote.
            #[staticmethod]
            fn from_bytes(py: pyo3::Python<'_>, data: &[u8]) -> pyo3::PyResult<Self> {
                let read = || {
                    py.detach(|| halflit::$class::from_bytes(data))
                        .map_err($crate::convert::refused)
                };
                Ok(Self(std::sync::Arc::new($crate::threads::caught(read)?)))
            }

            /// Pickles hold the bytes.
            fn __reduce__<'py>(
                &self,
                py: pyo3::Python<'py>,
            ) -> pyo3::PyResult<(
                pyo3::Bound<'py, pyo3::PyAny>,
                (pyo3::Bound<'py, pyo3::types::PyBytes>,),
            )> {
                use pyo3::prelude::PyAnyMethods;
                let loader = py.get_type::<Self>().getattr("from_bytes")?;
                Ok((loader, (self.to_bytes(py)?,)))
            }
        }
    };
}

pub(crate) use in_bytes;
