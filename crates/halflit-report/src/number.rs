//! Numbers as short text.

use crate::ticks::Range;

/// A number to four significant digits, without zeros at its end: "12", "0.25", "1.5e-7".
pub fn short(value: f64) -> String {
    match value.abs().log10().floor() {
        _ if value == 0.0 => "0".into(),
        power if (-4.0..6.0).contains(&power) => {
            let digits = (3.0 - power).max(0.0) as usize;
            reread(&format!("{value:.digits$}"), value).to_string()
        }
        _ => powered(value),
    }
}

/// A number to four significant digits and a power of ten.
pub(crate) fn powered(value: f64) -> String {
    format!("{:e}", reread(&format!("{value:.3e}"), value))
}

/// A number as it is shown in a picture or on the page.
pub(crate) fn label(value: f64) -> String {
    minus(&short(value))
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
        let plain = ["0", "12", "0.25", "-3.5", "1500", "0.3333", "123456", "0.00012"];
        let values = [0.0, 12.0, 0.25, -3.5, 1500.0, 1.0 / 3.0, 123456.0, 0.00012];
        assert_eq!(values.map(short), plain);
        let powered = ["1.5e-7", "2e9", "1.235e8", "inf", "NaN"];
        assert_eq!([1.5e-7, 2e9, 1.23456e8, f64::INFINITY, f64::NAN].map(short), powered);
        assert_eq!(label(-1.5e-7), "−1.5e−7");
        assert_eq!(rounded(1.0 / 3.0), 0.333333);
        assert_eq!(decimals(0.16), 2);
        assert_eq!(decimals(0.016), 3);
        assert_eq!(decimals(0.0), 3);
    }
}
