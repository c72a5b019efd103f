//! The weighted sum of all views as one kernel of all rows, for learners that look at every row through the KPCA trick.
//!
//! This is n × n, as every kernel is there; [`Auto`](crate::Auto) does without.

use std::sync::Arc;

use faer::Mat;

use super::{Views, ViewsMap};
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::watch;

/// Columns that are asked for at once, so that no view is n × n by itself.
const BLOCK: usize = 32;

/// Views with their factors.
#[derive(Debug, Clone)]
pub(crate) struct WeighedViews {
    views: Arc<Views<'static>>,
    factors: Vec<f64>,
}

/// The same views with the same factors; views themselves are not compared.
impl PartialEq for WeighedViews {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.views, &other.views) && self.factors == other.factors
    }
}

impl WeighedViews {
    /// With these factors, or each view over its variance: then all count the same.
    pub(crate) fn new(views: Views<'_>, factors: Option<&[f64]>) -> Result<Self> {
        let views = Arc::new(views.into_owned());
        let count = views.views().len();
        let factors = match factors {
            Some(given) if given.len() == count => given.to_vec(),
            Some(given) => {
                let expected = format!("{count} factors, one for each view of these rows");
                return Err(Error::shape("the kernel", expected, given.len()));
            }
            None => {
                let over = |variance: f64| if variance > 0.0 { 1.0 / variance } else { 0.0 };
                views.variances()?.into_iter().map(|v| over(v) / count as f64).collect()
            }
        };
        Ok(Self { views, factors })
    }

    /// K: n × n.
    pub(crate) fn gram(&self) -> Result<RowMatrix<'static>> {
        let n = self.views.samples().rows();
        let mut values = vec![0.0; n * n];
        self.views.by_blocks(|columns, kernels| {
            for (kernel, factor) in kernels.iter().zip(&self.factors) {
                for (q, &j) in columns.iter().enumerate() {
                    (0..n).for_each(|i| values[i * n + j] += factor * kernel[(i, q)]);
                }
            }
        })?;
        Ok(RowMatrix::new(values, n, n))
    }

    /// x ↦ Σ_i k(x, x_i) c_i − offset for coefficients of all rows, n × d.
    pub(crate) fn map(&self, coefficients: &Mat<f64>, offset: Vec<f64>) -> Result<ViewsMap> {
        let all: Vec<usize> = (0..coefficients.nrows()).collect();
        self.views.collapse(&self.factors, &all, coefficients.as_ref(), offset)
    }
}

impl Views<'_> {
    /// Variance of the rows in the space of every view: the mean diagonal of its centred kernel.
    fn variances(&self) -> Result<Vec<f64>> {
        let n = self.written.rows() as f64;
        let mut variances = vec![0.0; self.views().len()];
        self.by_blocks(|columns, kernels| {
            for (kernel, variance) in kernels.iter().zip(&mut variances) {
                for (q, &j) in columns.iter().enumerate() {
                    *variance += kernel[(j, q)] / n - kernel.col(q).sum() / (n * n);
                }
            }
        })?;
        Ok(variances)
    }

    /// The kernels of all rows with some, for some after others.
    fn by_blocks(&self, mut visit: impl FnMut(&[usize], &[Mat<f64>])) -> Result<()> {
        let all: Vec<usize> = (0..self.written.rows()).collect();
        let stage = watch::stage("kernel of all views", all.len().div_ceil(BLOCK));
        for columns in all.chunks(BLOCK) {
            stage.advance(usize::from(columns[0] > 0))?;
            visit(columns, &self.between(&all, columns)?);
        }
        Ok(())
    }
}
