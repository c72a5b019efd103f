use super::*;
use crate::protocol::{Printed, Space};

/// SS-X: whether it wins here, its best opponent, whether it won in the paper if it is there, and its distance.
type Case = (bool, &'static str, Option<bool>, f64);

fn entry(learner: &str, (won, opponent, bold, distance): Case) -> Entry {
    let printed = bold.map(|bold| Printed { mean: 70.0, standard_error: 0.6, bold, level: None });
    Entry {
        learner: learner.into(),
        mean: 70.0 + distance,
        standard_error: 0.8,
        splits: 25,
        failed: 0,
        contest: Some(Contest { opponent: opponent.into(), won, level: None }),
        printed,
    }
}

fn line(entries: Vec<Entry>) -> Line {
    Line { dataset: "BCI".into(), labeled: 10, space: Space::Linear, entries }
}

fn of_two(dne: Case, lfda: Case) -> String {
    verdict(&line(vec![entry("ss-dne", dne), entry("ss-lfda", lfda)]))
}

const NEAR: &str = "SS-DNE and SS-LFDA are within two standard errors of the published values.";

#[test]
fn both_end_alike() {
    let both = |won, bold| of_two((won, "lpp*", bold, 0.5), (won, "self", bold, -2.04));
    let start = "SS-DNE and SS-LFDA both beat their opponents";
    assert_eq!(both(true, Some(true)), format!("{start}, as published; {NEAR}"));
    assert_eq!(
        both(true, Some(false)),
        format!("{start}, which they did not in the paper; {NEAR}")
    );
    assert_eq!(both(true, None), format!("{start}."));
    let never = "SS-DNE and SS-LFDA win neither here nor in the paper";
    assert_eq!(both(false, Some(false)), format!("{never}; {NEAR}"));
    let start = "Neither SS-DNE nor SS-LFDA beats its best opponent (LPP* and SELF, respectively)";
    assert_eq!(both(false, Some(true)), format!("{start}, though both won in the paper; {NEAR}"));
    assert_eq!(both(false, None), format!("{start}."));
    let same = of_two((false, "lpp*", None, 0.0), (false, "lpp*", None, 0.0));
    assert_eq!(same, "Neither SS-DNE nor SS-LFDA beats its best opponent (LPP*).");
}

#[test]
fn they_end_differently() {
    let start = |dne: (bool, Option<bool>), lfda: (bool, Option<bool>)| {
        let text = of_two((dne.0, "lpp*", dne.1, 0.0), (lfda.0, "self", lfda.1, 0.0));
        text.split(';').next().unwrap_or_default().trim_end_matches('.').to_owned()
    };
    let won = (true, Some(true));
    assert_eq!(
        start((false, Some(true)), won),
        "SS-LFDA beats its opponents, as published, but SS-DNE, which won in the paper, does not beat LPP*"
    );
    assert_eq!(
        start(won, (true, Some(false))),
        "SS-DNE beats its opponents, as published, and SS-LFDA beats its opponents, which it did not in the paper"
    );
    assert_eq!(
        start((false, Some(false)), won),
        "SS-LFDA beats its opponents, as published, but SS-DNE wins neither here nor in the paper"
    );
    assert_eq!(
        start((false, Some(true)), (false, Some(false))),
        "SS-LFDA wins neither here nor in the paper, and SS-DNE, which won in the paper, does not beat LPP*"
    );
    assert_eq!(
        start((true, None), (false, None)),
        "SS-DNE beats its opponents, but SS-LFDA does not beat SELF"
    );
}

#[test]
fn distances_are_named() {
    let end = |a, b| {
        let text = of_two((true, "lpp*", Some(true), a), (true, "self", Some(true), b));
        text.split("; ").nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(end(1.9, -1.9), NEAR);
    assert_eq!(
        end(-3.1, 0.0),
        "SS-LFDA is within two standard errors of its published value, SS-DNE 3.1 below its own."
    );
    assert_eq!(
        end(0.0, 2.4),
        "SS-DNE is within two standard errors of its published value, SS-LFDA 2.4 above its own."
    );
    assert_eq!(
        end(-3.1, -2.4),
        "SS-DNE is 3.1 and SS-LFDA 2.4 standard errors below the published value."
    );
    assert_eq!(
        end(-3.1, 2.4),
        "SS-DNE is 3.1 standard errors below its published value, SS-LFDA 2.4 above its own."
    );
}

#[test]
fn one_of_them_or_none() {
    let near = entry("ss-dne", (true, "dne", Some(true), 1.0));
    assert_eq!(
        verdict(&line(vec![near])),
        "SS-DNE beats its opponents, as published; SS-DNE is within two standard errors of its published value."
    );
    let far = entry("ss-dne", (false, "dne", Some(false), -4.0));
    let mut unfitted = entry("ss-lfda", (false, "lfda", Some(true), f64::NAN));
    (unfitted.splits, unfitted.failed, unfitted.contest) = (0, 25, None);
    assert_eq!(
        verdict(&line(vec![far, unfitted])),
        "SS-DNE wins neither here nor in the paper; SS-DNE is 4.0 standard errors below its published value; \
         SS-LFDA could not be fitted."
    );
    assert_eq!(verdict(&line(vec![])), "Nothing to compare with the paper.");
}
