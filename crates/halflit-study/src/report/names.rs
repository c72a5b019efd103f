//! How names and numbers are written in a report.

use std::time::Duration;

use crate::protocol::RAW;

/// Shown where there is no value.
pub(super) const NOTHING: &str = "–";

/// The learners of the paper's tables, in its order.
const PUBLISHED: [&str; 7] = ["pca", "lpp*", "dne", "lfda", "self", "ss-dne", "ss-lfda"];

/// Whether the paper's tables have no such column.
pub(super) fn is_beyond_the_paper(learner: &str) -> bool {
    !PUBLISHED.contains(&learner)
}

/// `ss-dne` as people write it.
pub(super) fn learner(name: &str) -> String {
    if name == RAW { "raw 1-NN".into() } else { name.to_uppercase() }
}

/// `paper` in a sentence.
pub(super) fn constraint(name: &str) -> String {
    match name {
        "paper" => "the paper's constraint".into(),
        "blended" => "the blended constraint".into(),
        other => format!("the constraint {other}"),
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

/// `LPP*, DNE and SELF`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} and {last}", start.join(", ")),
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
        assert_eq!(["raw", "lpp*", "ss-lfda"].map(learner), ["raw 1-NN", "LPP*", "SS-LFDA"]);
        assert!(is_beyond_the_paper("mfa") && !is_beyond_the_paper("self"));
        let names = ["a", "b", "c"].map(String::from);
        assert_eq!(
            [listed(&names), listed(&names[..2]), listed(&names[..1])],
            ["a, b and c", "a and b", "a"]
        );
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
