//! One learner on one toy set: the axis that it finds, and how well rows are classified on it.

use super::clusters::Toy;
use super::{Finding, percent};
use crate::Result;
use halflit::learner::{SemiConstraint, SemiSupervised};
use halflit::{AnyLearner, Model, Plan, RidgeRule};
use halflit_report::{Embedding, NamedAxis, ProjectionAxes};

/// From here on a learner has found a proper axis.
pub(super) const SUCCESS: f64 = 0.95;
/// Up to here it has not.
const FAILURE: f64 = 0.85;

/// What a learner found.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    pub(super) name: String,
    pub(super) direction: (f64, f64),
    /// Over the unlabeled rows, by the nearest labeled row on the axis.
    pub(super) accuracy: f64,
}

impl Trial {
    /// Fits with d = 1.
    pub(super) fn of(name: &str, learner: &AnyLearner, toy: &Toy) -> Result<Trial> {
        let fit = published(learner).fit(&toy.data)?;
        let guesses = fit.transduction(&toy.data)?;
        let right = guesses.iter().filter(|own| toy.truth.name_of(own.row) == Some(own.class));
        let accuracy = right.count() as f64 / guesses.len() as f64;
        Ok(Trial { name: name.into(), direction: direction(&fit.model), accuracy })
    }

    /// The claim that the axis is a proper one.
    pub(super) fn succeeds(&self) -> Finding {
        self.finding("a proper axis", self.accuracy >= SUCCESS)
    }

    /// The claim that it is not.
    pub(super) fn fails(&self) -> Finding {
        self.finding("no proper axis", self.accuracy <= FAILURE)
    }

    fn finding(&self, claim: &str, holds: bool) -> Finding {
        let measured = format!("{} of the unlabeled rows right", percent(self.accuracy));
        Finding { claim: format!("{} finds {claim}", self.name), measured, holds }
    }
}

/// A learner as it was published, with d = 1.
pub(super) fn published(learner: &AnyLearner) -> Plan {
    Plan { ridge: RidgeRule::Published.into(), ..Plan::new(learner.clone()).axes(1) }
}

/// The axis of a model with d = 1 in the plane.
pub(super) fn direction(model: &Model) -> (f64, f64) {
    let axis = model.projection().map_or(&[][..], |projection| projection.components().row(0));
    match *axis {
        [x, y] => (x, y),
        _ => unreachable!("toy sets lie in the plane and are fitted without a kernel"),
    }
}

/// SS-X between X and LPP: the unlabel cost is LPP's (α = 1), and so is the constraint in the limit.
pub(super) fn blended<X: Default>(gamma: f64) -> SemiSupervised<X> {
    let constraint = SemiConstraint::Blended;
    SemiSupervised { gamma, alpha: 1.0, constraint, ..SemiSupervised::default() }
}

/// Rows and axes for a picture; unlabeled rows are drawn in the colour of their true class, as in the paper, and
/// learners that found the same axis share a line.
pub(super) fn axes(toy: &Toy, trials: Vec<Trial>) -> ProjectionAxes {
    let (samples, labels) = (toy.data.samples(), toy.data.labels());
    let rows = 0..samples.rows();
    let axis = |trial: Trial| NamedAxis {
        name: trial.name,
        direction: trial.direction,
        accuracy: Some(trial.accuracy),
    };
    ProjectionAxes {
        rows: Embedding {
            points: rows.clone().map(|row| samples.row(row).to_vec()).collect(),
            labels: rows.clone().map(|row| labels.name_of(row).map(str::to_owned)).collect(),
            predicted: rows.map(|row| toy.truth.name_of(row).map(str::to_owned)).collect(),
            classes: toy.truth.classes().to_vec(),
            ..Embedding::default()
        },
        axes: merged(trials).into_iter().map(axis).collect(),
    }
}

/// Neighbours in the list with one axis as one: "FDA and LFDA".
fn merged(trials: Vec<Trial>) -> Vec<Trial> {
    let mut kept: Vec<Trial> = Vec::new();
    for trial in trials {
        match kept.last_mut().filter(|last| parallel(last.direction, trial.direction)) {
            Some(last) => last.name = format!("{} and {}", last.name, trial.name),
            None => kept.push(trial),
        }
    }
    kept
}

fn parallel((a, b): (f64, f64), (c, d): (f64, f64)) -> bool {
    (a * d - b * c).abs() < 1e-6 * a.hypot(b) * c.hypot(d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learners_that_agree_share_a_line() {
        let trial = |name: &str, direction| Trial { name: name.into(), direction, accuracy: 0.5 };
        let trials = vec![trial("a", (1.0, 2.0)), trial("b", (-0.5, -1.0)), trial("c", (2.0, 1.0))];
        let names: Vec<_> = merged(trials).into_iter().map(|trial| trial.name).collect();
        assert_eq!(names, ["a and b", "c"]);
    }
}
