//! Coordinates from landmarks (Nyström): rows that stand for all others.
//!
//! With K_LL = U Λ Uᵀ, f(x) = Λ^(−1/2) Uᵀ k_L(x) is what the span of the landmarks sees of x; the principal axes of f over all
//! rows make the coordinates. Rows are met in blocks, and no matrix is larger than rows × coordinates.

use crate::dense::{Mat, MatRef};

use super::draw::landmarks;
use super::rank::RankLimits;
use super::{Kpca, NegativeEigenvalues, Principal, ROUNDING, TOLERANCE};
use crate::data::Samples;
use crate::eigen::self_adjoint;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::kpca::KernelView;
use crate::lanes::Length;
use crate::matrix::{RowMatrix, add_scaled, product, symmetrize, tall_product, weighted_gram};
use crate::watch;

/// Rows that are met at once.
const MET_AT_ONCE: usize = 2048;
/// Landmarks may leave out this share of what may be left out, so that the rest is for coordinates.
const SHARE_OF_LANDMARKS: f64 = 0.5;

impl Kpca {
    /// Coordinates by at most so many landmarks.
    pub(super) fn of_landmarks(
        kernel: &Kernel,
        samples: &Samples<'_>,
        plan: RankLimits,
        most: usize,
        negative: NegativeEigenvalues,
    ) -> Result<(Self, Principal)> {
        let n = samples.rows();
        let kernel = kernel.resolve(samples)?;
        let rows = landmarks(&kernel, samples, most, SHARE_OF_LANDMARKS * plan.left_out)?;
        if rows.is_empty() {
            return Err(Error::FlatKernel);
        }
        let training = samples.gather(&rows);
        let between = kernel.between(&training, &training)?;
        let (root, dropped_negative) = inverse_root(&between, negative)?;
        let diagonal = kernel.diagonal(samples);
        // Around the mean of the landmarks, which is near that of all rows, digits of what differs are kept.
        let row_means = column_means(between.as_mat());
        let view = KernelView { kernel, training: Some(training), row_means, mean: None };
        let LandmarkMoments { row_means, scatter } = LandmarkMoments::of(&view, samples, &root)?;
        let view = KernelView { row_means, ..view };
        let (mut spread, axes) = self_adjoint(scatter.as_ref())?;
        spread.reverse();
        let magnitude = diagonal.iter().fold(0.0f64, |m, v| m.max(v.abs()));
        if spread[0] <= ROUNDING * magnitude * n as f64 {
            return Err(Error::FlatKernel);
        }
        // Σ k(x, x) − n ‖mean f‖²: the spread around the mean that the landmarks see.
        let center = product(root.transpose(), as_column(&view.row_means));
        let total = diagonal.iter().sum::<f64>() - n as f64 * center.length().powi(2);
        spread.truncate(plan.kept(&spread, total, TOLERANCE * spread[0]));
        let leading = axes.as_ref().reverse_cols().subcols(0, spread.len());
        let map = product(root.as_ref(), leading);
        let coordinates = view.transform(samples, map.as_ref())?;
        let beyond = plan.beyond(&spread, total);
        let principal = Principal { coordinates, spread, beyond };
        Ok((Self { map, dropped_negative, left_out: beyond / total, view }, principal))
    }
}

/// U Λ^(−1/2) of the kernel between landmarks, without what is zero but for rounding, and what was dropped of it.
fn inverse_root(between: &RowMatrix<'_>, negative: NegativeEigenvalues) -> Result<(Mat<f64>, f64)> {
    let mut matrix = between.as_mat().to_owned();
    symmetrize(&mut matrix);
    let (values, vectors) = self_adjoint(matrix.as_ref())?;
    let (smallest, largest) = (values[0], values[values.len() - 1]);
    if largest <= 0.0 {
        return Err(Error::FlatKernel);
    }
    let dropped = negative.share(smallest, largest, TOLERANCE)?;
    let first = values.iter().position(|&value| value > TOLERANCE * largest).unwrap_or(0);
    let kept = values.len() - first;
    let entry = |i: usize, j: usize| vectors[(i, first + j)] / values[first + j].sqrt();
    Ok((Mat::from_fn(values.len(), kept, entry), dropped))
}

/// What all rows sum to.
struct LandmarkMoments {
    /// The mean kernel value of every landmark.
    row_means: Vec<f64>,
    /// Σ (f − mean f)(f − mean f)ᵀ.
    scatter: Mat<f64>,
}

impl LandmarkMoments {
    /// In one pass over blocks of rows.
    fn of(view: &KernelView, samples: &Samples<'_>, root: &Mat<f64>) -> Result<Self> {
        let (n, size) = (samples.rows(), root.ncols());
        let mut sums = vec![0.0; root.nrows()];
        let mut scatter = Mat::zeros(size, size);
        let rows: Vec<usize> = (0..n).collect();
        let stage = watch::stage("rows seen by landmarks", n.div_ceil(MET_AT_ONCE));
        for block in rows.chunks(MET_AT_ONCE) {
            let values = view.centered(&samples.gather(block))?;
            for row in values.values().chunks_exact(sums.len()) {
                sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
            let seen = tall_product(&values, root.as_ref());
            add_scaled(&mut scatter, 1.0, weighted_gram(&seen, None).as_ref());
            stage.advance(1)?;
        }
        sums.iter_mut().for_each(|sum| *sum /= n as f64);
        let off = product(root.transpose(), as_column(&sums));
        let correction = product(off.as_ref(), off.transpose());
        add_scaled(&mut scatter, -(n as f64), correction.as_ref());
        let row_means = sums.iter().zip(&view.row_means).map(|(off, near)| near + off).collect();
        Ok(Self { row_means, scatter })
    }
}

fn column_means(matrix: MatRef<'_, f64>) -> Vec<f64> {
    let rows = matrix.nrows() as f64;
    (0..matrix.ncols()).map(|j| matrix.col(j).iter().sum::<f64>() / rows).collect()
}

fn as_column(values: &[f64]) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice(values, values.len(), 1)
}
