//! A row of a table judged against the paper, in one plain sentence.

use super::names;
use crate::table::{Entry, Line};

/// Whether each SS-X of the paper wins as published, and how far it is from the published value.
pub(super) fn verdict(line: &Line) -> String {
    let clauses: Vec<String> = line.entries.iter().filter_map(clause).collect();
    match clauses.as_slice() {
        [] => "Nothing to compare with the paper.".into(),
        clauses => format!("{}.", clauses.join("; ")),
    }
}

fn clause(entry: &Entry) -> Option<String> {
    let won_in_paper = entry.claim()?.bold;
    let name = names::learner(&entry.learner);
    if entry.splits == 0 {
        return Some(format!("{name} could not be fitted"));
    }
    let outcome = match entry.contest.as_ref().map(|contest| (contest.won, won_in_paper)) {
        None => "has no opponent here".into(),
        Some((true, true)) => "beats its opponents, as published".into(),
        Some((true, false)) => "beats its opponents, which it did not in the paper".into(),
        Some((false, false)) => "wins neither here nor in the paper".into(),
        Some((false, true)) => {
            let opponent = entry.contest.as_ref().map_or("", |contest| &contest.opponent);
            format!("won in the paper and does not beat {} here", names::learner(opponent))
        }
    };
    Some(format!("{name} {outcome} ({})", nearness(entry.distance()?)))
}

/// How far from the published value, in standard errors of the difference.
fn nearness(distance: f64) -> String {
    let distance = names::rounded(distance);
    let side = if distance < 0.0 { "below" } else { "above" };
    match distance.abs() {
        size if size <= 2.0 => "within two standard errors of the published value".into(),
        size => format!("{size:.1} standard errors {side} the published value"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Printed, Space};
    use crate::table::Contest;

    /// SS-X: whether it wins here, whether it won in the paper, and its distance from the published value.
    fn entry(learner: &str, won: bool, bold: bool, distance: f64) -> Entry {
        Entry {
            learner: learner.into(),
            mean: 70.0 + distance,
            standard_error: 0.8,
            splits: 25,
            failed: 0,
            contest: Some(Contest { opponent: "lpp*".into(), won, level: None }),
            printed: Some(Printed { mean: 70.0, standard_error: 0.6, bold, level: None }),
        }
    }

    fn of(entries: Vec<Entry>) -> String {
        verdict(&Line { dataset: "BCI".into(), labeled: 10, space: Space::Linear, entries })
    }

    #[test]
    fn every_ending_has_its_words() {
        let start = |won, bold| {
            let text = of(vec![entry("ss-dne", won, bold, 0.0)]);
            text.split(" (").next().unwrap_or_default().to_owned()
        };
        assert_eq!(start(true, true), "SS-DNE beats its opponents, as published");
        assert_eq!(start(true, false), "SS-DNE beats its opponents, which it did not in the paper");
        assert_eq!(start(false, false), "SS-DNE wins neither here nor in the paper");
        assert_eq!(start(false, true), "SS-DNE won in the paper and does not beat LPP\\* here");
    }

    #[test]
    fn distances_are_named() {
        let end = |distance| {
            let text = of(vec![entry("ss-dne", true, true, distance)]);
            text.split(" (").nth(1).unwrap_or_default().to_owned()
        };
        assert_eq!(end(-2.04), "within two standard errors of the published value).");
        assert_eq!(end(-3.1), "3.1 standard errors below the published value).");
        assert_eq!(end(2.4), "2.4 standard errors above the published value).");
    }

    #[test]
    fn what_cannot_be_judged_is_said() {
        let mut unfitted = entry("ss-lfda", false, true, f64::NAN);
        (unfitted.splits, unfitted.failed, unfitted.contest) = (0, 25, None);
        let mut alone = entry("ss-dne", false, true, 0.0);
        alone.contest = None;
        assert_eq!(
            of(vec![alone, unfitted]),
            "SS-DNE has no opponent here (within two standard errors of the published value); SS-LFDA could not be \
             fitted."
        );
        let mut unpublished = entry("ss-mfa", true, true, 0.0);
        unpublished.printed = None;
        assert_eq!(of(vec![unpublished]), "Nothing to compare with the paper.");
    }
}
