//! A document as Markdown, in the form that GitHub shows.

use super::document::{Block, Column, Document, Grid, GridRow};
use super::text::{Span, Text};

/// The whole document; pictures are linked as files of the folder `figures`.
pub(super) fn render(document: &Document) -> String {
    let blocks = document.blocks.iter().map(block);
    let title = format!("# {}\n", escape(&document.title));
    [title].into_iter().chain(blocks).collect::<Vec<_>>().join("\n")
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("{} {}\n", "#".repeat(*level), inline(text)),
        Block::Paragraph(text) | Block::Note(text) => format!("{}\n", started(&inline(text))),
        Block::List(items) => items.iter().map(|item| format!("- {}\n", inline(item))).collect(),
        Block::Table(grid) => table(grid),
        Block::Picture { name, title, caption, .. } => {
            format!("![{}](figures/{name}.png)\n\n{}\n", escape(title), started(&inline(caption)))
        }
        Block::Code(code) => indented(code),
    }
}

/// Four spaces need no fence that the code could close.
fn indented(code: &str) -> String {
    code.lines().map(|line| format!("    {line}\n")).collect()
}

fn table(grid: &Grid) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule = |column: &Column| if column.number { "--:" } else { ":--" }.to_owned();
    let cells = |row: &GridRow| row.cells.iter().map(|text| cell(text, row.light)).collect();
    format!(
        "{}.\n\n{}{}{}",
        started(&inline(&grid.caption)),
        line(grid.columns.iter().map(|column| inline(&column.head)).collect()),
        line(grid.columns.iter().map(rule).collect()),
        grid.rows.iter().map(|row| line(cells(row))).collect::<String>()
    )
}

/// Light cells are slanted, Markdown having no colours.
fn cell(text: &Text, light: bool) -> String {
    let slanted = |span: &Span| match span {
        Span::Plain(words) => format!("*{}*", escape(words)),
        Span::Strong(words) => format!("***{}***", escape(words)),
        other => piece(other),
    };
    if light { text.0.iter().map(slanted).collect() } else { inline(text) }
}

fn inline(text: &Text) -> String {
    text.0.iter().map(piece).collect()
}

fn piece(span: &Span) -> String {
    match span {
        Span::Plain(words) => escape(words),
        Span::Strong(words) => format!("**{}**", escape(words)),
        // Backticks cannot hold themselves, nor within a table a bar.
        Span::Code(words) if words.contains(['`', '|']) => {
            format!("<code>{}</code>", escape(words))
        }
        Span::Code(words) => format!("`{words}`"),
        Span::Superscript(words) => format!("<sup>{}</sup>", escape(words)),
        Span::Subscript(words) => format!("<sub>{}</sub>", escape(words)),
        Span::Address(words) => format!("<{}>", words.replace(['<', '>', '|'], "")),
    }
}

/// Words that mean nothing but themselves. A line break would end a cell or an item.
fn escape(words: &str) -> String {
    let mut safe = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '#' | '!' => {
                safe.extend(['\\', letter]);
            }
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

/// A paragraph that begins like an item of a list is none.
fn started(line: &str) -> String {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match line[digits..].chars().next() {
        Some('.' | ')') if digits > 0 => format!("{}\\{}", &line[..digits], &line[digits..]),
        Some('-' | '+' | '=') if digits == 0 => format!("\\{line}"),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        assert_eq!(escape("LPP* <b>|a_b| & `c`\n"), "LPP\\* &lt;b&gt;\\|a\\_b\\| &amp; \\`c\\` ");
        assert_eq!(["1. x", "- x", "10 x", "+1"].map(started), ["1\\. x", "\\- x", "10 x", "\\+1"]);
        assert_eq!(indented("a\nb"), "    a\n    b\n");
    }

    #[test]
    fn light_cells_are_slanted() {
        let text = Text::strong("71.0 ± 1.8").then(Text::superscript("99"));
        assert_eq!(cell(&text, false), "**71.0 ± 1.8**<sup>99</sup>");
        assert_eq!(cell(&text, true), "***71.0 ± 1.8***<sup>99</sup>");
        assert_eq!(cell(&Text::plain("–"), true), "*–*");
    }
}
