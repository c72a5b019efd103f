//! One page with everything in it: text, numbers, data, style, and the code that draws.
//!
//! Words and tables are written here as HTML, so that they can be read, searched and printed without
//! any script; charts are drawn by the page from a block of JSON.

mod charts;
mod embedding;
mod marker;
mod payload;
mod tables;
mod text;

pub use text::escape;

use crate::data::Report;
use crate::error::Result;

/// Apache ECharts with only the parts used here; see assets/charts/README.md.
const CHART_LIBRARY: &str = include_str!("../assets/charts/echarts.min.js");
/// What its licences ask every copy to carry; the page is a copy.
const NOTICES: [&str; 3] = [
    include_str!("../assets/charts/NOTICE"),
    include_str!("../assets/charts/LICENSE-zrender"),
    include_str!("../assets/charts/LICENSE-d3"),
];
const STYLE: &str = include_str!("../assets/page/page.css");
/// Runs before all else, so that no error goes uncounted.
const WATCH: &str = include_str!("../assets/page/watch.js");
/// In this order they form one function; each file but the first and last draws one kind of chart.
const SCRIPTS: [&str; 10] = [
    include_str!("../assets/page/base.js"),
    include_str!("../assets/page/map.js"),
    include_str!("../assets/page/map_paint.js"),
    include_str!("../assets/page/map_point.js"),
    include_str!("../assets/page/map_controls.js"),
    include_str!("../assets/page/accuracy.js"),
    include_str!("../assets/page/heat_map.js"),
    include_str!("../assets/page/bars.js"),
    include_str!("../assets/page/curves.js"),
    include_str!("../assets/page/start.js"),
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

/// The whole report as one HTML page that needs neither network nor other files.
pub fn html(report: &Report) -> Result<String> {
    report.check()?;
    let title = if report.title.is_empty() { "Report" } else { &report.title };
    let sections = sections(report);
    // What everybody looks for comes before the list of what else there is.
    let (map, rest) = sections.split_at(usize::from(report.embedding.is_some()));
    let code = SCRIPTS.concat();
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"halflit-report {version}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n<script>\n{WATCH}</script>\n</head>\n<body>\n\
         {header}<main id=\"content\">\n{map}{links}{rest}</main>\n\
         <footer><p>Made with halflit. Charts: Apache ECharts (Apache License 2.0).</p></footer>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script>\n/*\n{notices}\nApache License 2.0: https://www.apache.org/licenses/LICENSE-2.0\n*/\n{CHART_LIBRARY}</script>\n\
         <script>\n(function () {{\n'use strict';\n{code}}})();\n</script>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION"),
        title = escape(title),
        header = header(title, &report.summary),
        map = map.iter().map(section).collect::<String>(),
        links = links(&sections),
        rest = rest.iter().map(section).collect::<String>(),
        data = text::script_safe(&payload::payload(report).to_string()),
        notices = NOTICES.join("\n\n"),
    ))
}

/// What there is to show, in reading order: results first, then how they came about.
fn sections(report: &Report) -> Vec<Section> {
    let mut sections = vec![];
    sections.extend(report.embedding.as_ref().map(embedding::section));
    sections.extend(report.accuracy.as_ref().map(charts::accuracy));
    sections.extend(report.heat_map.as_ref().map(charts::heat_map));
    sections.extend(report.spectrum.as_ref().map(charts::spectrum));
    sections.extend(report.loadings.as_ref().map(charts::loadings));
    sections.extend(report.curves.iter().enumerate().map(|(i, chart)| charts::curves(i, chart)));
    let words = ("Settings of this fit", "Every setting and its value");
    sections.extend(tables::pairs("parameters", words, "Setting", &report.parameters));
    let words = ("What the fit noticed", "Numbers to judge whether the fit can be trusted");
    sections.extend(tables::pairs("diagnostics", words, "Finding", &report.diagnostics));
    sections.extend(tables::command(&report.command));
    sections
}

fn header(title: &str, summary: &[String]) -> String {
    let paragraph = |text: &String| format!("<p class=\"summary\">{}</p>\n", escape(text));
    format!(
        "<a class=\"skip\" href=\"#content\">Skip to the results</a>\n<header>\n<h1>{}</h1>\n{}\
         <noscript><p class=\"notice\">Charts need JavaScript. All tables can be read without it.</p></noscript>\n\
         </header>\n",
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
