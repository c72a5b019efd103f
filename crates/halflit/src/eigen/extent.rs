//! M: how far the rows reach, so that zᵀ M⁻¹ z is 1 on average over all rows. What a constraint is shrunk towards.

use crate::dense::{Mat, MatRef};

use super::pencil::relative_trace;
use crate::error::{Error, Result};
use crate::matrix::{add_scaled, congruence, product, symmetrize, trace};

/// A multiple of the columns' variances where there are columns, of the identity where there are none.
#[derive(Debug, Clone)]
pub(crate) enum Extent {
    /// m I: coordinates of a kernel, of which none has units of its own.
    Alike(f64),
    /// Follows the units of every column.
    ByColumns(Mat<f64>),
}

impl Extent {
    /// With V the variances of the k columns that vary and Q the basis of the span, M = k (Qᵀ V⁻¹ Q)⁻¹: of all axes that
    /// give the rows the same values, the one that is shortest by V counts, so that units do not matter where columns are
    /// collinear either. Q R = diag(√(n V)) V_r with orthonormal V_r makes it k R Rᵀ / n, without an inverse.
    pub(super) fn of_columns(root: &Mat<f64>, columns: usize, rows: f64) -> Self {
        let mut matrix = product(root.as_ref(), root.transpose());
        matrix *= crate::dense::Scale(columns as f64 / rows);
        symmetrize(&mut matrix);
        Extent::ByColumns(matrix)
    }

    /// The extent where the k columns are independent, so that they are the basis themselves: k V.
    pub(super) fn of_independent(lengths: &[f64], rows: f64) -> Self {
        let k = lengths.len();
        let variance = |i: usize| lengths[i] * lengths[i] / rows;
        Extent::ByColumns(Mat::from_fn(k, k, |i, j| match i == j {
            true => k as f64 * variance(i),
            false => 0.0,
        }))
    }

    /// The mean squared length of a row, in every direction alike.
    pub(crate) fn alike(total: &Mat<f64>, rows: f64) -> Self {
        Extent::Alike(trace(total.as_ref()) / rows)
    }

    /// The extent on some axes only, where the rows have the scatter `total`.
    pub(crate) fn along(&self, axes: MatRef<'_, f64>, total: &Mat<f64>, rows: f64) -> Result<Self> {
        let Extent::ByColumns(matrix) = self else { return Ok(Self::alike(total, rows)) };
        let mut seen = congruence(matrix.as_ref(), axes);
        let mean = relative_trace(total, &seen).ok_or(Error::NotPositiveDefinite { ridge: 0.0 })?;
        seen *= crate::dense::Scale(mean / rows);
        Ok(Extent::ByColumns(seen))
    }

    /// `matrix + factor · M`.
    pub(crate) fn add_to(&self, matrix: &mut Mat<f64>, factor: f64) {
        match self {
            Extent::Alike(m) => (0..matrix.nrows()).for_each(|i| matrix[(i, i)] += factor * m),
            Extent::ByColumns(own) => add_scaled(matrix, factor, own.as_ref()),
        }
    }

    /// tr(M⁻¹ A), which is free of units.
    pub(crate) fn relative_trace(&self, matrix: &Mat<f64>) -> f64 {
        match self {
            Extent::Alike(m) => trace(matrix.as_ref()) / m,
            Extent::ByColumns(own) => relative_trace(matrix, own).unwrap_or(0.0),
        }
    }

    /// The share of ε M in B + ε M, by traces relative to M.
    pub(crate) fn share(&self, matrix: &Mat<f64>, epsilon: f64) -> f64 {
        let added = epsilon * matrix.nrows() as f64;
        added / (added + self.relative_trace(matrix))
    }
}
