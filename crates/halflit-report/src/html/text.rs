//! Text that came from outside, made harmless.

/// Text for the body or a quoted attribute of HTML or XML.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Not allowed in XML and invisible in HTML.
            control if control.is_control() && !"\n\t".contains(control) => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

/// JSON for a script element: nothing in it can end the element, start a comment or end a line.
pub(super) fn script_safe(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe.push_str(&format!("\\u{:04x}", letter as u32));
            }
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escape("<b a=\"1\" c='2'>&"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
        assert_eq!(escape("a\u{1}b"), "a b");
    }

    #[test]
    fn json_stays_json_and_cannot_end_its_element() {
        let nasty = "</script><!--\u{2028}&";
        let safe = script_safe(&serde_json::to_string(nasty).expect("a string"));
        assert!(!safe.contains(['<', '>', '&', '\u{2028}']));
        assert_eq!(serde_json::from_str::<String>(&safe).expect("still JSON"), nasty);
    }
}
