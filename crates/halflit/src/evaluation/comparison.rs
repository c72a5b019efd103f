//! What a comparison of methods found: see [`compare`](crate::compare).

use super::best_of_many::{best_of_many, worst_of_many};
use super::interval::of_held_out;
use super::verdict::{Finding, reduction, unlabeled};
use crate::choose::{Assessment, Tally, mean_and_error};
use crate::error::{Error, Result};
use crate::learner::Kind;
use crate::plan::Method;

/// The name of the baseline.
pub const RAW: &str = "raw 1-NN";

/// One method of a comparison.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// What it looks at; nothing for the baseline.
    pub kind: Option<Kind>,
    /// How it did, or why it could not be fitted.
    pub assessment: std::result::Result<Assessment, String>,
    /// Probability that the luckiest of all methods would beat the baseline by as much by chance.
    pub p_better: Option<f64>,
    /// The probability that the unluckiest would fall behind by as much.
    pub p_worse: Option<f64>,
}

impl Standing {
    /// Share of held-out rows classified right.
    pub fn accuracy(&self) -> Option<f64> {
        self.assessment.as_ref().ok().map(Assessment::accuracy)
    }

    /// Where the true share lies, with 95 % confidence: see [`interval`].
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.assessment.as_ref().ok().map(interval)
    }
}

/// Where the true accuracy lies, with 95 % confidence: Wilson's interval, widened as [`compare`](crate::compare) widens its tests, where
/// every row is held out once, else from the spread over folds.
pub fn interval(found: &Assessment) -> (f64, f64) {
    if found.holds_out_once() {
        return of_held_out(&Tally::sum(&found.folds));
    }
    let (mean, error) = mean_and_error(&found.rates());
    ((mean - 2.0 * error).max(0.0), (mean + 2.0 * error).min(1.0))
}

/// All methods, and what can be said of them together.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The baseline first, then the methods in the order in which they were given.
    pub standings: Vec<Standing>,
    /// Whether the reduction helps.
    pub reduction: Option<Finding>,
    /// Whether unlabeled rows help; nothing where there are none, or where no method that looks at them is compared with one that
    /// does not.
    pub unlabeled: Option<Finding>,
}

impl Comparison {
    /// One sentence for each finding.
    pub fn verdict(&self) -> Vec<String> {
        self.reduction.iter().chain(&self.unlabeled).map(Finding::to_string).collect()
    }
}

impl Comparison {
    pub(crate) fn new(methods: &[Method], raw: Assessment, found: Vec<Result<Assessment>>) -> Self {
        let fitted: Vec<&Assessment> = found.iter().flatten().collect();
        let mut better = best_of_many(&fitted, &raw).into_iter();
        let mut worse = worst_of_many(&fitted, &raw).into_iter();
        let mut standings = vec![Standing {
            name: RAW.into(),
            kind: None,
            assessment: Ok(raw),
            p_better: None,
            p_worse: None,
        }];
        for (method, assessment) in methods.iter().zip(found) {
            let fitted = assessment.is_ok();
            standings.push(Standing {
                name: method.name().into(),
                kind: Some(method.info().kind),
                assessment: assessment.map_err(|error: Error| error.to_string()),
                p_better: fitted.then(|| better.next()).flatten(),
                p_worse: fitted.then(|| worse.next()).flatten(),
            });
        }
        let (reduction, unlabeled) = (reduction(&standings), unlabeled(&standings));
        Self { standings, reduction, unlabeled }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_draws_is_two_standard_errors_of_their_mean() {
        // Both draws hold out the same ten rows: they are two numbers, not twenty rows.
        let draws = Assessment {
            folds: vec![Tally::counted(5, 10), Tally::counted(6, 10)],
            rows: [5, 6].map(|right| (0..10).map(|row| (row, row < right)).collect()).to_vec(),
            chosen: vec![None; 2],
            skipped: vec![],
            weights: None,
        };
        let (low, high) = interval(&draws);
        assert!((low - 0.45).abs() < 1e-12 && (high - 0.65).abs() < 1e-12, "{low} {high}");
    }
}
