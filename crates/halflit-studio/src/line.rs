//! One honest sentence on what a new map changed.

use std::cmp::Ordering;

use crate::desk::Shown;
use crate::engine::{Chart, HeldOut};

/// What changed since the last map, before anything was checked. Classes are compared by identity: a new name is no news.
pub(crate) fn of(chart: &Chart, classes: &[u16], last: Option<&Shown>) -> String {
    let Some(guesses) = &chart.guesses else { return chart.line.clone() };
    let Some((last, before)) = last.and_then(|last| Some((last, last.chart.guesses.as_ref()?)))
    else {
        return format!("first predictions, from {} labels by {}", chart.labels, chart.method);
    };
    let pairs = guesses.of_row.iter().zip(&before.of_row);
    let differ =
        |(new, old): &(&u16, &u16)| classes[usize::from(**new)] != last.classes[usize::from(**old)];
    let (count, rows) = (pairs.filter(differ).count(), guesses.of_row.len());
    let by = match last.chart.method != chart.method {
        true => format!(" by {}", chart.method),
        false => String::new(),
    };
    match count {
        0 => format!("no prediction changed{by}"),
        count => format!("{count} of {rows} predictions changed{by}"),
    }
}

/// The sentence with what labels left out say.
pub(crate) fn with_held_out(chart: &Chart, said: &str, held_out: Option<&HeldOut>) -> String {
    let Some(HeldOut { right, of, raw, .. }) = held_out else { return said.to_owned() };
    let beside = match right.cmp(raw) {
        Ordering::Greater => format!("more than the nearest labeled row in all columns ({raw})"),
        Ordering::Equal => "as many as the nearest labeled row in all columns".into(),
        Ordering::Less => format!("fewer than the nearest labeled row in all columns ({raw})"),
    };
    format!("{said}; {} finds {right} of {of} labels left out, {beside}", chart.method)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Details, Guesses, Map};

    fn chart(method: &str, of_row: [usize; 3]) -> Chart {
        let guesses = Guesses::certain(&["a", "b"], &of_row);
        Chart {
            map: Map { x: vec![0.0; 3], y: vec![0.0; 3] },
            guesses: Some(guesses),
            method: method.into(),
            settings: vec![],
            line: String::new(),
            labels: 2,
        }
    }

    fn shown(chart: Chart, classes: [u16; 2]) -> Shown {
        Shown {
            chart: chart.into(),
            classes: classes.to_vec(),
            version: 1,
            moved: 1,
            seconds: 0.0,
            line: String::new(),
            details: Details::default(),
        }
    }

    #[test]
    fn it_says_what_changed_and_no_more() {
        let one = chart("auto", [0, 0, 1]);
        let last = shown(one.clone(), [7, 3]);
        assert_eq!(of(&one, &[7, 3], None), "first predictions, from 2 labels by auto");
        let after = |method: &str, of_row: [usize; 3], classes: [u16; 2]| {
            of(&chart(method, of_row), &classes, Some(&last))
        };
        assert_eq!(after("auto", [0, 0, 1], [7, 3]), "no prediction changed");
        assert_eq!(after("auto", [0, 1, 1], [7, 3]), "1 of 3 predictions changed");
        assert_eq!(after("pca", [1, 1, 0], [7, 3]), "3 of 3 predictions changed by pca");
        // A new name that comes first in the alphabet.
        assert_eq!(after("auto", [1, 1, 0], [3, 7]), "no prediction changed");
        let found = |right: usize| Some(HeldOut { right, of: 9, raw: 5, common: 4 });
        let said =
            |right: usize| with_held_out(&one, "no prediction changed", found(right).as_ref());
        assert!(said(7).ends_with("auto finds 7 of 9 labels left out, more than the nearest labeled row in all columns (5)"));
        assert!(said(5).contains("as many as") && said(2).contains("fewer than"));
        assert_eq!(with_held_out(&one, "so", None), "so");
    }
}
