//! Cross-validation over a grid, and the winner ready to be fitted.

use super::auto::{Auto, auto};
use super::grid::Grid;
use super::prepared::{Prepared, Progress, Trial};
use super::scores::{Scores, SettingScore};
use super::split::cross_validation;
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::learner::AnyLearner;
use crate::reduction::Reduction;

/// The outcome of a search.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The reduction with the winning parameters.
    pub reduction: Reduction<AnyLearner>,
    /// The winner.
    pub best: SettingScore,
    /// Every setting on every fold.
    pub scores: Scores,
}

/// Tunes by cross-validation on the labeled rows of the data, whose folds hide labels and keep rows:
/// leave-one-out up to 20 labels, else five stratified folds drawn by `seed`.
///
/// ```
/// use halflit::{AnyLearner, Reduction, datasets, evaluation::{Grid, tune}};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let reduction = Reduction::new(AnyLearner::named("ss-lfda")?, 2);
/// let grid = Grid { gamma: vec![0.01, 1.0], alpha: vec![1.0, 8.0], ..Default::default() };
/// let tuned = tune(&reduction, &data, &grid, 1, &|_, _| {})?;
/// assert_eq!(tuned.scores.settings.len(), 4);
/// let model = tuned.reduction.fit(&data)?;
/// assert_eq!(model.dimension(), 2);
/// # Ok::<(), halflit::Error>(())
/// ```
///
/// # Errors
/// As [`cross_validation`] and [`Prepared::scores`].
pub fn tune(
    reduction: &Reduction<AnyLearner>,
    data: &Dataset<'_>,
    grid: &Grid,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Tuned> {
    let prepared = Prepared::new(data.samples(), reduction)?;
    let folds = cross_validation(data.labels(), seed)?;
    let trials: Vec<Trial> = folds.iter().map(|rows| Trial::hiding(data.labels(), rows)).collect();
    let scores = prepared.scores(reduction, grid, &trials, progress)?;
    let best = scores.best().ok_or(Error::NothingToCompare)?;
    Tuned::new(reduction, best, scores)
}

/// Tunes γ and α by [`auto`]: balance and margins instead of a grid. The default of everything that says `auto`.
///
/// ```
/// use halflit::{AnyLearner, Reduction, datasets, evaluation::tune_automatically};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let reduction = Reduction::new(AnyLearner::named("ss-lfda")?, 2);
/// let model = tune_automatically(&reduction, &data, 1, &|_, _| {})?.reduction.fit(&data)?;
/// assert_eq!(model.dimension(), 2);
/// # Ok::<(), halflit::Error>(())
/// ```
///
/// # Errors
/// As [`auto`].
pub fn tune_automatically(
    reduction: &Reduction<AnyLearner>,
    data: &Dataset<'_>,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Tuned> {
    let prepared = Prepared::new(data.samples(), reduction)?;
    let Auto { best, scores, .. } = auto(&prepared, reduction, data.labels(), seed, progress)?;
    Tuned::new(reduction, best, scores)
}

impl Tuned {
    fn new(reduction: &Reduction<AnyLearner>, best: SettingScore, scores: Scores) -> Result<Self> {
        let mut reduction = reduction.clone();
        reduction.learner = best.setting.apply(&reduction.learner)?;
        reduction.dimension = best.setting.dimension;
        reduction.weights = best.setting.weights;
        Ok(Self { reduction, best, scores })
    }
}
