//! Numbers as short text.

use crate::ticks::Range;

/// A number in at most about five characters of digits: "12", "0.25", "1.5e-7".
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    let text = if value == 0.0 {
        "0".into()
    } else if (1e-3..1e5).contains(&size) {
        let digits = (3 - size.log10().floor() as i32).clamp(0, 6) as usize;
        reread(&format!("{value:.digits$}"), value).to_string()
    } else {
        format!("{:e}", reread(&format!("{value:.2e}"), value))
    };
    minus(&text)
}

/// A number that was rounded by writing it: written again, it has no zeros at its end.
fn reread(text: &str, value: f64) -> f64 {
    text.parse().unwrap_or(value)
}

/// With a real minus sign instead of a hyphen.
pub(crate) fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// A share of 1 as per cent with one decimal.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// How many decimals tell numbers apart that lie within `spread` of each other.
fn decimals(spread: f64) -> usize {
    if spread > 0.0 { (1.0 - spread.log10().floor()).clamp(0.0, 6.0) as usize } else { 3 }
}

/// A heat map's value with as many decimals as tell its cells apart.
pub(crate) fn cell_text(value: f64, range: Range) -> String {
    minus(&format!("{value:.*}", decimals(range.width()).max(2)))
}

/// Six significant digits: more than a screen can show, far fewer bytes than seventeen.
pub(crate) fn rounded(value: f64) -> f64 {
    reread(&format!("{value:.5e}"), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [(0.0, "0"), (12.0, "12"), (0.25, "0.25"), (-3.5, "−3.5"), (1500.0, "1500")];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
        assert_eq!(short(1.5e-7), "1.5e−7");
        assert_eq!(short(2e9), "2e9");
        assert_eq!(rounded(1.0 / 3.0), 0.333333);
        assert_eq!(decimals(0.16), 2);
        assert_eq!(decimals(0.016), 3);
        assert_eq!(decimals(0.0), 3);
    }
}
