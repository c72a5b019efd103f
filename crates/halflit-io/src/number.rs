//! Numbers from text and back.

/// A number as text formats write it; not a number is `None`, `nan` and `inf` are themselves.
pub(crate) fn parse(cell: &[u8]) -> Option<f64> {
    // Almost every cell is clean, so trimming waits for a failure.
    fast_float2::parse(cell).or_else(|_| fast_float2::parse(cell.trim_ascii())).ok()
}

/// Whether a cell means that there is nothing.
pub(crate) fn is_missing(cell: &[u8]) -> bool {
    matches!(cell.trim_ascii(), b"" | b"?" | b"NaN" | b"nan" | b"NA" | b"null")
}

/// The fewest digits that read back as the same number: `1`, `0.1`, `1e-7`.
pub(crate) fn shortest(value: f64) -> String {
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format(value);
    text.strip_suffix(".0").unwrap_or(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_the_shortest_form() {
        for (value, text) in [
            (1.0, "1"),
            (-0.5, "-0.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e300, "1e300"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(shortest(value), text);
        }
    }

    #[test]
    fn reads_what_files_hold() {
        assert_eq!(parse(b" 1.5e3 "), Some(1500.0));
        assert_eq!(parse(b"+1"), Some(1.0));
        assert_eq!(parse(b".5"), Some(0.5));
        assert_eq!(parse(b"1,5"), None);
        assert_eq!(parse(b""), None);
        assert_eq!(parse(b"inf"), Some(f64::INFINITY));
        assert!(is_missing(b" ? ") && !is_missing(b"-1"));
    }
}
