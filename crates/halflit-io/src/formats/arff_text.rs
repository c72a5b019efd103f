//! Words of ARFF: quoted with either mark, cut at commas, with backslash escapes.

/// A declared column.
pub(crate) struct Attribute {
    pub(crate) name: String,
    /// What a sparse row means by leaving it out: 0, or the first of the declared values.
    pub(crate) default_value: String,
}

impl Attribute {
    /// From what follows `@attribute`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let end = match text.chars().next()? {
            quote @ ('\'' | '"') => closing(text, quote)? + 1,
            _ => text.find(|c: char| c.is_whitespace() || c == '{')?,
        };
        let kind = text[end..].trim();
        let nominal = kind.strip_prefix('{').map(|rest| rest.trim_end_matches('}'));
        let default_value = match nominal {
            Some(values) => unquoted(words(values, ',').first()?),
            None => "0".into(),
        };
        (!kind.is_empty()).then(|| Self { name: unquoted(&text[..end]), default_value })
    }
}

/// The cells of a dense row. Some files cut at tabs.
pub(crate) fn cells(text: &str) -> Vec<String> {
    let separator = if text.contains(',') || !text.contains('\t') { ',' } else { '\t' };
    words(text, separator).into_iter().map(unquoted).collect()
}

/// Cuts at separators outside quotes.
pub(crate) fn words(text: &str, separator: char) -> Vec<&str> {
    let (mut words, mut start, mut quote, mut escaped) = (Vec::new(), 0, None, false);
    for (at, c) in text.char_indices() {
        match (c, quote) {
            _ if escaped => escaped = false,
            ('\\', _) => escaped = true,
            (_, Some(open)) if c == open => quote = None,
            (_, Some(_)) => {}
            // Only at the start of a cell: an apostrophe within a word quotes nothing.
            ('\'' | '"', None) if text[start..at].trim().is_empty() => quote = Some(c),
            _ if c == separator => {
                words.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    words.push(&text[start..]);
    words
}

/// A word without its quotes and escapes.
pub(crate) fn unquoted(word: &str) -> String {
    let word = word.trim();
    let inner = ['\'', '"']
        .iter()
        .find_map(|&quote| word.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)));
    let Some(inner) = inner else { return word.to_string() };
    let mut text = String::with_capacity(inner.len());
    let mut escaped = false;
    for c in inner.chars() {
        if c == '\\' && !escaped {
            escaped = true;
        } else {
            text.push(c);
            escaped = false;
        }
    }
    text
}

/// The byte of the mark that closes a quoted word.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().skip(1).find_map(|(at, c)| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends.then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_and_unquotes() {
        assert_eq!(cells(r#"1, 'a, b' ,"c\"d",it's"#), ["1", "a, b", "c\"d", "it's"]);
        assert_eq!(cells("1\t2"), ["1", "2"]);
        assert_eq!(cells("'"), ["'"]);
    }

    #[test]
    fn reads_declarations() {
        let attribute = |text| Attribute::parse(text).map(|a| (a.name, a.default_value));
        assert_eq!(attribute("'my x' NUMERIC"), Some(("my x".into(), "0".into())));
        assert_eq!(attribute("class {b,'c d'}"), Some(("class".into(), "b".into())));
        assert_eq!(attribute("class{b}"), Some(("class".into(), "b".into())));
        assert_eq!(attribute("x"), None);
        assert_eq!(attribute("'x"), None);
    }
}
