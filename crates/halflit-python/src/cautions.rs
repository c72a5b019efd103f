//! What someone should know before trusting a fit: warnings in Python.

use halflit::choose::{Found, Outcome, Setting, Trial, assess_raw, assess_rows, scores};
use halflit::evaluation::{Check, cross_validation};
use halflit::{AnyLearner, Dataset, Labels, Learner, Model, Reduction, Samples, Space};

/// Labels below which holding some out says nothing.
const FEW_LABELS: usize = 4;
/// Operations above which a fit without a search is not checked, since that would take longer than the fit. An eigenproblem of
/// r columns takes about ten r³.
const MANY_OPERATIONS: f64 = 1e9;

/// Of the axes, and of what a search, or a quick cross-validation, found on held-out labels.
pub(crate) fn of_reduction(
    model: &Model,
    space: &Space<'_>,
    reduction: &Reduction<AnyLearner>,
    found: Option<&Found>,
    data: &Dataset<'_>,
) -> Vec<String> {
    let axes = model.diagnostics().cautions().into_iter();
    let check = check(space, reduction, found, data.labels());
    axes.chain(check.and_then(|check| check.caution())).collect()
}

fn check(
    space: &Space<'_>,
    reduction: &Reduction<AnyLearner>,
    found: Option<&Found>,
    labels: &Labels,
) -> Option<Check> {
    if !possible(labels) || !reduction.learner.follows_labels() {
        return None;
    }
    let folds = cross_validation(labels, reduction.seed).ok()?;
    let outcome = match found {
        Some(found) => {
            let best = found.best.index;
            let trials = found.scores.trials.iter();
            Outcome::sum(trials.filter_map(|trial| trial.outcomes.get(best)))
        }
        None => {
            let solves = folds.len() as f64;
            if 10.0 * (space.rank() as f64).powi(3) * solves > MANY_OPERATIONS {
                return None;
            }
            let own = Setting {
                gamma: reduction.learner.gamma(),
                alpha: reduction.learner.alpha(),
                neighbors: None,
                dimension: reduction.dimension,
                weights: reduction.weights,
            };
            let trials: Vec<Trial> = folds.iter().map(|rows| Trial::hiding(labels, rows)).collect();
            let scores = scores(space, reduction, vec![own], &trials).ok()?;
            Outcome::sum(scores.trials.iter().flat_map(|trial| &trial.outcomes))
        }
    };
    let raw = assess_raw(space, labels, &folds).ok()?;
    Some(Check::flattering(outcome, &raw, labels))
}

/// Of the default: of the axes, and of the rows that were left out one by one.
pub(crate) fn of_auto(model: &Model, samples: &Samples<'_>, labels: &Labels) -> Vec<String> {
    let check = || {
        let left_out = &model.recipe().parameters["left_out"];
        let count = |place: usize| Some(left_out[place].as_u64()? as usize);
        let found = Outcome { right: count(0)?, tested: count(1)?, margin: 0.0 };
        let folds = cross_validation(labels, 0).ok().filter(|_| possible(labels))?;
        let raw = assess_rows(samples, labels, &folds).ok()?;
        (found.tested >= FEW_LABELS).then(|| Check::flattering(found, &raw, labels))?.caution()
    };
    model.diagnostics().cautions().into_iter().chain(check()).collect()
}

fn possible(labels: &Labels) -> bool {
    labels.labeled_rows().len() >= FEW_LABELS && labels.present_classes().len() > 1
}
