//! Which γ help, and whether any does.

use super::clusters::Toy;
use super::trial::{SUCCESS, Trial};
use crate::Result;
use halflit::{AnyLearner, Learner};

/// The best that any γ of the sweep gives: where this fails, no γ helps.
pub(super) fn best(name: &str, learner: &AnyLearner, toy: &Toy) -> Result<Trial> {
    let mut best: Option<Trial> = None;
    for gamma in gammas() {
        let name = format!("{name}, best γ ({})", short(gamma));
        let trial = Trial::of(&name, &with_gamma(learner, gamma), toy)?;
        if best.as_ref().is_none_or(|best| trial.accuracy > best.accuracy) {
            best = Some(trial);
        }
    }
    Ok(best.unwrap_or_else(|| unreachable!("the sweep is not empty")))
}

/// Which γ of the sweep succeed, in words: the longest unbroken row of them.
pub(super) fn range_of_success(learner: &AnyLearner, toy: &Toy) -> Result<String> {
    let (mut longest, mut current) = (Vec::new(), Vec::new());
    for gamma in gammas() {
        match Trial::of("", &with_gamma(learner, gamma), toy)?.accuracy >= SUCCESS {
            true => current.push(gamma),
            false => current.clear(),
        }
        if current.len() > longest.len() {
            longest.clone_from(&current);
        }
    }
    Ok(match longest[..] {
        [] => "no γ".into(),
        [only] => format!("γ = {}", short(only)),
        [first, .., last] => format!("γ from {} to {}", short(first), short(last)),
    })
}

/// Four steps a decade from 10⁻³ to 10³.
fn gammas() -> Vec<f64> {
    (-12..=12).map(|step| 10f64.powf(f64::from(step) / 4.0)).collect()
}

fn with_gamma(learner: &AnyLearner, gamma: f64) -> AnyLearner {
    let mut learner = learner.clone();
    if let Some(own) = learner.slots().gamma {
        *own = gamma;
    }
    learner
}

/// Two digits of a positive number, without zeros at the end.
fn short(value: f64) -> String {
    let decimals = (1.0 - value.log10().floor()).max(0.0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = ["0.001", "0.018", "0.56", "1", "18", "1000"];
        assert_eq!([0.001, 0.0178, 0.562, 1.0, 17.8, 1000.0].map(short), texts);
    }
}
