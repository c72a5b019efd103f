//! Long lines of words, broken where a terminal ends.

use terminal_size::{Height, Width, terminal_size_of};

/// Talk on lines as wide as the terminal, if it goes to one. The first line has `first` columns in front of it, those that go
/// on are indented.
pub(crate) fn talk(text: &str, first: usize, indent: usize) -> String {
    fitted(text, terminal_size_of(std::io::stderr()), first, indent)
}

/// A result, broken where the terminal ends.
pub(crate) fn result(text: &str) -> String {
    fitted(text, terminal_size_of(std::io::stdout()), 0, 2)
}

/// Columns of the terminal that results go to, if they go to one.
pub(crate) fn columns() -> Option<u16> {
    terminal_size_of(std::io::stdout()).map(|(width, _)| width.0)
}

fn fitted(text: &str, terminal: Option<(Width, Height)>, first: usize, indent: usize) -> String {
    match terminal {
        Some((width, _)) => wrapped(text, width.0.into(), first, indent),
        None => text.to_owned(),
    }
}

/// Breaks lines of words at spaces so that none is wider than `width`, unless a word is. Tables, and commands to copy, stay as
/// they are: what is laid out by more than single spaces.
fn wrapped(text: &str, width: usize, first: usize, indent: usize) -> String {
    let mut lines = Vec::new();
    for (k, line) in text.split('\n').enumerate() {
        if line.starts_with(' ') || line.contains("  ") {
            lines.push(line.to_owned());
            continue;
        }
        let mut column = if k == 0 { first } else { 0 };
        let mut out = String::new();
        for (j, word) in line.split(' ').enumerate() {
            let length = word.chars().count();
            match column + 1 + length > width {
                _ if j == 0 => {}
                true => {
                    lines.push(std::mem::replace(&mut out, " ".repeat(indent)));
                    column = indent;
                }
                false => {
                    out.push(' ');
                    column += 1;
                }
            }
            out.push_str(word);
            column += length;
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
        assert_eq!(wrapped("a b c\n\nd", 4, 0, 2), "a b\n  c\n\nd");
    }

    #[test]
    fn what_is_laid_out_stays() {
        let text = "Try next:\n  halflit demo --output folder\nname  value of it";
        assert_eq!(wrapped(text, 9, 0, 2), text);
    }
}
