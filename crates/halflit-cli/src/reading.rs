//! How a table was read, as words that read it again.

use halflit::{Named, SourceColumn};
use halflit_io::{Decimal, Missing, Table};

use crate::args::Data;

/// The file and the options, without those about labels: a column of labels is left out, as are columns beside the features that were
/// not learned from. Nothing for what cannot be read again.
pub(crate) fn words(data: &Data, beside: &[String], table: &Table) -> Option<Vec<String>> {
    let path = data.path.to_str().filter(|path| *path != "-")?;
    // A name that begins with a dash would be taken for an option.
    let path = if path.starts_with('-') { format!("./{path}") } else { path.to_owned() };
    let mut words = vec![path];
    let mut add = |option: &str, value: String| words.extend([format!("--{option}"), value]);
    let learned = table.encoding.columns.iter().any(SourceColumn::is_learned);
    let texts = if learned { data.text.as_slice() } else { &[] };
    let beside = beside.iter().filter(|column| !texts.contains(column));
    let dropped = data.drop.iter().chain(&data.label).chain(beside);
    dropped.for_each(|column| add("drop", column.clone()));
    texts.iter().for_each(|column| add("text", column.clone()));
    for (option, path) in [("vectors", &data.vectors), ("vocabulary", &data.vocabulary)] {
        if let Some(path) = path.as_ref().filter(|_| learned) {
            add(option, path.to_str()?.to_owned());
        }
    }
    data.columns.iter().for_each(|column| add("columns", column.clone()));
    data.unlabeled.iter().for_each(|marker| add("unlabeled", marker.clone()));
    if let Some(missing) = data.missing.filter(|way| *way != Missing::default()) {
        add("missing", missing.name().to_owned());
    }
    if let Some(format) = data.format {
        add("format", format.name().to_owned());
    }
    if let Some(delimiter) = data.delimiter {
        let word =
            if delimiter == b'\t' { "tab".into() } else { char::from(delimiter).to_string() };
        add("delimiter", word);
    }
    if let Some(decimal) = data.decimal {
        add("decimal", if decimal == Decimal::Comma { "," } else { "." }.to_owned());
    }
    data.matrix.iter().for_each(|name| add("matrix", name.clone()));
    data.label_matrix.iter().for_each(|name| add("label-matrix", name.clone()));
    words.extend(data.header.then(|| "--header".to_owned()));
    words.extend(data.no_header.then(|| "--no-header".to_owned()));
    Some(words)
}
