//! A learner as it enters a comparison.

use halflit::choose::{Grid, Rule, Setting};
use halflit::{AnyLearner, Learner, Reduction, RidgeRule};

use super::Choices;
use crate::error::Result;
use crate::protocol::{RAW, supervised_form};

/// A learner with one constraint and one way to its parameters.
pub(super) struct Contestant {
    /// Absent for the nearest neighbour without any learner.
    pub(super) reduction: Option<Reduction<AnyLearner>>,
    /// That of a learner which has the choice.
    pub(super) constraint: Option<String>,
    /// Whether parameters come from the automatic choice and not from the grid.
    pub(super) automatic: bool,
    /// The points of the grid; none where the choice is automatic or there is no learner.
    pub(super) settings: Vec<Setting>,
}

impl Contestant {
    pub(super) fn name(&self) -> &'static str {
        self.reduction.as_ref().map_or(RAW, |reduction| reduction.learner.name())
    }

    /// How many settings are tried, about as many as the usual ones where the choice is automatic.
    pub(super) fn points(&self) -> usize {
        let automatic = self.reduction.as_ref().filter(|_| self.automatic);
        let usual = automatic.map(|reduction| Grid::default_for(&reduction.learner));
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
    ridge_rule: RidgeRule,
) -> Result<Vec<Contestant>> {
    let (rules, seed) = (&choices.rules, choices.seed);
    let asked = |automatic: &bool| rules.iter().any(|&rule| *automatic == (rule == Rule::Auto));
    let mut contestants = Vec::new();
    for (learner, constraint) in variants(name, &choices.constraints)? {
        let reduction =
            learner.map(|own| Reduction { seed, ridge_rule, ..Reduction::new(own, dimension) });
        for automatic in [false, true].into_iter().filter(asked) {
            let settings = match &reduction {
                Some(reduction) if !automatic => points(grid, reduction)?,
                _ => Vec::new(),
            };
            let (reduction, constraint) = (reduction.clone(), constraint.clone());
            contestants.push(Contestant { reduction, constraint, automatic, settings });
        }
    }
    Ok(contestants)
}

/// The points of the grid as far as they are of use to the learner.
fn points(grid: &Grid, reduction: &Reduction<AnyLearner>) -> Result<Vec<Setting>> {
    let Reduction { learner, dimension, weights, .. } = reduction;
    Ok(grid.clone().of_use_to(learner).settings(learner, *dimension, *weights)?)
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
