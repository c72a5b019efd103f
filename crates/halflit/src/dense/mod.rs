//! Dense matrices: storage, views and arithmetic entry by entry.
//!
//! Nothing here sums. Sums and products have one order on every processor, and are made in `lanes.rs` and `products.rs`.
//!
//! | type | what |
//! |---|---|
//! | [`Mat`] | a matrix that is stored column after column |
//! | [`MatRef`], [`MatMut`] | a view of any layout: parts, transposes, rows one after the other |
//! | [`Line`], [`LineMut`] | one row or column of a view |
//! | [`Scale`] | a factor of all entries |

mod arithmetic;
mod line;
mod view;

pub(crate) use arithmetic::Scale;
pub(crate) use line::{Line, LineMut};
pub(crate) use view::{MatMut, MatRef, View};

use std::ops::{Index, IndexMut};

/// A matrix that is stored column after column.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mat<T> {
    values: Vec<T>,
    rows: usize,
    columns: usize,
}

impl<T> Mat<T> {
    /// The matrix with these entries, asked for column after column.
    pub(crate) fn from_fn(
        rows: usize,
        columns: usize,
        mut entry: impl FnMut(usize, usize) -> T,
    ) -> Self {
        let mut values = Vec::with_capacity(rows * columns);
        for j in 0..columns {
            values.extend((0..rows).map(|i| entry(i, j)));
        }
        Self { values, rows, columns }
    }

    /// Number of rows.
    pub(crate) fn nrows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub(crate) fn ncols(&self) -> usize {
        self.columns
    }

    /// Numbers of rows and of columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// The whole matrix as a view.
    pub(crate) fn as_ref(&self) -> MatRef<'_, T> {
        MatRef::from_column_major_slice(&self.values, self.rows, self.columns)
    }

    /// The whole matrix as a view through which it can be changed.
    pub(crate) fn as_mut(&mut self) -> MatMut<'_, T> {
        MatMut::from_column_major_slice_mut(&mut self.values, self.rows, self.columns)
    }

    /// The transposed matrix, as a view.
    pub(crate) fn transpose(&self) -> MatRef<'_, T> {
        self.as_ref().transpose()
    }

    /// Some consecutive columns.
    pub(crate) fn subcols(&self, start: usize, count: usize) -> MatRef<'_, T> {
        self.as_ref().subcols(start, count)
    }

    /// Column `j`.
    pub(crate) fn col(&self, j: usize) -> Line<'_, T> {
        self.as_ref().col(j)
    }

    /// Column `j`, through which it can be changed.
    pub(crate) fn col_mut(&mut self, j: usize) -> LineMut<'_, T> {
        self.as_mut().into_col(j)
    }

    /// Column `j` as it is stored.
    pub(crate) fn col_as_slice(&self, j: usize) -> &[T] {
        &self.values[j * self.rows..(j + 1) * self.rows]
    }

    /// Column `j` as it is stored.
    pub(crate) fn col_as_slice_mut(&mut self, j: usize) -> &mut [T] {
        &mut self.values[j * self.rows..(j + 1) * self.rows]
    }

    /// All entries, column after column.
    pub(crate) fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// All columns.
    pub(crate) fn col_iter(&self) -> impl Iterator<Item = Line<'_, T>> {
        (0..self.columns).map(|j| self.col(j))
    }
}

impl<T: Clone + Default> Mat<T> {
    /// A matrix of zeros.
    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        Self { values: vec![T::default(); rows * columns], rows, columns }
    }
}

impl Mat<f64> {
    /// Ones on the diagonal.
    pub(crate) fn identity(rows: usize, columns: usize) -> Self {
        Self::from_fn(rows, columns, |i, j| f64::from(u8::from(i == j)))
    }

    /// The largest magnitude of an entry; not a number where one is not.
    pub(crate) fn norm_max(&self) -> f64 {
        self.as_ref().norm_max()
    }
}

impl<T> Index<(usize, usize)> for Mat<T> {
    type Output = T;

    fn index(&self, (i, j): (usize, usize)) -> &T {
        debug_assert!(i < self.rows);
        &self.values[j * self.rows + i]
    }
}

impl<T> IndexMut<(usize, usize)> for Mat<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        debug_assert!(i < self.rows);
        &mut self.values[j * self.rows + i]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(rows: usize, columns: usize) -> Mat<f64> {
        Mat::from_fn(rows, columns, |i, j| (10 * i + j) as f64)
    }

    #[test]
    fn views_are_parts_of_what_they_view() {
        let matrix = numbered(4, 5);
        let part = matrix.as_ref().submatrix(1, 2, 3, 2);
        assert_eq!(part.shape(), (3, 2));
        assert_eq!((part[(0, 0)], part[(2, 1)]), (12.0, 33.0));
        assert_eq!(part.transpose()[(1, 2)], 33.0);
        let turned = part.reverse_cols();
        assert_eq!((turned[(0, 0)], turned[(0, 1)]), (13.0, 12.0));
        assert_eq!(turned.subcols(1, 1).to_owned(), part.subcols(0, 1).to_owned());
        let row: Vec<f64> = turned.row(2).iter().copied().collect();
        assert_eq!(row, [33.0, 32.0]);
        assert_eq!(turned.transpose().col(2).iter().sum::<f64>(), 65.0);
        assert_eq!((part.row_stride(), part.col_stride()), (1, 4));
        assert!(matrix.as_ref().subrows(4, 0).to_owned().shape() == (0, 5));
        assert_eq!(matrix.as_ref().subcols(5, 0).col_iter().count(), 0);
    }

    #[test]
    fn rows_one_after_the_other_are_the_transpose_of_columns() {
        let values: Vec<f64> = (0..6).map(f64::from).collect();
        let by_rows = MatRef::from_row_major_slice(&values, 2, 3);
        let by_columns = MatRef::from_column_major_slice(&values, 3, 2);
        assert_eq!(by_rows.to_owned(), by_columns.transpose().to_owned());
        assert_eq!(by_rows.row(1).as_slice(), Some(&values[3..]));
        assert_eq!(by_rows.col(1).as_slice(), None);
    }

    #[test]
    fn what_is_written_through_a_view_is_in_the_matrix() {
        let mut matrix = Mat::<f64>::zeros(3, 4);
        matrix.as_mut().submatrix_mut(1, 1, 2, 2).fill(7.0);
        matrix.as_mut().transpose_mut().row_mut(3).iter_mut().for_each(|value| *value = 1.0);
        let (mut left, mut right) = matrix.as_mut().split_at_col_mut(1);
        left[(2, 0)] = 5.0;
        right.as_mut().subrows_mut(0, 1).copy_from(numbered(1, 3).as_ref());
        let expected = [[0.0, 0.0, 1.0, 2.0], [0.0, 7.0, 7.0, 1.0], [5.0, 7.0, 7.0, 1.0]];
        assert_eq!(matrix, Mat::from_fn(3, 4, |i, j| expected[i][j]));
    }

    #[test]
    fn arithmetic_goes_entry_by_entry() {
        let (a, b) = (numbered(2, 3), Mat::from_fn(2, 3, |_, _| 2.0));
        let mut sum = &a + &b;
        assert_eq!(sum[(1, 2)], 14.0);
        assert_eq!(a.clone() - b.as_ref(), Mat::from_fn(2, 3, |i, j| a[(i, j)] - 2.0));
        sum += &b;
        sum *= Scale(0.5);
        assert_eq!(sum, Scale(0.5) * (&a + &b + &b));
        assert_eq!((a - sum).norm_max(), 4.0);
        assert!(Mat::from_fn(2, 1, |i, _| [f64::NAN, 1.0][i]).norm_max().is_nan());
    }

    #[test]
    #[should_panic]
    fn a_part_beyond_the_end_is_refused() {
        numbered(2, 3).as_ref().subrows(1, 2);
    }

    #[test]
    #[should_panic]
    fn shapes_that_differ_are_not_added() {
        let _ = numbered(2, 3) + numbered(3, 2);
    }
}
