//! Words as HTML, made harmless.

use halflit_report::escape;

use super::text::{Span, Text};

/// A line of text as HTML.
pub(super) fn inline(text: &Text) -> String {
    let piece = |span: &Span| {
        let words = escape(span.words());
        match span {
            Span::Plain(_) => unbroken(&words),
            Span::Strong(_) => format!("<strong>{words}</strong>"),
            Span::Code(_) => format!("<code>{words}</code>"),
            Span::Superscript(_) => format!("<sup>{words}</sup>"),
            Span::Subscript(_) => format!("<sub>{words}</sub>"),
            Span::Address(_) => format!("<span class=\"address\">{words}</span>"),
        }
    };
    text.0.iter().map(piece).collect()
}

/// A line may end after a hyphen, but not within SS-LFDA.
fn unbroken(words: &str) -> String {
    let whole = |word: &str| match word.trim_end() {
        name if name.starts_with("SS-") => {
            format!("<span class=\"whole\">{name}</span>{}", &word[name.len()..])
        }
        _ => word.to_owned(),
    };
    words.split_inclusive(' ').map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_on_one_line() {
        let text = Text::plain("both SS-DNE and SS-LFDA").then(Text::superscript("1"));
        let name = |name: &str| format!("<span class=\"whole\">{name}</span>");
        let expected = format!("both {} and {}<sup>1</sup>", name("SS-DNE"), name("SS-LFDA"));
        assert_eq!(inline(&text), expected);
    }
}
