//! What the columns of samples have to do with the axes of a model.

use super::Model;
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;

impl Model {
    /// How far each column spreads rows along each axis: its weight times its standard deviation over the samples, both
    /// after scaling, as the map sees it. A weight alone says nothing: in smaller units the same column has a larger one.
    /// d × d0; absent for a model that has no linear map.
    ///
    /// ```
    /// use halflit::{Plan, datasets, learner::Pca};
    ///
    /// let data = datasets::ionosphere();
    /// let model = Plan::new(Pca::default()).axes(2).fit(&data)?.model;
    /// let spread = model.contributions(data.samples())?;
    /// assert_eq!(spread.map(|spread| (spread.rows(), spread.columns())), Some((2, 34)));
    /// # Ok::<(), halflit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where the samples have other columns than the training rows.
    pub fn contributions(&self, samples: &Samples<'_>) -> Result<Option<RowMatrix<'static>>> {
        let Some(projection) = self.projection() else { return Ok(None) };
        let weights = projection.components();
        let (expected, found) = (weights.columns(), samples.columns());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        let samples = self.scaler.apply(samples)?;
        Ok(Some(spread(weights, &deviations(&samples))))
    }

    /// Contributions over the rows of the fit, whose deviations the model keeps; absent where these were not at hand, too.
    pub fn spread(&self) -> Option<RowMatrix<'static>> {
        let (projection, deviations) = (self.projection()?, self.deviations.as_ref()?);
        Some(spread(projection.components(), deviations))
    }

    /// Keeps how far the columns of the rows of the fit spread.
    ///
    /// # Errors
    /// As [`Model::contributions`].
    pub(crate) fn with_deviations(mut self, samples: &Samples<'_>) -> Result<Self> {
        if self.projection().is_some() {
            self.deviations = Some(deviations(&self.scaler.apply(samples)?));
        }
        Ok(self)
    }

    /// The correlation of each column of samples with each axis of the points that they were mapped to, whatever the kind
    /// of map: d × d0, 0 for what does not vary.
    pub fn correlations(samples: &Samples<'_>, points: &RowMatrix<'_>) -> RowMatrix<'static> {
        let axes = points.columns();
        let (means, deviations) = (samples.means(), deviations(samples));
        let columns = means.len();
        let mut values = vec![0.0; axes * columns];
        let count = samples.rows().min(points.rows());
        let n: f64 = (0..count).map(|i| samples.weight(i)).sum();
        let along = |j: usize| (0..count).map(move |i| samples.weight(i) * points.row(i)[j]);
        let middle: Vec<f64> =
            (0..axes).map(|j| along(j).sum::<f64>() / n.max(f64::MIN_POSITIVE)).collect();
        let mut squares = vec![0.0; axes];
        for i in 0..count {
            let (row, weight) = (stored(samples, &means, i), samples.weight(i));
            for (axis, (point, middle)) in points.row(i).iter().zip(&middle).enumerate() {
                let along = point - middle;
                squares[axis] += weight * (along * along);
                let sums = &mut values[axis * columns..][..columns];
                for &(column, value) in &row {
                    sums[column] += weight * (along * inverse(deviations[column]) * value);
                }
            }
        }
        for (axis, sums) in values.chunks_exact_mut(columns).enumerate() {
            let length = (squares[axis] * n).sqrt();
            sums.iter_mut().for_each(|sum| *sum = finite(*sum * inverse(length)));
        }
        RowMatrix::new(values, axes, columns)
    }
}

/// The numbers of a row as they are summed. Those of sparse rows are not centred: what is along an axis sums up to 0, so that the mean
/// of a column adds nothing.
fn stored(samples: &Samples<'_>, means: &[f64], i: usize) -> Vec<(usize, f64)> {
    match samples.is_sparse() {
        true => samples.nonzeros(i),
        false => {
            let row = samples.row(i);
            row.iter().zip(means).map(|(value, mean)| value - mean).enumerate().collect()
        }
    }
}

/// Weights times deviations.
fn spread(weights: &RowMatrix<'_>, deviations: &[f64]) -> RowMatrix<'static> {
    let axis = |i: usize| weights.row(i).iter().zip(deviations).map(|(w, deviation)| w * deviation);
    let values: Vec<f64> = (0..weights.rows()).flat_map(axis).collect();
    RowMatrix::new(values, weights.rows(), weights.columns())
}

fn deviations(samples: &Samples<'_>) -> Vec<f64> {
    samples.variances().into_iter().map(f64::sqrt).collect()
}

/// 1/x, and 0 for 0.
fn inverse(x: f64) -> f64 {
    if x > 0.0 { finite(1.0 / x) } else { 0.0 }
}

fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}
