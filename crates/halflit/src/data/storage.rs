//! How samples lie in memory.

use std::borrow::Cow;
use std::ops::{Deref, Range};
use std::sync::Arc;

use super::csr::Csr;

/// Numbers that are borrowed from somebody, or shared by everyone who holds them: copies of either are free.
#[derive(Debug, Clone)]
pub(super) enum Numbers<'a, T> {
    Borrowed(&'a [T]),
    Shared(Arc<Vec<T>>),
}

impl<T> Deref for Numbers<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Numbers::Borrowed(values) => values,
            Numbers::Shared(values) => values,
        }
    }
}

impl<T: Clone> Numbers<'_, T> {
    fn borrowed(&self) -> Numbers<'_, T> {
        Numbers::Borrowed(self)
    }

    fn into_owned(self) -> Numbers<'static, T> {
        match self {
            Numbers::Borrowed(values) => Numbers::Shared(Arc::new(values.to_vec())),
            Numbers::Shared(values) => Numbers::Shared(values),
        }
    }
}

impl<'a, T: Clone> From<Cow<'a, [T]>> for Numbers<'a, T> {
    fn from(values: Cow<'a, [T]>) -> Self {
        match values {
            Cow::Borrowed(values) => Numbers::Borrowed(values),
            Cow::Owned(values) => Numbers::Shared(Arc::new(values)),
        }
    }
}

/// Row-major numbers of either width, or those that are not 0. Arithmetic is in f64 whatever they are.
#[derive(Debug, Clone)]
pub(super) enum Storage<'a> {
    Double(Numbers<'a, f64>),
    Single(Numbers<'a, f32>),
    Sparse(Arc<Csr>),
}

impl<'a> Storage<'a> {
    /// These numbers, borrowed.
    pub(super) fn borrowed(&self) -> Storage<'_> {
        match self {
            Storage::Double(values) => Storage::Double(values.borrowed()),
            Storage::Single(values) => Storage::Single(values.borrowed()),
            Storage::Sparse(rows) => Storage::Sparse(rows.clone()),
        }
    }

    /// These numbers without a borrow.
    pub(super) fn into_owned(self) -> Storage<'static> {
        match self {
            Storage::Double(values) => Storage::Double(values.into_owned()),
            Storage::Single(values) => Storage::Single(values.into_owned()),
            Storage::Sparse(rows) => Storage::Sparse(rows),
        }
    }

    /// How many numbers are stored.
    pub(super) fn len(&self) -> usize {
        match self {
            Storage::Double(values) => values.len(),
            Storage::Single(values) => values.len(),
            Storage::Sparse(rows) => rows.stored(),
        }
    }

    /// Puts some columns of a row behind what is in `out`; rows are `width` long.
    pub(super) fn extend(
        &self,
        row: usize,
        columns: Range<usize>,
        width: usize,
        out: &mut Vec<f64>,
    ) {
        let range = row * width + columns.start..row * width + columns.end;
        match self {
            Storage::Sparse(own) => own.extend(row, columns, out),
            Storage::Double(values) => out.extend_from_slice(&values[range]),
            Storage::Single(values) => out.extend(values[range].iter().map(|&v| f64::from(v))),
        }
    }

    /// The chosen rows, copied.
    pub(super) fn gather(&self, rows: &[usize], columns: usize) -> Storage<'static> {
        match self {
            Storage::Double(values) => Storage::Double(gathered(values, rows, columns)),
            Storage::Single(values) => Storage::Single(gathered(values, rows, columns)),
            Storage::Sparse(own) => Storage::Sparse(Arc::new(own.gather(rows))),
        }
    }

    /// The numbers as they lie, where they are of double width.
    pub(super) fn doubles(&self) -> Option<&[f64]> {
        match self {
            Storage::Double(values) => Some(values),
            Storage::Single(_) | Storage::Sparse(_) => None,
        }
    }
}

fn gathered<T: Copy>(values: &[T], rows: &[usize], columns: usize) -> Numbers<'static, T> {
    let mut chosen = Vec::with_capacity(rows.len() * columns);
    rows.iter().for_each(|&i| chosen.extend_from_slice(&values[i * columns..(i + 1) * columns]));
    Numbers::Shared(Arc::new(chosen))
}
