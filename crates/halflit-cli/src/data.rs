//! From a file to a dataset.

use halflit::{Dataset, Labels, Model, Samples};
use halflit_io::{ColumnRef, InputFormat, ReadOptions, Source, Table};

use crate::args::Data;
use crate::failure::{Failure, Outcome};

/// Reads the table and its labels.
pub(crate) fn read(data: &Data) -> Outcome<Table> {
    let options = options(data)?;
    let table = halflit_io::read(&Source::from(&data.path), &options)?;
    match &data.labels {
        None => Ok(table),
        Some(path) => {
            let only_markers =
                ReadOptions { unlabeled: data.unlabeled.clone(), ..ReadOptions::default() };
            let labels = halflit_io::read_labels(&Source::from(path), &only_markers)?;
            Ok(table.with_labels(labels, &path.display().to_string())?)
        }
    }
}

/// Reads a table for a model: its columns by name where both have names, in whatever order.
pub(crate) fn read_for(data: &Data, model: &Model) -> Outcome<Table> {
    let table = read(data)?;
    match model.feature_names() {
        Some(names) if table.named => table.select(names).map_err(|mismatch| {
            Failure::new(format!("{}: {mismatch}", data.path.display()), mismatch.help())
        }),
        _ => Ok(table),
    }
}

fn options(data: &Data) -> Outcome<ReadOptions> {
    let columns =
        |names: &[String]| names.iter().map(|name| ColumnRef::from(name.as_str())).collect();
    Ok(ReadOptions {
        format: data.format.as_deref().map(format).transpose()?,
        delimiter: data.delimiter.as_deref().map(delimiter).transpose()?,
        header: (data.header || data.no_header).then_some(data.header),
        label: data.label.as_deref().map(ColumnRef::from),
        columns: (!data.columns.is_empty()).then(|| columns(&data.columns)),
        drop: columns(&data.drop),
        unlabeled: data.unlabeled.clone(),
        matrix: data.matrix.clone(),
        label_matrix: data.label_matrix.clone(),
    })
}

fn format(name: &str) -> Outcome<InputFormat> {
    InputFormat::from_name(name).ok_or_else(|| {
        Failure::usage(
            format!("there is no format '{name}'"),
            format!("use one of {}", InputFormat::names()),
        )
    })
}

fn delimiter(text: &str) -> Outcome<u8> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        b"tab" => Ok(b'\t'),
        [byte] => Ok(*byte),
        _ => Err(Failure::usage(
            format!("--delimiter '{text}' is not one character"),
            "give one character, or tab",
        )),
    }
}

/// The dataset, its samples borrowed from the table.
pub(crate) fn dataset(table: &Table) -> Outcome<Dataset<'_>> {
    let labels = match &table.labels {
        None => Labels::none(table.rows),
        Some(labels) => Labels::new(labels.iter()),
    };
    Ok(Dataset::new(samples(table)?, labels)?)
}

/// The samples, borrowed from the table.
pub(crate) fn samples(table: &Table) -> Outcome<Samples<'_>> {
    Ok(Samples::from_row_major(table.values.as_slice(), table.rows, table.width())?)
}
