//! A document as one page that needs neither network, nor scripts, nor other files.

use super::document::{Block, Column, Document, Grid, GridRow};
use halflit_report::escape;

use super::html::inline;
use super::text::{Span, Text};

const STYLE: &str = include_str!("page.css");
/// Nothing may be fetched and nothing may run, whatever the data contain.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/// Inside a page SVG needs no namespace.
const NAMESPACE: &str = " xmlns=\"http://www.w3.org/2000/svg\"";

/// The whole document.
pub(super) fn render(document: &Document) -> String {
    let ids = ids(document);
    let blocks = document.blocks.iter().zip(&ids);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"halflit-study {version}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#content\">Skip to the results</a>\n<header>\n<h1>{title}</h1>\n</header>\n\
         {contents}<main id=\"content\">\n{main}</main>\n<footer><p>Made with halflit.</p></footer>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION"),
        title = escape(&document.title),
        contents = contents(document, &ids),
        main = blocks.map(|(part, id)| block(part, id)).collect::<String>(),
    )
}

/// A name for every heading to link to, from its words; empty for other blocks.
fn ids(document: &Document) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for block in &document.blocks {
        let Block::Heading(_, text) = block else {
            ids.push(String::new());
            continue;
        };
        let words = text.words().to_lowercase();
        let parts =
            words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
        let plain = parts.collect::<Vec<_>>().join("-");
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let mut free = [plain.clone()].into_iter().chain(numbered).filter(|id| !ids.contains(id));
        ids.extend(free.next());
    }
    ids
}

/// Sections, and the parts of each below it.
fn contents(document: &Document, ids: &[String]) -> String {
    let (mut list, mut depth) = (String::new(), 2);
    for (block, id) in document.blocks.iter().zip(ids) {
        let Block::Heading(level @ (2 | 3), text) = block else { continue };
        match (depth, *level) {
            (2, 3) => list.push_str("<ul>\n"),
            (3, 2) => list.push_str("</li></ul></li>\n"),
            _ if !list.is_empty() => list.push_str("</li>\n"),
            _ => {}
        }
        depth = *level;
        list.push_str(&format!("<li><a href=\"#{id}\">{}</a>", inline(text)));
    }
    let end = if depth == 3 { "</li></ul></li>" } else { "</li>" };
    format!("<nav aria-label=\"Contents\">\n<ul>\n{list}{end}\n</ul>\n</nav>\n")
}

fn block(block: &Block, id: &str) -> String {
    match block {
        Block::Heading(level, text) => {
            format!("<h{level} id=\"{id}\">{}</h{level}>\n", inline(text))
        }
        Block::Paragraph(text) => format!("<p>{}</p>\n", inline(text)),
        Block::Note(text) => format!("<p class=\"note\">{}</p>\n", inline(text)),
        Block::List(items) => {
            let item = |text: &Text| format!("<li>{}</li>\n", inline(text));
            format!("<ul>\n{}</ul>\n", items.iter().map(item).collect::<String>())
        }
        Block::Table(grid) => table(grid),
        Block::Picture { svg, caption, .. } => format!(
            "<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n",
            svg.replace(NAMESPACE, ""),
            inline(caption)
        ),
        Block::Code(code) => format!("<pre><code>{}</code></pre>\n", escape(code)),
    }
}

/// Wide tables scroll by themselves, also by keyboard.
fn table(grid: &Grid) -> String {
    let class = |column: &Column| if column.number { " class=\"number\"" } else { "" };
    let head = |column: &Column| {
        format!("<th scope=\"col\"{}>{}</th>", class(column), inline(&column.head))
    };
    let row = |row: &GridRow| {
        let cell = |(place, (column, text)): (usize, (&Column, &Text))| match place {
            0 => format!("<th scope=\"row\">{}</th>", inline(text)),
            _ => format!("<td{}>{}</td>", class(column), inline(text)),
        };
        let cells: String = grid.columns.iter().zip(&row.cells).enumerate().map(cell).collect();
        format!("<tr{}>{cells}</tr>\n", if row.light { " class=\"light\"" } else { "" })
    };
    format!(
        "<div class=\"{}\" role=\"region\" aria-label=\"{}\" tabindex=\"0\">\n<table>\n<caption>{}</caption>\n\
         <thead>\n<tr>{}</tr>\n</thead>\n<tbody>\n{}</tbody>\n</table>\n</div>\n",
        if is_raised(grid) { "table raised" } else { "table" },
        escape(&grid.caption.words()),
        inline(&grid.caption),
        grid.columns.iter().map(head).collect::<String>(),
        grid.rows.iter().map(row).collect::<String>()
    )
}

/// Whether numbers need room for what is raised beside them.
fn is_raised(grid: &Grid) -> bool {
    let mut spans = grid.rows.iter().flat_map(|row| &row.cells).flat_map(|text| &text.0);
    spans.any(|span| matches!(span, Span::Superscript(_)))
}
