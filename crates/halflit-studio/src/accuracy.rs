//! How often the model is right on rows whose labels it never sees.

use halflit::choose::Tally;
use halflit::evaluation::wilson;
use serde::Serialize;

use crate::desk::{Inner, Shown};
use crate::session::Session;

/// Check rows from which on it is shown which classes are taken for which.
const CONFUSED: usize = 5;
/// Classes up to which it is: a table of more would say little and take long to send.
const SHOWN_CLASSES: usize = 50;

/// Check rows that were found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Accuracy {
    right: usize,
    of: usize,
    value: f64,
    low: f64,
    high: f64,
}

/// The accuracy with so many labels: a point of the learning curve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct CurvePoint {
    labels: usize,
    accuracy: f64,
    low: f64,
    high: f64,
    checks: usize,
}

/// One entry for every number of labels, ascending.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct History(Vec<CurvePoint>);

/// Of every check row what it is and what it is taken for, as identities of classes.
fn pairs(session: &Session, shown: &Shown) -> Option<Vec<(u16, u16)>> {
    let guesses = shown.chart.guesses.as_ref()?;
    let guess = |row: usize| shown.classes[usize::from(guesses.of_row[row])];
    Some(session.checks().into_iter().map(|(row, class)| (class, guess(row))).collect())
}

/// Of every label that was left out what it is now, and what the others say.
fn left_out(session: &Session, shown: &Shown) -> Option<Vec<(u16, u16)>> {
    let pair = |&(row, said): &(usize, u16)| Some((session.label(row)?, said));
    Some(shown.details.said.iter().filter_map(pair).collect())
}

/// On the check rows; nothing where there is none.
pub(crate) fn of(session: &Session, shown: &Shown) -> Option<Accuracy> {
    let pairs = pairs(session, shown)?;
    let (right, of) = (pairs.iter().filter(|(own, guess)| own == guess).count(), pairs.len());
    let (low, high) = wilson(&Tally::counted(right, of));
    (of > 0).then(|| Accuracy { right, of, value: right as f64 / of as f64, low, high })
}

/// Keeps the accuracy of now beside those with other numbers of labels.
pub(crate) fn note(state: &mut Inner) {
    let Some(shown) = &state.shown else { return };
    let Some(now) = of(&state.session, shown) else { return };
    let entry = CurvePoint {
        labels: shown.chart.labels,
        accuracy: now.value,
        low: now.low,
        high: now.high,
        checks: now.of,
    };
    let entries = &mut state.history.0;
    // Labels that were taken back lead nowhere.
    entries.retain(|own| own.labels <= entry.labels);
    match entries.binary_search_by_key(&entry.labels, |own| own.labels) {
        Ok(place) => entries[place] = entry,
        Err(place) => entries.insert(place, entry),
    }
}

/// Of which rows, and how many of every class are taken for every class, by their numbers: check rows, or labels that were left out one
/// by one as long as there are few of those.
pub(crate) fn confusion(
    session: &Session,
    shown: &Shown,
) -> Option<(&'static str, Vec<Vec<usize>>)> {
    let (places, count) = (session.places(), session.order().len());
    let enough = |pairs: &Vec<_>| pairs.len() >= CONFUSED && count <= SHOWN_CLASSES;
    let (of, pairs) = match pairs(session, shown).filter(enough) {
        Some(pairs) => ("check rows", pairs),
        None => ("labels left out one by one", left_out(session, shown).filter(enough)?),
    };
    let mut counts = vec![vec![0; count]; count];
    for (own, guess) in pairs {
        let place = |id: u16| places.get(usize::from(id)).map(|&place| usize::from(place));
        let own = place(own).and_then(|own| counts.get_mut(own));
        if let (Some(own), Some(guess)) = (own, place(guess)) {
            own.get_mut(guess).into_iter().for_each(|count| *count += 1);
        }
    }
    Some((of, counts))
}
