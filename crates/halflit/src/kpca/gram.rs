//! Coordinates from the centred Gram matrix of all rows.

use crate::dense::Mat;

use super::rank::RankLimits;
use super::{Kpca, NegativeEigenvalues, Principal, ROUNDING, TOLERANCE};
use crate::data::Samples;
use crate::eigen::{LeadingPairs, are_few, is_above, leading_pairs, self_adjoint};
use crate::error::{Error, Result};
use crate::kernel::{Kernel, ResolvedKernel};
use crate::kpca::KernelView;
use crate::matrix::{RowMatrix, check_symmetric, symmetrize};
use crate::memory::check_pairs;
use crate::threads::*;
use crate::watch;

/// Memory of a fit for each pair of rows where all eigenpairs are found: 2.6 GB were measured for 5,000 rows.
pub(crate) const BYTES_A_PAIR: f64 = 2.6e9 / 5_000.0 / 5_000.0;
/// Bytes per pair where a few coordinates are kept: the Gram matrix, and as much again for vectors.
pub(crate) const BYTES_A_PAIR_FOR_FEW: f64 = 16.0;
/// What fits where this does not.
const INSTEAD: &str = "let landmarks stand for the others (a kernel rank of landmarks:500)";

/// The leading eigenpairs of the centred Gram matrix, and what is to be known about the others.
struct GramPairs {
    pairs: LeadingPairs,
    /// The sum of all that are positive.
    total: f64,
    /// The smallest, where it is known; a few pairs are looked for only where it is not negative.
    smallest: f64,
}

impl Kpca {
    /// Eigenpairs of the double-centred Gram matrix, and the coordinates of the training rows.
    pub(super) fn of_all_rows(
        kernel: &Kernel,
        samples: &Samples<'_>,
        plan: RankLimits,
        negative: NegativeEigenvalues,
    ) -> Result<(Self, Principal)> {
        let n = samples.rows();
        let few = are_few(n, plan.most);
        let bytes = if few { BYTES_A_PAIR_FOR_FEW } else { BYTES_A_PAIR };
        let instead = match kernel {
            Kernel::Precomputed {} => "do without it",
            _ => INSTEAD,
        };
        check_pairs("a kernel", n, bytes, instead)?;
        let kernel = kernel.resolve(samples)?;
        let gram = kernel.between(samples, samples)?;
        if kernel.is_precomputed() {
            check_symmetric("the kernel matrix", gram.values(), n)?;
        }
        let magnitude = gram.values().iter().fold(0.0f64, |m, v| m.max(v.abs()));
        let (centered, row_means, mean) = centered(gram);
        watch::check()?;
        let wanted = if few { Some(plan.most) } else { None };
        let spectrum = GramPairs::of(&centered, wanted, &kernel)?;
        watch::check()?;
        let GramPairs { pairs: LeadingPairs { mut values, vectors }, total, smallest } = spectrum;
        let largest = values[0];
        if largest <= ROUNDING * magnitude * n as f64 {
            return Err(Error::FlatKernel);
        }
        let dropped_negative = negative.share(smallest, largest, TOLERANCE)?;
        values.truncate(plan.kept(&values, total, TOLERANCE * largest));
        let roots: Vec<f64> = values.iter().map(|value| value.sqrt()).collect();
        let map = Mat::from_fn(n, values.len(), |i, j| vectors[(i, j)] / roots[j]);
        let mut coordinates = vec![0.0; n * values.len()];
        for (i, row) in coordinates.chunks_exact_mut(values.len()).enumerate() {
            row.iter_mut().enumerate().for_each(|(j, value)| *value = vectors[(i, j)] * roots[j]);
        }
        let training = (!kernel.is_precomputed()).then(|| owned(samples));
        let beyond = plan.beyond(&values, total);
        let view = KernelView { kernel, training, row_means, mean: Some(mean) };
        let coordinates = RowMatrix::new(coordinates, n, values.len());
        let principal = Principal { coordinates, spread: values, beyond };
        Ok((Self { map, dropped_negative, left_out: beyond / total, view }, principal))
    }
}

impl GramPairs {
    /// The wanted pairs, or all of them.
    fn of(
        centered: &RowMatrix<'_>,
        wanted: Option<usize>,
        kernel: &ResolvedKernel,
    ) -> Result<Self> {
        let n = centered.rows();
        if let Some(wanted) = wanted
            && let Some(pairs) = leading_pairs(centered, wanted)?
        {
            let floor = TOLERANCE * pairs.values[0];
            if kernel.is_semidefinite() || is_above(centered, floor) {
                let total = (0..n).map(|i| centered.row(i)[i]).sum();
                return Ok(Self { pairs, total, smallest: 0.0 });
            }
        }
        let mut matrix = centered.as_mat().to_owned();
        symmetrize(&mut matrix);
        let (mut values, vectors) = self_adjoint(matrix.as_ref())?;
        let (smallest, total) = (values[0], values.iter().filter(|value| **value > 0.0).sum());
        values.reverse();
        let vectors = vectors.as_ref().reverse_cols().to_owned();
        Ok(Self { pairs: LeadingPairs { values, vectors }, total, smallest })
    }
}

/// k_ij − mean k_i − mean k_j + mean k, the means of rows, and the mean of all.
fn centered(gram: RowMatrix<'static>) -> (RowMatrix<'static>, Vec<f64>, f64) {
    let n = gram.rows();
    let row_means: Vec<f64> = (0..n).map(|i| gram.row(i).iter().sum::<f64>() / n as f64).collect();
    let mean = row_means.iter().sum::<f64>() / n as f64;
    let mut values = gram.into_values();
    values.par_chunks_mut(n).zip(&row_means).for_each(|(row, own)| {
        row.iter_mut()
            .zip(&row_means)
            .for_each(|(value, other)| *value = *value - own - other + mean);
    });
    (RowMatrix::new(values, n, n), row_means, mean)
}

fn owned(samples: &Samples<'_>) -> Samples<'static> {
    let all: Vec<usize> = (0..samples.rows()).collect();
    samples.gather(&all)
}
