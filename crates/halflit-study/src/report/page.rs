//! Markdown as one page that needs neither network, nor scripts, nor other files.

use std::collections::BTreeMap;

use halflit_report::{base_style, escape};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::figures::file;
use crate::error::Result;
use crate::figures::Figure;

const STYLE: &str = include_str!("page.css");
/// Nothing may be fetched and nothing may run, whatever the data contain.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/// Inside a page SVG needs no namespace.
const NAMESPACE: &str = " xmlns=\"http://www.w3.org/2000/svg\"";
/// Wide tables scroll by themselves, also by keyboard.
const TABLE: &str =
    "<div class=\"table\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>";

/// The page, with the pictures drawn into it and links to every section.
pub(super) fn render(title: &str, markdown: &str, figures: &[Figure]) -> Result<String> {
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"halflit-study {version}\">\n\
         <title>{title}</title>\n<style>\n{base}{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#section-1\">Skip to the results</a>\n<main>\n{body}</main>\n\
         <footer><p>Made with halflit.</p></footer>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION"),
        title = escape(title),
        base = base_style(),
        body = body(&with_contents(markdown), &drawn(figures)?),
    ))
}

/// The page with a list of its sections and their parts before the first of them.
fn with_contents(markdown: &str) -> String {
    let (opening, rest) = markdown.split_at(markdown.find("\n## ").unwrap_or(markdown.len()));
    let headings = rest.lines().filter_map(|line| line.split_once(' '));
    let sections = headings.filter(|(marks, _)| ["##", "###"].contains(marks));
    let item = |(number, (marks, words)): (usize, (&str, &str))| {
        format!("{}- [{words}](#section-{})\n", "  ".repeat(marks.len() - 2), number + 1)
    };
    let items: String = sections.enumerate().map(item).collect();
    format!("{opening}\n<nav aria-label=\"Contents\">\n\n{items}\n</nav>\n{rest}")
}

/// The pictures by the names of their files.
fn drawn(figures: &[Figure]) -> Result<BTreeMap<String, String>> {
    let svg = |figure: &Figure| Ok((file(figure), figure.picture.svg()?.replace(NAMESPACE, "")));
    figures.iter().map(svg).collect()
}

fn body(markdown: &str, drawn: &BTreeMap<String, String>) -> String {
    let (mut section, mut in_picture) = (0, false);
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let events = parser.filter_map(|event| match event {
        Event::Start(Tag::Image { dest_url, .. }) => {
            in_picture = true;
            drawn.get(&*dest_url).map(|svg| Event::InlineHtml(svg.as_str().into()))
        }
        Event::End(TagEnd::Image) => {
            in_picture = false;
            None
        }
        // The words for those who cannot see the picture; the drawing has its own.
        _ if in_picture => None,
        Event::Start(Tag::Heading {
            level: level @ (HeadingLevel::H2 | HeadingLevel::H3), ..
        }) => {
            section += 1;
            Some(heading(level, format!("section-{section}").into()))
        }
        other => Some(other),
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page.replace("<table>", TABLE).replace("</table>", "</table></div>")
}

fn heading<'a>(level: HeadingLevel, id: CowStr<'a>) -> Event<'a> {
    Event::Start(Tag::Heading { level, id: Some(id), classes: Vec::new(), attrs: Vec::new() })
}
