//! The span of wide data from the inner products of their rows: nothing d0 × d0 and no basis of d0 × r numbers.
//!
//! With K = Xc Xcᵀ = U Σ² Uᵀ the axes Xcᵀ U Σ⁻¹ are orthonormal and the rows have the coordinates U Σ. Inner products square the
//! condition number, so this is for rows that are clearly independent; for others there is a basis of their own.

use crate::dense::{Mat, MatRef};

use super::decomposition::{cholesky, self_adjoint, solve_lower};
use super::extent::Extent;
use crate::data::Samples;
use crate::error::Result;
use crate::matrix::{RowMatrix, add_scaled, product, sum_blocks};
use crate::threads::*;
use crate::watch;

/// K's smallest eigenvalue but the one that centring makes zero, as a share of the largest: below it digits are lost.
const INDEPENDENT: f64 = 1e-5;
/// Columns that are met at once.
const COLUMN_BLOCK: usize = 512;

/// Axes as combinations of the rows.
#[derive(Debug, Clone)]
pub(super) struct RowBasis<'a> {
    samples: Samples<'a>,
    mean: Vec<f64>,
    /// 1 for a column that varies, 0 for one that does not.
    kept: Vec<f64>,
    /// U Σ⁻¹, n × r.
    coefficients: Mat<f64>,
}

/// The span of rows that are independent.
pub(super) struct Wide<'a> {
    pub(super) basis: RowBasis<'a>,
    pub(super) coordinates: RowMatrix<'static>,
    pub(super) extent: Extent,
}

impl<'a> Wide<'a> {
    /// Nothing where the rows are not clearly independent. `varying` are the columns that vary, `scale` their lengths.
    pub(super) fn of(
        samples: &Samples<'a>,
        mean: &[f64],
        varying: &[usize],
        scale: &[f64],
    ) -> Result<Option<Self>> {
        let n = samples.rows();
        let spread_out = |values: &dyn Fn(usize) -> f64| {
            let mut all = vec![0.0; samples.columns()];
            varying.iter().enumerate().for_each(|(k, &j)| all[j] = values(k));
            all
        };
        let kept = spread_out(&|_| 1.0);
        let (values, vectors) = self_adjoint(inner_products(samples, mean, &kept).as_ref())?;
        watch::check()?;
        let (zero, largest) = (values[0], values[n - 1]);
        if n < 2 || zero > INDEPENDENT * largest || values[1] < INDEPENDENT * largest {
            return Ok(None);
        }
        let roots: Vec<f64> = values[1..].iter().map(|value| value.sqrt()).collect();
        let directions = vectors.as_ref().subcols(1, n - 1);
        let weighed = |factor: &dyn Fn(f64) -> f64| {
            Mat::from_fn(n, n - 1, |i, j| directions[(i, j)] * factor(roots[j]))
        };
        let coordinates = weighed(&|root| root);
        // M = k (Qᵀ V⁻¹ Q)⁻¹ is k Zᵀ K̃⁺ Z / n, K̃ the inner products with columns of unit length. What centring makes zero is the
        // same combination of rows in both.
        let unit = spread_out(&|k| 1.0 / scale[k]);
        let mut products = inner_products(samples, mean, &unit);
        let along = vectors.subcols(0, 1);
        let size = products.norm_max();
        add_scaled(&mut products, size, product(along, along.transpose()).as_ref());
        let Some(factor) = cholesky(&products) else { return Ok(None) };
        let mut seen = coordinates.clone();
        solve_lower(factor.as_ref(), seen.as_mut());
        let root = seen.transpose().to_owned();
        let extent = Extent::of_columns(&root, varying.len(), samples.total_weight());
        let coefficients = weighed(&|root| 1.0 / root);
        let basis = RowBasis { samples: samples.clone(), mean: mean.to_vec(), kept, coefficients };
        let coordinates = RowMatrix::from_mat(coordinates.as_ref());
        Ok(Some(Self { basis, coordinates, extent }))
    }
}

impl RowBasis<'_> {
    /// Axes given in coordinates of the span (r × d), in those of the input (d0 × d).
    pub(super) fn lift(&self, axes: MatRef<'_, f64>) -> Mat<f64> {
        let weights = product(self.coefficients.as_ref(), axes);
        let (n, d0) = (self.samples.rows(), self.samples.columns());
        let starts: Vec<usize> = (0..d0).step_by(COLUMN_BLOCK).collect();
        let part = |&start: &usize| {
            let columns = start..(start + COLUMN_BLOCK).min(d0);
            let (width, mut room) = (columns.len(), Vec::new());
            self.samples.centered_columns(columns, &self.mean, &self.kept, &mut room);
            let block = MatRef::from_row_major_slice(&room, n, width);
            product(block.transpose(), weights.as_ref())
        };
        let parts: Vec<Mat<f64>> = starts.par_iter().map(part).collect();
        let mut lifted = Mat::zeros(d0, axes.ncols());
        for (start, part) in starts.into_iter().zip(&parts) {
            lifted.as_mut().subrows_mut(start, part.nrows()).copy_from(part);
        }
        lifted
    }
}

/// Inner products of the centred rows, every column times its factor: n × n.
fn inner_products(samples: &Samples<'_>, mean: &[f64], factor: &[f64]) -> Mat<f64> {
    let n = samples.rows();
    let sums = sum_blocks(samples.columns(), n, |columns, sums, room| {
        let width = columns.len();
        samples.centered_columns(columns, mean, factor, room);
        let block = MatRef::from_row_major_slice(room, n, width).transpose();
        sums.add_gram(block, block);
    });
    sums.into_matrix()
}
