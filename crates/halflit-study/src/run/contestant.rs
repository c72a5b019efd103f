//! A learner as it enters a comparison.

use halflit::evaluation::Grid;
use halflit::{AnyLearner, Learner, Reduction};

use super::Choices;
use crate::error::Result;
use crate::protocol::RAW;
use crate::rule::Rule;

/// A learner with one constraint.
pub(super) struct Contestant {
    /// Absent for the nearest neighbour without any.
    pub(super) learner: Option<AnyLearner>,
    pub(super) constraint: Option<String>,
    pub(super) grid: Grid,
    /// Whether γ and α come from the automatic rule and not from the grid.
    pub(super) automatic: bool,
    /// Points of the grid.
    pub(super) points: usize,
}

/// A learner once for every constraint, over the grid and automatically, as far as the rules ask for it.
pub(super) fn contestants_of(
    name: &str,
    grid: &Grid,
    base: &Reduction<AnyLearner>,
    choices: &Choices,
) -> Result<Vec<Contestant>> {
    if name == RAW {
        let grid = Grid::default();
        return Ok(vec![Contestant {
            learner: None,
            constraint: None,
            grid,
            automatic: false,
            points: 1,
        }]);
    }
    let mut contestants = Vec::new();
    for (learner, constraint) in variants(AnyLearner::named(name)?, &choices.constraints)? {
        let own = Grid {
            gamma: if learner.gamma().is_some() { grid.gamma.clone() } else { vec![] },
            alpha: if learner.alpha().is_some() { grid.alpha.clone() } else { vec![] },
            ..grid.clone()
        };
        let reduction = Reduction { learner: learner.clone(), ..base.clone() };
        let points = own.settings(&reduction)?.len();
        let over_grid = choices.rules.iter().any(|&rule| rule != Rule::Auto) || points == 1;
        let automatic = choices.rules.contains(&Rule::Auto) && points > 1;
        for automatic in [(over_grid, false), (automatic, true)].iter().filter(|c| c.0).map(|c| c.1)
        {
            let (learner, constraint) = (Some(learner.clone()), constraint.clone());
            contestants.push(Contestant {
                learner,
                constraint,
                grid: own.clone(),
                automatic,
                points,
            });
        }
    }
    Ok(contestants)
}

/// A semi-supervised learner once for every constraint, any other as it is.
fn variants(
    learner: AnyLearner,
    constraints: &[String],
) -> Result<Vec<(AnyLearner, Option<String>)>> {
    if !learner.name().starts_with("ss-") {
        return Ok(vec![(learner, None)]);
    }
    let variant = |name: &String| {
        Ok((learner.clone().with("constraint", name.as_str())?, Some(name.clone())))
    };
    constraints.iter().map(variant).collect()
}
