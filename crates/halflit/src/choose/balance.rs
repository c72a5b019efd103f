//! γ without units: how much of what the labels gain may the unlabeled rows cost?
//!
//! At the solution A(γ) the labels gain L = −tr(A S(C^ℓ) Aᵀ) and the unlabeled rows cost U = γ tr(A S(C^(α)) Aᵀ). The ratio
//! U/L grows from 0 with γ and depends neither on the units of the costs nor on n: a share of 0.6 means the same thing on
//! every dataset, where γ = 1 does not.
//!
//! An unlabel cost that is a gain, such as the variance in SELF, is never at odds with the labels and has no such balance; nor has
//! the blended constraint, under which both parts compete for the axes' length too. There γ is a multiple of the one at
//! which both parts weigh the same, between two limits: the supervised learner, and the unlabeled rows alone.

use crate::constraint::{Constraint, LabelConstraint};
use crate::data::Labels;
use crate::elementary::pow;
use crate::error::Result;
use crate::learner::Learner;
use crate::plan::Reduction;
use crate::problem::{Assembled, Problem, RidgeRule, prepare};
use crate::space::Space;

/// The decades in which γ is looked for, around the γ at which both scatters have the same norm.
const DECADES: std::ops::RangeInclusive<i32> = -4..=6;
/// Shares of the labels' gain that the unlabeled rows may cost.
pub(super) const SHARES: [f64; 5] = [0.1, 0.2, 0.4, 0.6, 0.8];
/// Multiples of the matching γ where the unlabel cost is a gain.
const GAINS: [f64; 8] = [0.0, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0];
/// Multiples of the blending γ.
const BLENDS: [f64; 7] = [1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3, 1e4];
/// Multiples of the matching γ where the blended constraint has no scatter of labels to be compared with.
const FREE_BLENDS: [f64; 5] = [1e-2, 1e-1, 1.0, 1e1, 1e2];
/// How often a decade is halved: 2 gives γ to a quarter of a decade.
const HALVINGS: usize = 2;
/// Eigenproblems that balance one power at most.
pub(super) const SOLVES_PER_POWER: usize = 11 + SHARES.len() * HALVINGS;

/// By what γ is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GammaMeasure {
    /// The share of the labels' gain that the unlabeled rows cost.
    Share,
    /// A multiple of the γ at which both parts weigh the same.
    Multiple,
    /// Nothing: γ is that of a grid.
    Grid,
}

impl GammaMeasure {
    /// That of a learner. As published, a blended constraint was balanced too, and a gain cross-validated.
    pub(super) fn of(space: &Space<'_>, reduction: &Reduction) -> Result<Self> {
        let published = reduction.ridge == RidgeRule::Published.into();
        let blended = reduction.learner.constraint() == Constraint::Blended;
        Ok(Self::by(is_cost(space, reduction)?, published, blended))
    }

    pub(super) fn by(is_cost: bool, published: bool, blended: bool) -> Self {
        match (is_cost, published) {
            (true, true) => GammaMeasure::Share,
            (true, false) if !blended => GammaMeasure::Share,
            (false, true) => GammaMeasure::Grid,
            _ => GammaMeasure::Multiple,
        }
    }
}

/// Multiples of a γ to try; `scatter` where B^ℓ is a scatter of labels, not the identity.
pub(super) fn multiples(blended: bool, scatter: bool) -> &'static [f64] {
    match (blended, scatter) {
        (true, true) => &BLENDS,
        (true, false) => &FREE_BLENDS,
        (false, _) => &GAINS,
    }
}

/// For one power α, the γ to try.
pub(super) fn gammas(
    space: &Space<'_>,
    reduction: &Reduction,
    labels: &Labels,
    alpha: Option<f64>,
    measure: GammaMeasure,
) -> Result<Vec<f64>> {
    let problem = reduction.learner.problem(&space.dataset(labels)?)?;
    let problem = Problem { alpha, ..problem };
    // A dozen solves follow here, and hundreds in the folds: they share the eigenpairs.
    let scatters = space.unlabel(&problem.unlabel, &[alpha.unwrap_or(1.0)])?;
    prepare(&problem, &scatters, space.span()?, &reduction.solve());
    let assembled = problem.assemble(space, reduction.solver)?;
    if measure == GammaMeasure::Share {
        return balanced(&assembled, reduction);
    }
    let label = problem.label.as_ref().map(|part| &part.constraint);
    let scatter = matches!(label, Some(LabelConstraint::Scatter(_)));
    let blended = problem.constraint == Constraint::Blended;
    let unit = match blended && scatter {
        true => assembled.blending_gamma(),
        false => assembled.matching_gamma(),
    };
    Ok(multiples(blended, scatter).iter().map(|multiple| unit * multiple).collect())
}

/// The γ of every share: the last before U/L exceeds it.
fn balanced(assembled: &Assembled<'_>, reduction: &Reduction) -> Result<Vec<f64>> {
    let unit = assembled.matching_gamma();
    let gamma = |exponent: f64| unit * pow(10.0, exponent);
    // U/L; infinite where the labels gain nothing.
    let share = |exponent: f64| -> Result<f64> {
        let gamma = gamma(exponent);
        let axes = assembled.axes(Some(gamma), &reduction.solve())?;
        let (gain, cost) = assembled.gain_and_cost(gamma, &axes);
        Ok(if gain > 0.0 { cost / gain } else { f64::INFINITY })
    };
    let exponents = last_below(&share, &SHARES)?;
    Ok(exponents.into_iter().map(gamma).collect())
}

/// Whether what the unlabeled rows ask for is a cost, which γ can balance against the labels.
fn is_cost(space: &Space<'_>, reduction: &Reduction) -> Result<bool> {
    let scatters = space.unlabel(&reduction.learner.unlabel(), &[1.0])?;
    Ok(scatters.iter().any(|scatter| scatter.is_cost()))
}

/// For every share the last exponent, to a part of a decade, before it is first exceeded.
fn last_below(share: &dyn Fn(f64) -> Result<f64>, shares: &[f64]) -> Result<Vec<f64>> {
    let mut known: Vec<(f64, f64)> = Vec::new();
    for exponent in DECADES.map(f64::from) {
        let found = share(exponent)?;
        known.push((exponent, found));
        if shares.iter().all(|&wanted| found > wanted) {
            break;
        }
    }
    let refined = |&wanted: &f64| -> Result<f64> {
        let (mut low, mut high) = match known.iter().position(|&(_, found)| found > wanted) {
            None => return Ok(known[known.len() - 1].0),
            Some(0) => return Ok(known[0].0),
            Some(at) => (known[at - 1].0, known[at].0),
        };
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if share(middle)? > wanted { high = middle } else { low = middle }
        }
        Ok(low)
    };
    shares.iter().map(refined).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_exponent_before_the_share_is_exceeded() {
        // U/L = 10^exponent, which passes 0.2 at −0.7 and 2 at 0.3.
        let share = |exponent: f64| Ok(10f64.powf(exponent));
        assert_eq!(last_below(&share, &[0.2, 2.0]).expect("found"), [-0.75, 0.25]);
    }

    #[test]
    fn shares_out_of_reach_take_the_ends() {
        assert_eq!(last_below(&|_| Ok(0.0), &[0.5]).expect("found"), [6.0]);
        assert_eq!(last_below(&|_| Ok(f64::INFINITY), &[0.5]).expect("found"), [-4.0]);
    }
}
