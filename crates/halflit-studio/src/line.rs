//! One honest sentence on what a new map changed.

use crate::desk::Shown;
use crate::engine::Chart;

/// What changed since the last map, or what to do before there is one. Classes are compared by identity: a new name is no news.
pub(crate) fn of(chart: &Chart, classes: &[u16], last: Option<&Shown>) -> String {
    let Some(guesses) = &chart.guesses else { return unlabeled(chart.labels) };
    let Some((last, before)) = last.and_then(|last| Some((last, last.chart.guesses.as_ref()?)))
    else {
        return format!("First predictions, from {} labels", chart.labels);
    };
    let pairs = guesses.of_row.iter().zip(&before.of_row);
    let differ =
        |(new, old): &(&u16, &u16)| classes[usize::from(**new)] != last.classes[usize::from(**old)];
    let by = match last.chart.method != chart.method {
        true => format!(" with {}", chart.method),
        false => String::new(),
    };
    match pairs.filter(differ).count() {
        0 => format!("No prediction changed{by}"),
        1 => format!("1 prediction changed{by}"),
        count => format!("{count} predictions changed{by}"),
    }
}

/// What to do before there are predictions.
fn unlabeled(labels: usize) -> String {
    match labels {
        0 => "Grey: no labels yet. Start with the numbered rows.".into(),
        _ => "Label a second class and the map will react.".into(),
    }
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
            cautions: vec![],
            labels: 2,
            is_first: false,
        }
    }

    fn shown(chart: Chart, classes: [u16; 2]) -> Shown {
        Shown {
            chart: chart.into(),
            labels: halflit::Labels::none(3),
            settings: crate::session::Settings::default(),
            classes: classes.to_vec(),
            version: 1,
            moved: 1,
            drawn: 0,
            guessed: 1,
            picture: None,
            faithfulness: None,
            settled: false,
            seconds: 0.0,
            line: String::new(),
            details: Details::default(),
        }
    }

    #[test]
    fn it_says_what_changed_and_no_more() {
        let one = chart("auto", [0, 0, 1]);
        let last = shown(one.clone(), [7, 3]);
        assert_eq!(of(&one, &[7, 3], None), "First predictions, from 2 labels");
        let after = |method: &str, of_row: [usize; 3], classes: [u16; 2]| {
            of(&chart(method, of_row), &classes, Some(&last))
        };
        assert_eq!(after("auto", [0, 0, 1], [7, 3]), "No prediction changed");
        assert_eq!(after("auto", [0, 1, 1], [7, 3]), "1 prediction changed");
        assert_eq!(after("pca", [1, 1, 0], [7, 3]), "3 predictions changed with pca");
        // A new name that comes first in the alphabet.
        assert_eq!(after("auto", [1, 1, 0], [3, 7]), "No prediction changed");
    }

    #[test]
    fn before_there_are_predictions_it_says_what_to_do() {
        let none = |labels: usize| {
            let chart = Chart { guesses: None, labels, ..chart("pca", [0, 0, 0]) };
            of(&chart, &[], None)
        };
        assert!(none(0).starts_with("Grey: no labels yet"));
        assert!(none(3).starts_with("Label a second class"));
    }
}
