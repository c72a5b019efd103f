//! From a table to a dataset.

use std::path::Path;

use halflit::{Dataset, Labels, Samples};
use halflit_io::{IoError, ReadOptions, Table};

use super::Loaded;
use crate::error::{Result, StudyError};

/// Reads a table of one's own, in any format of [`halflit_io`]; `label` names the column with the classes.
///
/// # Errors
/// [`StudyError::Table`] where the file cannot be read, [`StudyError::Content`] where it has no such column,
/// [`StudyError::Learner`] where it has too few rows.
pub fn load_table(path: &Path, label: &str) -> Result<Loaded> {
    let options = ReadOptions { label: Some(label.into()), ..Default::default() };
    Ok(Loaded::new(read(path, &options)?, path.display().to_string()))
}

/// Reads samples with their labels.
pub(super) fn read(path: &Path, options: &ReadOptions) -> Result<Dataset<'static>> {
    dataset(read_table(path, options)?)
}

/// Reads a table. That a column is not there is said without the command line's options, which have no part in it.
pub(super) fn read_table(path: &Path, options: &ReadOptions) -> Result<Table> {
    halflit_io::read(&path.into(), options).map_err(|error| without_options(path, error))
}

/// The error as it concerns someone who gave a file and no options.
pub(super) fn without_options(path: &Path, error: IoError) -> StudyError {
    match error {
        IoError::UnknownColumn { column, known, .. } => StudyError::Content {
            path: path.to_path_buf(),
            reason: format!("a column '{column}' is expected; there are {known}"),
        },
        other => other.into(),
    }
}

fn dataset(table: Table) -> Result<Dataset<'static>> {
    let (rows, columns) = (table.rows, table.width());
    let labels = match &table.labels {
        Some(labels) => Labels::new(labels.iter()),
        None => Labels::none(rows),
    };
    let samples = Samples::from_row_major(table.values, rows, columns)?;
    Ok(Dataset::new(samples, labels)?)
}
