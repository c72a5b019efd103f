//! Results to standard output, talk to standard error.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use halflit_io::clean;
pub(crate) use halflit_report::short;
use serde_json::Value;

use crate::args::Global;
use crate::failure::{CommandResult, Failure, bold, tell};
use crate::wrap;

/// Prints in the way that the global options ask for.
pub(crate) struct Printer<'g> {
    global: &'g Global,
}

impl<'g> Printer<'g> {
    pub(crate) fn new(global: &'g Global) -> Self {
        Self { global }
    }

    /// Talk, unless it was asked not to.
    pub(crate) fn say(&self, text: impl AsRef<str>) {
        self.say_styled(&clean_lines(text.as_ref()));
    }

    /// Says a text with styles of our own.
    fn say_styled(&self, text: &str) {
        if !self.global.quiet {
            tell(&wrap::talk(text, 0, 2));
        }
    }

    /// More talk, if it was asked for.
    pub(crate) fn detail(&self, text: impl AsRef<str>) {
        if self.global.verbose {
            let dim = Style::new().dimmed();
            tell(&format!("{dim}{}{dim:#}", wrap::talk(&clean(text.as_ref()), 0, 2)));
        }
    }

    /// Something that may not be what was meant, and what to do about it.
    pub(crate) fn warn(&self, what: impl AsRef<str>, help: &str) {
        let (yellow, cyan) = (bold(AnsiColor::Yellow), bold(AnsiColor::Cyan));
        if !self.global.quiet {
            let what = wrap::talk(&clean(what.as_ref()), 9, 9);
            tell(&format!("{yellow}warning{yellow:#}: {what}"));
            tell(&format!("{cyan}   help{cyan:#}: {}", wrap::talk(&clean(help), 9, 9)));
        }
    }

    /// Whether talk is unwanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.global.quiet
    }

    /// Whether more was asked for.
    pub(crate) fn is_verbose(&self) -> bool {
        self.global.verbose
    }

    /// Names a file that was written.
    pub(crate) fn wrote(&self, what: &str, path: &std::path::Path) {
        if path.as_os_str() != "-" && !self.global.quiet {
            let green = Style::new().fg_color(Some(AnsiColor::Green.into()));
            let path = clean(&path.display().to_string());
            let line = wrap::talk(&format!("{what} to {path}"), 6, 2);
            tell(&format!("{green}wrote{green:#} {line}"));
        }
    }

    /// The result: JSON where it was asked for, else text.
    pub(crate) fn result(
        &self,
        json: impl FnOnce() -> Value,
        text: impl FnOnce() -> String,
    ) -> CommandResult {
        let text = match self.global.json {
            true => serde_json::to_string_pretty(&json()).unwrap_or_default(),
            false => wrap::result(&clean_lines(text().trim_end())),
        };
        let mut out = anstream::stdout().lock();
        let written = writeln!(out, "{text}").and_then(|()| out.flush());
        written.map_err(|error| Failure::unprinted(&error))
    }

    /// What was written, for those who asked for JSON; others were told.
    pub(crate) fn written(&self, json: impl FnOnce() -> Value) -> CommandResult {
        match self.global.json {
            true => self.result(json, String::new),
            false => Ok(()),
        }
    }
}

/// Names and values come from files, and could tell the terminal what to do.
fn clean_lines(text: &str) -> String {
    text.split('\n').map(clean).collect::<Vec<_>>().join("\n")
}

/// A table with a heading; columns of numbers are right-aligned.
pub(crate) fn table(heading: &[&str], rows: &[Vec<String>]) -> String {
    table_within(heading, rows, None)
}

/// A table with cells broken between words where it would be wider than a terminal.
pub(crate) fn table_within(heading: &[&str], rows: &[Vec<String>], width: Option<u16>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.set_header(heading.iter().map(|text| text.to_string()).collect::<Vec<_>>());
    let cleaned = |row: &Vec<String>| row.iter().map(|cell| clean(cell)).collect::<Vec<_>>();
    rows.iter().for_each(|row| _ = table.add_row(cleaned(row)));
    for (index, column) in table.column_iter_mut().enumerate() {
        let numeric = rows.iter().all(|row| row.get(index).is_none_or(|cell| is_number(cell)));
        if numeric {
            column.set_cell_alignment(CellAlignment::Right);
        }
        column.set_padding((0, 2));
    }
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// Stands where there is no number.
pub(crate) const NOTHING: &str = "–";

fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell == NOTHING || cell.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// A share as a percentage with one decimal.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_table_is_broken_between_words() {
        let row = vec!["name".to_owned(), "a few words that are long".to_owned()];
        let whole = table(&["a", "b"], std::slice::from_ref(&row));
        assert_eq!(whole.lines().count(), 2);
        let broken = table_within(&["a", "b"], &[row], Some(20));
        assert!(broken.lines().all(|line| line.chars().count() <= 20), "{broken}");
        assert!(broken.contains("words"), "{broken}");
    }
}
