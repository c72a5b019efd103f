//! One page with everything in it: text, numbers, pictures, style, and the code of its map.
//!
//! Words, tables and charts are written here, so that they can be read, searched and printed without
//! any script; the map is drawn by the page from a block of JSON.

mod charts;
mod columns;
mod embedding;
mod marker;
mod payload;
mod tables;
mod text;

pub use text::escape;

use crate::data::Report;
use crate::error::Result;
use crate::palette::variables;
use serde_json::Value;

/// What every page of ours looks like.
const BASE_STYLE: &str = include_str!("../assets/page/base.css");
const STYLE: &str = include_str!("../assets/page/page.css");
/// Runs before all else, so that no error goes uncounted.
const WATCH: &str = include_str!("../assets/page/watch.js");
/// In this order they form one function.
const SCRIPTS: [&str; 7] = [
    include_str!("../assets/page/base.js"),
    include_str!("../assets/page/map.js"),
    include_str!("../assets/page/map_paint.js"),
    include_str!("../assets/page/map_point.js"),
    include_str!("../assets/page/map_controls.js"),
    include_str!("../assets/page/start.js"),
    include_str!("../assets/page/self_test.js"),
];
/// Nothing may be fetched, whatever the data contain.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                      img-src data: blob:; base-uri 'none'; form-action 'none'";

/// A part of the page with its own heading.
struct Section {
    id: String,
    heading: String,
    body: String,
}

impl Section {
    fn new(id: impl Into<String>, heading: impl Into<String>, body: String) -> Self {
        Self { id: id.into(), heading: heading.into(), body }
    }
}

/// The style sheet that pages share: colours on light and on dark ground, text, tables.
pub fn base_style() -> String {
    variables() + BASE_STYLE
}

/// The whole report as one HTML page that needs neither network nor other files.
pub fn html(report: &Report) -> Result<String> {
    let title = if report.title.is_empty() { "Report" } else { &report.title };
    let sections = sections(report)?;
    let points = report.embedding.as_ref().map_or(Value::Null, payload::points);
    // What everybody looks for comes before the list of what else there is.
    let (map, rest) = sections.split_at(usize::from(report.embedding.is_some()));
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"halflit-report {version}\">\n\
         <title>{title}</title>\n<style>\n{base}{STYLE}</style>\n<script>\n{WATCH}</script>\n</head>\n<body>\n\
         {header}<main id=\"content\">\n{map}{links}{rest}</main>\n\
         <footer><p>Made with halflit.</p></footer>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script>\n(function () {{\n'use strict';\n{code}}})();\n</script>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION"),
        title = escape(title),
        base = base_style(),
        header = header(title, &report.summary),
        map = map.iter().map(section).collect::<String>(),
        links = links(&sections),
        rest = rest.iter().map(section).collect::<String>(),
        data = text::script_safe(&points.to_string()),
        code = SCRIPTS.concat(),
    ))
}

/// What there is to show, in reading order: results first, then how they came about.
fn sections(report: &Report) -> Result<Vec<Section>> {
    let mut sections = vec![];
    sections.extend(report.embedding.as_ref().map(embedding::section).transpose()?);
    sections.extend(charts::sections(report)?);
    let words = ("Settings of this fit", "Every setting and its value");
    sections.extend(tables::pairs("parameters", words, "Setting", &report.parameters));
    let words = ("What the fit noticed", "Numbers to judge whether the fit can be trusted");
    sections.extend(tables::pairs("diagnostics", words, "Finding", &report.diagnostics));
    sections.extend(tables::command(&report.command));
    Ok(sections)
}

fn header(title: &str, summary: &[String]) -> String {
    let paragraph = |text: &String| format!("<p class=\"summary\">{}</p>\n", escape(text));
    format!(
        "<a class=\"skip\" href=\"#content\">Skip to the results</a>\n<header>\n<h1>{}</h1>\n{}</header>\n",
        escape(title),
        summary.iter().map(paragraph).collect::<String>(),
    )
}

fn links(sections: &[Section]) -> String {
    let link = |s: &Section| format!("<li><a href=\"#{}\">{}</a></li>\n", s.id, escape(&s.heading));
    let links: String = sections.iter().map(link).collect();
    format!("<nav aria-label=\"Sections\"><ul>\n{links}</ul></nav>\n")
}

fn section(section: &Section) -> String {
    let Section { id, heading, body } = section;
    format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-heading\">\n<h2 id=\"{id}-heading\">{}</h2>\n{body}</section>\n",
        escape(heading)
    )
}
