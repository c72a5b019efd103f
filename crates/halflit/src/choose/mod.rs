//! The one chooser: which parameters a fit takes, and how well such choices do on labels that they did not see.
//!
//! | question | answer |
//! |---|---|
//! | which parameters? | [`choose`], by the [`Search`] of a reduction |
//! | how well does a fit, its choice included, do? | [`assess`], [`assess_split`] |
//! | how well does no reduction at all do? | [`assess_raw`], [`assess_rows`], [`Trial::raw`] |
//! | how do these settings do on those trials? | [`scores`] |
//!
//! Everything happens in one [`Space`], which no label changes. A choice sees the labels that it is given and
//! no others: whoever hides a label from it has hidden it.

mod assess;
mod auto;
mod balance;
mod candidates;
mod rule;
mod scores;
mod trial;

pub use crate::search::{Grid, Open, Search, Setting};
pub(crate) use assess::is_about_labels;
pub use assess::{Assessment, assess, assess_raw, assess_rows, assess_split};
pub use candidates::scores;
pub use rule::Rule;
pub use scores::{Outcome, Scores, SettingScore, TrialScores, Weighed, mean_and_error};
pub(crate) use trial::Judged;
pub use trial::Trial;

use crate::data::{Labels, cross_validation};
use crate::error::{Error, Result};
use crate::learner::Learner;
use crate::reduction::Reduction;
use crate::space::Space;

/// A reduction with nothing left to choose.
#[derive(Debug, Clone)]
pub struct Chosen<L> {
    /// The reduction with the parameters that were chosen.
    pub reduction: Reduction<L>,
    /// What they were chosen from; nothing where there was nothing to choose.
    pub found: Option<Found>,
}

/// How a choice came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
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
/// ```
/// use halflit::{AnyLearner, Reduction, Space, choose::{self, Rule, Search}, datasets};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let learner = AnyLearner::named("ss-dne")?;
/// let reduction = Reduction { search: Search::auto(), ..Reduction::new(learner, 2) };
/// let space = Space::of(data.samples(), &reduction.space)?;
/// let chosen = choose::choose(&space, &reduction, data.labels())?;
/// assert_eq!(chosen.reduction.search, Search::Fixed);
/// let found = chosen.found.expect("two parameters were open");
/// assert_eq!((found.rule, found.scores.settings.len()), (Rule::Auto, 20));
/// # Ok::<(), halflit::Error>(())
/// ```
///
/// # Errors
/// As [`scores`], and [`Error::Folds`] where fewer than two rows are labeled.
pub fn choose<L: Learner + Clone>(
    space: &Space<'_>,
    reduction: &Reduction<L>,
    labels: &Labels,
) -> Result<Chosen<L>> {
    if reduction.search == Search::Fixed {
        return Ok(Chosen { reduction: reduction.clone(), found: None });
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
        Search::Auto(open) => {
            let reduction = auto::free_of_units(reduction, *open);
            let found = auto::auto(space, &reduction, *open, labels)?;
            fixed(&reduction, found)
        }
        Search::Fixed => fixed(reduction, None),
    }
}

/// Every power of its graph that a reduction may ask for, ascending.
pub(crate) fn powers<L: Learner + Clone>(reduction: &Reduction<L>) -> Vec<f64> {
    let own = reduction.learner.alpha().unwrap_or(1.0);
    let mut powers = match &reduction.search {
        Search::Fixed => vec![own],
        Search::Grid(grid) => [vec![own], grid.alpha.clone()].concat(),
        // By the graph itself it is told whether it is a cost.
        Search::Auto(open) => [vec![own, 1.0], auto::alphas(&reduction.learner, *open)].concat(),
    };
    powers.sort_by(f64::total_cmp);
    powers.dedup();
    powers
}

/// The reduction with the parameters of the winner.
fn fixed<L: Learner + Clone>(reduction: &Reduction<L>, found: Option<Found>) -> Result<Chosen<L>> {
    let mut reduction = Reduction { search: Search::Fixed, ..reduction.clone() };
    if let Some(Found { best, .. }) = &found {
        reduction.learner = best.setting.apply(&reduction.learner)?;
        reduction.dimension = best.setting.dimension;
        reduction.weights = best.setting.weights;
    }
    Ok(Chosen { reduction, found })
}

/// Cross-validation over a grid.
fn by_grid<L: Learner + Clone>(
    space: &Space<'_>,
    reduction: &Reduction<L>,
    grid: &Grid,
    labels: &Labels,
) -> Result<Found> {
    let settings = grid.settings(&reduction.learner, reduction.dimension, reduction.weights)?;
    let scores = scores(space, reduction, settings, &folds(labels, reduction.seed)?)?;
    let best = scores.best().ok_or(Error::NothingToCompare)?;
    Ok(Found { rule: Rule::Cv, best, scores, margins: Vec::new() })
}

/// The trials of the default folds.
fn folds(labels: &Labels, seed: u64) -> Result<Vec<Trial>> {
    let folds = cross_validation(labels, seed)?;
    Ok(folds.iter().map(|rows| Trial::hiding(labels, rows)).collect())
}
