//! Samples and labels: the one place where input is checked.
//!
//! Everything behind this module may rely on finite values of sane magnitude, equal row lengths and one (possibly
//! absent) label per row.

mod csr;
mod draw;
mod labels;
mod outline;
mod products;
mod samples;
mod scaling;
mod sparse;
mod storage;
mod weights;

pub(crate) use csr::Csr;
pub(crate) use draw::{Draw, fold_count, mix};
pub use draw::{
    cross_validation, draw_labeled, draw_labeled_per_class, leave_one_out, stratified_folds,
    testable_folds,
};
pub use labels::Labels;
pub(crate) use outline::Outline;
pub(crate) use products::weighed_square;
pub use samples::Samples;
pub(crate) use samples::check_spread;
pub(crate) use scaling::Scaler;
pub use scaling::Scaling;

use crate::error::{Error, Result};

/// Samples with their labels, some or all of them absent.
///
/// ```
/// use halflit::{Dataset, Labels, Samples};
///
/// let samples = Samples::from_rows(&[[0.0, 1.0], [2.0, 3.0], [4.0, 6.0]])?;
/// let labels = Labels::new([Some("bad"), None, Some("good")]);
/// let data = Dataset::new(samples, labels)?;
/// assert_eq!(data.labels().labeled_rows(), [0, 2]);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset<'a> {
    samples: Samples<'a>,
    labels: Labels,
}

impl<'a> Dataset<'a> {
    /// Joins samples and labels.
    ///
    /// # Errors
    /// [`Error::TooFewRows`] below two rows, [`Error::LabelCount`] where there is not one label per row.
    pub fn new(samples: Samples<'a>, labels: Labels) -> Result<Self> {
        if samples.rows() < 2 {
            return Err(Error::TooFewRows { rows: samples.rows() });
        }
        if labels.len() != samples.rows() {
            return Err(Error::LabelCount { rows: samples.rows(), labels: labels.len() });
        }
        Ok(Self { samples, labels })
    }

    /// Samples with no label at all, for PCA, LPP and LPP*.
    ///
    /// # Errors
    /// [`Error::TooFewRows`] below two rows.
    pub fn unlabeled(samples: Samples<'a>) -> Result<Self> {
        let labels = Labels::none(samples.rows());
        Self::new(samples, labels)
    }

    /// Says how often every row counts: see [`Samples::with_weights`].
    ///
    /// # Errors
    /// [`Error::WeightCount`] where there is not one weight per row, [`Error::BadWeight`] where one is not finite or not above 0.
    pub fn with_weights(self, weights: Vec<f64>) -> Result<Self> {
        Ok(Self { samples: self.samples.with_weights(weights)?, ..self })
    }

    /// The n × d0 samples.
    pub fn samples(&self) -> &Samples<'a> {
        &self.samples
    }

    /// One optional class per row.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// These rows with other labels: what cross-validation does to hide some. Samples are borrowed, not copied.
    ///
    /// # Errors
    /// [`Error::LabelCount`] where there is not one label per row.
    pub fn relabeled(&self, labels: Labels) -> Result<Dataset<'_>> {
        Dataset::new(self.samples.borrowed(), labels)
    }

    /// These rows with other labels, the samples moved.
    ///
    /// # Errors
    /// [`Error::LabelCount`] where there is not one label per row.
    pub fn with_labels(self, labels: Labels) -> Result<Self> {
        Dataset::new(self.samples, labels)
    }

    /// n_k: the rows of each class, every row counted as often as it counts.
    pub fn class_sizes(&self) -> Vec<f64> {
        let size = |rows: &Vec<usize>| rows.iter().map(|&i| self.samples.weight(i)).sum();
        self.labels.rows_by_class().iter().map(size).collect()
    }

    /// Refuses labels that a supervised part cannot use.
    pub(crate) fn require_two_classes(&self, learner: &str) -> Result<()> {
        let present = self.labels.present_classes();
        match present[..] {
            [] => Err(Error::NoLabels { learner: learner.into() }),
            [only] => Err(Error::OneClass {
                learner: learner.into(),
                class: self.labels.classes()[only].clone(),
            }),
            _ => Ok(()),
        }
    }
}
