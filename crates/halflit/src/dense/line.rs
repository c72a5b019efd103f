//! One row or column of a view.

use std::ops::Index;

/// Entries at equal distances.
#[derive(Debug)]
pub(crate) struct Line<'a, T> {
    values: &'a [T],
    start: usize,
    count: usize,
    step: isize,
}

impl<T> Clone for Line<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Line<'_, T> {}

impl<'a, T> Line<'a, T> {
    pub(super) fn new(values: &'a [T], start: usize, count: usize, step: isize) -> Self {
        Self { values, start, count, step }
    }

    /// All entries.
    pub(crate) fn iter(self) -> impl ExactSizeIterator<Item = &'a T> {
        (0..self.count).map(move |i| &self.values[self.at(i)])
    }

    /// The entries as a slice, where they lie together.
    pub(crate) fn as_slice(self) -> Option<&'a [T]> {
        match (self.count, self.step) {
            (0, _) => Some(&[]),
            (_, 1) => Some(&self.values[self.start..self.start + self.count]),
            _ => None,
        }
    }

    fn at(&self, i: usize) -> usize {
        self.start.wrapping_add_signed(i as isize * self.step)
    }
}

impl<T> Index<usize> for Line<'_, T> {
    type Output = T;

    fn index(&self, i: usize) -> &T {
        debug_assert!(i < self.count);
        &self.values[self.at(i)]
    }
}

/// Entries at equal distances, which can be changed.
#[derive(Debug)]
pub(crate) struct LineMut<'a, T> {
    values: &'a mut [T],
    count: usize,
    step: usize,
}

impl<'a, T> LineMut<'a, T> {
    pub(super) fn new(values: &'a mut [T], start: usize, count: usize, step: usize) -> Self {
        let values = if count == 0 { &mut [] } else { &mut values[start..] };
        Self { values, count, step: step.max(1) }
    }

    /// All entries.
    pub(crate) fn iter_mut(self) -> impl Iterator<Item = &'a mut T> {
        self.values.iter_mut().step_by(self.step).take(self.count)
    }

    /// The entries as a slice, where they lie together.
    pub(crate) fn as_slice_mut(&mut self) -> Option<&mut [T]> {
        (self.step == 1 || self.count <= 1).then(|| &mut self.values[..self.count])
    }
}

impl<T: Clone> LineMut<'_, T> {
    /// Takes the entries of a line of the same length.
    pub(crate) fn copy_from(mut self, other: Line<'_, T>) {
        match (self.as_slice_mut(), other.as_slice()) {
            (Some(own), Some(other)) => own.clone_from_slice(other),
            _ => self.iter_mut().zip(other.iter()).for_each(|(own, other)| *own = other.clone()),
        }
    }
}
