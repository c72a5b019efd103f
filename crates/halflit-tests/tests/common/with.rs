//! Choices of a reduction, one after the other.

use halflit::{
    AxisWeights, Kernel, KernelRank, NegativeEigenvalues, PcaFirst, Reduction, RidgeRule, Scaling,
};

pub trait With: Sized {
    fn scaling(self, scaling: Scaling) -> Self;
    fn weights(self, weights: AxisWeights) -> Self;
    fn ridge(self, ridge: f64) -> Self;
    fn published(self) -> Self;
    fn pca_first(self, pca_first: PcaFirst) -> Self;
    fn kernel(self, kernel: Kernel) -> Self;
    fn kernel_rank(self, rank: KernelRank) -> Self;
    fn negative_eigenvalues(self, choice: NegativeEigenvalues) -> Self;
}

impl<L> With for Reduction<L> {
    fn scaling(mut self, scaling: Scaling) -> Self {
        self.space.scaling = scaling;
        self
    }

    fn weights(mut self, weights: AxisWeights) -> Self {
        self.weights = weights;
        self
    }

    fn ridge(mut self, ridge: f64) -> Self {
        self.ridge = Some(ridge);
        self
    }

    fn published(mut self) -> Self {
        self.ridge_rule = RidgeRule::Published;
        self
    }

    fn pca_first(mut self, pca_first: PcaFirst) -> Self {
        self.space.pca_first = pca_first;
        self
    }

    fn kernel(mut self, kernel: Kernel) -> Self {
        self.space.kernel = Some(kernel);
        self
    }

    fn kernel_rank(mut self, rank: KernelRank) -> Self {
        self.space.kernel_rank = rank;
        self
    }

    fn negative_eigenvalues(mut self, choice: NegativeEigenvalues) -> Self {
        self.space.negative_eigenvalues = choice;
        self
    }
}
