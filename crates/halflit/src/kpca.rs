//! The KPCA trick (paper, eq. 10): coordinates in which any linear learner becomes non-linear, unchanged.
//!
//! The Gram matrix is n × n by nature, with its eigenpairs [`BYTES_A_PAIR`] n² bytes, and O(n³) time.

use faer::Mat;
use serde::{Deserialize, Serialize};

use crate::data::Samples;
use crate::eigen::self_adjoint;
use crate::error::{Error, Result};
use crate::kernel::{Kernel, ResolvedKernel};
use crate::matrix::{RowMatrix, check_symmetric, symmetrize, tall_product};
use crate::memory::check_pairs;
use crate::names::named;
use crate::views::{Views, WeighedViews};
use crate::watch;

/// Memory of a fit for each pair of rows: 2.6 GB were measured for 5,000 rows.
pub(crate) const BYTES_A_PAIR: f64 = 2.6e9 / 5_000.0 / 5_000.0;
/// Rows that are mapped at once.
const MAPPED_AT_ONCE: usize = 4096;
/// Eigenvalues below this share of the largest count as zero.
const TOLERANCE: f64 = 1e-10;
/// The same for kernels of views.
const VIEWS_TOLERANCE: f64 = 1e-7;

/// What to do about a kernel that is not positive semidefinite, such as the sigmoid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NegativeEigenvalues {
    /// Refuse it, naming the eigenvalue.
    #[default]
    Refuse,
    /// Drop the negative part and report it in the diagnostics.
    Drop,
}

named!(NegativeEigenvalues, "choice about negative eigenvalues", {
    "refuse" => Refuse, "refuse such a kernel, naming the eigenvalue";
    "drop" => Drop, "drop the negative part, and report it";
});

/// Training rows seen through a kernel, and how to map new ones.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Kpca {
    /// V/√w: n × r, from centred kernel values to coordinates.
    pub(crate) map: Mat<f64>,
    /// The largest negative eigenvalue that was dropped, as a share of the largest of all.
    pub(crate) dropped_negative: f64,
    pub(crate) view: KernelView,
}

/// Centred kernel values of new rows against the training rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KernelView {
    pub(crate) kernel: ResolvedKernel,
    /// Training rows; absent for a precomputed kernel and for views, which have their own.
    pub(crate) training: Option<Samples<'static>>,
    /// The views of a kernel that is made of them.
    pub(crate) views: Option<WeighedViews>,
    /// Mean of every row of the Gram matrix.
    pub(crate) row_means: Vec<f64>,
    /// Mean of all of it.
    pub(crate) mean: f64,
}

impl Kpca {
    /// Eigenpairs of the double-centred Gram matrix, and φ, the n × r coordinates of the training rows.
    pub(crate) fn fit(
        kernel: &Kernel,
        samples: &Samples<'_>,
        negative: NegativeEigenvalues,
    ) -> Result<(Self, RowMatrix<'static>)> {
        check_pairs("a kernel", samples.rows(), BYTES_A_PAIR)?;
        let views = match kernel {
            Kernel::Views { factors } => {
                Some(WeighedViews::new(Views::of(samples)?, factors.as_deref())?)
            }
            _ => None,
        };
        let kernel = kernel.resolve(samples)?;
        let gram = match &views {
            Some(views) => views.gram()?,
            None => kernel.between(samples, samples)?,
        };
        let n = gram.rows();
        if kernel.is_precomputed() {
            check_symmetric("the kernel matrix", gram.values(), n)?;
        }
        let row_means: Vec<f64> =
            (0..n).map(|i| gram.row(i).iter().sum::<f64>() / n as f64).collect();
        let mean = row_means.iter().sum::<f64>() / n as f64;
        let mut centered =
            Mat::from_fn(n, n, |i, j| gram.row(i)[j] - row_means[i] - row_means[j] + mean);
        symmetrize(&mut centered);
        let magnitude = gram.values().iter().fold(0.0f64, |m, v| m.max(v.abs()));
        drop(gram);
        watch::check()?;
        let (values, vectors) = self_adjoint(centered.as_ref())?;
        watch::check()?;
        let (smallest, largest) = (values[0], values[n - 1]);
        if largest <= f64::EPSILON * magnitude * n as f64 {
            return Err(Error::FlatKernel);
        }
        // Views are semidefinite, but for the accuracy of their eigenpairs and polynomials, so that what is negative is dropped.
        let tolerance = if views.is_some() { VIEWS_TOLERANCE } else { TOLERANCE };
        let indefinite = smallest < -tolerance * largest;
        if indefinite && views.is_none() && negative == NegativeEigenvalues::Refuse {
            return Err(Error::IndefiniteKernel { smallest, largest });
        }
        let kept: Vec<usize> = (0..n).rev().filter(|&j| values[j] > tolerance * largest).collect();
        let root = |j: usize| values[kept[j]].sqrt();
        let map = Mat::from_fn(n, kept.len(), |i, j| vectors[(i, kept[j])] / root(j));
        let mut coordinates = vec![0.0; n * kept.len()];
        for (i, row) in coordinates.chunks_exact_mut(kept.len()).enumerate() {
            for (j, value) in row.iter_mut().enumerate() {
                *value = vectors[(i, kept[j])] * root(j);
            }
        }
        let training = (!kernel.is_precomputed() && views.is_none()).then(|| owned(samples));
        let dropped_negative = if indefinite { -smallest / largest } else { 0.0 };
        let view = KernelView { kernel, training, views, row_means, mean };
        let phi = RowMatrix::new(coordinates, n, kept.len());
        Ok((Self { map, dropped_negative, view }, phi))
    }

    /// φ of other samples.
    pub(crate) fn coordinates_of(&self, new: &Samples<'_>) -> Result<RowMatrix<'static>> {
        Ok(tall_product(&self.view.centered(new)?, self.map.as_ref()))
    }
}

impl KernelView {
    /// k(x′,·) − row means − mean k(x′,·) + total mean, m × n.
    pub(crate) fn centered(&self, new: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let values = match (&self.training, &self.views) {
            (Some(training), _) => self.kernel.between(new, training)?,
            (None, Some(views)) => {
                let n = self.row_means.len();
                views.map(&Mat::identity(n, n), vec![0.0; n])?.transform(new)?
            }
            (None, None) => self.given(new)?,
        };
        let (m, n) = (values.rows(), values.columns());
        let mut values = values.into_values();
        for row in values.chunks_exact_mut(n) {
            let own = row.iter().sum::<f64>() / n as f64;
            let shift = self.mean - own;
            row.iter_mut().zip(&self.row_means).for_each(|(v, mean)| *v += shift - mean);
        }
        Ok(RowMatrix::new(values, m, n))
    }

    /// New rows of a precomputed kernel matrix.
    fn given(&self, new: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let (expected, found) = (self.row_means.len(), new.columns());
        match expected == found {
            true => Ok(new.to_rows()),
            false => Err(Error::ColumnCount { expected, found }),
        }
    }

    /// Number of columns that new samples must have.
    pub(crate) fn input_columns(&self) -> usize {
        self.training.as_ref().map_or(self.row_means.len(), Samples::columns)
    }

    /// Maps new rows by d × n coefficients.
    pub(crate) fn transform(
        &self,
        new: &Samples<'_>,
        coefficients: &RowMatrix<'_>,
    ) -> Result<RowMatrix<'static>> {
        // In blocks: kernel values of all rows at once would take m × n numbers.
        let (m, d) = (new.rows(), coefficients.rows());
        let mut mapped = Vec::with_capacity(m * d);
        let rows: Vec<usize> = (0..m).collect();
        for block in rows.chunks(MAPPED_AT_ONCE) {
            watch::check()?;
            let some = new.gather(block);
            let points = tall_product(&self.centered(&some)?, coefficients.as_mat().transpose());
            mapped.extend_from_slice(points.values());
        }
        Ok(RowMatrix::new(mapped, m, d))
    }
}

fn owned(samples: &Samples<'_>) -> Samples<'static> {
    let all: Vec<usize> = (0..samples.rows()).collect();
    samples.gather(&all)
}
