//! Labels alone, one per line, where an empty line is an unlabeled row and not, as in CSV, nothing.

use std::io::{BufRead, BufReader};

use crate::builder::table_of_labels;
use crate::error::{IoError, Result};
use crate::labels::{LabelBuilder, LabelColumn};
use crate::number;
use crate::options::ColumnRef;
use crate::plan::{LABEL_NAMES, Request};
use crate::source::Input;
use crate::table::Table;

/// Whether no line of the head has a separator outside quotes.
pub(crate) fn recognise(head: &[u8], delimiter: u8) -> bool {
    let mut quoted = false;
    !head.iter().any(|&byte| {
        quoted ^= byte == b'"';
        byte == delimiter && !quoted
    })
}

pub(crate) fn read(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let origin = input.origin.clone();
    let mut labels = LabelBuilder::new(&request.options.unlabeled);
    let mut first = String::new();
    for (k, line) in BufReader::new(input.into_text()).split(b'\n').enumerate() {
        let line = line.map_err(|e| origin.read_error(e))?;
        let place = || origin.line(k as u64 + 1);
        let text = std::str::from_utf8(&line).map_err(|_| IoError::NotUtf8 { place: place() })?;
        let label = unquote(text.trim());
        if k == 0 {
            first = label.clone();
        }
        labels.push(&label);
    }
    let mut labels = labels.finish();
    if is_header(&first, &labels, request) {
        labels.remove_first();
    } else if let Some(column @ ColumnRef::Name(_)) = &request.options.label {
        return Err(IoError::UnknownColumn {
            file: origin.name,
            column: column.to_string(),
            suggestion: None,
            known: "one, without a name".into(),
        });
    }
    match labels.is_empty() {
        true => Err(IoError::NoRows { file: origin.name }),
        false => Ok(table_of_labels(labels)),
    }
}

fn is_header(first: &str, labels: &LabelColumn, request: &Request<'_>) -> bool {
    let is_number = |text: &str| number::parse(text.as_bytes()).is_some();
    let others_are_numbers = || {
        let mut others = labels.iter().skip(1).flatten().peekable();
        others.peek().is_some() && others.all(is_number)
    };
    let named = request.options.label.as_ref() == Some(&ColumnRef::Name(first.into()));
    request.options.header.unwrap_or_else(|| {
        named
            || LABEL_NAMES.contains(&first.to_lowercase().as_str())
            || (!number::is_missing(first.as_bytes()) && !is_number(first) && others_are_numbers())
    })
}

fn unquote(text: &str) -> String {
    match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => text.to_string(),
    }
}
