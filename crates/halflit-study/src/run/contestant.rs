//! A learner as it enters a comparison.

use halflit::choose::{Grid, Rule, Search, Setting};
use halflit::learner::Pca;
use halflit::{AnyLearner, Learner, Plan, RidgeRule, Shape, SpaceChoice};

use super::Choices;
use crate::error::Result;
use crate::protocol::{RAW, supervised_form};

/// A learner with one constraint and one way to its parameters.
pub(super) struct Contestant {
    /// Of `raw`, the nearest neighbour without any learner, only the space counts.
    pub(super) plan: Plan,
    pub(super) is_raw: bool,
    /// That of a learner which has the choice.
    pub(super) constraint: Option<String>,
    /// Whether parameters come from the automatic choice and not from the grid.
    pub(super) automatic: bool,
    /// The points of the grid; none where the choice is automatic or there is no learner.
    pub(super) settings: Vec<Setting>,
}

impl Contestant {
    pub(super) fn name(&self) -> &str {
        if self.is_raw { RAW } else { self.plan.name() }
    }

    /// This contestant with something to choose, if it has a learner.
    fn over(mut self, grid: &Grid) -> Result<Self> {
        let Some(learner) = self.plan.learner().filter(|_| !self.is_raw) else { return Ok(self) };
        if self.automatic {
            self.plan.search = Search::auto();
            return Ok(self);
        }
        self.plan.search = Search::Grid(grid.clone().of_use_to(learner));
        self.settings = points(&self.plan)?;
        if self.settings.len() == 1 {
            self.plan.search = Search::Fixed;
        }
        Ok(self)
    }

    /// Operations on data of that shape.
    pub(super) fn work(&self, shape: &Shape) -> u64 {
        self.plan.estimate(shape).operations() as u64
    }
}

/// What all contestants of a cell have in common: the space, its ridge, the number of axes, the seed.
pub(super) fn common(paper: bool, dimension: usize, space: SpaceChoice, seed: u64) -> Plan {
    let rule = if paper { RidgeRule::Published } else { RidgeRule::default() };
    Plan { space, ridge: rule.into(), seed, ..Plan::new(Pca::default()).axes(dimension) }
}

/// A learner once for every constraint, over the grid and automatically, as far as the rules ask for it.
pub(super) fn contestants_of(
    name: &str,
    grid: &Grid,
    common: &Plan,
    choices: &Choices,
) -> Result<Vec<Contestant>> {
    let asked =
        |automatic: &bool| choices.rules.iter().any(|&rule| *automatic == (rule == Rule::Auto));
    let mut contestants = Vec::new();
    for (plan, constraint) in variants(name, common, &choices.constraints)? {
        for automatic in [false, true].into_iter().filter(asked) {
            let (plan, constraint, is_raw) = (plan.clone(), constraint.clone(), name == RAW);
            let settings = Vec::new();
            let blank = Contestant { plan, is_raw, constraint, automatic, settings };
            contestants.push(blank.over(grid)?);
        }
    }
    Ok(contestants)
}

/// The points of the grid of a plan; one, what the plan has now, where there is no grid.
pub(super) fn points(plan: &Plan) -> halflit::Result<Vec<Setting>> {
    let (Some(learner), Some(dimension)) = (plan.learner(), plan.dimension) else {
        return Ok(Vec::new());
    };
    match &plan.search {
        Search::Grid(grid) => grid.settings(learner, dimension, plan.weights),
        Search::Fixed | Search::Auto(_) => {
            Grid::default().settings(learner, dimension, plan.weights)
        }
    }
}

/// SS-X once for every constraint, any other learner as it is.
fn variants(
    name: &str,
    common: &Plan,
    constraints: &[String],
) -> Result<Vec<(Plan, Option<String>)>> {
    if name == RAW {
        return Ok(vec![(common.clone(), None)]);
    }
    let learner = AnyLearner::named(name)?;
    let plan = |learner: AnyLearner| Plan { method: learner.into(), ..common.clone() };
    if supervised_form(learner.name()).is_none() {
        return Ok(vec![(plan(learner), None)]);
    }
    let variant = |constraint: &String| {
        let learner = learner.with("constraint", constraint.as_str())?;
        Ok((plan(learner), Some(constraint.clone())))
    };
    constraints.iter().map(variant).collect()
}
