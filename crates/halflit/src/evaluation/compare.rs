//! Learners side by side, honestly: parameters are chosen inside every fold, without its held-out labels.

use super::grid::{Grid, Setting};
use super::paired_test::{PairedTest, paired_t_test};
use super::prepared::{Prepared, Progress, Trial};
use super::scores::Outcome;
use super::split::cross_validation;
use crate::classify::NearestNeighbors;
use crate::data::{Dataset, Labels};
use crate::error::{Error, Result};
use crate::learner::AnyLearner;
use crate::reduction::Reduction;

/// How one learner did on the held-out labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    /// One outcome a fold; nothing right where the fold could not be fitted.
    pub folds: Vec<Outcome>,
    /// The setting chosen inside each fold; absent where it could not be fitted, and for a classifier without one.
    pub chosen: Vec<Option<Setting>>,
    /// Why folds could not be fitted.
    pub skipped: Vec<String>,
}

impl Assessment {
    /// Share of held-out rows classified right.
    pub fn accuracy(&self) -> f64 {
        let tested: usize = self.folds.iter().map(|fold| fold.tested).sum();
        let right: usize = self.folds.iter().map(|fold| fold.right).sum();
        right as f64 / tested.max(1) as f64
    }

    /// Standard error of the accuracy over folds.
    pub fn standard_error(&self) -> f64 {
        super::scores::standard_error(&self.folds)
    }

    /// Tests whether this is better than another on the same folds.
    ///
    /// # Errors
    /// As [`paired_t_test`].
    pub fn better_than(&self, other: &Assessment) -> Result<PairedTest> {
        paired_t_test(&self.rates(), &other.rates())
    }

    /// Accuracy of every fold.
    fn rates(&self) -> Vec<f64> {
        self.folds.iter().map(|fold| fold.right as f64 / fold.tested.max(1) as f64).collect()
    }
}

/// Nested cross-validation: the default folds of the labeled rows, and inside each the default folds of what is left to
/// choose a setting of the grid.
///
/// ```
/// use halflit::{AnyLearner, Reduction, datasets};
/// use halflit::evaluation::{Grid, assess, assess_raw};
///
/// let data = datasets::ionosphere_with_labels(12, 1)?;
/// let reduction = Reduction::new(AnyLearner::named("lfda")?, 2);
/// let lfda = assess(&reduction, &data, &Grid::default(), 1, &|_, _| {})?;
/// let raw = assess_raw(&data, 1)?;
/// println!("{:.2} against {:.2}, p = {:.2}", lfda.accuracy(), raw.accuracy(), lfda.better_than(&raw)?.p);
/// # Ok::<(), halflit::Error>(())
/// ```
///
/// # Errors
/// As [`cross_validation`] and [`Prepared::scores`].
pub fn assess(
    reduction: &Reduction<AnyLearner>,
    data: &Dataset<'_>,
    grid: &Grid,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Assessment> {
    let prepared = Prepared::new(data.samples(), reduction)?;
    assess_prepared(&prepared, reduction, data.labels(), grid, seed, progress)
}

/// [`assess`] on samples that are prepared already, so that several learners share the work.
///
/// # Errors
/// As [`assess`].
pub fn assess_prepared(
    prepared: &Prepared<'_>,
    reduction: &Reduction<AnyLearner>,
    labels: &Labels,
    grid: &Grid,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Assessment> {
    let folds = cross_validation(labels, seed)?;
    let mut assessment = Assessment { folds: vec![], chosen: vec![], skipped: vec![] };
    for (number, rows) in folds.iter().enumerate() {
        match assess_split(prepared, reduction, labels, rows, grid, seed) {
            Ok((setting, outcome)) => {
                assessment.folds.push(outcome);
                assessment.chosen.push(Some(setting));
            }
            Err(Error::NoUsableFold { reason }) => {
                assessment.folds.push(Outcome { right: 0, tested: rows.len(), margin: 0.0 });
                assessment.chosen.push(None);
                assessment.skipped.push(reason);
            }
            Err(error) => return Err(error),
        }
        progress(number + 1, folds.len());
    }
    match assessment.skipped.first() {
        Some(reason) if assessment.skipped.len() == folds.len() => {
            Err(Error::NoUsableFold { reason: reason.clone() })
        }
        _ => Ok(assessment),
    }
}

/// One split: chooses a setting of the grid by the labels that are left when `held_out` are hidden, then tests on
/// those.
///
/// # Errors
/// As [`assess`].
pub fn assess_split(
    prepared: &Prepared<'_>,
    reduction: &Reduction<AnyLearner>,
    labels: &Labels,
    held_out: &[usize],
    grid: &Grid,
    seed: u64,
) -> Result<(Setting, Outcome)> {
    let left = labels.hide(held_out);
    let settings = grid.settings(reduction)?;
    let setting = match settings[..] {
        [only] => only,
        _ => {
            let inner = cross_validation(&left, seed)?;
            let trials: Vec<Trial> = inner.iter().map(|rows| Trial::hiding(&left, rows)).collect();
            let scores = prepared.scores(reduction, grid, &trials, &|_, _| {})?;
            scores.best().map_or(settings[0], |best| best.setting)
        }
    };
    let trial = Trial::hiding(labels, held_out);
    let scores = prepared.scores(reduction, &Grid::only(&setting), &[trial], &|_, _| {})?;
    Ok((setting, scores.trials[0].outcomes[0]))
}

/// The nearest labeled row in the input space, on the same folds: what any reduction has to beat.
///
/// # Errors
/// As [`cross_validation`].
pub fn assess_raw(data: &Dataset<'_>, seed: u64) -> Result<Assessment> {
    let labels = data.labels();
    let folds = cross_validation(labels, seed)?;
    let mut outcomes = Vec::new();
    for rows in &folds {
        let left = labels.hide(rows);
        let references = left.labeled_rows();
        let classes = references.iter().filter_map(|&row| left.class_of(row)).collect();
        let matrix = data.samples().matrix();
        let count = labels.classes().len();
        let nearest = NearestNeighbors::new(matrix.gather(&references), classes, count, 1)?;
        let predicted = nearest.predict(&matrix.gather(rows))?;
        let right =
            rows.iter().zip(&predicted).filter(|(row, p)| labels.class_of(**row) == Some(**p));
        outcomes.push(Outcome { right: right.count(), tested: rows.len(), margin: 0.0 });
    }
    let chosen = vec![None; folds.len()];
    Ok(Assessment { folds: outcomes, chosen, skipped: Vec::new() })
}
