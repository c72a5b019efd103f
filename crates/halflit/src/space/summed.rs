//! A space of rows that were summed elsewhere, of which only some are here.

use std::sync::OnceLock;

use crate::dense::Mat;

use super::unlabel::{UnlabelScatter, UnlabelScatters};
use super::{PcaFirst, Space, SpaceChoice};
use crate::cost::UnlabelChoice;
use crate::data::{Samples, Scaler};
use crate::eigen::Span;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;

/// How many rows there are, how far they reach, and how they are scaled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Summed {
    pub(crate) weight: f64,
    pub(crate) scaler: Scaler,
    /// Of the rows as learners see them.
    pub(crate) mean: Vec<f64>,
    /// The scatter of these rows, around the mean.
    pub(crate) scatter: Mat<f64>,
}

impl Summed {
    /// Refuses a choice that looks at rows.
    pub(crate) fn check(choice: &SpaceChoice) -> Result<()> {
        Self::scaling(choice, &[], &[]).map(drop)
    }

    /// How columns of these means and variances are scaled.
    fn scaling(choice: &SpaceChoice, mean: &[f64], variances: &[f64]) -> Result<Scaler> {
        let refused = |what: String| Error::NotSummed { what };
        if let Some(kernel) = &choice.kernel {
            return Err(refused(format!("the kernel {kernel:?}")));
        }
        if choice.pca_first != PcaFirst::No {
            return Err(refused("a learner after PCA".into()));
        }
        let scaler = choice.scaling.of_variances(mean, variances);
        scaler.ok_or_else(|| refused(format!("the scaling {}", choice.scaling)))
    }

    /// From the moments of the rows as they come.
    ///
    /// # Errors
    /// [`Error::NotSummed`] for a choice that looks at rows.
    pub(crate) fn new(
        choice: &SpaceChoice,
        weight: f64,
        mean: &[f64],
        scatter: &Mat<f64>,
    ) -> Result<Self> {
        let variances: Vec<f64> =
            (0..mean.len()).map(|j| scatter[(j, j)].max(0.0) / weight).collect();
        let scaler = Self::scaling(choice, mean, &variances)?;
        let (offset, factor) = scaler.columns(mean.len());
        let moved = mean.iter().zip(&offset).zip(&factor);
        let d0 = mean.len();
        Ok(Self {
            weight,
            mean: moved.map(|((mean, offset), factor)| (mean - offset) * factor).collect(),
            scatter: Mat::from_fn(d0, d0, |i, j| scatter[(i, j)] * factor[i] * factor[j]),
            scaler,
        })
    }
}

impl<'a> Space<'a> {
    /// The space of all rows, of which `samples` are some.
    pub(crate) fn of_sums(
        samples: &'a Samples<'_>,
        choice: &SpaceChoice,
        sums: &Summed,
    ) -> Result<Self> {
        if samples.columns() != sums.mean.len() {
            let (expected, found) = (sums.mean.len(), samples.columns());
            return Err(Error::ColumnCount { expected, found });
        }
        let samples = sums.scaler.apply(samples)?;
        let span = Span::of_sums(&samples, sums.weight, sums.mean.clone(), &sums.scatter)?;
        let unlabel = UnlabelScatters::default();
        // −1/n on every pair, n ZᵀZ: see `UnlabelChoice::Variance`. A pair of a row with itself does not count.
        let variance = crate::dense::Scale(-1.0) * span.total();
        let degrees = crate::dense::Scale(1.0 / sums.weight - 1.0) * span.total();
        unlabel.put(&UnlabelChoice::Variance, 1.0, UnlabelScatter::of_sums(variance, degrees));
        Ok(Self {
            choice: choice.clone(),
            scaler: sums.scaler.clone(),
            kernel: None,
            first: None,
            samples,
            span: OnceLock::from(span),
            moments: OnceLock::new(),
            unlabel,
            summed: true,
        })
    }

    /// Takes sums over pairs of rows as learners see them: S(C^(α)) and XᵀD^(α)X, d0 × d0, rescaled.
    pub(crate) fn put_unlabel(
        &self,
        choice: &UnlabelChoice,
        alpha: f64,
        matrix: &Mat<f64>,
        degree_scatter: &Mat<f64>,
    ) -> Result<()> {
        let span = self.span()?;
        let inside = |matrix: &Mat<f64>| span.restrict(&RowMatrix::from_mat(matrix.as_ref()));
        let scatter = UnlabelScatter::of_sums(inside(matrix), inside(degree_scatter));
        self.unlabel.put(choice, alpha, scatter);
        Ok(())
    }
}
