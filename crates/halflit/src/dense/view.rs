//! Views of matrices, whatever their layout: an entry lies where it began, so many steps down and so many across.

use std::ops::{Index, IndexMut};

use super::{Line, LineMut, Mat};

/// Where the entries of a matrix lie in a slice.
#[derive(Debug, Clone, Copy)]
struct Layout {
    start: usize,
    rows: usize,
    columns: usize,
    down: isize,
    across: isize,
}

impl Layout {
    fn by_rows(rows: usize, columns: usize) -> Self {
        Self { start: 0, rows, columns, down: columns as isize, across: 1 }
    }

    fn by_columns(rows: usize, columns: usize) -> Self {
        Self { start: 0, rows, columns, down: 1, across: rows as isize }
    }

    fn at(&self, i: usize, j: usize) -> usize {
        let steps = i as isize * self.down + j as isize * self.across;
        self.start.wrapping_add_signed(steps)
    }

    fn transposed(self) -> Self {
        let Self { start, rows, columns, down, across } = self;
        Self { start, rows: columns, columns: rows, down: across, across: down }
    }

    fn part(self, top: usize, left: usize, rows: usize, columns: usize) -> Self {
        assert!(
            top + rows <= self.rows && left + columns <= self.columns,
            "a part beyond the matrix"
        );
        // A part without entries lies nowhere.
        let start = if rows * columns == 0 { self.start } else { self.at(top, left) };
        Self { start, rows, columns, ..self }
    }
}

/// A matrix that is stored elsewhere.
#[derive(Debug)]
pub(crate) struct MatRef<'a, T> {
    values: &'a [T],
    layout: Layout,
}

impl<T> Clone for MatRef<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for MatRef<'_, T> {}

impl<'a, T> MatRef<'a, T> {
    /// Rows one after the other.
    pub(crate) fn from_row_major_slice(values: &'a [T], rows: usize, columns: usize) -> Self {
        assert_eq!(values.len(), rows * columns);
        Self { values, layout: Layout::by_rows(rows, columns) }
    }

    /// Columns one after the other.
    pub(crate) fn from_column_major_slice(values: &'a [T], rows: usize, columns: usize) -> Self {
        assert_eq!(values.len(), rows * columns);
        Self { values, layout: Layout::by_columns(rows, columns) }
    }

    /// Number of rows.
    pub(crate) fn nrows(&self) -> usize {
        self.layout.rows
    }

    /// Number of columns.
    pub(crate) fn ncols(&self) -> usize {
        self.layout.columns
    }

    /// Numbers of rows and of columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.layout.rows, self.layout.columns)
    }

    /// Steps from a row to the next.
    pub(crate) fn row_stride(&self) -> isize {
        self.layout.down
    }

    /// Steps from a column to the next.
    pub(crate) fn col_stride(&self) -> isize {
        self.layout.across
    }

    fn with(self, layout: Layout) -> Self {
        Self { layout, ..self }
    }

    /// The transposed matrix.
    pub(crate) fn transpose(self) -> Self {
        self.with(self.layout.transposed())
    }

    /// The part of so many rows and columns that begins at a row and a column.
    pub(crate) fn submatrix(self, top: usize, left: usize, rows: usize, columns: usize) -> Self {
        self.with(self.layout.part(top, left, rows, columns))
    }

    /// Some consecutive rows.
    pub(crate) fn subrows(self, start: usize, count: usize) -> Self {
        self.submatrix(start, 0, count, self.ncols())
    }

    /// Some consecutive columns.
    pub(crate) fn subcols(self, start: usize, count: usize) -> Self {
        self.submatrix(0, start, self.nrows(), count)
    }

    /// The columns from the last to the first.
    pub(crate) fn reverse_cols(self) -> Self {
        let Layout { rows, columns, across, start, .. } = self.layout;
        let start = if rows * columns == 0 { start } else { self.layout.at(0, columns - 1) };
        self.with(Layout { start, across: -across, ..self.layout })
    }

    /// Row `i`.
    pub(crate) fn row(self, i: usize) -> Line<'a, T> {
        self.transpose().col(i)
    }

    /// Column `j`.
    pub(crate) fn col(self, j: usize) -> Line<'a, T> {
        assert!(j < self.ncols(), "a column beyond the matrix");
        Line::new(self.values, self.layout.at(0, j), self.layout.rows, self.layout.down)
    }

    /// All columns.
    pub(crate) fn col_iter(self) -> impl Iterator<Item = Line<'a, T>> {
        (0..self.ncols()).map(move |j| self.col(j))
    }

    /// All rows.
    pub(crate) fn row_iter(self) -> impl Iterator<Item = Line<'a, T>> {
        self.transpose().col_iter()
    }
}

impl<T: Clone> MatRef<'_, T> {
    /// A copy, stored column after column.
    pub(crate) fn to_owned(self) -> Mat<T> {
        Mat::from_fn(self.nrows(), self.ncols(), |i, j| self[(i, j)].clone())
    }
}

impl MatRef<'_, f64> {
    /// The largest magnitude of an entry; not a number where one is not.
    pub(crate) fn norm_max(self) -> f64 {
        let larger = |most: f64, value: &f64| match most.is_nan() || value.is_nan() {
            true => f64::NAN,
            false => most.max(value.abs()),
        };
        self.col_iter().fold(0.0, |most, column| column.iter().fold(most, larger))
    }
}

impl<T> Index<(usize, usize)> for MatRef<'_, T> {
    type Output = T;

    fn index(&self, (i, j): (usize, usize)) -> &T {
        debug_assert!(i < self.nrows() && j < self.ncols());
        &self.values[self.layout.at(i, j)]
    }
}

/// What can be read as a matrix.
pub(crate) trait View<T> {
    /// The whole matrix.
    fn view(&self) -> MatRef<'_, T>;
}

impl<T> View<T> for Mat<T> {
    fn view(&self) -> MatRef<'_, T> {
        self.as_ref()
    }
}

impl<T> View<T> for &Mat<T> {
    fn view(&self) -> MatRef<'_, T> {
        self.as_ref()
    }
}

impl<T> View<T> for MatRef<'_, T> {
    fn view(&self) -> MatRef<'_, T> {
        *self
    }
}

/// A matrix that is stored elsewhere, and can be changed. All steps lead forward.
#[derive(Debug)]
pub(crate) struct MatMut<'a, T> {
    values: &'a mut [T],
    layout: Layout,
}

impl<'a, T> MatMut<'a, T> {
    /// Rows one after the other.
    pub(crate) fn from_row_major_slice_mut(
        values: &'a mut [T],
        rows: usize,
        columns: usize,
    ) -> Self {
        assert_eq!(values.len(), rows * columns);
        Self { values, layout: Layout::by_rows(rows, columns) }
    }

    /// Columns one after the other.
    pub(crate) fn from_column_major_slice_mut(
        values: &'a mut [T],
        rows: usize,
        columns: usize,
    ) -> Self {
        assert_eq!(values.len(), rows * columns);
        Self { values, layout: Layout::by_columns(rows, columns) }
    }

    /// Number of rows.
    pub(crate) fn nrows(&self) -> usize {
        self.layout.rows
    }

    /// Number of columns.
    pub(crate) fn ncols(&self) -> usize {
        self.layout.columns
    }

    /// Numbers of rows and of columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.layout.rows, self.layout.columns)
    }

    /// Steps from a column to the next.
    pub(crate) fn col_stride(&self) -> isize {
        self.layout.across
    }

    /// This view, to read.
    pub(crate) fn as_ref(&self) -> MatRef<'_, T> {
        MatRef { values: self.values, layout: self.layout }
    }

    /// This view, lent out.
    pub(crate) fn as_mut(&mut self) -> MatMut<'_, T> {
        MatMut { values: self.values, layout: self.layout }
    }

    /// The transposed matrix.
    pub(crate) fn transpose_mut(self) -> Self {
        Self { layout: self.layout.transposed(), ..self }
    }

    /// The part of so many rows and columns that begins at a row and a column.
    pub(crate) fn submatrix_mut(
        self,
        top: usize,
        left: usize,
        rows: usize,
        columns: usize,
    ) -> Self {
        Self { layout: self.layout.part(top, left, rows, columns), ..self }
    }

    /// Some consecutive rows.
    pub(crate) fn subrows_mut(self, start: usize, count: usize) -> Self {
        let columns = self.ncols();
        self.submatrix_mut(start, 0, count, columns)
    }

    /// Some consecutive columns.
    pub(crate) fn subcols_mut(self, start: usize, count: usize) -> Self {
        let rows = self.nrows();
        self.submatrix_mut(0, start, rows, count)
    }

    /// The columns before `at` and the others, of a matrix whose columns lie one after the other.
    pub(crate) fn split_at_col_mut(self, at: usize) -> (Self, Self) {
        let Layout { start, rows, columns, down, across } = self.layout;
        assert!(at <= columns && down * rows as isize <= across, "columns that lie apart");
        // The first of the others, or the end where there are none.
        let end = self.values.len();
        let middle = if at < columns { self.layout.at(0, at).min(end) } else { end };
        let (left, right) = self.values.split_at_mut(middle);
        let layout = |start: usize, columns: usize| Layout { start, columns, ..self.layout };
        (
            Self { values: left, layout: layout(start, at) },
            Self { values: right, layout: layout(0, columns - at) },
        )
    }

    /// Row `i`.
    pub(crate) fn row_mut(&mut self, i: usize) -> LineMut<'_, T> {
        self.as_mut().transpose_mut().into_col(i)
    }

    /// Column `j`.
    pub(crate) fn col_mut(&mut self, j: usize) -> LineMut<'_, T> {
        self.as_mut().into_col(j)
    }

    pub(super) fn into_col(self, j: usize) -> LineMut<'a, T> {
        assert!(j < self.ncols(), "a column beyond the matrix");
        let Layout { rows, down, .. } = self.layout;
        LineMut::new(self.values, self.layout.at(0, j), rows, down.unsigned_abs())
    }
}

impl<T: Clone> MatMut<'_, T> {
    /// Sets all entries.
    pub(crate) fn fill(&mut self, value: T) {
        for j in 0..self.ncols() {
            self.col_mut(j).iter_mut().for_each(|entry| *entry = value.clone());
        }
    }

    /// Takes the entries of a matrix of the same shape.
    pub(crate) fn copy_from(&mut self, other: impl View<T>) {
        let other = other.view();
        assert_eq!(self.shape(), other.shape());
        // Along what lies together in both, or at least here.
        if self.layout.across == 1 {
            let mut own = self.as_mut().transpose_mut();
            for i in 0..own.ncols() {
                own.col_mut(i).copy_from(other.row(i));
            }
        } else {
            for j in 0..self.ncols() {
                self.col_mut(j).copy_from(other.col(j));
            }
        }
    }
}

impl<T> Index<(usize, usize)> for MatMut<'_, T> {
    type Output = T;

    fn index(&self, (i, j): (usize, usize)) -> &T {
        debug_assert!(i < self.nrows() && j < self.ncols());
        &self.values[self.layout.at(i, j)]
    }
}

impl<T> IndexMut<(usize, usize)> for MatMut<'_, T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        debug_assert!(i < self.nrows() && j < self.ncols());
        &mut self.values[self.layout.at(i, j)]
    }
}
