//! What is said about a table that was read: nothing happens to its columns and rows in silence.

use halflit::{Content, SourceColumn};
use halflit_io::{Source, Table, UnknownValue};

use crate::printer::Printer;
use crate::show::quoted;

/// Of every table.
pub(crate) fn read(source: &Source, table: &Table, printer: &Printer<'_>) {
    let labels = match &table.labels {
        None => "no labels".into(),
        Some(labels) => format!("labels {}", labels.names().join(", ")),
    };
    printer.detail(format!(
        "read {source}: {} rows, {} columns, {labels}",
        table.rows,
        table.width()
    ));
    if table.left_out > 0 {
        let (left_out, all) = (table.left_out, table.rows + table.left_out);
        printer.say(format!("left out {left_out} of {all} rows, which lack a value"));
    }
}

/// Of a table to learn from.
pub(crate) fn learned(table: &Table, printer: &Printer<'_>) {
    if let Some(index) = &table.index {
        printer.say(format!(
            "left out the first column: it has no name and counts rows (--columns {index},… takes it)"
        ));
    }
    let categories = table.encoding.columns.iter().filter_map(category);
    let categories: Vec<String> = categories.collect();
    if !categories.is_empty() {
        printer.say(format!("one column for each value of {}", categories.join(", ")));
    }
    table.encoding.columns.iter().filter_map(texts).for_each(|note| printer.say(note));
}

/// What a column of texts was made of.
fn texts(column: &SourceColumn) -> Option<String> {
    let Content::Text { features } = &column.content else { return None };
    let (name, width, grams) = (quoted(&column.name), features.width(), features.grams());
    let vectors = match features.known_words() {
        None => String::new(),
        Some(words) => format!(", and of the vectors of {words} words"),
    };
    Some(format!(
        "learning from the words of {name}: {width} columns, made of {grams} words and parts of words{vectors}"
    ))
}

/// What becomes of texts that a page shows.
pub(crate) fn shown(asked: &[String], table: &Table, printer: &Printer<'_>) {
    let Some(first) = asked.first() else { return };
    if table.encoding.columns.iter().any(SourceColumn::is_learned) {
        return;
    }
    let columns = if table.width() == 1 { "the other column" } else { "the other columns" };
    let name = quoted(first);
    printer.say(format!(
        "{name} is shown and not learned from: {columns} say which rows are alike (--columns {name} learns from its words instead)"
    ));
}

/// `color (blue, red)`, or how many there are.
fn category(column: &SourceColumn) -> Option<String> {
    const SHOWN: usize = 5;
    let Content::Category { values } = &column.content else { return None };
    let values = match values.len() > SHOWN {
        true => format!("{} values", values.len()),
        false => values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(", "),
    };
    Some(format!("{} ({values})", quoted(&column.name)))
}

/// Of a table for a model.
pub(crate) fn repeated(table: &Table, printer: &Printer<'_>) {
    if !table.passed_over.is_empty() {
        let names: Vec<String> = table.passed_over.iter().map(|name| quoted(name)).collect();
        printer.detail(format!("the model has no use for {}", names.join(", ")));
    }
    for UnknownValue { column, value, rows } in &table.unknown {
        let rows = if *rows == 1 { "1 row".into() } else { format!("{rows} rows") };
        printer.warn(
            format!("column '{column}' holds '{value}', which the model has not met ({rows} with such a value)"),
            "such rows are mapped as if they had no value there; fit again with rows that have it",
        );
    }
}
