//! Rows as they come from Python, dense or sparse.

use std::ops::Range;

use halflit::{Result, Samples};
use numpy::{Element, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::convert::shape;
use crate::held::Held;

/// Rows as they come from Python: C-contiguous numbers of double or single width, or compressed sparse rows of either.
#[derive(FromPyObject)]
pub(crate) enum GivenRows<'py> {
    #[pyo3(transparent)]
    Double(PyReadonlyArray2<'py, f64>),
    #[pyo3(transparent)]
    Single(PyReadonlyArray2<'py, f32>),
    #[pyo3(transparent)]
    Sparse(GivenCsr<'py>),
}

impl GivenRows<'_> {
    /// Rows and columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        match self {
            GivenRows::Double(array) => shape(array),
            GivenRows::Single(array) => shape(array),
            GivenRows::Sparse(csr) => csr.shape,
        }
    }
}

/// SciPy's compressed sparse rows, by the names of its attributes.
#[derive(FromPyObject)]
pub(crate) struct GivenCsr<'py> {
    shape: (usize, usize),
    /// Where every row starts, and where the last one ends.
    indptr: Places<'py>,
    /// Columns, ascending in every row.
    indices: Places<'py>,
    data: Values<'py>,
}

/// SciPy takes the narrow ones where they suffice.
#[derive(FromPyObject)]
enum Places<'py> {
    #[pyo3(transparent)]
    Narrow(PyReadonlyArray1<'py, i32>),
    #[pyo3(transparent)]
    Wide(PyReadonlyArray1<'py, i64>),
}

#[derive(FromPyObject)]
enum Values<'py> {
    #[pyo3(transparent)]
    Double(PyReadonlyArray1<'py, f64>),
    #[pyo3(transparent)]
    Single(PyReadonlyArray1<'py, f32>),
}

impl GivenCsr<'_> {
    /// Some of the rows; the library looks whether they are what they should be.
    fn part(&self, rows: Range<usize>) -> PyResult<Csr> {
        let mut starts = self.indptr.part::<usize>(rows.start..rows.end + 1)?;
        let own = starts[0]..starts[rows.len()];
        starts.iter_mut().for_each(|start| *start = start.wrapping_sub(own.start));
        let values = match &self.data {
            Values::Double(array) => some(array, own.clone())?.collect(),
            Values::Single(array) => some(array, own.clone())?.map(f64::from).collect(),
        };
        Ok(Csr { starts, columns: self.indices.part(own)?, values })
    }
}

impl Places<'_> {
    /// Some of them, in the library's width.
    fn part<T: TryFrom<i64>>(&self, range: Range<usize>) -> PyResult<Vec<T>> {
        let own = |place: i64| {
            let refused = || format!("a sparse matrix has the index {place}: rebuild it");
            T::try_from(place).map_err(|_| PyValueError::new_err(refused()))
        };
        match self {
            Places::Narrow(array) => some(array, range)?.map(|place| own(place.into())).collect(),
            Places::Wide(array) => some(array, range)?.map(own).collect(),
        }
    }
}

/// Some numbers of an array.
fn some<'a, T: Element + Copy>(
    array: &'a PyReadonlyArray1<'_, T>,
    range: Range<usize>,
) -> PyResult<impl Iterator<Item = T> + 'a> {
    let whole = array.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let part = whole.get(range.clone()).ok_or_else(|| {
        let what = format!("a sparse matrix has {} numbers where", whole.len());
        PyValueError::new_err(format!(
            "{what} {} to {} are meant: rebuild it",
            range.start, range.end
        ))
    })?;
    Ok(part.iter().copied())
}

/// The numbers of an array where they lie, or those of sparse rows, copied. The library looks at them when the interpreter has been
/// let go.
pub(crate) struct Rows {
    values: Numbers,
    shape: (usize, usize),
}

enum Numbers {
    Double(Held<f64>),
    Single(Held<f32>),
    Sparse(Csr),
}

/// What [`Samples::from_csr`] takes.
#[derive(Default)]
struct Csr {
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Rows {
    pub(crate) fn new(array: &GivenRows<'_>) -> PyResult<Self> {
        Self::part(array, 0..array.shape().0)
    }

    /// Some of the rows.
    pub(crate) fn part(array: &GivenRows<'_>, rows: Range<usize>) -> PyResult<Self> {
        let columns = array.shape().1;
        let range = rows.start * columns..rows.end * columns;
        let values = match array {
            GivenRows::Double(array) => Numbers::Double(Held::part(array, range)?),
            GivenRows::Single(array) => Numbers::Single(Held::part(array, range)?),
            GivenRows::Sparse(csr) => Numbers::Sparse(csr.part(rows.clone())?),
        };
        Ok(Self { values, shape: (rows.len(), columns) })
    }

    /// The rows for the library, which looks at every number; to be called once, as sparse ones are handed over.
    pub(crate) fn samples(&mut self) -> Result<Samples<'_>> {
        let (rows, columns) = self.shape;
        match &mut self.values {
            Numbers::Double(values) => Samples::from_row_major(&**values, rows, columns),
            Numbers::Single(values) => Samples::from_row_major_f32(&**values, rows, columns),
            Numbers::Sparse(own) => {
                let Csr { starts, columns: places, values } = std::mem::take(own);
                Samples::from_csr(starts, places, values, rows, columns)
            }
        }
    }
}
