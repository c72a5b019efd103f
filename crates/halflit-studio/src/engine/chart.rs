//! What is shown of a fit.

use halflit::{Learner, Placement, ViewShare};
use halflit_report::short;

use super::{Guesses, Map};

/// Views of the default whose shares are told.
const TOLD: usize = 3;

/// A map, and what the rows on it are.
#[derive(Debug, Clone)]
pub(crate) struct Chart {
    /// Where the rows lie, in [-1, 1].
    pub(crate) map: Map,
    /// What they are; nothing before two classes have labels.
    pub(crate) guesses: Option<Guesses>,
    /// The method.
    pub(crate) method: String,
    /// What was chosen, in words.
    pub(crate) settings: Vec<(String, String)>,
    /// What someone should know before trusting it.
    pub(crate) cautions: Vec<String>,
    /// The labels that it was learned from.
    pub(crate) labels: usize,
    /// Whether it is there for the moment, until what no label changes was made.
    pub(crate) is_first: bool,
}

/// What was chosen, in words.
pub(super) fn words(placement: &Placement) -> Vec<(String, String)> {
    let dimension = ("dimension".to_owned(), placement.points.columns().to_string());
    let learner = placement.plan.learner();
    let parameters =
        [("gamma", learner.and_then(Learner::gamma)), ("alpha", learner.and_then(Learner::alpha))];
    let given = |(name, value): (&str, Option<f64>)| Some((name.to_owned(), short(value?)));
    let views = placement.views.iter().take(TOLD);
    let share = |own: &ViewShare| (format!("{:.0} %", 100.0 * own.share), own.to_string());
    let parameters = parameters.into_iter().filter_map(given);
    std::iter::once(dimension).chain(parameters).chain(views.map(share)).collect()
}
