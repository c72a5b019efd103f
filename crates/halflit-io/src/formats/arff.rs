//! Weka's attribute-relation file format, dense or sparse.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{BufRead, BufReader};

use super::arff_text::{Attribute, cells, unquoted, words};
use crate::builder::TableBuilder;
use crate::error::{IoError, Result};
use crate::plan::{Plan, Request};
use crate::source::{Input, Origin};
use crate::table::Table;

/// Whether the first line that is neither empty nor a comment declares something.
pub(crate) fn recognise(head: &[u8]) -> bool {
    let mut lines = head.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with(b"%")).unwrap_or(b"");
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or(b"").to_ascii_lowercase();
    matches!(&word[..], b"@relation" | b"@attribute")
}

pub(crate) fn read(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let (origin, size) = (input.origin.clone(), input.size);
    let mut reader = BufReader::with_capacity(1 << 17, input.into_text());
    let (mut line, mut number, mut consumed) = (Vec::new(), 0, 0);
    let mut attributes = Vec::new();
    let mut table: Option<TableBuilder> = None;
    loop {
        line.clear();
        number += 1;
        let length = reader.read_until(b'\n', &mut line).map_err(|e| origin.read_error(e))?;
        if length == 0 {
            break;
        }
        consumed += length;
        let text = std::str::from_utf8(&line)
            .map_err(|_| IoError::NotUtf8 { place: origin.line(number) })?
            .trim();
        if text.is_empty() || text.starts_with('%') {
            continue;
        }
        match &mut table {
            None => {
                if declare(text, number, &origin, &mut attributes)? {
                    let names = attributes.iter().map(|a: &Attribute| a.name.clone()).collect();
                    let plan = Plan::new(&origin, names, true, request)?;
                    table = Some(TableBuilder::new(&origin, plan, request));
                }
            }
            Some(table) => {
                let row = row(text, number, &origin, &attributes)?;
                let done = size.map(|size| consumed as f64 / size as f64);
                table.push_row(row.iter().map(|cell| cell.as_bytes()), || number, done)?;
            }
        }
    }
    match table {
        Some(table) => table.finish(),
        None => Err(origin.damaged("ARFF", "there is no @data")),
    }
}

/// Takes a line of the header; true for `@data`.
fn declare(
    text: &str,
    line: u64,
    origin: &Origin,
    attributes: &mut Vec<Attribute>,
) -> Result<bool> {
    let keyword = text.split_ascii_whitespace().next().unwrap_or("").to_ascii_lowercase();
    match keyword.as_str() {
        "@relation" => Ok(false),
        "@attribute" => {
            let attribute = Attribute::parse(text["@attribute".len()..].trim())
                .ok_or_else(|| syntax(origin, line, "an attribute needs a name and a type"))?;
            attributes.push(attribute);
            Ok(false)
        }
        "@data" if attributes.is_empty() => Err(syntax(origin, line, "there is no @attribute")),
        "@data" => Ok(true),
        _ => Err(syntax(origin, line, "expected @relation, @attribute or @data")),
    }
}

/// The cells of a line of data, in the order of the attributes.
fn row<'a>(
    text: &str,
    line: u64,
    origin: &Origin,
    attributes: &'a [Attribute],
) -> Result<Vec<Cow<'a, str>>> {
    let Some(inner) = text.strip_prefix('{') else {
        let mut row = cells(text);
        // An instance weight `{w}` may follow the cells.
        if row.len() == attributes.len() + 1 && row.last().is_some_and(|c| c.starts_with('{')) {
            row.pop();
        }
        return match row.len() == attributes.len() {
            true => Ok(row.into_iter().map(Cow::Owned).collect()),
            false => Err(IoError::Ragged {
                place: origin.line(line),
                expected: attributes.len(),
                found: row.len(),
            }),
        };
    };
    let inner = inner
        .split_once('}')
        .ok_or_else(|| syntax(origin, line, "a sparse row does not end in }"))?
        .0;
    let mut row: Vec<Cow<'a, str>> =
        attributes.iter().map(|a| Cow::Borrowed(a.default_value.as_str())).collect();
    let mut named = HashSet::new();
    for entry in words(inner, ',').into_iter().filter(|entry| !entry.trim().is_empty()) {
        let (index, value) = (entry.trim().split_once(char::is_whitespace))
            .ok_or_else(|| syntax(origin, line, "a sparse entry needs an index and a value"))?;
        let index = index.parse::<usize>().ok().filter(|&index| index < row.len());
        let reason = "a sparse index is no number or beyond the attributes";
        let index = index.ok_or_else(|| syntax(origin, line, reason))?;
        if !named.insert(index) {
            return Err(syntax(origin, line, &format!("the row names cell {index} twice")));
        }
        row[index] = Cow::Owned(unquoted(value));
    }
    Ok(row)
}

fn syntax(origin: &Origin, line: u64, reason: &str) -> IoError {
    IoError::Syntax { place: origin.line(line), format: "ARFF", reason: reason.into() }
}
