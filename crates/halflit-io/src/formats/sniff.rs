//! Finds the separator of a CSV by its first lines.

use crate::number;

/// In order of preference. A semicolon comes before the comma, which may be a decimal mark beside it.
const CANDIDATES: [u8; 5] = [b'\t', b';', b',', b'|', b' '];
const LINES: usize = 20;

/// The first candidate that cuts every line into equally many cells; failing that, the one that is most frequent in
/// the first line, so that a ragged line further down is reported as what it is.
pub(crate) fn delimiter(head: &[u8], complete: bool) -> u8 {
    let mut lines: Vec<&[u8]> = head.split(|&b| b == b'\n').map(<[u8]>::trim_ascii_end).collect();
    // The last line may be cut off by the end of the buffer.
    if !complete && lines.len() > 1 {
        lines.pop();
    }
    lines.retain(|line| !line.is_empty());
    lines.truncate(LINES);
    let Some(first) = lines.first() else { return b',' };
    let even = |&candidate: &u8| {
        let cuts = count(first, candidate);
        cuts > 0
            && lines.iter().all(|line| count(line, candidate) == cuts)
            && (candidate != b' ' || looks_numeric(&lines))
    };
    let frequent = || {
        let cuts = |candidate: &u8| count(first, *candidate);
        // A space is too common in names to be taken on the first line's word.
        let best = CANDIDATES[..4].iter().copied().rev().max_by_key(cuts);
        best.filter(|candidate| cuts(candidate) > 0)
    };
    CANDIDATES.into_iter().find(even).or_else(frequent).unwrap_or(b',')
}

/// Whether the numbers of the first lines have a decimal comma: some have one, and none has a point.
pub(crate) fn has_decimal_comma(head: &[u8], complete: bool, delimiter: u8) -> bool {
    // A comma within a cell that commas separate is more likely one of thousands.
    if delimiter == b',' {
        return false;
    }
    let mut lines: Vec<&[u8]> = head.split(|&b| b == b'\n').collect();
    if !complete && lines.len() > 1 {
        lines.pop();
    }
    let cells = lines.iter().flat_map(|line| line.split(|&b| b == delimiter));
    let cells = cells.map(|cell| match cell.trim_ascii() {
        [b'"', inner @ .., b'"'] => inner,
        cell => cell,
    });
    let mut found = false;
    for cell in cells {
        if cell.contains(&b'.') && number::parse(cell).is_some() {
            return false;
        }
        found = found || number::with_point(cell).is_some();
    }
    found
}

/// Separators outside quotes.
fn count(line: &[u8], separator: u8) -> usize {
    let mut quoted = false;
    let mut count = 0;
    for &byte in line {
        quoted ^= byte == b'"';
        count += usize::from(byte == separator && !quoted);
    }
    count
}

/// Whether the lines after the first start with a number: words between spaces are more likely one cell.
fn looks_numeric(lines: &[&[u8]]) -> bool {
    let first_cell = |line: &&[u8]| line.split(|&b| b == b' ').next().and_then(number::parse);
    lines.iter().skip(usize::from(lines.len() > 1)).all(|line| first_cell(line).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_usual_separators() {
        for (text, expected) in [
            ("a,b\n1,2\n", b','),
            ("a\tb, c\n1\t2\n", b'\t'),
            ("a;b\n1,5;2,5\n", b';'),
            ("1|2\n3|4", b'|'),
            ("1 2\n3 4\n", b' '),
            ("\"a;b\",c\n1,2\n", b','),
            ("good fish\nbad fish\n", b','),
            ("a,b,c\n1,2,3\n1,2\n", b','),
            ("x\n1\n2\n", b','),
            ("", b','),
        ] {
            assert_eq!(delimiter(text.as_bytes(), true), expected, "{text}");
        }
    }

    #[test]
    fn ignores_a_line_cut_off_by_the_buffer() {
        assert_eq!(delimiter(b"1;2\n3;4\n5", false), b';');
    }
}
