//! CSV with a header; an absent text is an empty cell.

use std::io;

use super::{OutputColumn, OutputTable, Sink};
use crate::number::shortest;

pub(super) fn write(table: &OutputTable, to: Sink<'_>) -> io::Result<()> {
    try_write(table, to).map_err(|error| match error.into_kind() {
        // Back to what the system said: that nobody reads on is told by it.
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    })
}

fn try_write(table: &OutputTable, to: Sink<'_>) -> csv::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    writer.write_record(table.columns.iter().map(|(name, _)| name))?;
    for row in 0..table.rows() {
        for (_, column) in &table.columns {
            match column {
                OutputColumn::Numbers(values) => writer.write_field(shortest(values[row]))?,
                OutputColumn::Integers(values) => writer.write_field(values[row].to_string())?,
                OutputColumn::Texts(values) => {
                    writer.write_field(values[row].as_deref().unwrap_or(""))?;
                }
            }
        }
        writer.write_record(None::<&[u8]>)?;
    }
    Ok(writer.flush()?)
}
