//! The one chooser: which parameters a fit takes, and how well such choices do on labels that they did not see.
//!
//! | question | answer |
//! |---|---|
//! | which parameters? | [`Prepared::choose`](crate::Prepared::choose), by the [`Search`] of a plan |
//! | how well does a fit, its choice included, do? | [`Prepared::assess`](crate::Prepared::assess) |
//! | how well does no reduction at all do? | [`Prepared::assess_raw`](crate::Prepared::assess_raw) |
//! | how do these settings do on those trials? | [`Prepared::scores`](crate::Prepared::scores) |
//!
//! Everything happens in one [`Space`], which no label changes. A choice sees only the labels that it is given, so a label that is
//! hidden before is hidden from it.

mod assess;
mod auto;
mod balance;
mod candidates;
mod count;
mod rule;
mod scores;
mod trial;

pub use crate::search::{Grid, Open, Search, Setting};
pub use assess::Assessment;
pub(crate) use assess::{assess, assess_raw, assess_rows};
pub(crate) use candidates::scores;
pub(crate) use count::{balancing, settings};
pub use rule::Rule;
pub use scores::{Scores, SettingScore, Tally, TrialScores, Weighed, mean_and_error};
pub(crate) use trial::Judgement;
pub use trial::Trial;

use crate::data::{Labels, cross_validation};
use crate::error::{Error, Result};
use crate::learner::{AnyLearner, Learner};
use crate::plan::{Plan, Reduction};
use crate::space::Space;

/// A reduction with nothing left to choose.
#[derive(Debug, Clone)]
pub(crate) struct Decision {
    /// The reduction with the parameters that were chosen.
    pub(crate) reduction: Reduction,
    /// What they were chosen from; nothing where there was nothing to choose.
    pub(crate) selection: Option<Selection>,
}

/// The record of a choice.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// By which rule; where `auto` had to do with a grid, [`Rule::Cv`].
    pub rule: Rule,
    /// The winner, with its scores on held-out labels.
    pub best: SettingScore,
    /// Every candidate on every fold.
    pub scores: Scores,
    /// By the automatic rule: of every candidate the mean relative margin of held-out labels plus that of the predictions on
    /// unlabeled rows.
    pub margins: Vec<f64>,
}

/// Finds the open parameters of a reduction for these labels.
///
/// - [`Search::Fixed`]: there are none.
/// - [`Search::Grid`]: the setting of highest accuracy on held-out labels, leave-one-out up to 20 of them, else five stratified
///   folds; of equal ones that of largest margin.
/// - [`Search::Auto`]: γ so that the unlabeled rows cost a share of what the labels gain, or, for SELF and the blended
///   constraint, a multiple of the γ at which both weigh the same; α among {1, 4, 8, 16}; of the candidates within one standard
///   error of the best accuracy the one of largest margins. A learner without γ has its α chosen by the same margins. Nothing of
///   it depends on the units of the samples: B^ℓ is shrunk ([`RidgeRule::Shrunk`](crate::RidgeRule)) where a γ of one's own would
///   be a ridge.
///
/// An unsupervised learner without two labels to go by keeps its own parameters.
///
/// # Errors
/// As [`scores`], and [`Error::Folds`] where fewer than two rows are labeled.
pub(crate) fn choose(
    space: &Space<'_>,
    reduction: &Reduction,
    labels: &Labels,
) -> Result<Decision> {
    if reduction.search == Search::Fixed {
        return Ok(Decision { reduction: reduction.clone(), selection: None });
    }
    if labels.present_classes().len() < 2 {
        // A learner that cannot do with one class says so better than a fold would.
        let part = reduction.learner.label_part(&space.dataset(labels)?)?;
        if part.is_none() && labels.labeled_rows().len() < 2 {
            return fixed(reduction, None);
        }
    }
    match &reduction.search {
        Search::Grid(grid) => fixed(reduction, Some(by_grid(space, reduction, grid, labels)?)),
        Search::Auto(open) => fixed(reduction, Some(auto::auto(space, reduction, *open, labels)?)),
        Search::Fixed => fixed(reduction, None),
    }
}

/// Every power of its graph that a fit of a plan may ask for, ascending.
pub(crate) fn powers(plan: &Plan, learner: &AnyLearner) -> Vec<f64> {
    let own = learner.alpha().unwrap_or(1.0);
    let mut powers = match &plan.search {
        Search::Fixed => vec![own],
        Search::Grid(grid) => [vec![own], grid.listed(learner).alpha].concat(),
        // By the graph itself it is told whether it is a cost.
        Search::Auto(_) if plan.searches() => {
            [vec![own, 1.0], auto::alphas(learner, plan.open())].concat()
        }
        Search::Auto(_) => vec![own],
    };
    powers.sort_by(f64::total_cmp);
    powers.dedup();
    powers
}

/// The reduction with the parameters of the winner.
fn fixed(reduction: &Reduction, selection: Option<Selection>) -> Result<Decision> {
    let mut reduction = Reduction { search: Search::Fixed, ..reduction.clone() };
    if let Some(Selection { best, .. }) = &selection {
        reduction.learner = best.setting.apply(&reduction.learner)?;
        reduction.dimension = best.setting.dimension;
        reduction.weights = best.setting.weights;
    }
    Ok(Decision { reduction, selection })
}

/// Cross-validation over a grid.
fn by_grid(
    space: &Space<'_>,
    reduction: &Reduction,
    grid: &Grid,
    labels: &Labels,
) -> Result<Selection> {
    let settings = grid.settings(&reduction.learner, reduction.dimension, reduction.weights)?;
    let scores = scores(space, reduction, settings, &folds(labels, reduction.seed)?)?;
    let best = scores.best().ok_or(Error::NothingToCompare)?;
    Ok(Selection { rule: Rule::Cv, best, scores, margins: Vec::new() })
}

/// The trials of the default folds.
fn folds(labels: &Labels, seed: u64) -> Result<Vec<Trial>> {
    let folds = cross_validation(labels, seed)?;
    Ok(folds.iter().map(|rows| Trial::hiding(labels, rows)).collect())
}
