//! What is to be fitted, as one plain value.

mod dimension;
mod method;
mod reduction;
mod words;

pub(crate) use dimension::dimension_for;
pub use method::Method;
pub(crate) use reduction::Reduction;
pub(crate) use words::Words;

use serde::{Deserialize, Serialize};

use crate::data::Scaling;
use crate::eigen::Solver;
use crate::error::{Error, Result};
use crate::learner::{AnyLearner, Learner};
use crate::problem::RidgeChoice;
use crate::projection::AxisWeights;
use crate::search::{Grid, Open, Search};
use crate::space::{PcaFirst, SpaceChoice};
use crate::views::Breadth;

/// Everything that is chosen before a fit: the method, how many axes, their weights, in which space, and how open parameters are
/// found.
///
/// The options of the command, the parameters of a Python estimator, the panel of the studio, a case of a benchmark and what a model
/// file says about its origin are all this value. It goes to and from JSON.
///
/// ```
/// use halflit::{Kernel, Plan, SpaceChoice, datasets, learner::SsLfda};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// // The default method needs no tuning and no scaled columns.
/// let fit = Plan::default().fit(&data)?;
/// for guess in fit.transduction(&data)?.iter().take(3) {
///     println!("row {} is {} ({:.0} %)", guess.row, guess.class, 100.0 * guess.probability);
/// }
/// // A learner of the paper in a kernel's space, with two axes.
/// let space = SpaceChoice { kernel: Some(Kernel::polynomial(2)), ..Default::default() };
/// let plan = Plan { space, ..Plan::new(SsLfda::default()).axes(2) };
/// assert_eq!(plan.fit(&data)?.model.dimension(), 2);
/// // The same learner with γ and α chosen automatically, as the command and Python do.
/// assert!(Plan::named("ss-lfda")?.fit(&data)?.selection.is_some());
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Words", into = "Words")]
pub struct Plan {
    /// How the map is learned.
    pub method: Method,
    /// d, 1 to the rank of the data; `None` for the usual number: two, or one fewer than there
    /// are classes where that is more, and never more than the rank; one fewer than there are classes for the default method.
    pub dimension: Option<usize>,
    /// T.
    pub weights: AxisWeights,
    /// What is added to B.
    pub ridge: RidgeChoice,
    /// Who finds the eigenpairs.
    pub solver: Solver,
    /// What is done to the samples before the learner sees them.
    pub space: SpaceChoice,
    /// How open parameters are found.
    pub search: Search,
    /// Draws the folds of a search.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            method: Method::default(),
            dimension: None,
            weights: AxisWeights::default(),
            ridge: RidgeChoice::default(),
            solver: Solver::default(),
            space: SpaceChoice::default(),
            search: Search::Fixed,
            seed: 0,
        }
    }
}

impl Plan {
    /// A method with its parameters as they are, everything else at its default.
    pub fn new(method: impl Into<Method>) -> Self {
        Self { method: method.into(), ..Self::default() }
    }

    /// The default method with some of its views.
    pub fn auto(breadth: Breadth) -> Self {
        Self { method: Method::Auto(breadth), ..Self::default() }
    }

    /// The method of that name, with every parameter that it has chosen automatically.
    ///
    /// # Errors
    /// [`Error::UnknownName`] with the nearest name.
    pub fn named(name: &str) -> Result<Self> {
        let method = Method::named(name)?;
        let search = match method {
            Method::Auto(_) => Search::Fixed,
            Method::Learner(_) => Search::auto(),
        };
        Ok(Self { method, search, ..Self::default() })
    }

    /// Reads a plan from JSON, as [`Plan`] writes itself; absent fields have their defaults.
    ///
    /// # Errors
    /// [`Error::BadPlan`] for what is not JSON of a plan, and as [`Plan::check`].
    pub fn from_json(text: &str) -> Result<Self> {
        let bad = |error: serde_json::Error| Error::BadPlan { reason: error.to_string() };
        serde_json::from_str::<Words>(text).map_err(bad)?.try_into()
    }

    /// The plan with so many axes.
    #[must_use]
    pub fn axes(self, count: usize) -> Self {
        Self { dimension: Some(count), ..self }
    }

    /// The name of its method.
    pub fn name(&self) -> &str {
        self.method.name()
    }

    /// Its learner; nothing for the default method.
    pub fn learner(&self) -> Option<&AnyLearner> {
        self.method.learner()
    }

    /// Refuses a plan that makes no sense on any data.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a value out of range, [`Error::UnknownParameter`] for one that the method does not have,
    /// [`Error::Incompatible`] for two that do not go together.
    pub fn check(&self) -> Result<()> {
        if self.dimension == Some(0) {
            return Err(Error::parameter("dimension", 0, "a whole number of at least 1"));
        }
        match &self.method {
            Method::Auto(_) => self.check_auto(),
            Method::Learner(learner) => {
                learner.check()?;
                self.space.check()?;
                self.ridge.check()?;
                let Search::Grid(grid) = &self.search else { return Ok(()) };
                grid.settings(learner, self.dimension.unwrap_or(1), self.weights).map(drop)
            }
        }
    }

    /// The default chooses its own scaling, kernel and ridge.
    fn check_auto(&self) -> Result<()> {
        let SpaceChoice { scaling, kernel, kernel_rank, negative_eigenvalues, pca_first } =
            &self.space;
        let strays = [
            ("scaling", *scaling != Scaling::default()),
            ("kernel", kernel.is_some()),
            ("kernel_rank", *kernel_rank != Default::default()),
            ("negative_eigenvalues", *negative_eigenvalues != Default::default()),
            ("pca_first", *pca_first != PcaFirst::No),
            ("weights", self.weights != AxisWeights::default()),
            ("ridge", self.ridge != RidgeChoice::default()),
            ("solver", self.solver != Solver::default()),
            ("search", matches!(self.search, Search::Grid(_))),
        ];
        match strays.into_iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((parameter, _)) => Err(self.method.unknown_parameter(parameter)),
        }
    }

    /// Which parameters the automatic choice looks for: those left open that the learner has.
    pub fn open(&self) -> Open {
        let (Search::Auto(open), Some(learner)) = (&self.search, self.learner()) else {
            return Open::default();
        };
        let usual = Grid::default_for(learner);
        Open {
            gamma: open.gamma && !usual.gamma.is_empty(),
            alpha: open.alpha && !usual.alpha.is_empty(),
        }
    }

    /// Whether there is something to choose by labels.
    pub(crate) fn searches(&self) -> bool {
        matches!(self.search, Search::Grid(_)) || self.open() != Open::default()
    }

    /// The space that a fit of so many rows with that many axes needs and no more: of a kernel the leading coordinates alone, where
    /// the axes are these. Anything that is compared with the fit, such as the rows before they were reduced, needs
    /// [`Plan::space`] itself.
    pub(crate) fn space_for_fit(&self, rows: usize, dimension: usize) -> SpaceChoice {
        let mut choice = self.space.clone();
        let plain = !self.searches() && choice.pca_first == PcaFirst::No;
        if plain && choice.kernel.is_some() && self.learner().is_some_and(Learner::is_principal) {
            choice.kernel_rank = choice.kernel_rank.for_principal_axes(rows, dimension);
        }
        choice
    }
}
