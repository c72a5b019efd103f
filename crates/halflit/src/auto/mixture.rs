//! How much every view says: weights by rows left out.

use crate::dense::{Mat, Scale};

use super::eigenpairs::Eigenpairs;
use super::kernel::{center_columns, unit_variance};
use super::labeled_rows::LabeledRows;
use super::leave_one_out::{LeaveOneOut, keenness, leave_one_out};
use crate::elementary::exp;
use crate::error::{Error, Result};
use crate::matrix::add_scaled;
use crate::threads::*;
use crate::views::{Breadth, Prefix, ViewShare, Views};
use crate::watch;

/// Labeled rows that weights are chosen by; more would add little, and cost ℓ³ for every view.
const WEIGHED: usize = 300;
/// Columns that every view is asked for at once.
const COLUMNS_AT_ONCE: usize = 32;
/// A view whose variance is a smaller share of its largest value has none, but for rounding.
const FLAT: f64 = 1e-12;
/// Labeled rows that nearly coincide in a view would blow it up if it were divided by their variance alone: it counts as at least this
/// share of the variance over all rows.
const VARIANCE_FLOOR: f64 = 0.5;
/// A view with a smaller share is left out.
const SMALLEST_SHARE: f64 = 1e-4;

/// The weights of all views.
pub(super) struct Mixture {
    /// Shares that sum to 1.
    pub(super) shares: Vec<f64>,
    /// The same over the variance of each view: the factors of the kernel values.
    pub(super) factors: Vec<f64>,
    /// What each view gets wrong on rows left out.
    pub(super) losses: Vec<f64>,
}

impl Mixture {
    /// Weighs views by what they say about rows left out.
    pub(super) fn of(views: &Views<'_>, task: &LabeledRows, others: &[usize]) -> Result<Self> {
        let positions = task.some(WEIGHED);
        let rows = task.at(&positions);
        let (targets, counts) = (task.targets(&positions), task.counting(&positions));
        // Other rows that will be asked for are asked for at once, where all labeled rows are weighed.
        let others = if positions.len() == task.rows.len() { others } else { &[] };
        let looks = Looks::of(views, &rows, others)?;
        let (prefixes, variances) = (views.prefixes(), views.variances()?);
        let stage = watch::stage("views weighed", prefixes.len());
        let alone: Vec<Option<(f64, LeaveOneOut)>> = prefixes
            .par_iter()
            .zip(variances)
            .enumerate()
            .map(|(view, (prefix, &over_all))| {
                stage.advance(1)?;
                let least = VARIANCE_FLOOR * over_all;
                let Some((variance, pairs)) = looks.alone(view, *prefix, least)? else {
                    return Ok(None);
                };
                Ok(Some((variance, leave_one_out(&pairs, &targets, &counts)?)))
            })
            .collect::<Result<_>>()?;
        drop(stage);
        let losses: Vec<f64> = alone
            .iter()
            .map(|view| view.as_ref().map_or(f64::INFINITY, |(_, view)| view.loss))
            .collect();
        let shares = shares(&losses, &views.priors(), keenness(rows.len()))?;
        let over = |(share, view): (&f64, &Option<(f64, _)>)| match view {
            Some((variance, _)) => share / variance,
            None => 0.0,
        };
        let factors: Vec<f64> = shares.iter().zip(&alone).map(over).collect();
        Ok(Self { shares, factors, losses })
    }

    /// These views and others, which have a share of the whole.
    pub(super) fn joined(self, others: Self, share: f64) -> Self {
        let both = |own: Vec<f64>, others: Vec<f64>| -> Vec<f64> {
            let own = own.into_iter().map(|value| (1.0 - share) * value);
            own.chain(others.into_iter().map(|value| share * value)).collect()
        };
        let losses = self.losses.into_iter().chain(others.losses).collect();
        Self {
            shares: both(self.shares, others.shares),
            factors: both(self.factors, others.factors),
            losses,
        }
    }

    /// Σ_v factor_v K_v.
    pub(super) fn combine(&self, kernels: &[Mat<f64>]) -> Mat<f64> {
        let mut sum = Mat::zeros(kernels[0].nrows(), kernels[0].ncols());
        for (kernel, &factor) in kernels.iter().zip(&self.factors) {
            if factor > 0.0 {
                add_scaled(&mut sum, factor, kernel.as_ref());
            }
        }
        sum
    }

    /// The kernel of the mixture between labeled rows, other rows and reference rows on the one side, and anchors on the other. Values
    /// that were asked for when views were weighed are known.
    pub(super) fn kernel(
        &self,
        views: &Views<'_>,
        task: &LabeledRows,
        others: &[usize],
        anchors: &[usize],
    ) -> Result<Mat<f64>> {
        if task.rows.len() > WEIGHED {
            let down = task.rows.iter().chain(others).chain(views.references());
            return self.between(views, &down.copied().collect::<Vec<_>>(), anchors);
        }
        let own = self.combine(&views.gram(&task.rows, others)?);
        let references = views.reference_kernel(&task.rows, &self.factors)?;
        let count = own.nrows();
        Ok(Mat::from_fn(count + references.nrows(), own.ncols(), |i, j| match i < count {
            true => own[(i, j)],
            false => references[(i - count, j)],
        }))
    }

    /// The kernel between some rows and others, for some columns after others: views are many.
    pub(super) fn between(
        &self,
        views: &Views<'_>,
        rows: &[usize],
        columns: &[usize],
    ) -> Result<Mat<f64>> {
        let mut sum = Mat::zeros(rows.len(), columns.len());
        let stage = watch::stage("labeled rows", columns.len().div_ceil(COLUMNS_AT_ONCE));
        for (block, some) in columns.chunks(COLUMNS_AT_ONCE).enumerate() {
            stage.advance(usize::from(block > 0))?;
            let part = self.combine(&views.between(rows, some, Some(&self.factors))?);
            let start = block * COLUMNS_AT_ONCE;
            sum.as_mut().subcols_mut(start, some.len()).copy_from(part);
        }
        Ok(sum)
    }

    /// √ω: what every column of Φ is multiplied by, so that inner products are those of the mixture of thin views.
    pub(super) fn feature_weights(&self, prefixes: &[Option<Prefix>], columns: usize) -> Vec<f64> {
        let mut weights = vec![0.0; columns];
        for (prefix, factor) in prefixes.iter().zip(&self.factors) {
            if let Some(Prefix { start, axes }) = *prefix {
                weights[start..start + axes].iter_mut().for_each(|weight| *weight += factor);
            }
        }
        weights.into_iter().map(f64::sqrt).collect()
    }

    /// What a user may want to know about every view, the largest share first.
    pub(super) fn report(&self, views: &Views<'_>) -> Vec<ViewShare> {
        let numbers = self.shares.iter().zip(&self.losses);
        let own = views.views().into_iter().zip(numbers);
        let mut shares: Vec<ViewShare> = own
            .map(|((columns, view), (&share, &loss))| {
                let loss = loss.is_finite().then_some(loss);
                ViewShare { columns, view, share, loss }
            })
            .collect();
        shares.sort_by(|a, b| b.share.total_cmp(&a.share));
        shares
    }
}

/// prior · exp(−keenness (loss − smallest)), to sum 1; nothing is left of the smallest.
fn shares(losses: &[f64], priors: &[f64], keen: f64) -> Result<Vec<f64>> {
    let smallest = losses.iter().copied().fold(f64::INFINITY, f64::min);
    if smallest == f64::INFINITY {
        return Err(Error::FlatKernel);
    }
    let weigh = |(loss, prior): (&f64, &f64)| prior * exp(-keen * (loss - smallest));
    let raw: Vec<f64> = losses.iter().zip(priors).map(weigh).collect();
    let least = SMALLEST_SHARE * raw.iter().sum::<f64>();
    let kept: Vec<f64> = raw.into_iter().map(|raw| if raw < least { 0.0 } else { raw }).collect();
    let total: f64 = kept.iter().sum();
    Ok(kept.into_iter().map(|share| share / total).collect())
}

/// The labeled rows as the views see them: Φ, its columns centred, and kernels where there are other views than thin ones.
struct Looks {
    features: Mat<f64>,
    /// What the means of its columns were.
    means: Vec<f64>,
    kernels: Option<Vec<Mat<f64>>>,
}

impl Looks {
    fn of(views: &Views<'_>, rows: &[usize], others: &[usize]) -> Result<Self> {
        let mut features = views.features(rows);
        let means = center_columns(&mut features);
        let kernels = match views.breadth() {
            Breadth::Full => Some(views.gram(rows, others)?),
            Breadth::Thin => None,
        };
        Ok(Self { features, means, kernels })
    }

    /// The variance of the rows as one view sees them, but at least the given one, and the eigenpairs of its kernel over that;
    /// nothing where all rows look alike.
    fn alone(
        &self,
        view: usize,
        prefix: Option<Prefix>,
        least: f64,
    ) -> Result<Option<(f64, Eigenpairs)>> {
        let l = self.features.nrows();
        // A kernel with fewer columns than rows is decomposed by its columns.
        if let Some(Prefix { start, axes }) = prefix
            && (axes < l || self.kernels.is_none())
        {
            let mut own = self.features.as_ref().subcols(start, axes).to_owned();
            let means = &self.means[start..start + axes];
            let square = |i: usize, around: &dyn Fn(usize) -> f64| -> f64 {
                (0..axes).map(|j| (own[(i, j)] + around(j)).powi(2)).sum()
            };
            let variance = (0..l).map(|i| square(i, &|_| 0.0)).sum::<f64>() / l as f64;
            let largest = (0..l).map(|i| square(i, &|j| means[j])).fold(0.0, f64::max);
            if variance <= FLAT * largest {
                return Ok(None);
            }
            let variance = variance.max(least);
            let factor = 1.0 / variance.sqrt();
            own *= Scale(factor);
            return Ok(Some((variance, Eigenpairs::of_features(&own)?)));
        }
        let Some(kernels) = &self.kernels else { return Ok(None) };
        let own = kernels[view].as_ref().subrows(0, l).to_owned();
        match unit_variance(&own, FLAT, least) {
            Some((kernel, variance)) => Ok(Some((variance, Eigenpairs::of_kernel(&kernel)?))),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_counts_as_much_as_labels_are_many() -> Result<()> {
        // Ten rows: 2√10 is above 10/2. A hundred: 100/2 is above 2√100.
        for (rows, keen) in [(10usize, 2.0 * 10f64.sqrt()), (100, 50.0)] {
            let found = shares(&[0.3, 0.32, f64::INFINITY], &[1.0, 0.5, 1.0], keenness(rows))?;
            let ratio = 0.5 * (-0.02 * keen).exp();
            assert!((found[1] / found[0] - ratio).abs() < 1e-12);
            assert_eq!(found[2], 0.0);
        }
        Ok(())
    }

    #[test]
    fn a_view_of_no_weight_is_left_out() -> Result<()> {
        assert_eq!(shares(&[0.1, 0.9], &[1.0, 1.0], 50.0)?, [1.0, 0.0]);
        assert!(matches!(shares(&[f64::INFINITY], &[1.0], 1.0), Err(Error::FlatKernel)));
        Ok(())
    }
}
