//! How much every view says: weights by rows left out.

use faer::Mat;
use rayon::prelude::*;

use super::eigenpairs::Eigenpairs;
use super::labeled_rows::LabeledRows;
use super::leave_one_out::{LeaveOneOut, keenness, leave_one_out};
use crate::error::{Error, Result};
use crate::matrix::{add_scaled, symmetrize, trace};
use crate::views::{Breadth, Prefix, ViewShare, Views};
use crate::watch;

/// Labeled rows that weights and ridge are chosen by; more would add little, and cost ℓ³ for every view.
const WEIGHED: usize = 300;
/// Columns that every view is asked for at once.
const COLUMNS_AT_ONCE: usize = 32;
/// A view whose variance is a smaller share of its largest value has none, but for rounding.
const FLAT: f64 = 1e-12;

/// The weights of all views, and what their mean can predict.
pub(super) struct Mixture {
    /// Shares that sum to 1.
    pub(super) shares: Vec<f64>,
    /// The same over the variance of each view: the factors of the kernel values.
    pub(super) factors: Vec<f64>,
    /// What each view gets wrong on rows left out.
    pub(super) losses: Vec<f64>,
    /// The mixture itself on rows left out, and their classes where they are not the only ones of it.
    pub(super) whole: LeaveOneOut,
    pub(super) classes: Vec<Option<usize>>,
    /// Which labeled rows these are, by position.
    pub(super) positions: Vec<usize>,
    /// The kernel of every view between all labeled rows, where these are few enough and views have kernels.
    pub(super) all: Option<Vec<Mat<f64>>>,
}

impl Mixture {
    pub(super) fn of(views: &Views<'_>, task: &LabeledRows) -> Result<Self> {
        let positions = task.some(WEIGHED);
        let rows = task.at(&positions);
        let targets = task.targets(&positions);
        let of_class =
            |class: usize| positions.iter().filter(|&&i| task.of_row[i] == class).count();
        let sizes: Vec<usize> = (0..task.classes.len()).map(of_class).collect();
        let counts: Vec<bool> = positions.iter().map(|&i| sizes[task.of_row[i]] > 1).collect();
        let looks = Looks::of(views, &rows)?;
        let prefixes = views.prefixes();
        let stage = watch::stage("views weighed", prefixes.len());
        let alone: Vec<Option<(f64, LeaveOneOut)>> = prefixes
            .par_iter()
            .enumerate()
            .map(|(view, prefix)| {
                stage.advance(1)?;
                let Some((variance, pairs)) = looks.alone(view, *prefix)? else { return Ok(None) };
                Ok(Some((variance, leave_one_out(&pairs, &targets, &counts)?)))
            })
            .collect::<Result<_>>()?;
        drop(stage);
        let losses: Vec<f64> = alone
            .iter()
            .map(|view| view.as_ref().map_or(f64::INFINITY, |(_, view)| view.loss))
            .collect();
        let smallest = losses.iter().copied().fold(f64::INFINITY, f64::min);
        if smallest == f64::INFINITY {
            return Err(Error::FlatKernel);
        }
        let keen = keenness(rows.len());
        let raw: Vec<f64> = losses.iter().map(|loss| (-keen * (loss - smallest)).exp()).collect();
        let total: f64 = raw.iter().sum();
        let shares: Vec<f64> = raw.iter().map(|share| share / total).collect();
        let over = |(share, view): (&f64, &Option<(f64, _)>)| match view {
            Some((variance, _)) => share / variance,
            None => 0.0,
        };
        let factors: Vec<f64> = shares.iter().zip(&alone).map(over).collect();
        let whole = leave_one_out(&looks.mean(&factors, &prefixes)?, &targets, &counts)?;
        let classes = positions.iter().zip(&counts);
        Ok(Self {
            factors,
            losses,
            whole,
            classes: classes.map(|(&i, counts)| counts.then_some(task.of_row[i])).collect(),
            all: looks.kernels.filter(|_| positions.len() == task.rows.len()),
            positions,
            shares,
        })
    }

    /// Σ_v factor_v K_v.
    pub(super) fn combine(&self, kernels: &[Mat<f64>]) -> Mat<f64> {
        combined(kernels, &self.factors)
    }

    /// The same between some rows and others, for some columns after others: views are many.
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
            let part = self.combine(&views.between(rows, some)?);
            let start = block * COLUMNS_AT_ONCE;
            sum.as_mut().subcols_mut(start, some.len()).copy_from(part);
        }
        Ok(sum)
    }

    /// √ω: what every column of Φ is multiplied by, so that inner products are those of the mixture of thin views.
    pub(super) fn feature_weights(&self, prefixes: &[Option<Prefix>], columns: usize) -> Vec<f64> {
        feature_weights(&self.factors, prefixes, columns)
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

/// The labeled rows as the views see them: Φ, its columns centred, and kernels where there are other views than thin ones.
struct Looks {
    features: Mat<f64>,
    /// What the means of its columns were.
    means: Vec<f64>,
    kernels: Option<Vec<Mat<f64>>>,
}

impl Looks {
    fn of(views: &Views<'_>, rows: &[usize]) -> Result<Self> {
        let mut features = views.features(rows);
        let means = center_columns(&mut features);
        let kernels = match views.breadth() {
            Breadth::Full => Some(views.gram(rows)?),
            Breadth::Thin => None,
        };
        Ok(Self { features, means, kernels })
    }

    /// The variance of the rows as one view sees them, and the eigenpairs of its kernel at variance 1; nothing where all rows look
    /// alike.
    fn alone(&self, view: usize, prefix: Option<Prefix>) -> Result<Option<(f64, Eigenpairs)>> {
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
            let factor = 1.0 / variance.sqrt();
            own.as_mut().col_iter_mut().for_each(|column| {
                column.iter_mut().for_each(|value| *value *= factor);
            });
            return Ok(Some((variance, Eigenpairs::of_features(&own)?)));
        }
        let Some(kernels) = &self.kernels else { return Ok(None) };
        let (kernel, variance) = unit_variance(&kernels[view]);
        match variance > 0.0 {
            true => Ok(Some((variance, Eigenpairs::of_kernel(&kernel)?))),
            false => Ok(None),
        }
    }

    /// The eigenpairs of the mixture.
    fn mean(&self, factors: &[f64], prefixes: &[Option<Prefix>]) -> Result<Eigenpairs> {
        if let Some(kernels) = &self.kernels {
            return Eigenpairs::of_kernel(&centered(&combined(kernels, factors)));
        }
        let mut own = self.features.clone();
        let weights = feature_weights(factors, prefixes, own.ncols());
        scale_columns(&mut own, &weights);
        Eigenpairs::of_features(&own)
    }
}

fn combined(kernels: &[Mat<f64>], factors: &[f64]) -> Mat<f64> {
    let mut sum = Mat::zeros(kernels[0].nrows(), kernels[0].ncols());
    for (kernel, &factor) in kernels.iter().zip(factors) {
        add_scaled(&mut sum, factor, kernel.as_ref());
    }
    sum
}

fn feature_weights(factors: &[f64], prefixes: &[Option<Prefix>], columns: usize) -> Vec<f64> {
    let mut weights = vec![0.0; columns];
    for (prefix, factor) in prefixes.iter().zip(factors) {
        if let Some(Prefix { start, axes }) = *prefix {
            weights[start..start + axes].iter_mut().for_each(|weight| *weight += factor);
        }
    }
    weights.into_iter().map(f64::sqrt).collect()
}

/// Every column by its factor.
pub(super) fn scale_columns(matrix: &mut Mat<f64>, factors: &[f64]) {
    for (j, factor) in factors.iter().enumerate() {
        (0..matrix.nrows()).for_each(|i| matrix[(i, j)] *= factor);
    }
}

/// Every column to mean 0; what the means were.
pub(super) fn center_columns(matrix: &mut Mat<f64>) -> Vec<f64> {
    let rows = matrix.nrows();
    let means = (0..matrix.ncols()).map(|j| matrix.col(j).sum() / rows as f64).collect::<Vec<_>>();
    for (j, mean) in means.iter().enumerate() {
        (0..rows).for_each(|i| matrix[(i, j)] -= mean);
    }
    means
}

/// The kernel with its rows centred, of mean variance 1, and what that variance was.
fn unit_variance(kernel: &Mat<f64>) -> (Mat<f64>, f64) {
    let l = kernel.nrows();
    let largest = (0..l).map(|i| kernel[(i, i)].abs()).fold(0.0, f64::max);
    let mut kernel = centered(kernel);
    let variance = trace(kernel.as_ref()) / l as f64;
    // A kernel to which all labeled rows look alike has none, but for rounding.
    let variance = if variance > FLAT * largest { variance } else { 0.0 };
    if variance > 0.0 {
        kernel.as_mut().col_iter_mut().for_each(|column| {
            column.iter_mut().for_each(|value| *value /= variance);
        });
    }
    (kernel, variance)
}

/// H K H, H = I − 1/ℓ.
pub(super) fn centered(kernel: &Mat<f64>) -> Mat<f64> {
    let l = kernel.nrows();
    let means: Vec<f64> = (0..l).map(|j| kernel.col(j).sum() / l as f64).collect();
    let mean = means.iter().sum::<f64>() / l as f64;
    let mut centered = Mat::from_fn(l, l, |i, j| kernel[(i, j)] - means[i] - means[j] + mean);
    symmetrize(&mut centered);
    centered
}
