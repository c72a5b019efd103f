//! How samples lie in memory.

use std::borrow::Cow;
use std::ops::{Deref, Range};
use std::sync::Arc;

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

/// Row-major numbers of either width. Arithmetic is in f64 whatever they are.
#[derive(Debug, Clone)]
pub(super) enum Storage<'a> {
    Double(Numbers<'a, f64>),
    Single(Numbers<'a, f32>),
}

impl<'a> Storage<'a> {
    /// The same numbers, borrowed.
    pub(super) fn borrowed(&self) -> Storage<'_> {
        match self {
            Storage::Double(values) => Storage::Double(values.borrowed()),
            Storage::Single(values) => Storage::Single(values.borrowed()),
        }
    }

    /// The same numbers without a borrow.
    pub(super) fn into_owned(self) -> Storage<'static> {
        match self {
            Storage::Double(values) => Storage::Double(values.into_owned()),
            Storage::Single(values) => Storage::Single(values.into_owned()),
        }
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Storage::Double(values) => values.len(),
            Storage::Single(values) => values.len(),
        }
    }

    /// Puts the numbers of a range behind what is in `out`.
    pub(super) fn extend(&self, range: Range<usize>, out: &mut Vec<f64>) {
        match self {
            Storage::Double(values) => out.extend_from_slice(&values[range]),
            Storage::Single(values) => out.extend(values[range].iter().map(|&v| f64::from(v))),
        }
    }

    /// The chosen rows, copied.
    pub(super) fn gather(&self, rows: &[usize], columns: usize) -> Storage<'static> {
        match self {
            Storage::Double(values) => Storage::Double(gathered(values, rows, columns)),
            Storage::Single(values) => Storage::Single(gathered(values, rows, columns)),
        }
    }

    /// The numbers as they lie, where they are of double width.
    pub(super) fn doubles(&self) -> Option<&[f64]> {
        match self {
            Storage::Double(values) => Some(values),
            Storage::Single(_) => None,
        }
    }
}

fn gathered<T: Copy>(values: &[T], rows: &[usize], columns: usize) -> Numbers<'static, T> {
    let mut chosen = Vec::with_capacity(rows.len() * columns);
    rows.iter().for_each(|&i| chosen.extend_from_slice(&values[i * columns..(i + 1) * columns]));
    Numbers::Shared(Arc::new(chosen))
}
