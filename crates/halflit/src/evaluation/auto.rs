//! Parameters without a grid of γ and with little noise: balanced γ, chosen by margins.
//!
//! 1. For each of a few α, γ is set so that the unlabeled rows cost a given share of what the labels gain (`balance.rs`).
//! 2. Held-out labels, by the usual folds, rule out the settings whose accuracy is more than one standard error below the
//!    best.
//! 3. Of the others the one is taken whose margins are largest: the mean relative margin of the held-out labels plus that
//!    of the predictions on the unlabeled rows.
//!
//! With ten labels the held-out accuracy takes eleven values, a standard error is 0.15, and most settings stay in: margins
//! decide, of which those of the unlabeled rows, being many, have little noise. With hundreds of labels the accuracy decides.

use super::balance::{balanced, has_balance};
use super::grid::{Grid, Setting};
use super::prepared::{Prepared, Progress, Trial};
use super::scores::{Scores, SettingScore};
use super::split::cross_validation;
use crate::data::Labels;
use crate::error::{Error, Result};
use crate::learner::{AnyLearner, Learner};
use crate::reduction::Reduction;

/// Powers to try.
const ALPHAS: [f64; 4] = [1.0, 4.0, 8.0, 16.0];

/// What was chosen, and from what.
#[derive(Debug, Clone, PartialEq)]
pub struct Auto {
    /// The winner, with its scores on held-out labels.
    pub best: SettingScore,
    /// Every candidate on every fold.
    pub scores: Scores,
    /// Of every candidate the mean relative margin of held-out labels plus that of the predictions on unlabeled rows.
    pub margins: Vec<f64>,
}

/// Chooses γ and α of a learner for these labels. A learner without γ has its α chosen among {1, 2, 4, 8, 16}; SELF, whose
/// unlabel cost is a gain that nothing balances, has its γ cross-validated over 10^{−3…3}.
///
/// ```
/// use halflit::{AnyLearner, Reduction, datasets, evaluation::{Prepared, auto}};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let reduction = Reduction::new(AnyLearner::named("ss-dne")?.with("constraint", "paper")?, 2);
/// let prepared = Prepared::new(data.samples(), &reduction)?;
/// let chosen = auto(&prepared, &reduction, data.labels(), 0, &|_, _| {})?;
/// assert_eq!(chosen.margins.len(), 20);
/// let learner = chosen.best.setting.apply(&reduction.learner)?;
/// let model = Reduction { learner, ..reduction }.fit(&data)?;
/// # Ok::<(), halflit::Error>(())
/// ```
///
/// # Errors
/// As [`cross_validation`] and [`Prepared::scores`].
pub fn auto(
    prepared: &Prepared<'_>,
    reduction: &Reduction<AnyLearner>,
    labels: &Labels,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Auto> {
    let has_gamma = reduction.learner.gamma().is_some();
    let has_balance = has_balance(prepared, reduction)?;
    let settings = match has_balance {
        true => balanced_settings(prepared, reduction, labels)?,
        false => Grid::default_for(&reduction.learner).settings(reduction)?,
    };
    let folds = cross_validation(labels, seed)?;
    let mut trials: Vec<Trial> = folds.iter().map(|rows| Trial::hiding(labels, rows)).collect();
    trials.push(Trial::on_unlabeled(labels));
    let mut scores = prepared.scores_of(reduction, settings, &trials, progress)?;
    let unlabeled = scores.trials.pop().map(|trial| trial.outcomes).unwrap_or_default();
    let confidence = |index: usize| {
        let outcome = unlabeled.get(index).filter(|outcome| outcome.tested > 0);
        outcome.map_or(0.0, |outcome| outcome.margin / outcome.tested as f64)
    };
    let summary = scores.summary();
    let margins: Vec<f64> = summary.iter().map(|s| s.margin + confidence(s.index)).collect();
    let best = match has_gamma && !has_balance {
        true => scores.best(),
        false => choose(&summary, &margins, labels.labeled_rows().len()),
    };
    Ok(Auto { best: best.ok_or(Error::NothingToCompare)?, scores, margins })
}

/// Of the candidates within one standard error of the best accuracy, the one of largest margin; of equal ones the first.
fn choose(candidates: &[SettingScore], margins: &[f64], labels: usize) -> Option<SettingScore> {
    let best = candidates.iter().map(|c| c.accuracy).fold(f64::NEG_INFINITY, f64::max);
    // Of a share of ℓ labels; at least half a label, so that 100 % of ten labels is not taken for certain.
    let count = labels.max(1) as f64;
    let standard_error = ((best * (1.0 - best)).max(0.25 / count) / count).sqrt();
    let kept = candidates.iter().filter(|c| c.accuracy >= best - standard_error);
    let better = |best: SettingScore, next: SettingScore| {
        if margins[next.index] > margins[best.index] { next } else { best }
    };
    kept.copied().reduce(better)
}

/// Every α with every balanced γ.
fn balanced_settings(
    prepared: &Prepared<'_>,
    reduction: &Reduction<AnyLearner>,
    labels: &Labels,
) -> Result<Vec<Setting>> {
    let alphas: Vec<Option<f64>> = match reduction.learner.alpha() {
        None => vec![None],
        Some(_) => ALPHAS.iter().copied().map(Some).collect(),
    };
    let (dimension, weights) = (reduction.dimension, reduction.weights);
    let mut settings = Vec::new();
    for alpha in alphas {
        for gamma in balanced(prepared, reduction, labels, alpha)? {
            let gamma = Some(gamma);
            settings.push(Setting { gamma, alpha, neighbors: None, dimension, weights });
        }
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::AxisWeights;

    #[test]
    fn margins_decide_within_a_standard_error_and_accuracy_beyond() {
        let (dimension, weights) = (1, AxisWeights::Identity);
        let setting = Setting { gamma: None, alpha: None, neighbors: None, dimension, weights };
        let score = |(index, accuracy)| SettingScore {
            index,
            setting,
            accuracy,
            margin: 0.0,
            standard_error: 0.0,
        };
        let scores: Vec<SettingScore> =
            [0.8, 0.7, 0.7].into_iter().enumerate().map(score).collect();
        let chosen = |labels| choose(&scores, &[0.1, 0.5, 0.5], labels).map(|best| best.index);
        assert_eq!(chosen(10), Some(1));
        assert_eq!(chosen(100), Some(0));
        assert!(choose(&[], &[], 10).is_none());
    }
}
