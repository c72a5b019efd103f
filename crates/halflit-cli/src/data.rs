//! From a file to a dataset.

use std::path::Path;

use halflit::{Dataset, Error, Labels, Model, Samples};
use halflit_io::{ColumnRef, ReadOptions, Source, Table};

use crate::args::{Data, Global};
use crate::caution;
use crate::failure::{Failure, Outcome};
use crate::printer::Printer;
use crate::progress::Progress;

/// Reads the table and its labels.
pub(crate) fn read(data: &Data, global: &Global) -> Outcome<Table> {
    let printer = Printer::new(global);
    let options = options(data);
    let source = Source::from(&data.path);
    let mut table = Progress::while_running(&format!("reading {source}"), global, || {
        halflit_io::read(&source, &options)
    })?;
    if let Some(path) = &data.labels {
        let only_markers =
            ReadOptions { unlabeled: data.unlabeled.clone(), ..ReadOptions::default() };
        let labels = halflit_io::read_labels(&Source::from(path), &only_markers)?;
        table = table.with_labels(labels, &path.display().to_string())?;
    }
    caution::header(data, &table, &printer);
    table.notes.iter().for_each(|note| printer.say(format!("{source}: {note}")));
    let labels = match &table.labels {
        None => "no labels".into(),
        Some(labels) => format!("labels {}", labels.names().join(", ")),
    };
    printer.detail(format!(
        "read {source}: {} rows, {} columns, {labels}",
        table.rows,
        table.width()
    ));
    Ok(table)
}

/// Reads a table for a model: its columns by name where both have names, in whatever order.
pub(crate) fn read_for(data: &Data, model: &Model, global: &Global) -> Outcome<Table> {
    let table = read(data, global)?;
    match model.feature_names() {
        Some(names) if table.named => table.select(names).map_err(|mismatch| {
            let help = format!("{} (--columns, --drop)", mismatch.help());
            Failure::new(mismatch.to_string(), help).about(&data.path)
        }),
        _ => Ok(table),
    }
}

fn options(data: &Data) -> ReadOptions {
    let columns =
        |names: &[String]| names.iter().map(|name| ColumnRef::from(name.as_str())).collect();
    ReadOptions {
        format: data.format,
        delimiter: data.delimiter,
        decimal: data.decimal,
        header: (data.header || data.no_header).then_some(data.header),
        label: data.label.as_deref().map(ColumnRef::from),
        columns: (!data.columns.is_empty()).then(|| columns(&data.columns)),
        drop: columns(&data.drop),
        unlabeled: data.unlabeled.clone(),
        matrix: data.matrix.clone(),
        label_matrix: data.label_matrix.clone(),
    }
}

/// The dataset, its samples borrowed from the table, with the distances between its rows where these are to be looked up.
pub(crate) fn dataset<'t>(
    table: &'t Table,
    data: &Data,
    distances: Option<&Path>,
) -> Outcome<Dataset<'t>> {
    let mut samples = samples(table, &data.path)?;
    if let Some(path) = distances {
        let distances = halflit_io::read(&Source::from(path), &ReadOptions::default())?;
        let attached = samples.with_distances(distances.values);
        samples = attached.map_err(|error| Failure::from(error).about(path))?;
    }
    let labels = match &table.labels {
        None => Labels::none(table.rows),
        Some(labels) => Labels::from_codes(labels.names().to_vec(), labels.codes().collect())?,
    };
    Ok(Dataset::new(samples, labels)?)
}

/// The samples, borrowed from the table; a value that is too large is named by file, row and column.
pub(crate) fn samples<'t>(table: &'t Table, path: &Path) -> Outcome<Samples<'t>> {
    let samples = Samples::from_row_major(table.values.as_slice(), table.rows, table.width());
    samples.map_err(|error| match error {
        Error::TooLarge { row, column, value } => {
            let name = &table.feature_names[column];
            let help = format!("{} (--drop '{name}')", error.help());
            Failure::new(format!("row {row}, column '{name}' is {value:e}"), help).about(path)
        }
        other => Failure::from(other),
    })
}
