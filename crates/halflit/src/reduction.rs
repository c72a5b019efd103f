//! Everything that is chosen before a fit.

use serde::{Deserialize, Serialize};

use crate::data::Labels;
use crate::eigen::Solver;
use crate::learner::Learner;
use crate::problem::{RidgeRule, Solve};
use crate::projection::AxisWeights;
use crate::search::Search;
use crate::space::{PcaFirst, SpaceChoice};

/// The number of axes where nobody says one: two, or one fewer than there are classes where that is more, and never more than
/// there are columns.
///
/// ```
/// use halflit::{Labels, usual_dimension};
///
/// let ten_classes = Labels::new((0..40).map(|i| Some(i % 10)));
/// assert_eq!(usual_dimension(&ten_classes, 64), 9);
/// assert_eq!(usual_dimension(&Labels::none(40), 64), 2);
/// ```
pub fn usual_dimension(labels: &Labels, columns: usize) -> usize {
    dimension_for(labels.present_classes().len(), columns)
}

/// The same where only their number is known.
pub(crate) fn dimension_for(classes: usize, columns: usize) -> usize {
    classes.saturating_sub(1).max(2).min(columns)
}

/// A learner, how many axes, their weights, in which space, and how open parameters are found.
///
/// ```
/// use halflit::{AxisWeights, Kernel, Reduction, SpaceChoice, datasets, learner::SsLfda};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let model = Reduction {
///     weights: AxisWeights::Unit,
///     space: SpaceChoice { kernel: Some(Kernel::polynomial(2)), ..Default::default() },
///     ..Reduction::new(SsLfda::default(), 2)
/// }
/// .fit(&data)?;
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
    /// T.
    pub weights: AxisWeights,
    /// ε in B + εI; `None` for the rule of the learner.
    pub ridge: Option<f64>,
    /// Which rule.
    pub ridge_rule: RidgeRule,
    /// Who finds the eigenpairs.
    pub solver: Solver,
    /// What is done to the samples before the learner sees them.
    pub space: SpaceChoice,
    /// How open parameters are found.
    pub search: Search,
    /// Draws the folds of a search.
    pub seed: u64,
}

impl<L> Reduction<L> {
    /// A learner and a number of axes, everything else at its default: nothing is searched.
    pub fn new(learner: L, dimension: usize) -> Self {
        Self {
            learner,
            dimension,
            weights: AxisWeights::default(),
            ridge: None,
            ridge_rule: RidgeRule::default(),
            solver: Solver::default(),
            space: SpaceChoice::default(),
            search: Search::Fixed,
            seed: 0,
        }
    }

    /// The space that a fit of so many rows needs and no more: of a kernel the leading coordinates alone, where the axes are
    /// these. Where anything else is to be compared with the fit, such as the rows before they were reduced, take
    /// [`Reduction::space`] itself.
    pub fn space_for_fit(&self, rows: usize) -> SpaceChoice
    where
        L: Learner,
    {
        let mut choice = self.space.clone();
        let fixed = self.search == Search::Fixed && choice.pca_first == PcaFirst::No;
        if fixed && choice.kernel.is_some() && self.learner.is_principal() {
            choice.kernel_rank = choice.kernel_rank.for_principal_axes(rows, self.dimension);
        }
        choice
    }

    /// How its problem is to be solved.
    pub(crate) fn solve(&self) -> Solve {
        let Self { dimension, ridge, ridge_rule, solver, .. } = *self;
        Solve { dimension, ridge, ridge_rule, solver }
    }
}
