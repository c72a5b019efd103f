//! Numbers from text and back.

/// A number as text formats write it; not a number is `None`, `nan` and `inf` are themselves.
pub(crate) fn parse(cell: &[u8]) -> Option<f64> {
    // Almost every cell is clean, so trimming waits for a failure.
    fast_float2::parse(cell).or_else(|_| fast_float2::parse(cell.trim_ascii())).ok()
}

/// A number with a decimal comma, written with a point; `None` where the cell is none. A point beside it, or alone, would
/// be a thousands separator.
pub(crate) fn with_point(cell: &[u8]) -> Option<Vec<u8>> {
    let trimmed = cell.trim_ascii();
    let clean = !trimmed.contains(&b'.') && trimmed.iter().any(u8::is_ascii_digit);
    let pointed: Vec<u8> = trimmed.iter().map(|&b| if b == b',' { b'.' } else { b }).collect();
    (clean && trimmed.contains(&b',') && parse(&pointed).is_some()).then_some(pointed)
}

/// Whether a text is digits, in groups or with a mark among them that nobody said is the decimal one.
pub(crate) fn has_marks(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['-', '+']);
    let mark = |c: char| matches!(c, ',' | '.' | '\'' | '’' | '_' | ' ' | '\u{a0}' | '\u{202f}');
    let starts = text.starts_with(|c: char| c.is_ascii_digit());
    starts
        && text.ends_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || mark(c))
        && text.contains(mark)
}

/// Whether a cell means that there is nothing.
pub(crate) fn is_missing(cell: &[u8]) -> bool {
    std::str::from_utf8(cell).is_ok_and(halflit::Labels::is_marker)
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
        assert_eq!(with_point(b" -1,5e3 ").as_deref(), Some(&b"-1.5e3"[..]));
        for other in ["1.234,5", "1,234,5", "1.5", "15", ",", "a,b", ""] {
            assert_eq!(with_point(other.as_bytes()), None, "{other}");
        }
        assert!(["1,5", "1,234.5", "-1.234,5", "1 234", "1'000"].into_iter().all(has_marks));
        assert!(!["red", "1,", "a1,5", "15", "", "1,5 kg"].into_iter().any(has_marks));
        assert!(is_missing(b" ? ") && !is_missing(b"-1"));
    }
}
