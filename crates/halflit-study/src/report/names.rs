//! How names and numbers are written in a report.

use std::time::Duration;

use super::markdown::plain;
use crate::protocol::RAW;
use crate::table::Table;

/// Shown where there is no value.
pub(super) const NOTHING: &str = "–";

/// `ss-dne` as people write it, in Markdown.
pub(super) fn learner(name: &str) -> String {
    if name == RAW { "raw 1-NN".into() } else { plain(&name.to_uppercase()) }
}

/// How the parameters of a table were chosen; the constraint matters only to learners that have one.
pub(super) fn choice(table: &Table) -> String {
    match table.constraint() {
        Some(constraint) => format!("Rule `{}`, constraint `{constraint}`", table.rule),
        None => format!("Rule `{}`", table.rule),
    }
}

/// Mean ± standard error, both with one decimal; without the second where one value alone was measured.
pub(super) fn measured(mean: f64, standard_error: f64) -> String {
    match (mean.is_finite(), standard_error.is_finite()) {
        (true, true) => format!("{mean:.1} ± {standard_error:.1}"),
        (true, false) => format!("{mean:.1}"),
        _ => NOTHING.into(),
    }
}

/// Standard errors to the digit shown, so that text and tables judge the same number.
pub(super) fn rounded(distance: f64) -> f64 {
    (10.0 * distance).round() / 10.0
}

/// With its sign, and a true minus.
pub(super) fn signed(distance: f64) -> String {
    match rounded(distance) {
        0.0 => "0.0".into(),
        above if above > 0.0 => format!("+{above:.1}"),
        below => format!("−{:.1}", -below),
    }
}

/// `2 h 5 min`, `5 min 12 s` or `12.3 s`: what helps to judge whether to repeat it.
pub(super) fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{:.1} s", time.as_secs_f64()),
        (0, minutes) => format!("{minutes} min {} s", seconds % 60),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_people() {
        assert_eq!(["raw", "lpp*", "ss-lfda"].map(learner), ["raw 1-NN", "LPP\\*", "SS-LFDA"]);
    }

    #[test]
    fn numbers_have_one_decimal() {
        assert_eq!(measured(71.04, 1.25), "71.0 ± 1.2");
        assert_eq!([measured(71.0, f64::NAN), measured(f64::NAN, f64::NAN)], ["71.0", NOTHING]);
        assert_eq!([-0.04, 0.04, 2.04, -3.06].map(signed), ["0.0", "0.0", "+2.0", "−3.1"]);
        let times = [12.34, 312.0, 7511.0].map(|s| duration(Duration::from_secs_f64(s)));
        assert_eq!(times, ["12.3 s", "5 min 12 s", "2 h 5 min"]);
    }
}
