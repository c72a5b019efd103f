//! What no label changes: scaling, kernel or PCA first, span, and the scatters of unlabel costs.
//!
//! ```text
//! samples → scaled → kernel coordinates φ → leading principal axes → span coordinates Z
//! ```
//!
//! A [`Space`] is made once and shared by every fit, fold, γ, α and learner; a solution found in it is lifted back along the
//! same way.

mod choice;
mod moments;
mod summed;
mod unlabel;

pub use choice::{PcaFirst, SpaceChoice};
pub(crate) use moments::ColumnMoments;
pub(crate) use summed::Summed;
pub(crate) use unlabel::UnlabelScatter;

use std::sync::{Arc, OnceLock};

use crate::dense::{Mat, MatRef};

use crate::cost::UnlabelChoice;
use crate::data::{Dataset, Labels, Samples, Scaler};
use crate::eigen::{Span, canonicalize, self_adjoint};
use crate::error::{Error, Result};
use crate::kpca::Kpca;
use crate::map::Map;
use crate::matrix::{RowMatrix, product, tall_product};
use crate::memory;
use crate::projection::Projection;
use unlabel::UnlabelScatters;

/// Samples made ready for many fits.
///
/// ```
/// use halflit::{Learner, Solve, Space, SpaceChoice, datasets, learner::SsLfda};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let space = Space::of(data.samples(), &SpaceChoice::default())?;
/// // What labels change is this value; it can be printed, changed and solved again and again.
/// let mut problem = SsLfda::default().problem(&space.dataset(data.labels())?)?;
/// for gamma in [0.1, 1.0, 10.0] {
///     problem.gamma = Some(gamma);
///     let solution = problem.solve(&space, &Solve::axes(2))?;
///     assert_eq!(solution.embedding(&space)?.columns(), 2);
/// }
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug)]
pub struct Space<'a> {
    choice: SpaceChoice,
    scaler: Scaler,
    kernel: Option<Arc<Kpca>>,
    /// The principal axes that went first.
    first: Option<Leading<'a>>,
    /// The samples as learners see them.
    samples: Samples<'a>,
    /// Found at once, or, where it is large, when somebody asks.
    span: OnceLock<Span<'a>>,
    moments: OnceLock<ColumnMoments>,
    unlabel: UnlabelScatters,
    /// Whether the samples are only some of the rows, all of which were summed elsewhere.
    summed: bool,
}

/// Leading principal axes of a span.
#[derive(Debug, Clone)]
struct Leading<'a> {
    span: Span<'a>,
    /// In the coordinates of the span, one per column.
    axes: Mat<f64>,
}

impl<'a> Space<'a> {
    /// Prepares samples.
    ///
    /// # Errors
    /// [`Error::Parameter`] for choices out of range, and what kernel and span refuse.
    pub fn of(samples: &'a Samples<'_>, choice: &SpaceChoice) -> Result<Self> {
        choice.check_samples(samples)?;
        let scaler = choice.scaling.learn(samples);
        let samples = scaler.apply(samples)?;
        if choice.kernel.is_some() {
            samples.check_vast("a kernel")?;
        }
        let (samples, span, kernel) = match &choice.kernel {
            None => (samples, OnceLock::new(), None),
            Some(kernel) => {
                let copies = samples.copies("a kernel")?;
                let written = copies.map(|rows| samples.gather(&rows).unweighed());
                let all = written.as_ref().unwrap_or(&samples);
                let (rank, negative) = (choice.kernel_rank, choice.negative_eigenvalues);
                let (kpca, found) = Kpca::fit(kernel, all, rank, negative)?;
                // Copies lie where their rows do, which come first.
                let coordinates = match &written {
                    Some(_) => found.coordinates.gather(&(0..samples.rows()).collect::<Vec<_>>()),
                    None => found.coordinates,
                };
                let samples = Samples::from_matrix(coordinates)?.weighed_like(&samples);
                let span = Span::of_principal(&samples, &found.spread, found.beyond);
                (samples, OnceLock::from(span), Some(Arc::new(kpca)))
            }
        };
        let whole = Self {
            choice: choice.clone(),
            scaler,
            kernel,
            first: None,
            samples,
            span,
            moments: OnceLock::new(),
            unlabel: UnlabelScatters::default(),
            summed: false,
        };
        if !whole.is_large() {
            whole.span()?;
        }
        match whole.choice.pca_first {
            PcaFirst::Axes(count) => whole.leading(count),
            PcaFirst::No | PcaFirst::ObjectiveRank => Ok(whole),
        }
    }

    /// These samples reduced to so many leading principal axes.
    pub(crate) fn leading(&self, count: usize) -> Result<Space<'a>> {
        let whole = self.span()?;
        if count == 0 || count > whole.rank() {
            let allowed = "a whole number from 1 to the rank of the data";
            return Err(Error::parameter("pca_first", count, allowed));
        }
        let (_, vectors) = self_adjoint(whole.total().as_ref())?;
        let axes = vectors.as_ref().reverse_cols().subcols(0, count).to_owned();
        let samples = Samples::from_matrix(tall_product(whole.coordinates(), axes.as_ref()))?
            .weighed_like(&self.samples);
        let span = Span::of(&samples)?;
        let basis = span.lift(Mat::<f64>::identity(span.rank(), span.rank()).as_ref());
        let along = product(axes.as_ref(), basis.as_ref());
        let extent = whole.extent().along(along.as_ref(), span.total(), samples.total_weight())?;
        let span = span.with_extent(extent);
        Ok(Space {
            choice: SpaceChoice { pca_first: PcaFirst::Axes(count), ..self.choice.clone() },
            scaler: self.scaler.clone(),
            kernel: self.kernel.clone(),
            first: Some(Leading { span: whole.clone(), axes }),
            samples,
            span: OnceLock::from(span),
            moments: OnceLock::new(),
            unlabel: UnlabelScatters::default(),
            summed: self.summed,
        })
    }

    /// The choice that made this space.
    pub fn choice(&self) -> &SpaceChoice {
        &self.choice
    }

    /// The samples as learners see them: scaled, in kernel coordinates, reduced by PCA, as far as that was chosen.
    pub fn samples(&self) -> &Samples<'a> {
        &self.samples
    }

    /// These samples with labels: what a learner makes its problem of.
    ///
    /// # Errors
    /// [`Error::LabelCount`] where there is not one label per row.
    pub fn dataset(&self, labels: &Labels) -> Result<Dataset<'_>> {
        Dataset::new(self.samples.borrowed(), labels.clone())
    }

    /// Dimension of the span, r: the largest d. Where the span was not found yet, what it is at most.
    pub fn rank(&self) -> usize {
        match self.span.get() {
            Some(span) => span.rank(),
            None => self.moments().varying.min(self.samples.rows() - 1),
        }
    }

    /// The span of the samples, found when it is first asked for where it is large.
    ///
    /// # Errors
    /// What [`Span::of`] refuses.
    pub fn span(&self) -> Result<&Span<'a>> {
        if let Some(span) = self.span.get() {
            return Ok(span);
        }
        self.samples.check_vast("a search, or a solver of r × r matrices,")?;
        // That of a kernel's coordinates is known from the start.
        let span = Span::of(&self.samples)?;
        Ok(self.span.get_or_init(|| span))
    }

    /// Means and variances of the columns.
    pub(crate) fn moments(&self) -> &ColumnMoments {
        self.moments.get_or_init(|| ColumnMoments::of(&self.samples))
    }

    /// Whether PCA goes first to the rank of S(C), which the labels change.
    pub(crate) fn rank_follows_labels(&self) -> bool {
        self.choice.pca_first == PcaFirst::ObjectiveRank
    }

    /// Whether learners see the columns themselves, neither a kernel's coordinates nor principal axes.
    pub(crate) fn is_plain(&self) -> bool {
        self.choice.is_plain()
    }

    /// Whether r × r matrices are out of reach, or not worth their time beside products.
    pub(crate) fn is_large(&self) -> bool {
        !self.summed && self.choice.is_large(&self.samples.outline())
    }

    /// Whether the span and some r × r matrices would fit in memory.
    pub(crate) fn fits(&self) -> bool {
        let (rows, columns) = (self.samples.rows() as f64, self.samples.columns() as f64);
        let needed = 8.0 * (2.0 * rows * columns + 8.0 * (self.rank() as f64).powi(2));
        self.span.get().is_some()
            || !self.samples.is_vast()
                && memory::available().is_none_or(|free| needed < free as f64)
    }

    /// The span before PCA went first: where distances are those of the samples themselves.
    pub(crate) fn whole_span(&self) -> Result<&Span<'a>> {
        self.first.as_ref().map_or_else(|| self.span(), |first| Ok(&first.span))
    }

    pub(crate) fn scaler(&self) -> &Scaler {
        &self.scaler
    }

    /// Directions of the samples, before PCA, in which the learner cannot see anything.
    pub(crate) fn dropped(&self) -> usize {
        let columns = self.first.as_ref().map_or(self.samples.columns(), |f| f.span.mean().len());
        columns - self.rank()
    }

    /// The largest kernel eigenvalue below zero that was dropped, as a share of the largest of all.
    pub(crate) fn dropped_negative(&self) -> f64 {
        self.kernel.as_ref().map_or(0.0, |kpca| kpca.dropped_negative)
    }

    /// The share of a kernel's spread that its coordinates do not hold.
    pub(crate) fn kernel_left_out(&self) -> f64 {
        self.kernel.as_ref().map_or(0.0, |kpca| kpca.left_out)
    }

    /// The scatters of the Hadamard powers of an unlabel cost; none where there is no cost. Each is summed once.
    pub(crate) fn unlabel(
        &self,
        choice: &UnlabelChoice,
        alphas: &[f64],
    ) -> Result<Vec<Arc<UnlabelScatter>>> {
        if *choice == UnlabelChoice::None {
            return Ok(Vec::new());
        }
        let none = || Error::shape("the unlabel cost", "some pairs", "none");
        let cost = || match self.summed {
            // Only some of the rows are here, so that their pairs would be too few.
            true => Err(Error::NotSummed { what: format!("{choice} to the powers {alphas:?}") }),
            false => choice.searched_cost(&self.samples)?.ok_or_else(none),
        };
        self.unlabel.of(choice, alphas, self.span()?, cost)
    }

    /// Coordinates of other samples in the whole span.
    pub(crate) fn project(&self, new: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let new = self.scaler.apply(new)?;
        let span = self.whole_span()?;
        match &self.kernel {
            Some(kpca) => Ok(span.project(&Samples::from_matrix(kpca.coordinates_of(&new)?)?)),
            None if new.columns() != span.mean().len() => {
                Err(Error::ColumnCount { expected: span.mean().len(), found: new.columns() })
            }
            None => Ok(span.project(&new)),
        }
    }

    /// From coordinates in the whole span to those that learners see.
    pub(crate) fn narrowed(&self, whole: &RowMatrix<'static>) -> Result<RowMatrix<'static>> {
        match &self.first {
            None => Ok(whole.clone()),
            Some(first) => {
                let scores = tall_product(whole, first.axes.as_ref());
                Ok(self.span()?.project(&Samples::from_matrix(scores)?))
            }
        }
    }

    /// The way back: axes in the coordinates of the span (r × d) as a map of scaled samples, signs settled.
    pub(crate) fn lift(&self, axes: MatRef<'_, f64>) -> Result<Map> {
        let mut input = self.span()?.lift(axes);
        if let Some(first) = &self.first {
            input = first.span.lift(product(first.axes.as_ref(), input.as_ref()).as_ref());
        }
        if let Some(kpca) = &self.kernel {
            input = product(kpca.map.as_ref(), input.as_ref());
        }
        canonicalize(&mut input);
        match &self.kernel {
            Some(kpca) => Ok(Map::kernel(kpca.view.clone(), input.as_ref())),
            None => {
                let mean = self.whole_span()?.mean().to_vec();
                Ok(Map::Linear(Projection::new(mean, input.as_ref())))
            }
        }
    }

    /// Axes in the coordinates of the samples (d0 × d) as a map of scaled samples, signs settled.
    pub(crate) fn lifted(&self, mut axes: Mat<f64>) -> Map {
        canonicalize(&mut axes);
        Map::Linear(Projection::new(self.moments().mean.clone(), axes.as_ref()))
    }
}
