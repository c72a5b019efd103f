//! Tables, and the sections that are nothing else.

use super::{Section, escape};

/// A table with a caption. The first column names its row; those listed in `numeric` are right-aligned.
pub(super) fn table(
    caption: &str,
    columns: &[impl AsRef<str>],
    rows: impl Iterator<Item = Vec<String>>,
    numeric: &[usize],
) -> String {
    let class = |column| if numeric.contains(&column) { " class=\"number\"" } else { "" };
    let heading = |(i, column)| format!("<th scope=\"col\"{}>{}</th>", class(i), escape(column));
    let cell = |(i, text): (usize, &String)| match i {
        0 => format!("<th scope=\"row\"{}>{}</th>", class(0), escape(text)),
        i => format!("<td{}>{}</td>", class(i), escape(text)),
    };
    let row = |cells: Vec<String>| {
        format!("<tr>{}</tr>\n", cells.iter().enumerate().map(cell).collect::<String>())
    };
    // A wide table scrolls inside its own box, which a keyboard can reach.
    format!(
        "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\"><table>\n<caption>{caption}</caption>\n\
         <thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
        columns.iter().map(AsRef::as_ref).enumerate().map(heading).collect::<String>(),
        rows.map(row).collect::<String>(),
        caption = escape(caption),
    )
}

/// Numbers that are also drawn: there for those who want them.
pub(super) fn details(content: &str) -> String {
    format!("<details><summary>The numbers</summary>\n{content}</details>\n")
}

/// A section of names and values, if there are any.
pub(super) fn pairs(
    id: &str,
    (heading, caption): (&str, &str),
    column: &str,
    pairs: &[(String, String)],
) -> Option<Section> {
    let rows = pairs.iter().map(|(name, value)| vec![name.clone(), value.clone()]);
    let body = table(caption, &[column, "Value"], rows, &[]);
    (!pairs.is_empty()).then(|| Section::new(id, heading, body))
}

/// The section with the command, if there is one.
pub(super) fn command(command: &str) -> Option<Section> {
    let body = format!(
        "<p class=\"reading\">Run this again to get the same page.</p>\n\
         <div class=\"command\"><pre tabindex=\"0\"><code id=\"command-text\">{}</code></pre>\n\
         <button type=\"button\" id=\"copy\">Copy</button>\n\
         <span id=\"copied\" role=\"status\"></span></div>\n",
        escape(command)
    );
    (!command.is_empty()).then(|| Section::new("command", "The command that made this page", body))
}
