//! One honest sentence on what a new map changed.

use std::cmp::Ordering;

use crate::desk::Shown;
use crate::engine::{Chart, Details, HeldOut};

/// What changed since the last map, before anything was checked. Classes are compared by identity: a new name is no news.
pub(crate) fn of(chart: &Chart, classes: &[u16], last: Option<&Shown>) -> String {
    let mut said = vec![changed(chart, classes, last)];
    said.extend(chart.cautions.iter().cloned());
    said.join("; ")
}

fn changed(chart: &Chart, classes: &[u16], last: Option<&Shown>) -> String {
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

/// The sentence with what labels left out say, or the warning that they give.
pub(crate) fn with_details(chart: &Chart, said: &str, details: &Details) -> String {
    if let Some(caution) = &details.caution {
        return format!("{said}; {caution}");
    }
    let Some(HeldOut { right, of, raw, .. }) = &details.held_out else { return said.to_owned() };
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
    use crate::engine::{Guesses, Map};

    fn chart(method: &str, of_row: [usize; 3]) -> Chart {
        let guesses = Guesses::certain(&["a", "b"], &of_row);
        Chart {
            map: Map { x: vec![0.0; 3], y: vec![0.0; 3] },
            guesses: Some(guesses),
            method: method.into(),
            settings: vec![],
            line: String::new(),
            cautions: vec![],
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
        let details = |right: usize, caution: Option<&str>| Details {
            held_out: Some(HeldOut { right, of: 9, raw: 5, common: 4 }),
            caution: caution.map(str::to_owned),
            ..Details::default()
        };
        let said = |details: &Details| with_details(&one, "so", details);
        let more = "so; auto finds 7 of 9 labels left out, more than the nearest labeled row in all columns (5)";
        assert_eq!(said(&details(7, None)), more);
        assert!(said(&details(5, None)).contains("as many as"));
        assert!(said(&details(2, None)).contains("fewer than"));
        assert_eq!(said(&details(2, Some("beware"))), "so; beware");
        assert_eq!(said(&Details::default()), "so");
        let odd = Chart { cautions: vec!["beware".into()], ..one.clone() };
        assert_eq!(of(&odd, &[7, 3], Some(&last)), "no prediction changed; beware");
    }
}
