//! One NumPy array of f64 in C order, version 1.0 of the format.

use std::io;

use super::{OutputColumn, OutputTable, Sink};

pub(super) fn write(table: &OutputTable, to: Sink<'_>) -> io::Result<()> {
    let (rows, columns) = (table.rows(), table.columns.len());
    let header =
        format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    // Data start at a multiple of 64 bytes, and the header ends in a newline.
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    to.write_all(b"\x93NUMPY\x01\x00")?;
    to.write_all(&(length as u16).to_le_bytes())?;
    writeln!(to, "{header:<width$}", width = length - 1)?;
    for row in 0..rows {
        for (_, column) in &table.columns {
            let value = match column {
                OutputColumn::Numbers(values) => values[row],
                OutputColumn::Integers(values) => values[row] as f64,
                OutputColumn::Texts(_) => continue, // refused before the file was opened
            };
            to.write_all(&value.to_le_bytes())?;
        }
    }
    Ok(())
}
