//! Arrays of Python's that are looked at where they lie: a copy of many rows takes as long as some fits.

use std::ops::{Deref, Range};

use numpy::{Element, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::convert::values;

/// Numbers of a C-contiguous array, row after row. The array lives as long as this does, so that work may look at it after the call
/// that gave it is over, as after Ctrl-C.
///
/// Python must not write to an array while it is worked on: the result would be that of neither state.
pub(crate) struct Held<T: 'static> {
    values: &'static [T],
    _array: Py<PyArray2<T>>,
}

impl<T: Element> Held<T> {
    /// All of them.
    pub(crate) fn new(array: &PyReadonlyArray2<'_, T>) -> PyResult<Self> {
        let all = 0..values(array)?.len();
        Self::part(array, all)
    }

    /// Some of them.
    #[allow(unsafe_code)]
    pub(crate) fn part(array: &PyReadonlyArray2<'_, T>, range: Range<usize>) -> PyResult<Self> {
        let values = &values(array)?[range];
        // SAFETY: numbers stay where they are as long as their array lives, which it does while it is referred to from here: numpy moves
        // none to which others refer. They are only read. What remains is that Python may write to them meanwhile; that cannot be ruled
        // out, and the documentation of the type says so.
        let values = unsafe { std::slice::from_raw_parts(values.as_ptr(), values.len()) };
        Ok(Self { values, _array: array.as_unbound().clone_ref(array.py()) })
    }
}

impl<T> Deref for Held<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.values
    }
}
