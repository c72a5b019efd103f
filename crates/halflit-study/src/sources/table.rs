//! From a table to a dataset.

use std::path::Path;

use halflit::{Dataset, Labels, Samples};
use halflit_io::ReadOptions;

use super::Loaded;
use crate::error::Result;

/// Reads a table of one's own, in any format of [`halflit_io`]; `label` names the column with the classes.
///
/// # Errors
/// [`StudyError::Table`](crate::StudyError::Table) where the file cannot be read or has no such column,
/// [`StudyError::Learner`](crate::StudyError::Learner) where it has too few rows.
pub fn load_table(path: &Path, label: &str) -> Result<Loaded> {
    let options = ReadOptions { label: Some(label.into()), ..Default::default() };
    Ok(Loaded::new(read(path, &options)?, path.display().to_string()))
}

/// Reads samples with their labels.
pub(super) fn read(path: &Path, options: &ReadOptions) -> Result<Dataset<'static>> {
    let table = halflit_io::read(&path.into(), options)?;
    let (rows, columns) = (table.rows, table.width());
    let labels = match &table.labels {
        Some(labels) => Labels::new(labels.iter()),
        None => Labels::none(rows),
    };
    let samples = Samples::from_row_major(table.values, rows, columns)?;
    Ok(Dataset::new(samples, labels)?)
}
