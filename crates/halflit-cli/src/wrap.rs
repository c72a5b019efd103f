//! Long lines of talk, broken between words where a terminal ends.

use std::io::IsTerminal;

/// The text on lines as wide as the terminal, where standard error is one; those after the first are indented.
pub(crate) fn for_terminal(text: &str, first: usize, indent: usize) -> String {
    let stderr = std::io::stderr();
    let width = match stderr.is_terminal() {
        true => terminal_size::terminal_size_of(&stderr).map(|(width, _)| usize::from(width.0)),
        false => None,
    };
    match width {
        Some(width) => wrapped(text, width, first, indent),
        None => text.to_owned(),
    }
}

/// Breaks lines at spaces so that none is wider than `width`, unless a word is. The first has `first` columns in front of it,
/// those that go on get `indent` spaces; lines that the text has keep their own.
fn wrapped(text: &str, width: usize, first: usize, indent: usize) -> String {
    let mut lines = Vec::new();
    for (k, line) in text.split('\n').enumerate() {
        let own = line.len() - line.trim_start_matches(' ').len();
        let mut column = if k == 0 { first } else { 0 } + own;
        let mut out = " ".repeat(own);
        let mut at_start = true;
        for word in line.trim_start_matches(' ').split(' ') {
            let length = word.chars().count();
            if !at_start && column + 1 + length > width {
                lines.push(std::mem::replace(&mut out, " ".repeat(indent)));
                (column, at_start) = (indent, true);
            }
            if !at_start {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
            at_start = false;
        }
        lines.push(out);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words_before_the_terminal_does() {
        assert_eq!(wrapped("one two three four", 10, 0, 2), "one two\n  three\n  four");
        assert_eq!(wrapped("one two", 10, 7, 7), "one\n       two");
        assert_eq!(wrapped("one two three", 13, 0, 2), "one two three");
        assert_eq!(wrapped("immeasurable é é é é é", 9, 0, 0), "immeasurable\né é é é é");
        assert_eq!(wrapped("a:\n  b c d\n\ne", 5, 0, 2), "a:\n  b c\n  d\n\ne");
    }
}
