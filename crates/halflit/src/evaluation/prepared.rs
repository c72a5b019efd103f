//! Samples made ready for many fits: span, kernel coordinates and the scatters of the unlabel cost depend on no
//! label, so they are computed once and shared by every fold, split, γ and learner.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::grid::{Grid, Setting};
use super::scores::{Outcome, Scores, TrialScores};
use crate::data::{Dataset, Labels, Samples, Scaler};
use crate::eigen::Span;
use crate::error::{Error, Result};
use crate::kpca::Kpca;
use crate::learner::{AnyLearner, Learner};
use crate::matrix::{RowMatrix, tall_product};
use crate::neighbors::Metric;
use crate::problem::{Assembled, LabelScatter, UnlabelScatter, check_dimension, unlabel_scatters};
use crate::reduction::{PcaFirst, Reduction};

/// Called with the number of solves done and the number of all of them, from any thread.
pub type Progress<'p> = &'p (dyn Fn(usize, usize) + Sync);

/// Some labels to learn from and some rows to be tested on.
#[derive(Debug, Clone)]
pub struct Trial {
    /// What the learner sees.
    labels: Labels,
    /// Where the tested rows are.
    tested: Tested,
    /// Their classes, as indices into the classes of the labels.
    truth: Vec<usize>,
}

#[derive(Debug, Clone)]
enum Tested {
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
        Self { labels: labels.hide(&rows), tested: Tested::Rows(rows), truth }
    }
}

/// Samples with everything about them that no label changes.
pub struct Prepared<'a> {
    /// The samples as learners see them: as given, or in kernel coordinates.
    samples: Samples<'a>,
    scaler: Scaler,
    kernel: Option<Kpca>,
    span: Span,
    unlabel: Mutex<HashMap<(String, u64), Arc<UnlabelScatter>>>,
}

impl<'a> Prepared<'a> {
    /// Prepares samples for fits with the kernel of `reduction`; the learner may be another each time.
    ///
    /// # Errors
    /// [`Error::Parameter`] where PCA is to go first (reduce the samples beforehand), and what kernel and span refuse.
    pub fn new<L: Learner>(samples: &'a Samples<'_>, reduction: &Reduction<L>) -> Result<Self> {
        if reduction.pca_first != PcaFirst::No {
            let allowed = "no in a search: reduce the samples beforehand";
            return Err(Error::parameter("pca_first", "axes", allowed));
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
        Ok(Trial { labels, tested: Tested::Outside(coordinates), truth })
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
        let learner = &reduction.learner;
        if !learner.follows_labels() {
            return Err(Error::FixedLabelCost { learner: learner.name().into() });
        }
        let settings = grid.settings(reduction)?;
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

    /// The scatters of every power that the settings ask for, from the cache or from one pass.
    fn unlabel_parts(&self, learner: &AnyLearner, settings: &[Setting]) -> Result<UnlabelParts> {
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

/// By the bits of α.
type UnlabelParts = HashMap<u64, Option<Arc<UnlabelScatter>>>;

/// Settings that share a label part, and within them a solve.
struct Plan<'s> {
    /// k, and the solves with that k: (α, γ) and the indices of the settings that differ in d and T only.
    groups: Vec<(Option<usize>, Vec<Solve<'s>>)>,
}

struct Solve<'s> {
    alpha: Option<f64>,
    gamma: Option<f64>,
    settings: Vec<(usize, &'s Setting)>,
}

impl<'s> Plan<'s> {
    fn new(settings: &'s [Setting]) -> Self {
        let mut groups: Vec<(Option<usize>, Vec<Solve<'s>>)> = Vec::new();
        for (index, setting) in settings.iter().enumerate() {
            let group = match groups.iter().position(|(k, _)| *k == setting.neighbors) {
                Some(at) => &mut groups[at].1,
                None => {
                    groups.push((setting.neighbors, Vec::new()));
                    let last = groups.len() - 1;
                    &mut groups[last].1
                }
            };
            let same = |s: &&mut Solve<'_>| s.alpha == setting.alpha && s.gamma == setting.gamma;
            match group.iter_mut().find(same) {
                Some(solve) => solve.settings.push((index, setting)),
                None => {
                    let (alpha, gamma) = (setting.alpha, setting.gamma);
                    group.push(Solve { alpha, gamma, settings: vec![(index, setting)] });
                }
            }
        }
        Self { groups }
    }

    fn solves(&self) -> usize {
        self.groups.iter().map(|(_, solves)| solves.len()).sum()
    }
}

/// One call of [`Prepared::scores`].
struct Search<'s> {
    prepared: &'s Prepared<'s>,
    reduction: &'s Reduction<AnyLearner>,
    plan: Plan<'s>,
    unlabel: UnlabelParts,
    deepest: usize,
}

impl Search<'_> {
    fn trial(&self, trial: &Trial, advance: &(dyn Fn(usize) + Sync)) -> Result<TrialScores> {
        match self.outcomes(trial, advance) {
            Ok(outcomes) => Ok(TrialScores { outcomes, skipped: None }),
            Err(error) if is_about_labels(&error) => {
                Ok(TrialScores { outcomes: Vec::new(), skipped: Some(error.to_string()) })
            }
            Err(error) => Err(error),
        }
    }

    fn outcomes(&self, trial: &Trial, advance: &(dyn Fn(usize) + Sync)) -> Result<Vec<Outcome>> {
        let data = Dataset::new(self.prepared.samples.borrowed(), trial.labels.clone())?;
        let rows = trial.labels.labeled_rows();
        if rows.is_empty() {
            return Err(Error::NothingToCompare);
        }
        let z = self.prepared.span.coordinates();
        let points = TrialPoints {
            labeled: z.gather(&rows),
            classes: rows.iter().filter_map(|&row| trial.labels.class_of(row)).collect(),
            tested: match &trial.tested {
                Tested::Rows(rows) => z.gather(rows),
                Tested::Outside(coordinates) => coordinates.clone(),
            },
            truth: &trial.truth,
        };
        let count = self.plan.groups.iter().flat_map(|(_, s)| s).map(|s| s.settings.len()).sum();
        let mut outcomes = vec![Outcome::default(); count];
        for (neighbors, solves) in &self.plan.groups {
            let mut learner = self.reduction.learner.clone();
            neighbors.map(|k| learner.set_neighbors(k));
            let part = learner.label_part(&data)?;
            let span = &self.prepared.span;
            let label = part.map(|part| LabelScatter::new(&part, span)).transpose()?.map(Arc::new);
            let found: Vec<Vec<(usize, Outcome)>> = solves
                .par_iter()
                .map(|solve| {
                    let found = self.solve(&learner, solve, label.clone(), &points);
                    advance(1);
                    found
                })
                .collect::<Result<_>>()?;
            for (index, outcome) in found.into_iter().flatten() {
                outcomes[index] = outcome;
            }
        }
        Ok(outcomes)
    }

    /// One eigenproblem, and every d and T that it answers.
    fn solve(
        &self,
        learner: &AnyLearner,
        solve: &Solve<'_>,
        label: Option<Arc<LabelScatter>>,
        points: &TrialPoints<'_>,
    ) -> Result<Vec<(usize, Outcome)>> {
        let alpha = solve.alpha.unwrap_or(1.0).to_bits();
        let unlabel = self.unlabel.get(&alpha).cloned().flatten();
        let (name, constraint) = (learner.name(), learner.constraint());
        let assembled = Assembled::new(name, label, unlabel, &constraint, &self.prepared.span)?;
        let axes = assembled.solve(solve.gamma, self.deepest, self.reduction.ridge)?;
        let labeled = tall_product(&points.labeled, axes.vectors.as_ref());
        let tested = tall_product(&points.tested, axes.vectors.as_ref());
        let outcome = |&(index, setting): &(usize, &Setting)| {
            let weight = |j: usize| {
                let length = axes.vectors.col(j).norm_l2();
                setting.weights.weight(axes.eigenvalues[j], length)
            };
            let weights: Vec<f64> = (0..setting.dimension).map(weight).collect();
            let (labeled, tested) = (weigh(&labeled, &weights), weigh(&tested, &weights));
            (index, classify(&labeled, &points.classes, &tested, points.truth))
        };
        Ok(solve.settings.iter().map(outcome).collect())
    }
}

/// A trial in span coordinates.
struct TrialPoints<'t> {
    labeled: RowMatrix<'static>,
    classes: Vec<usize>,
    tested: RowMatrix<'static>,
    truth: &'t [usize],
}

/// The first columns, each times its weight.
fn weigh(points: &RowMatrix<'_>, weights: &[f64]) -> RowMatrix<'static> {
    let rows = 0..points.rows();
    let values = rows.flat_map(|i| points.row(i).iter().zip(weights).map(|(v, w)| v * w));
    RowMatrix::new(values.collect::<Vec<_>>(), points.rows(), weights.len())
}

/// 1-NN, ties by the lower row, with margins.
fn classify(
    labeled: &RowMatrix<'_>,
    classes: &[usize],
    tested: &RowMatrix<'_>,
    truth: &[usize],
) -> Outcome {
    let mut outcome = Outcome { tested: truth.len(), ..Outcome::default() };
    for (i, &class) in truth.iter().enumerate() {
        let (mut same, mut other, mut nearest) = (f64::INFINITY, f64::INFINITY, (f64::INFINITY, 0));
        for (j, &candidate) in classes.iter().enumerate() {
            let distance = Metric::Euclidean.direct(tested.row(i), labeled.row(j));
            let of_kind = if candidate == class { &mut same } else { &mut other };
            *of_kind = of_kind.min(distance);
            if distance < nearest.0 {
                nearest = (distance, candidate);
            }
        }
        outcome.right += usize::from(nearest.1 == class && same.is_finite());
        outcome.margin += relative_margin(same, other);
    }
    outcome
}

/// (d_other − d_same)/(d_other + d_same), between −1 and 1.
fn relative_margin(same: f64, other: f64) -> f64 {
    match (same.is_finite(), other.is_finite()) {
        (false, _) => -1.0,
        (true, false) => 1.0,
        _ if same + other == 0.0 => 0.0,
        _ => (other - same) / (other + same),
    }
}

/// Whether a fold is to blame rather than a parameter.
fn is_about_labels(error: &Error) -> bool {
    matches!(
        error,
        Error::OneClass { .. }
            | Error::NoLabels { .. }
            | Error::ZeroConstraint { .. }
            | Error::NothingToCompare
    )
}
