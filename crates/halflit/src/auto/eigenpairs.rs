//! The eigenpairs of a kernel whose rows are centred.

use crate::dense::Mat;

use crate::eigen::self_adjoint;
use crate::error::Result;
use crate::matrix::product;

/// Eigenvalues below this share of the largest count as zero: any ridge that is tried is far above.
const TOLERANCE: f64 = 1e-12;

/// λ and unit vectors, ℓ × k; eigenvalues that are not here are 0.
pub(super) struct Eigenpairs {
    pub(super) values: Vec<f64>,
    pub(super) vectors: Mat<f64>,
}

impl Eigenpairs {
    /// Of K itself.
    pub(super) fn of_kernel(kernel: &Mat<f64>) -> Result<Self> {
        let (values, vectors) = self_adjoint(kernel.as_ref())?;
        Ok(Self { values, vectors })
    }

    /// Of K = F Fᵀ. With fewer columns than rows from FᵀF: if FᵀF v = λv, then F v/√λ is a unit eigenvector of K.
    pub(super) fn of_features(features: &Mat<f64>) -> Result<Self> {
        let transposed = features.transpose();
        if features.ncols() >= features.nrows() {
            return Self::of_kernel(&product(features.as_ref(), transposed));
        }
        let (values, vectors) = self_adjoint(product(transposed, features.as_ref()).as_ref())?;
        let largest = values.last().copied().unwrap_or(0.0);
        let first = values.partition_point(|&value| value <= TOLERANCE * largest);
        let kept = vectors.as_ref().subcols(first, values.len() - first);
        let mut vectors = product(features.as_ref(), kept);
        for (j, value) in values[first..].iter().enumerate() {
            let factor = 1.0 / value.sqrt();
            (0..vectors.nrows()).for_each(|i| vectors[(i, j)] *= factor);
        }
        Ok(Self { values: values[first..].to_vec(), vectors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_and_their_kernel_have_the_same_pairs() -> Result<()> {
        // The third column is the sum of the others.
        let value = |i: usize, j: usize| ((3 * i + 7 * j * j + i * j) as f64).sin();
        let column =
            |i: usize, j: usize| if j == 2 { value(i, 0) + value(i, 1) } else { value(i, j) };
        let features = Mat::from_fn(9, 3, column);
        let few = Eigenpairs::of_features(&features)?;
        let kernel = product(features.as_ref(), features.transpose());
        let all = Eigenpairs::of_kernel(&kernel)?;
        assert_eq!((few.values.len(), few.vectors.ncols()), (2, 2));
        for (found, expected) in few.values.iter().rev().zip(all.values.iter().rev()) {
            assert!((found - expected).abs() < 1e-12 * all.values[8]);
        }
        for (i, k) in (0..9).flat_map(|i| (0..9).map(move |k| (i, k))) {
            let sum: f64 =
                (0..2).map(|j| few.values[j] * few.vectors[(i, j)] * few.vectors[(k, j)]).sum();
            assert!((sum - kernel[(i, k)]).abs() < 1e-12);
        }
        Ok(())
    }
}
