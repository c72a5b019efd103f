//! Sums, differences and multiples, entry by entry.

use std::ops::{Add, AddAssign, Mul, MulAssign, Sub, SubAssign};

use super::{Mat, MatRef, View};

/// A factor of all entries of a matrix.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale(pub(crate) f64);

/// The entries of two matrices of one shape, put together.
fn joined(a: MatRef<'_, f64>, b: MatRef<'_, f64>, join: impl Fn(f64, f64) -> f64) -> Mat<f64> {
    assert_eq!(a.shape(), b.shape());
    Mat::from_fn(a.nrows(), a.ncols(), |i, j| join(a[(i, j)], b[(i, j)]))
}

/// Operators between everything that can be read as a matrix.
macro_rules! operators {
    ($($own:ty),*) => {$(
        impl<B: View<f64>> Add<B> for $own {
            type Output = Mat<f64>;

            fn add(self, other: B) -> Mat<f64> {
                joined(self.view(), other.view(), |a, b| a + b)
            }
        }

        impl<B: View<f64>> Sub<B> for $own {
            type Output = Mat<f64>;

            fn sub(self, other: B) -> Mat<f64> {
                joined(self.view(), other.view(), |a, b| a - b)
            }
        }

        impl Mul<Scale> for $own {
            type Output = Mat<f64>;

            fn mul(self, Scale(factor): Scale) -> Mat<f64> {
                let own = self.view();
                Mat::from_fn(own.nrows(), own.ncols(), |i, j| own[(i, j)] * factor)
            }
        }
    )*};
}

operators!(Mat<f64>, &Mat<f64>, MatRef<'_, f64>);

impl<B: View<f64>> Mul<B> for Scale {
    type Output = Mat<f64>;

    fn mul(self, other: B) -> Mat<f64> {
        other.view() * self
    }
}

impl<B: View<f64>> AddAssign<B> for Mat<f64> {
    fn add_assign(&mut self, other: B) {
        self.join(other.view(), |own, other| *own += other);
    }
}

impl<B: View<f64>> SubAssign<B> for Mat<f64> {
    fn sub_assign(&mut self, other: B) {
        self.join(other.view(), |own, other| *own -= other);
    }
}

impl MulAssign<Scale> for Mat<f64> {
    fn mul_assign(&mut self, Scale(factor): Scale) {
        self.values.iter_mut().for_each(|value| *value *= factor);
    }
}

impl Mat<f64> {
    /// Changes every entry by that of a matrix of the same shape.
    pub(crate) fn join(&mut self, other: MatRef<'_, f64>, change: impl Fn(&mut f64, f64)) {
        assert_eq!(self.shape(), other.shape());
        for j in 0..self.ncols() {
            let parts = self.col_as_slice_mut(j).iter_mut().zip(other.col(j).iter());
            parts.for_each(|(own, other)| change(own, *other));
        }
    }
}
