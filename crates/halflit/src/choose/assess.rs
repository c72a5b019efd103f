//! Honest accuracy: parameters are chosen inside every fold, without its held-out labels.

use super::candidates::verdicts;
use super::scores::Tally;
use super::trial::{Judgement, Trial};
use super::{Decision, choose};
use crate::data::{Labels, Samples};
use crate::error::{Error, Result};
use crate::learner::Learner;
use crate::plan::Plan;
use crate::search::Setting;
use crate::space::Space;
use crate::watch;

/// The result of one learner on held-out labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    /// One outcome for each fold; nothing right where the fold could not be fitted.
    pub folds: Vec<Tally>,
    /// Row by row: of every fold the rows that were held out, and whether each was classified right.
    pub rows: Vec<Vec<(usize, bool)>>,
    /// The setting of each fold; absent where it could not be fitted, and where nothing was learned.
    pub chosen: Vec<Option<Setting>>,
    /// Why folds could not be fitted: fold and reason.
    pub skipped: Vec<(usize, String)>,
    /// How often each row of the data counts; nothing where each counts once.
    pub weights: Option<Vec<f64>>,
}

impl Assessment {
    /// Share of held-out rows classified right.
    pub fn accuracy(&self) -> f64 {
        Tally::sum(&self.folds).accuracy()
    }

    /// Whether no row is held out in two folds.
    pub(crate) fn holds_out_once(&self) -> bool {
        let mut rows: Vec<usize> = self.rows.iter().flatten().map(|(row, _)| *row).collect();
        rows.sort_unstable();
        rows.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Every fold judged row by row; a fold whose error is to be skipped has nothing right, and if all are, that is the
    /// error.
    pub(crate) fn over(
        labels: &Labels,
        weights: Option<&[f64]>,
        folds: &[Vec<usize>],
        is_skipped: impl Fn(&Error) -> bool,
        judge: impl Fn(&[usize]) -> Result<(Option<Setting>, Vec<Judgement>)>,
    ) -> Result<Self> {
        let mut all = Self {
            folds: vec![],
            rows: vec![],
            chosen: vec![],
            skipped: vec![],
            weights: weights.map(<[f64]>::to_vec),
        };
        let stage = watch::stage("folds", folds.len());
        for (number, rows) in folds.iter().enumerate() {
            stage.advance(usize::from(number > 0))?;
            let labeled = rows.iter().copied().filter(|&row| labels.class_of(row).is_some());
            let labeled: Vec<usize> = labeled.collect();
            let (setting, judged) = match judge(&labeled) {
                Err(error) if is_skipped(&error) => {
                    all.skipped.push((number, error.to_string()));
                    let weight = |row: &usize| weights.map_or(1.0, |weights| weights[*row]);
                    let wrong = |row| Judgement { right: false, margin: 0.0, weight: weight(row) };
                    (None, labeled.iter().map(wrong).collect())
                }
                found => found?,
            };
            all.folds.push(Tally::of(&judged));
            let judged = judged.iter().map(|row| row.right);
            all.rows.push(labeled.into_iter().zip(judged).collect());
            all.chosen.push(setting);
        }
        match all.skipped.first() {
            Some((_, reason)) if all.skipped.len() == folds.len() => {
                Err(Error::NoUsableFold { reason: reason.clone() })
            }
            _ => Ok(all),
        }
    }

    /// Accuracy of every fold, for a paired test.
    pub fn rates(&self) -> Vec<f64> {
        self.folds.iter().map(Tally::accuracy).collect()
    }
}

/// What a fit of this reduction, its search included, gets right on labels that it does not see: for every fold of rows to hold
/// out, [`assess_split`].
///
/// # Errors
/// As [`choose`]; a fold whose labels leave the learner nothing to work with is skipped, unless all are.
pub(crate) fn assess(
    space: &Space<'_>,
    plan: &Plan,
    labels: &Labels,
    folds: &[Vec<usize>],
) -> Result<Assessment> {
    let weights = space.samples().weights();
    let is_skipped = |error: &Error| error.spoils_fold(space.rank_follows_labels());
    Assessment::over(labels, weights, folds, is_skipped, |rows| {
        let (setting, judged) = split(space, plan, labels, rows)?;
        Ok((Some(setting), judged))
    })
}

/// One split: chooses parameters by the labels that are left when `held_out` are hidden, then tests on those.
fn split(
    space: &Space<'_>,
    plan: &Plan,
    labels: &Labels,
    held_out: &[usize],
) -> Result<(Setting, Vec<Judgement>)> {
    let left = labels.hide(held_out);
    // The number of axes follows the classes that are left, as it would in a fit to them.
    let reduction = plan.reduction(&left, space.rank()).ok_or(Error::NothingToCompare)?;
    let Decision { reduction, selection } = choose(space, &reduction, &left)?;
    let own = Setting {
        gamma: reduction.learner.gamma(),
        alpha: reduction.learner.alpha(),
        neighbors: None,
        dimension: reduction.dimension,
        weights: reduction.weights,
    };
    let setting = selection.map_or(own, |selection| selection.best.setting);
    let trial = Trial::hiding(labels, held_out);
    Ok((setting, verdicts(space, &reduction, setting, &trial)?))
}

/// The nearest labeled row without any reduction, on the same folds: see [`Trial::raw`].
///
/// # Errors
/// [`Error::NothingToCompare`] where a fold leaves no label.
pub(crate) fn assess_raw(
    space: &Space<'_>,
    labels: &Labels,
    folds: &[Vec<usize>],
) -> Result<Assessment> {
    Assessment::over(
        labels,
        space.samples().weights(),
        folds,
        |_| false,
        |rows| Ok((None, Trial::hiding(labels, rows).raw_verdicts(space)?)),
    )
}

/// The baseline of samples as they are, without a space.
///
/// # Errors
/// As [`assess_raw`].
pub(crate) fn assess_rows(
    samples: &Samples<'_>,
    labels: &Labels,
    folds: &[Vec<usize>],
) -> Result<Assessment> {
    Assessment::over(
        labels,
        samples.weights(),
        folds,
        |_| false,
        |rows| Ok((None, Trial::hiding(labels, rows).raw_rows(samples)?)),
    )
}
