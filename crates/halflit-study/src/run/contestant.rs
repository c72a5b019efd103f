//! A learner as it enters a comparison.

use halflit::choose::{Grid, Rule, Setting};
use halflit::{AnyLearner, AxisWeights, Learner};

use super::Choices;
use crate::error::Result;
use crate::protocol::{RAW, supervised_form};

/// A learner with one constraint and one way to its parameters.
pub(super) struct Contestant {
    /// Absent for the nearest neighbour without any learner.
    pub(super) learner: Option<AnyLearner>,
    /// That of a learner which has the choice.
    pub(super) constraint: Option<String>,
    /// Whether parameters come from the automatic choice and not from the grid.
    pub(super) automatic: bool,
    /// The points of the grid; none where the choice is automatic or there is no learner.
    pub(super) settings: Vec<Setting>,
}

impl Contestant {
    pub(super) fn name(&self) -> &'static str {
        self.learner.as_ref().map_or(RAW, |learner| learner.name())
    }

    /// How many settings are tried, about as many as the usual ones where the choice is automatic.
    pub(super) fn points(&self) -> usize {
        let usual = self.learner.as_ref().filter(|_| self.automatic).map(Grid::default_for);
        let tried = usual.map(|grid| grid.gamma.len().max(1) * grid.alpha.len().max(1));
        tried.unwrap_or(self.settings.len().max(1))
    }
}

/// A learner once for every constraint, over the grid and automatically, as far as the rules ask for it.
pub(super) fn contestants_of(
    name: &str,
    grid: &Grid,
    dimension: usize,
    choices: &Choices,
) -> Result<Vec<Contestant>> {
    let mut contestants = Vec::new();
    for (learner, constraint) in variants(name, &choices.constraints)? {
        for automatic in [false, true] {
            if choices.rules.iter().any(|&rule| automatic == (rule == Rule::Auto)) {
                let settings = match &learner {
                    Some(learner) if !automatic => points(grid, learner, dimension)?,
                    _ => Vec::new(),
                };
                let (learner, constraint) = (learner.clone(), constraint.clone());
                contestants.push(Contestant { learner, constraint, automatic, settings });
            }
        }
    }
    Ok(contestants)
}

/// The points of the grid as far as they are of use to the learner.
fn points(grid: &Grid, learner: &AnyLearner, dimension: usize) -> Result<Vec<Setting>> {
    let own = grid.clone().of_use_to(learner);
    Ok(own.settings(learner, dimension, AxisWeights::default())?)
}

/// SS-X once for every constraint, any other learner as it is, and no learner for `raw`.
fn variants(
    name: &str,
    constraints: &[String],
) -> Result<Vec<(Option<AnyLearner>, Option<String>)>> {
    if name == RAW {
        return Ok(vec![(None, None)]);
    }
    let learner = AnyLearner::named(name)?;
    if supervised_form(learner.name()).is_none() {
        return Ok(vec![(Some(learner), None)]);
    }
    let variant = |constraint: &String| {
        let learner = learner.with("constraint", constraint.as_str())?;
        Ok((Some(learner), Some(constraint.clone())))
    };
    constraints.iter().map(variant).collect()
}
