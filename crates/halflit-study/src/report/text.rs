//! A line of text: plain words, and the few kinds of emphasis that both renderers know.

/// Words with emphasis.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Text(pub(super) Vec<Span>);

/// A stretch of words of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Span {
    Plain(String),
    Strong(String),
    Code(String),
    Superscript(String),
    Subscript(String),
    Address(String),
}

/// How our own prose marks a kind: opening, closing, kind.
type Mark = (&'static str, &'static str, fn(String) -> Span);

const MARKS: [Mark; 4] = [
    ("`", "`", Span::Code),
    ("**", "**", Span::Strong),
    ("^{", "}", Span::Superscript),
    ("_{", "}", Span::Subscript),
];

impl Text {
    /// Words from outside, taken as they are.
    pub(super) fn plain(words: impl Into<String>) -> Self {
        Self(vec![Span::Plain(words.into())])
    }

    /// Words that stand out.
    pub(super) fn strong(words: impl Into<String>) -> Self {
        Self(vec![Span::Strong(words.into())])
    }

    /// A superscript.
    pub(super) fn superscript(words: impl Into<String>) -> Self {
        Self(vec![Span::Superscript(words.into())])
    }

    /// Our own prose: `` `code` ``, `**strong**`, `C^{bet}` or `c^u`, `x_{i}`, and addresses of the web.
    pub(super) fn marked(prose: &str) -> Self {
        let (mut spans, mut rest) = (Vec::new(), prose);
        while let Some((start, length, span)) = first_mark(rest) {
            spans.push(Span::Plain(rest[..start].into()));
            spans.push(span);
            rest = &rest[start + length..];
        }
        spans.push(Span::Plain(rest.into()));
        spans.retain(|span| *span != Span::Plain(String::new()));
        Self(spans)
    }

    /// This, then that.
    pub(super) fn then(mut self, next: Text) -> Self {
        self.0.extend(next.0);
        self
    }

    /// The words alone.
    pub(super) fn words(&self) -> String {
        self.0.iter().map(Span::words).collect()
    }
}

impl Span {
    pub(super) fn words(&self) -> &str {
        match self {
            Span::Plain(words)
            | Span::Strong(words)
            | Span::Code(words)
            | Span::Superscript(words)
            | Span::Subscript(words)
            | Span::Address(words) => words,
        }
    }
}

/// Where the first mark stands, how long it is, and what it holds.
fn first_mark(text: &str) -> Option<(usize, usize, Span)> {
    let between = |&(open, close, kind): &Mark| {
        let start = text.find(open)?;
        let inside = &text[start + open.len()..];
        let end = inside.find(close)?;
        Some((start, open.len() + end + close.len(), kind(inside[..end].into())))
    };
    let marks = MARKS.iter().filter_map(between);
    marks.chain(single_letter(text)).chain(address(text)).min_by_key(|(start, ..)| *start)
}

/// `c^u`: one letter needs no braces.
fn single_letter(text: &str) -> Option<(usize, usize, Span)> {
    text.match_indices('^').find_map(|(start, _)| {
        let letter = text[start + 1..].chars().next().filter(|c| c.is_alphanumeric())?;
        Some((start, 1 + letter.len_utf8(), Span::Superscript(letter.into())))
    })
}

fn address(text: &str) -> Option<(usize, usize, Span)> {
    let start = text.find("https://").into_iter().chain(text.find("http://")).min()?;
    let rest = &text[start..];
    let end = rest.find(|c: char| c.is_whitespace() || ",;)>".contains(c)).unwrap_or(rest.len());
    // A sentence may end with an address.
    let end = rest[..end].trim_end_matches('.').len();
    Some((start, end, Span::Address(rest[..end].into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_spans() {
        let text = Text::marked("run `a*b` at http://x.org/~y, as c^u of **C**^{bet}_{ij} says");
        let kinds: Vec<&Span> =
            text.0.iter().filter(|span| !matches!(span, Span::Plain(_))).collect();
        let expected = [
            Span::Code("a*b".into()),
            Span::Address("http://x.org/~y".into()),
            Span::Superscript("u".into()),
            Span::Strong("C".into()),
            Span::Superscript("bet".into()),
            Span::Subscript("ij".into()),
        ];
        assert_eq!(kinds, expected.iter().collect::<Vec<_>>());
        assert_eq!(text.words(), "run a*b at http://x.org/~y, as cu of Cbetij says");
    }

    #[test]
    fn what_is_no_mark_stays() {
        for words in ["LPP* and 2^", "a ` b", "", "x_1 {y}"] {
            assert_eq!(Text::marked(words).words(), words);
        }
    }
}
