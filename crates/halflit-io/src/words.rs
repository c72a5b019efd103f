//! Names and sizes in messages.

/// A name for a message: on one line, and without what a terminal obeys.
///
/// ```
/// assert_eq!(halflit_io::clean("a\nb\u{1b}[31m"), "a b [31m");
/// ```
pub fn clean(text: &str) -> String {
    text.chars().map(printable).collect()
}

/// A space for characters that move the cursor, colour the text or turn its direction.
pub(crate) fn printable(c: char) -> char {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if c.is_control() || turns { ' ' } else { c }
}

/// The memory of a matrix: "7.2 GB".
pub(crate) fn bytes_of(rows: usize, columns: usize) -> String {
    in_bytes(8.0 * rows as f64 * columns as f64)
}

pub(crate) fn in_bytes(bytes: f64) -> String {
    match bytes {
        _ if bytes < 1e6 => format!("{:.0} kB", bytes / 1e3),
        _ if bytes < 1e9 => format!("{:.0} MB", bytes / 1e6),
        _ => format!("{:.1} GB", bytes / 1e9),
    }
}
