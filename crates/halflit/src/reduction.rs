//! Fitting: a learner, how many axes, their weights, a kernel; out comes a model.

use faer::Mat;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::data::{Dataset, Samples, Scaler, Scaling};
use crate::eigen::{Span, canonical_sign, scale_column, self_adjoint, self_adjoint_values};
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::kpca::{Kpca, NegativeEigenvalues};
use crate::learner::Learner;
use crate::matrix::{product, tall_product};
use crate::model::{Map, Model, Recipe};
use crate::problem::{Diagnostics, Solution, check_dimension, checked_gamma};
use crate::projection::{AxisWeights, Projection};

/// Everything that is chosen before a fit.
///
/// ```
/// use halflit::{AxisWeights, Kernel, Reduction, datasets, learner::SsLfda};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let model = Reduction::new(SsLfda::default(), 2)
///     .kernel(Kernel::polynomial(2))
///     .weights(AxisWeights::Unit)
///     .fit(&data)?;
/// let embedded = model.transform(data.samples())?;
/// assert_eq!((embedded.rows(), embedded.columns()), (351, 2));
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reduction<L> {
    /// What is kept small and large.
    pub learner: L,
    /// d, 1 to the rank of the data.
    pub dimension: usize,
    /// What is done to the samples first; it becomes part of the model.
    pub scaling: Scaling,
    /// T.
    pub weights: AxisWeights,
    /// ε in B + εI; `None` for the rule of the learner.
    pub ridge: Option<f64>,
    /// Whether PCA goes first.
    pub pca_first: PcaFirst,
    /// The kernel of the KPCA trick, if any.
    pub kernel: Option<Kernel>,
    /// What to do about an indefinite kernel.
    pub negative_eigenvalues: NegativeEigenvalues,
}

/// Reduction to leading principal axes before the learner (paper, remark 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PcaFirst {
    /// None: the learner sees the whole span.
    #[default]
    No,
    /// To so many axes, 1 to the rank.
    Axes(usize),
    /// To as many axes as S(C) has rank, so that no axis lies in its null space.
    ObjectiveRank,
}

impl<L: Learner> Reduction<L> {
    /// A learner and a number of axes, everything else at its default.
    pub fn new(learner: L, dimension: usize) -> Self {
        Self {
            learner,
            dimension,
            scaling: Scaling::default(),
            weights: AxisWeights::default(),
            ridge: None,
            pca_first: PcaFirst::default(),
            kernel: None,
            negative_eigenvalues: NegativeEigenvalues::default(),
        }
    }

    /// Scales the samples first.
    #[must_use]
    pub fn scaling(mut self, scaling: Scaling) -> Self {
        self.scaling = scaling;
        self
    }

    /// Sets T.
    #[must_use]
    pub fn weights(mut self, weights: AxisWeights) -> Self {
        self.weights = weights;
        self
    }

    /// Sets ε instead of the learner's rule.
    #[must_use]
    pub fn ridge(mut self, ridge: f64) -> Self {
        self.ridge = Some(ridge);
        self
    }

    /// Puts PCA first.
    #[must_use]
    pub fn pca_first(mut self, pca_first: PcaFirst) -> Self {
        self.pca_first = pca_first;
        self
    }

    /// Makes the learner non-linear by the KPCA trick.
    #[must_use]
    pub fn kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = Some(kernel);
        self
    }

    /// Sets what to do about an indefinite kernel.
    #[must_use]
    pub fn negative_eigenvalues(mut self, choice: NegativeEigenvalues) -> Self {
        self.negative_eigenvalues = choice;
        self
    }

    /// Learns the map.
    ///
    /// # Errors
    /// Parameters out of range, labels that the learner cannot use, a dimension above the rank of the data, a zero
    /// constraint: each by name, with what to do.
    pub fn fit(&self, data: &Dataset<'_>) -> Result<Model> {
        let scaler = self.scaler(data.samples())?;
        let scaled = Dataset::new(scaler.apply(data.samples())?, data.labels().clone())?;
        let data = &scaled;
        let (map, axes) = match &self.kernel {
            None => {
                let axes = self.linear(data)?;
                let projection = Projection::new(axes.mean.clone(), axes.input.as_ref());
                (Map::Linear(projection), axes)
            }
            Some(kernel) => self.kernelized(kernel, data)?,
        };
        Model::new(self.recipe(&map), scaler, map, axes.eigenvalues, axes.diagnostics, data)
    }

    /// The scaling, learned.
    pub(crate) fn scaler(&self, samples: &Samples<'_>) -> Result<Scaler> {
        match (&self.kernel, self.scaling) {
            (Some(Kernel::Precomputed {}), Scaling::Standard | Scaling::Minmax | Scaling::Unit) => {
                Err(Error::Incompatible {
                    parameter: "scaling",
                    with: "a precomputed kernel",
                    help: "there are no columns to scale, so leave it out",
                })
            }
            (_, scaling) => Ok(scaling.learn(samples)),
        }
    }

    /// The learner on kernel coordinates; axes become coefficients of the training rows.
    fn kernelized(&self, kernel: &Kernel, data: &Dataset<'_>) -> Result<(Map, FittedAxes)> {
        let kpca = Kpca::fit(kernel, data.samples(), self.negative_eigenvalues)?;
        let phi = &kpca.coordinates;
        let samples = Samples::from_row_major(phi.values(), phi.rows(), phi.columns())?;
        let mut axes = self.linear(&Dataset::new(samples, data.labels().clone())?)?;
        let mut coefficients = product(kpca.map.as_ref(), axes.input.as_ref());
        canonicalize(&mut coefficients);
        axes.diagnostics.dropped_negative = kpca.dropped_negative;
        Ok((Map::kernel(kpca.view, coefficients.as_ref()), axes))
    }

    fn linear(&self, data: &Dataset<'_>) -> Result<FittedAxes> {
        match self.leading_axes(data)? {
            None => self.solve(data),
            Some(leading) => {
                let scores = tall_product(leading.span.coordinates(), leading.axes.as_ref());
                let (rows, columns) = (scores.rows(), scores.columns());
                let samples = Samples::from_row_major(scores.into_values(), rows, columns)?;
                let mut axes = self.solve(&Dataset::new(samples, data.labels().clone())?)?;
                let basis = leading.span.lift(leading.axes.as_ref());
                axes.input = product(basis.as_ref(), axes.input.as_ref());
                canonicalize(&mut axes.input);
                axes.mean = leading.span.mean().to_vec();
                axes.diagnostics.dropped = data.samples().columns() - axes.diagnostics.rank;
                Ok(axes)
            }
        }
    }

    /// The one path of every fit: parts → scatters → eigenproblem → axes in input coordinates.
    fn solve(&self, data: &Dataset<'_>) -> Result<FittedAxes> {
        let span = Span::of(data.samples())?;
        check_dimension(self.dimension, span.rank())?;
        let assembled = self.learner.problem(data)?.assemble(&span)?;
        let columns = data.samples().columns();
        let Solution { axes, diagnostics } =
            assembled.diagnosed(self.learner.gamma(), self.dimension, self.ridge, columns)?;
        let mut input = span.lift(axes.vectors.as_ref());
        for (j, &eigenvalue) in axes.eigenvalues.iter().enumerate() {
            let length = axes.vectors.col(j).norm_l2();
            scale_column(&mut input, j, self.weights.weight(eigenvalue, length));
        }
        canonicalize(&mut input);
        Ok(FittedAxes {
            mean: span.mean().to_vec(),
            input,
            eigenvalues: axes.eigenvalues,
            diagnostics,
        })
    }

    /// The principal axes that go first, if any.
    fn leading_axes(&self, data: &Dataset<'_>) -> Result<Option<Leading>> {
        let count = match self.pca_first {
            PcaFirst::No => return Ok(None),
            PcaFirst::Axes(count) => count,
            PcaFirst::ObjectiveRank => self.objective_rank(data)?,
        };
        let span = Span::of(data.samples())?;
        if count == 0 || count > span.rank() {
            let allowed = "a whole number from 1 to the rank of the data";
            return Err(Error::parameter("pca_first", count, allowed));
        }
        let (_, vectors) = self_adjoint(span.total().as_ref())?;
        let axes = vectors.as_ref().reverse_cols().subcols(0, count).to_owned();
        Ok(Some(Leading { span, axes }))
    }

    /// How many eigenvalues of S(C) are not zero.
    fn objective_rank(&self, data: &Dataset<'_>) -> Result<usize> {
        let span = Span::of(data.samples())?;
        let assembled = self.learner.problem(data)?.assemble(&span)?;
        let objective = assembled.objective(checked_gamma(self.learner.gamma())?);
        let values = self_adjoint_values(objective.as_ref())?;
        let largest = values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
        Ok(values.iter().filter(|v| v.abs() > OBJECTIVE_TOLERANCE * largest).count())
    }

    fn recipe(&self, map: &Map) -> Recipe {
        Recipe {
            learner: self.learner.name().into(),
            parameters: self.learner.parameters(),
            scaling: self.scaling,
            weights: self.weights,
            ridge: self.ridge,
            pca_first: self.pca_first,
            kernel: map.kernel_description().unwrap_or(json!(null)),
        }
    }
}

/// Eigenvalues of S(C) below this share of the largest count as zero.
const OBJECTIVE_TOLERANCE: f64 = 1e-10;

/// Axes in the coordinates of the samples that were given.
struct FittedAxes {
    mean: Vec<f64>,
    /// d0 × d, weights and signs applied.
    input: Mat<f64>,
    eigenvalues: Vec<f64>,
    diagnostics: Diagnostics,
}

/// Principal axes in the coordinates of a span.
struct Leading {
    span: Span,
    axes: Mat<f64>,
}

/// Gives every column its canonical sign.
fn canonicalize(axes: &mut Mat<f64>) {
    for j in 0..axes.ncols() {
        let column: Vec<f64> = axes.col(j).iter().copied().collect();
        scale_column(axes, j, canonical_sign(&column));
    }
}
