//! The few forms of Markdown that a report is made of, as GitHub shows them.

/// The head of a column, and the mark that aligns it.
pub(super) type Head = (String, &'static str);

/// A column of words, flush left.
pub(super) fn words(head: impl Into<String>) -> Head {
    (head.into(), "---")
}

/// A column of numbers, flush right.
pub(super) fn numbers(head: impl Into<String>) -> Head {
    (head.into(), "--:")
}

/// Words from outside, such as the name of a dataset: whatever they hold, they are shown as they are.
pub(super) fn plain(words: &str) -> String {
    let mut safe = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            _ if "\\`*_[]|~$#!".contains(letter) => safe.extend(['\\', letter]),
            // A line break would end a cell or an item.
            _ if letter.is_control() => safe.push(' '),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A text from outside as paragraphs, none of which can be taken for a list or a heading.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let filled = lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty());
    filled.map(|lines| started(&lines.join(" "))).collect()
}

/// What begins a block in Markdown is no letter; written as a number, it begins none.
fn started(paragraph: &str) -> String {
    match paragraph.chars().next().filter(|first| !first.is_alphabetic()) {
        Some(first) => format!("&#{};{}", first as u32, plain(&paragraph[first.len_utf8()..])),
        None => plain(paragraph),
    }
}

/// A list with one line per item.
pub(super) fn list(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().map(|item| format!("- {item}")).collect::<Vec<_>>().join("\n")
}

/// What is to be typed. Four spaces need no fence that the code could close.
pub(super) fn code(lines: &str) -> String {
    lines.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

/// A table under its caption.
pub(super) fn table(caption: &str, heads: Vec<Head>, rows: Vec<Vec<String>>) -> [String; 2] {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let (names, marks): (Vec<String>, Vec<&str>) = heads.into_iter().unzip();
    let marks: Vec<String> = marks.into_iter().map(str::to_owned).collect();
    let lines = [line(&names), line(&marks)].into_iter().chain(rows.iter().map(|row| line(row)));
    [format!("{caption}."), lines.collect::<Vec<_>>().join("\n")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        assert_eq!(
            plain("LPP* <b>|a_b| & `c`\n d"),
            "LPP\\* &lt;b&gt;\\|a\\_b\\| &amp; \\`c\\`  d"
        );
        assert_eq!(code("a\nb"), "    a\n    b");
    }

    #[test]
    fn paragraphs_begin_nothing_else() {
        let text = "1. x\ny\n\n\n- z\n    code\n# a\n===\n\nb";
        assert_eq!(paragraphs(text), ["&#49;. x y", "&#45; z code \\# a ===", "b"]);
        assert!(paragraphs(" \n").is_empty());
    }
}
