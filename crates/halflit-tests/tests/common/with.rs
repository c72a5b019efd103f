//! Short ways to say what is to be fitted: the choices of a plan, one after the other, and the model of a learner alone.

use halflit::{
    AxisWeights, Dataset, Kernel, KernelRank, Method, Model, NegativeEigenvalues, PcaFirst, Plan, Result,
    RidgeChoice, RidgeRule, Scaling,
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
    /// The model of a fit, without how it came about.
    fn model(&self, data: &Dataset<'_>) -> Result<Model>;
}

impl With for Plan {
    fn scaling(mut self, scaling: Scaling) -> Self {
        self.space.scaling = scaling;
        self
    }

    fn weights(mut self, weights: AxisWeights) -> Self {
        self.weights = weights;
        self
    }

    fn ridge(mut self, ridge: f64) -> Self {
        self.ridge = RidgeChoice::Given(ridge);
        self
    }

    fn published(mut self) -> Self {
        self.ridge = RidgeRule::Published.into();
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

    fn model(&self, data: &Dataset<'_>) -> Result<Model> {
        Ok(self.fit(data)?.model)
    }
}

/// The model of a learner with its parameters as they are and so many axes.
pub trait ShortFit {
    fn fit(&self, data: &Dataset<'_>, axes: usize) -> Result<Model>;
}

impl<L: Into<Method> + Clone> ShortFit for L {
    fn fit(&self, data: &Dataset<'_>, axes: usize) -> Result<Model> {
        Plan::new(self.clone()).axes(axes).model(data)
    }
}
