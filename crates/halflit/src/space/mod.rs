//! What no label changes: scaling, kernel or PCA first, span, and the scatters of unlabel costs.
//!
//! ```text
//! samples → scaled → kernel coordinates φ → leading principal axes → span coordinates Z
//! ```
//!
//! A [`Space`] is made once and shared by every fit, fold, γ, α and learner; a solution found in it is lifted back along the
//! same way.

mod choice;
mod unlabel;

pub use choice::{PcaFirst, SpaceChoice};
pub(crate) use unlabel::UnlabelScatter;

use std::sync::Arc;

use faer::{Mat, MatRef};

use crate::cost::UnlabelChoice;
use crate::data::{Dataset, Labels, Samples, Scaler};
use crate::eigen::{Extent, Span, canonicalize, self_adjoint};
use crate::error::{Error, Result};
use crate::kpca::Kpca;
use crate::map::Map;
use crate::matrix::{RowMatrix, product, tall_product};
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
///     assert_eq!(solution.embedding(&space).columns(), 2);
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
    span: Span<'a>,
    unlabel: UnlabelScatters,
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
        choice.check()?;
        let scaler = choice.scaling.learn(samples);
        let samples = scaler.apply(samples)?;
        let (samples, kernel) = match &choice.kernel {
            None => (samples, None),
            Some(kernel) => {
                let (kpca, phi) = Kpca::fit(kernel, &samples, choice.negative_eigenvalues)?;
                (Samples::from_matrix(phi)?, Some(Arc::new(kpca)))
            }
        };
        let span = Span::of(&samples)?;
        let span = match &kernel {
            None => span,
            Some(_) => {
                let extent = Extent::alike(span.total(), samples.rows());
                span.with_extent(extent)
            }
        };
        let (choice, unlabel) = (choice.clone(), UnlabelScatters::default());
        let whole = Self { choice, scaler, kernel, first: None, samples, span, unlabel };
        match whole.choice.pca_first {
            PcaFirst::Axes(count) => whole.leading(count),
            PcaFirst::No | PcaFirst::ObjectiveRank => Ok(whole),
        }
    }

    /// The same samples reduced to so many leading principal axes.
    pub(crate) fn leading(&self, count: usize) -> Result<Space<'a>> {
        if count == 0 || count > self.span.rank() {
            let allowed = "a whole number from 1 to the rank of the data";
            return Err(Error::parameter("pca_first", count, allowed));
        }
        let (_, vectors) = self_adjoint(self.span.total().as_ref())?;
        let axes = vectors.as_ref().reverse_cols().subcols(0, count).to_owned();
        let samples = Samples::from_matrix(tall_product(self.span.coordinates(), axes.as_ref()))?;
        let span = Span::of(&samples)?;
        let basis = span.lift(Mat::<f64>::identity(span.rank(), span.rank()).as_ref());
        let along = product(axes.as_ref(), basis.as_ref());
        let extent = self.span.extent().along(along.as_ref(), span.total(), samples.rows())?;
        let span = span.with_extent(extent);
        Ok(Space {
            choice: SpaceChoice { pca_first: PcaFirst::Axes(count), ..self.choice.clone() },
            scaler: self.scaler.clone(),
            kernel: self.kernel.clone(),
            first: Some(Leading { span: self.span.clone(), axes }),
            samples,
            span,
            unlabel: UnlabelScatters::default(),
        })
    }

    /// What was chosen.
    pub fn choice(&self) -> &SpaceChoice {
        &self.choice
    }

    /// The samples as learners see them: scaled, in kernel coordinates, reduced by PCA, as far as that was chosen.
    pub fn samples(&self) -> &Samples<'a> {
        &self.samples
    }

    /// The same samples with labels: what a learner makes its problem of.
    ///
    /// # Errors
    /// [`Error::LabelCount`] where there is not one label per row.
    pub fn dataset(&self, labels: &Labels) -> Result<Dataset<'_>> {
        Dataset::new(self.samples.borrowed(), labels.clone())
    }

    /// Dimension of the span, r: the largest d.
    pub fn rank(&self) -> usize {
        self.span.rank()
    }

    /// The span of the samples.
    pub fn span(&self) -> &Span<'a> {
        &self.span
    }

    /// The span before PCA went first: where distances are those of the samples themselves.
    pub(crate) fn whole_span(&self) -> &Span<'a> {
        self.first.as_ref().map_or(&self.span, |first| &first.span)
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
        let cost = || choice.cost(&self.samples)?.ok_or_else(none);
        self.unlabel.of(choice, alphas, &self.span, cost)
    }

    /// Coordinates of other samples in the whole span.
    pub(crate) fn project(&self, new: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let new = self.scaler.apply(new)?;
        let span = self.whole_span();
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
                Ok(self.span.project(&Samples::from_matrix(scores)?))
            }
        }
    }

    /// The way back: axes in the coordinates of the span (r × d) as a map of scaled samples, signs settled.
    pub(crate) fn lift(&self, axes: MatRef<'_, f64>) -> Result<Map> {
        let mut input = self.span.lift(axes);
        if let Some(first) = &self.first {
            input = first.span.lift(product(first.axes.as_ref(), input.as_ref()).as_ref());
        }
        if let Some(kpca) = &self.kernel {
            input = product(kpca.map.as_ref(), input.as_ref());
        }
        canonicalize(&mut input);
        match &self.kernel {
            Some(kpca) => Map::kernel(kpca.view.clone(), input.as_ref()),
            None => {
                let mean = self.whole_span().mean().to_vec();
                Ok(Map::Linear(Projection::new(mean, input.as_ref())))
            }
        }
    }
}
