//! JSON: an array with one object per row. What JSON has no word for (absent text, NaN, infinities) is `null`.

use std::io;

use super::{OutputColumn, OutputTable, Sink};
use crate::number::shortest;

pub(super) fn write(table: &OutputTable, to: Sink<'_>) -> io::Result<()> {
    let keys: Vec<String> = table
        .columns
        .iter()
        .map(|(name, _)| serde_json::to_string(name))
        .collect::<Result<_, _>>()?;
    to.write_all(b"[")?;
    for row in 0..table.rows() {
        to.write_all(if row == 0 { b"\n{" } else { b",\n{" })?;
        for (k, (key, (_, column))) in keys.iter().zip(&table.columns).enumerate() {
            let comma = if k == 0 { "" } else { "," };
            write!(to, "{comma}{key}:")?;
            match column {
                OutputColumn::Numbers(values) if values[row].is_finite() => {
                    to.write_all(shortest(values[row]).as_bytes())?;
                }
                OutputColumn::Numbers(_) => to.write_all(b"null")?,
                OutputColumn::Integers(values) => write!(to, "{}", values[row])?,
                OutputColumn::Texts(values) => serde_json::to_writer(&mut *to, &values[row])?,
            }
        }
        to.write_all(b"}")?;
    }
    to.write_all(b"\n]\n")
}
