//! Samples made ready for many fits: span, kernel coordinates and the scatters of the unlabel cost depend on no
//! label, so they are computed once and shared by every fold, split, γ and learner.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::grid::{Grid, Setting};
use super::scores::{Outcome, Scores, TrialScores};
use super::search::{Plan, Search, UnlabelParts};
use super::trial_points::TrialPoints;
use crate::data::{Labels, Samples, Scaler};
use crate::eigen::Span;
use crate::error::{Error, Result};
use crate::kpca::Kpca;
use crate::learner::{AnyLearner, Learner};
use crate::matrix::{RowMatrix, tall_product};
use crate::problem::{UnlabelScatter, check_dimension, unlabel_scatters};
use crate::reduction::{PcaFirst, Reduction};

/// Called with the number of solves done and the number of all of them, from any thread.
pub type Progress<'p> = &'p (dyn Fn(usize, usize) + Sync);

/// Some labels to learn from and some rows to be tested on.
#[derive(Debug, Clone)]
pub struct Trial {
    /// What the learner sees.
    pub(super) labels: Labels,
    /// Where the tested rows are.
    pub(super) tested: Tested,
    /// Their classes, as indices into the classes of the labels; absent where none is known.
    pub(super) truth: Option<Vec<usize>>,
}

#[derive(Debug, Clone)]
pub(super) enum Tested {
    /// Rows of the prepared samples.
    Rows(Vec<usize>),
    /// Span coordinates of other samples.
    Outside(RowMatrix<'static>),
}

impl Trial {
    /// Hides the labels of some labeled rows and tests on them.
    pub fn hiding(labels: &Labels, rows: &[usize]) -> Self {
        let rows: Vec<usize> =
            rows.iter().copied().filter(|&row| labels.class_of(row).is_some()).collect();
        let truth = rows.iter().filter_map(|&row| labels.class_of(row)).collect();
        Self { labels: labels.hide(&rows), tested: Tested::Rows(rows), truth: Some(truth) }
    }

    /// All labels, tested on the rows that have none: nothing is right or wrong there, but predictions have margins.
    pub fn on_unlabeled(labels: &Labels) -> Self {
        let tested = Tested::Rows(labels.unlabeled_rows());
        Self { labels: labels.clone(), tested, truth: None }
    }
}

/// Samples with everything about them that no label changes.
pub struct Prepared<'a> {
    /// The samples as learners see them: as given, or in kernel coordinates.
    pub(super) samples: Samples<'a>,
    scaler: Scaler,
    kernel: Option<Kpca>,
    pub(super) span: Span,
    unlabel: Mutex<HashMap<(String, u64), Arc<UnlabelScatter>>>,
}

impl<'a> Prepared<'a> {
    /// Prepares samples for fits with the kernel of `reduction`; the learner may be another each time.
    ///
    /// # Errors
    /// [`Error::Incompatible`] where PCA is to go first, and what kernel and span refuse.
    pub fn new<L: Learner>(samples: &'a Samples<'_>, reduction: &Reduction<L>) -> Result<Self> {
        if reduction.pca_first != PcaFirst::No {
            return Err(Error::Incompatible {
                parameter: "pca_first",
                with: "a search for other parameters",
                help: "give these as numbers, or reduce the samples beforehand",
            });
        }
        let scaler = reduction.scaler(samples)?;
        let samples = scaler.apply(samples)?;
        let kernel = reduction.kernel.as_ref();
        let kernel = kernel
            .map(|kernel| Kpca::fit(kernel, &samples, reduction.negative_eigenvalues))
            .transpose()?;
        let samples = match &kernel {
            None => samples,
            Some(kpca) => {
                let phi = kpca.coordinates.clone();
                let (rows, columns) = (phi.rows(), phi.columns());
                Samples::from_row_major(phi.into_values(), rows, columns)?
            }
        };
        let span = Span::of(&samples)?;
        Ok(Self { samples, scaler, kernel, span, unlabel: Mutex::default() })
    }

    /// Dimension of the span, the largest d.
    pub fn rank(&self) -> usize {
        self.span.rank()
    }

    /// A trial on rows outside the prepared samples, `truth` being indices into the classes of `labels`.
    ///
    /// # Errors
    /// [`Error::LabelCount`] where there is not one class a row, [`Error::ColumnCount`] where columns differ.
    pub fn trial_outside(
        &self,
        labels: Labels,
        samples: &Samples<'_>,
        truth: Vec<usize>,
    ) -> Result<Trial> {
        if truth.len() != samples.rows() {
            return Err(Error::LabelCount { rows: samples.rows(), labels: truth.len() });
        }
        let samples = &self.scaler.apply(samples)?;
        let coordinates = match &self.kernel {
            None if samples.columns() != self.samples.columns() => {
                let (expected, found) = (self.samples.columns(), samples.columns());
                return Err(Error::ColumnCount { expected, found });
            }
            None => self.span.project(samples),
            Some(kpca) => {
                let phi = tall_product(&kpca.view.centered(samples)?, kpca.map.as_ref());
                let (rows, columns) = (phi.rows(), phi.columns());
                self.span.project(&Samples::from_row_major(phi.into_values(), rows, columns)?)
            }
        };
        Ok(Trial { labels, tested: Tested::Outside(coordinates), truth: Some(truth) })
    }

    /// Scores every setting of the grid on every trial. Results do not depend on threads.
    ///
    /// # Errors
    /// Parameters out of range; [`Error::FixedLabelCost`] for a label cost that cannot hide labels;
    /// [`Error::NoUsableFold`] where no trial could be fitted. A trial whose labels leave the learner nothing to work
    /// with is skipped, and says so in the result.
    pub fn scores(
        &self,
        reduction: &Reduction<AnyLearner>,
        grid: &Grid,
        trials: &[Trial],
        progress: Progress<'_>,
    ) -> Result<Scores> {
        self.scores_of(reduction, grid.settings(reduction)?, trials, progress)
    }

    /// The same for settings that are not a grid.
    ///
    /// # Errors
    /// As [`Prepared::scores`].
    pub fn scores_of(
        &self,
        reduction: &Reduction<AnyLearner>,
        settings: Vec<Setting>,
        trials: &[Trial],
        progress: Progress<'_>,
    ) -> Result<Scores> {
        let learner = &reduction.learner;
        if !learner.follows_labels() {
            return Err(Error::FixedLabelCost { learner: learner.name().into() });
        }
        let deepest = settings.iter().map(|s| s.dimension).max().unwrap_or(1);
        settings.iter().try_for_each(|s| check_dimension(s.dimension, self.rank()))?;
        let search = Search {
            prepared: self,
            reduction,
            plan: Plan::new(&settings),
            unlabel: self.unlabel_parts(learner, &settings)?,
            deepest,
        };
        let (done, total) = (AtomicUsize::new(0), trials.len() * search.plan.solves());
        let advance =
            |count: usize| progress(done.fetch_add(count, Ordering::Relaxed) + count, total);
        let trials: Vec<TrialScores> =
            trials.par_iter().map(|trial| search.trial(trial, &advance)).collect::<Result<_>>()?;
        match trials.iter().all(|trial| trial.skipped.is_some()) {
            true => {
                let reason = trials.into_iter().find_map(|trial| trial.skipped);
                Err(Error::NoUsableFold {
                    reason: reason.unwrap_or_else(|| "there is none".into()),
                })
            }
            false => Ok(Scores { settings, trials }),
        }
    }

    /// The nearest labeled row in the whole space, without any reduction: what a learner has to beat.
    ///
    /// # Errors
    /// [`Error::NothingToCompare`] where nothing is labeled.
    pub fn nearest(&self, trial: &Trial) -> Result<Outcome> {
        let points = TrialPoints::new(trial, &self.span)?;
        Ok(points.classify(&points.labeled, &points.tested))
    }

    /// The scatters of every power that the settings ask for, from the cache or from one pass.
    pub(super) fn unlabel_parts(
        &self,
        learner: &AnyLearner,
        settings: &[Setting],
    ) -> Result<UnlabelParts> {
        let mut alphas: Vec<f64> = settings.iter().map(|s| s.alpha.unwrap_or(1.0)).collect();
        alphas.sort_by(f64::total_cmp);
        alphas.dedup();
        let key = learner.unlabel_key();
        let mut parts = HashMap::new();
        if let (Some(key), Ok(cache)) = (&key, self.unlabel.lock()) {
            for alpha in &alphas {
                if let Some(part) = cache.get(&(key.clone(), alpha.to_bits())) {
                    parts.insert(alpha.to_bits(), Some(part.clone()));
                }
            }
        }
        alphas.retain(|alpha| !parts.contains_key(&alpha.to_bits()));
        let Some(cost) = learner.unlabel_cost(&self.samples)? else {
            return Ok(alphas.iter().map(|alpha| (alpha.to_bits(), None)).collect());
        };
        if alphas.is_empty() {
            return Ok(parts);
        }
        let scatters = unlabel_scatters(&cost, &self.span, &alphas, true)?;
        for (alpha, scatter) in alphas.iter().zip(scatters) {
            let part = Arc::new(scatter);
            if let (Some(key), Ok(mut cache)) = (&key, self.unlabel.lock()) {
                cache.insert((key.clone(), alpha.to_bits()), part.clone());
            }
            parts.insert(alpha.to_bits(), Some(part));
        }
        Ok(parts)
    }
}
