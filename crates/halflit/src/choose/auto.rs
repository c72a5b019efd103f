//! Parameters without a grid of γ and with little noise: balanced γ, chosen by margins.
//!
//! 1. For each of a few α, γ is set so that the unlabeled rows cost a given share of what the labels gain, or weigh a given multiple
//!    of what the labels weigh (`balance.rs`). B^ℓ is shrunk, not raised by ε = γ, so that units do not matter.
//! 2. Held-out labels, by the usual folds, rule out the settings whose accuracy is more than one standard error below the
//!    best.
//! 3. Of the others the one is taken whose margins are largest: the mean relative margin of the held-out labels plus that
//!    of the predictions on the unlabeled rows.
//!
//! With ten labels the held-out accuracy takes eleven values, a standard error is 0.15, and most settings stay in: margins
//! decide, of which those of the unlabeled rows, being many, have little noise. With hundreds of labels the accuracy decides.

use super::balance::{GammaMeasure, gammas};
use super::scores::{SettingScore, Tally};
use super::trial::Trial;
use super::{Rule, Selection, folds, scores};
use crate::data::Labels;
use crate::error::{Error, Result};
use crate::learner::{AnyLearner, Learner};
use crate::plan::Reduction;
use crate::search::{Grid, Open, Setting};
use crate::space::Space;

/// Powers to try.
const ALPHAS: [f64; 4] = [1.0, 4.0, 8.0, 16.0];

/// Chooses what is open.
pub(super) fn auto(
    space: &Space<'_>,
    reduction: &Reduction,
    open: Open,
    labels: &Labels,
) -> Result<Selection> {
    let usual = Grid::default_for(&reduction.learner);
    let measure = match open.gamma {
        true => GammaMeasure::of(space, reduction)?,
        false => GammaMeasure::Grid,
    };
    let settings = candidates(space, reduction, open, measure, &usual, labels)?;
    let mut trials = folds(labels, reduction.seed)?;
    trials.push(Trial::on_unlabeled(labels));
    let mut scores = scores(space, reduction, settings, &trials)?;
    let unlabeled = scores.trials.pop().map(|trial| trial.outcomes).unwrap_or_default();
    let confidence = |index: usize| {
        let outcome = unlabeled.get(index).filter(|outcome| outcome.tested > 0);
        outcome.map_or(0.0, Tally::mean_margin)
    };
    let summary = scores.summary();
    let margins: Vec<f64> = summary.iter().map(|s| s.margin + confidence(s.index)).collect();
    // A γ of a grid is cross-validated, and the result says so.
    let (rule, best) = match open.gamma && measure == GammaMeasure::Grid {
        true => (Rule::Cv, scores.best()),
        false => (Rule::Auto, within_error(&summary, &margins, independent(space, labels))),
    };
    let best = best.ok_or(Error::NothingToCompare)?;
    Ok(Selection { rule, best, scores, margins })
}

/// Every open power with every open γ, by its measure.
fn candidates(
    space: &Space<'_>,
    reduction: &Reduction,
    open: Open,
    measure: GammaMeasure,
    usual: &Grid,
    labels: &Labels,
) -> Result<Vec<Setting>> {
    let (learner, dimension) = (&reduction.learner, reduction.dimension);
    let alphas = alphas(learner, open);
    if measure == GammaMeasure::Grid {
        let gamma = if open.gamma { usual.gamma.clone() } else { Vec::new() };
        let grid = Grid { gamma, alpha: alphas, ..Grid::default() };
        return grid.settings(learner, dimension, reduction.weights);
    }
    let alphas: Vec<Option<f64>> = match alphas.is_empty() {
        true => vec![learner.alpha()],
        false => alphas.into_iter().map(Some).collect(),
    };
    let mut settings = Vec::new();
    for alpha in alphas {
        for gamma in gammas(space, reduction, labels, alpha, measure)? {
            let (gamma, weights) = (Some(gamma), reduction.weights);
            settings.push(Setting { gamma, alpha, neighbors: None, dimension, weights });
        }
    }
    Ok(settings)
}

/// The powers to try; none where α is not open, or the learner has none.
pub(super) fn alphas(learner: &AnyLearner, open: Open) -> Vec<f64> {
    let usual = Grid::default_for(learner).alpha;
    match (open.alpha && !usual.is_empty(), learner.gamma().is_some()) {
        (false, _) => Vec::new(),
        (true, true) => ALPHAS.to_vec(),
        (true, false) => usual,
    }
}

/// How many labels there are, (Σ w)²/Σ w²: copies of a row are right or wrong together.
fn independent(space: &Space<'_>, labels: &Labels) -> f64 {
    let weights = labels.labeled_rows().into_iter().map(|row| space.samples().weight(row));
    let (sum, squares) = weights.fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

/// Of the candidates within one standard error of the best accuracy, the one of largest margin; of equal ones the first.
fn within_error(candidates: &[SettingScore], margins: &[f64], labels: f64) -> Option<SettingScore> {
    let best = candidates.iter().map(|c| c.accuracy).fold(f64::NEG_INFINITY, f64::max);
    // Of a share of ℓ labels. Where the best gets all of them right, only its equals stay.
    let standard_error = (best * (1.0 - best) / labels.max(1.0)).sqrt();
    let kept = candidates.iter().filter(|c| c.accuracy >= best - standard_error);
    let better = |best: SettingScore, next: SettingScore| {
        if margins[next.index] > margins[best.index] { next } else { best }
    };
    kept.copied().reduce(better)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Samples;
    use crate::projection::AxisWeights;
    use crate::space::SpaceChoice;

    #[test]
    fn copies_of_a_label_are_one_label() -> Result<()> {
        let rows = Samples::from_rows(&[[0.0, 1.0], [2.0, 0.5], [3.0, 4.0], [1.0, 7.0]])?;
        let labels = Labels::new([Some("a"), Some("b"), Some("a"), None]);
        let counted = |weights: [f64; 4]| -> Result<f64> {
            let samples = rows.clone().with_weights(weights.to_vec())?;
            Ok(independent(&Space::of(&samples, &SpaceChoice::default())?, &labels))
        };
        assert_eq!(counted([1.0; 4])?, 3.0);
        assert_eq!(counted([5.0; 4])?, 3.0);
        // Hardly more than the one that counts ten times.
        let uneven = counted([10.0, 1.0, 1.0, 1.0])?;
        assert!(1.0 < uneven && uneven < 2.0, "{uneven}");
        Ok(())
    }

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
        let chosen =
            |labels| within_error(&scores, &[0.1, 0.5, 0.5], labels).map(|best| best.index);
        assert_eq!(chosen(10.0), Some(1));
        assert_eq!(chosen(100.0), Some(0));
        assert!(within_error(&[], &[], 10.0).is_none());
    }
}
