//! What comes next: rows to learn from, and check rows in between.

use super::picker::Picker;
use super::{Known, Reason, Suggester, Suggestion, covers};
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::model::Predictions;

/// Which suggestion of how many is a check row, and the first of them.
const CHECK_EVERY: usize = 5;
const FIRST_CHECK: usize = 15;

/// Refuses what makes no sense, and gives the rows that are not to be asked for.
pub(super) fn closed(rows: usize, known: &Known<'_>, count: usize) -> Result<Vec<bool>> {
    if known.labels.len() != rows {
        return Err(Error::LabelCount { rows, labels: known.labels.len() });
    }
    let mut closed: Vec<bool> = known.labels.iter().map(|label| label.is_some()).collect();
    for &row in known.taken.iter().chain(known.asked) {
        match closed.get_mut(row) {
            Some(closed) => *closed = true,
            None => {
                let allowed = "a row below the number of rows";
                return Err(Error::parameter("taken row", row, allowed));
            }
        }
    }
    let left = closed.iter().filter(|closed| !**closed).count();
    if count == 0 || count > left {
        return Err(Error::SuggestionCount { count, left });
    }
    if let Some(predictions) = known.predictions {
        check_model(rows, known.labels.classes(), predictions)?;
    }
    Ok(closed)
}

fn check_model(rows: usize, classes: &[String], predictions: &Predictions) -> Result<()> {
    let shares = &predictions.probabilities;
    if (shares.rows(), shares.columns()) != (rows, classes.len()) {
        let expected = format!("{rows} × {}", classes.len());
        let found = format!("{} × {}", shares.rows(), shares.columns());
        return Err(Error::shape("what a model says of every row", expected, found));
    }
    let is_share = |value: &f64| (0.0..=1.0 + 1e-9).contains(value);
    match shares.values().iter().position(|value| !is_share(value)) {
        None => Ok(()),
        Some(at) => {
            let (row, column) = (at / classes.len(), at % classes.len());
            Err(Error::BadProbability { row, column, value: shares.values()[at] })
        }
    }
}

/// As [`Suggester::next`] says.
pub(super) fn next(
    suggester: &Suggester,
    samples: &Samples<'_>,
    known: &Known<'_>,
    count: usize,
) -> Result<Vec<Suggestion>> {
    let mut open: Vec<bool> =
        closed(suggester.rows(), known, count)?.iter().map(|taken| !taken).collect();
    let before = open.iter().filter(|open| !**open).count();
    let is_check = |position: usize| {
        let number = before + position + 1;
        number >= FIRST_CHECK && number.is_multiple_of(CHECK_EVERY)
    };
    let due = (0..count).filter(|&position| is_check(position)).count();
    // First of all, so that no other choice can have a say in it.
    let drawn = suggester.drawn.iter().map(|&row| row as usize).filter(|&row| open[row]);
    let check = |row| Suggestion { row, reason: Reason::Random };
    let checks: Vec<Suggestion> = drawn.take(due).map(check).collect();
    checks.iter().for_each(|one| open[one.row] = false);
    let mut learned = learned(suggester, samples, known, open, count - checks.len())?.into_iter();
    let mut checks = checks.into_iter();
    let turn = |position| if is_check(position) { checks.next() } else { learned.next() };
    Ok((0..count).filter_map(turn).collect())
}

/// Rows to learn from.
fn learned(
    suggester: &Suggester,
    samples: &Samples<'_>,
    known: &Known<'_>,
    open: Vec<bool>,
    wanted: usize,
) -> Result<Vec<Suggestion>> {
    let held = [known.labels.labeled_rows(), known.asked.to_vec()].concat();
    let Some(sketch) = &suggester.sketch else {
        let model = known.predictions.filter(|_| !covers(known.labels));
        let model = model.map(|said| (known.labels.classes(), said));
        return Ok(Picker::new(&suggester.clusters, open, &held, &[], model).choose(wanted));
    };
    let own = (0..suggester.clusters.rows()).map(|place| open[sketch.row(place)]).collect();
    let (inside, outside): (Vec<usize>, Vec<usize>) =
        held.iter().partition(|&&row| sketch.place(row).is_some());
    let inside: Vec<usize> = inside.into_iter().filter_map(|row| sketch.place(row)).collect();
    let leaves = sketch.leaves(samples, &outside)?;
    let chosen = Picker::new(&suggester.clusters, own, &inside, &leaves, None).choose(wanted);
    let of_samples = |one: Suggestion| Suggestion {
        row: sketch.row(one.row),
        reason: match one.reason {
            Reason::Typical { of } => Reason::Central { about: sketch.about(of + 1) },
            other => other,
        },
    };
    Ok(chosen.into_iter().map(of_samples).collect())
}
