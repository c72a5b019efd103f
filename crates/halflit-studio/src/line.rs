//! One honest sentence on what a fit changed.

use crate::engine::{Fit, LeftOut};

/// What changed since the last fit, before anything was checked.
pub(crate) fn of(fit: &Fit, last: Option<&Fit>, left_out: Option<&LeftOut>) -> String {
    let Some(guesses) = &fit.guesses else { return fit.line.clone() };
    let before = last.and_then(|last| last.guesses.as_ref());
    let rows = guesses.of_row.len();
    let changed = match before {
        None => format!("first predictions, from {} labels by {}", fit.labels, fit.method),
        Some(before) => {
            let differ = |row: &usize| guesses.name(*row) != before.name(*row);
            let count = (0..rows).filter(differ).count();
            let by = match last.is_some_and(|last| last.method != fit.method) {
                true => format!(" by {}", fit.method),
                false => String::new(),
            };
            match count {
                0 => format!("no prediction changed{by}"),
                1 => format!("1 of {rows} predictions changed{by}"),
                count => format!("{count} of {rows} predictions changed{by}"),
            }
        }
    };
    with_left_out(fit, Some(&changed), left_out)
}

/// The same with what labels left out say.
pub(crate) fn with_left_out(fit: &Fit, said: Option<&str>, left_out: Option<&LeftOut>) -> String {
    let checked = left_out.map(|own| {
        let LeftOut { right, of, raw, .. } = own;
        let verb = match right.cmp(raw) {
            std::cmp::Ordering::Greater => {
                format!("more than the nearest labeled row in all columns ({raw})")
            }
            std::cmp::Ordering::Equal => "as many as the nearest labeled row in all columns".into(),
            std::cmp::Ordering::Less => {
                format!("fewer than the nearest labeled row in all columns ({raw})")
            }
        };
        format!("{} finds {right} of {of} labels left out, {verb}", fit.method)
    });
    let parts = said.map(str::to_owned).into_iter().chain(checked);
    parts.collect::<Vec<_>>().join("; ")
}
