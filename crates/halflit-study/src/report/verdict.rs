//! A row of a table judged against the paper, in one plain sentence.

mod nearness;

use super::names;
use crate::table::{Contest, Entry, Line};

/// How a contest ended here and in the paper; the order is that in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    WonAsPublished,
    Won,
    WonHereOnly,
    NeverWon,
    Lost,
    LostHereOnly,
}

struct Contender {
    name: String,
    outcome: Outcome,
    opponent: String,
}

/// Whether SS-DNE and SS-LFDA win as published, and how far they are from the published values.
pub(super) fn verdict(line: &Line) -> String {
    let own: Vec<&Entry> = line.entries.iter().filter(|e| e.is_of_the_paper()).collect();
    let contenders: Vec<Contender> = own.iter().filter_map(|entry| contender(entry)).collect();
    let distance = |entry: &&Entry| {
        let distance = entry.distance().filter(|distance| distance.is_finite())?;
        Some((names::learner(&entry.learner), names::rounded(distance)))
    };
    let distances: Vec<(String, f64)> = own.iter().filter_map(distance).collect();
    let lost = |entry: &&&Entry| entry.splits == 0;
    let lost: Vec<String> = own.iter().filter(lost).map(|e| names::learner(&e.learner)).collect();
    let unfitted =
        (!lost.is_empty()).then(|| format!("{} could not be fitted", names::listed(&lost)));
    let parts = [contests(contenders), nearness::phrase(&distances), unfitted];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        return "Nothing to compare with the paper.".into();
    }
    format!("{}.", parts.join("; "))
}

fn contender(entry: &Entry) -> Option<Contender> {
    let Contest { won, opponent, .. } = entry.contest.as_ref()?;
    let outcome = match (won, entry.printed.map(|printed| printed.bold)) {
        (true, Some(true)) => Outcome::WonAsPublished,
        (true, None) => Outcome::Won,
        (true, Some(false)) => Outcome::WonHereOnly,
        (false, Some(false)) => Outcome::NeverWon,
        (false, None) => Outcome::Lost,
        (false, Some(true)) => Outcome::LostHereOnly,
    };
    let name = names::learner(&entry.learner);
    Some(Contender { name, outcome, opponent: names::learner(opponent) })
}

fn contests(mut contenders: Vec<Contender>) -> Option<String> {
    contenders.sort_by_key(|contender| contender.outcome);
    match contenders.as_slice() {
        [] => None,
        [one, other, ..] if one.outcome == other.outcome => Some(together(one, other)),
        [one, other, ..] => {
            let is_won = |contender: &Contender| contender.outcome <= Outcome::WonHereOnly;
            let joint = if is_won(one) == is_won(other) { "and" } else { "but" };
            Some(format!("{}, {joint} {}", alone(one), alone(other)))
        }
        [one] => Some(alone(one)),
    }
}

fn alone(contender: &Contender) -> String {
    let Contender { name, outcome, opponent } = contender;
    match outcome {
        Outcome::WonAsPublished => format!("{name} beats its opponents, as published"),
        Outcome::Won => format!("{name} beats its opponents"),
        Outcome::WonHereOnly => {
            format!("{name} beats its opponents, which it did not in the paper")
        }
        Outcome::NeverWon => format!("{name} wins neither here nor in the paper"),
        Outcome::Lost => format!("{name} does not beat {opponent}"),
        Outcome::LostHereOnly => {
            format!("{name}, which won in the paper, does not beat {opponent}")
        }
    }
}

/// Both ended alike.
fn together(one: &Contender, other: &Contender) -> String {
    let both = format!("{} and {} both beat their opponents", one.name, other.name);
    let opponents = match one.opponent == other.opponent {
        true => one.opponent.clone(),
        false => format!("{} and {}, respectively", one.opponent, other.opponent),
    };
    let neither =
        format!("Neither {} nor {} beats its best opponent ({opponents})", one.name, other.name);
    match one.outcome {
        Outcome::WonAsPublished => format!("{both}, as published"),
        Outcome::Won => both,
        Outcome::WonHereOnly => format!("{both}, which they did not in the paper"),
        Outcome::NeverWon => {
            format!("{} and {} win neither here nor in the paper", one.name, other.name)
        }
        Outcome::Lost => neither,
        Outcome::LostHereOnly => format!("{neither}, though both won in the paper"),
    }
}

#[cfg(test)]
mod tests;
