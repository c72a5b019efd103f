//! Plain words on whether reduction and unlabeled rows help.

use halflit::choose::Assessment;
use halflit::learner::Kind;

use super::side_by_side::{Row, confidence};

/// From here on a difference is called clear. The best of many methods reaches less by chance.
const CLEAR: u8 = 95;

/// One sentence on the reduction, one on unlabeled rows. The first row is the baseline.
pub(super) fn verdict(rows: &[Row]) -> Vec<String> {
    let reduction = best(rows, |_| true).map(reduction_sentence);
    let semi = best(rows, Kind::uses_unlabeled);
    let supervised = best(rows, |kind| !kind.uses_unlabeled());
    let unlabeled =
        semi.zip(supervised).map(|(semi, supervised)| unlabeled_sentence(semi, supervised));
    reduction.into_iter().chain(unlabeled).collect()
}

/// The most accurate of some methods; of equal ones the first, which is the simplest.
fn best(rows: &[Row], wanted: impl Fn(Kind) -> bool) -> Option<&Row> {
    let accuracy = |row: &Row| row.assessment.as_ref().map_or(0.0, Assessment::accuracy);
    let candidates =
        rows.iter().filter(|row| row.assessment.is_ok() && row.kind.is_some_and(&wanted));
    candidates.reduce(|best, next| if accuracy(next) > accuracy(best) { next } else { best })
}

fn reduction_sentence(top: &Row) -> String {
    let name = top.name;
    match (top.better, top.worse) {
        (Some(level @ CLEAR..), _) => {
            format!(
                "The reduction helps: {name} beats the raw nearest neighbour at {level} % confidence."
            )
        }
        (Some(level), _) => format!(
            "The reduction may help: {name} beats the raw nearest neighbour, but at {level} % confidence only."
        ),
        (_, Some(level)) => format!(
            "The reduction does not help: even the best, {name}, is worse than the raw nearest neighbour at {level} % confidence."
        ),
        _ => format!(
            "The reduction does not clearly help: {name} is best, and not significantly better than the raw nearest neighbour."
        ),
    }
}

fn unlabeled_sentence(semi: &Row, supervised: &Row) -> String {
    let test = match (&semi.assessment, &supervised.assessment) {
        (Ok(semi), Ok(supervised)) => confidence(semi, supervised),
        _ => None,
    };
    let (semi, supervised) = (semi.name, supervised.name);
    match test {
        Some(level @ CLEAR..) => {
            format!("Unlabeled rows help: {semi} beats {supervised} at {level} % confidence.")
        }
        Some(level) => format!(
            "Unlabeled rows may help: {semi} beats {supervised}, but at {level} % confidence only."
        ),
        None => format!(
            "Unlabeled rows do not clearly help: {semi} is not significantly better than {supervised}."
        ),
    }
}
