//! Parquet: numbers as required doubles or 64-bit integers, text as optional dictionary-coded strings, compressed by Snappy.

use std::io;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::{OutputColumn, OutputTable, Sink};

/// Rows that a reader must hold at once.
const ROWS_IN_GROUP: usize = 1 << 20;

pub(super) fn write(table: &OutputTable, to: Sink<'_>) -> io::Result<()> {
    try_write(table, to).map_err(|error| match error {
        // Back to what the system said, so that a full disk reads the same for every format.
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    })
}

fn try_write(table: &OutputTable, to: Sink<'_>) -> Result<()> {
    let fields = table.columns.iter().map(|(name, column)| field(name, column).map(Arc::new));
    let schema = Type::group_type_builder("schema").with_fields(fields.collect::<Result<_>>()?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer =
        SerializedFileWriter::new(to, Arc::new(schema.build()?), Arc::new(properties))?;
    for start in (0..table.rows()).step_by(ROWS_IN_GROUP) {
        let rows = start..table.rows().min(start + ROWS_IN_GROUP);
        let mut group = writer.next_row_group()?;
        for (_, column) in &table.columns {
            if let Some(mut writer) = group.next_column()? {
                write_column(&mut writer, column, rows.clone())?;
                writer.close()?;
            }
        }
        group.close()?;
    }
    writer.close().map(|_| ())
}

fn field(name: &str, column: &OutputColumn) -> Result<Type> {
    let (physical, repetition, logical) = match column {
        OutputColumn::Numbers(_) => (Physical::DOUBLE, Repetition::REQUIRED, None),
        OutputColumn::Integers(_) => (Physical::INT64, Repetition::REQUIRED, None),
        OutputColumn::Texts(_) => {
            (Physical::BYTE_ARRAY, Repetition::OPTIONAL, Some(LogicalType::String))
        }
    };
    let field = Type::primitive_type_builder(name, physical);
    field.with_repetition(repetition).with_logical_type(logical).build()
}

fn write_column(
    writer: &mut SerializedColumnWriter<'_>,
    column: &OutputColumn,
    rows: std::ops::Range<usize>,
) -> Result<()> {
    match column {
        OutputColumn::Numbers(values) => {
            writer.typed::<DoubleType>().write_batch(&values[rows], None, None)?;
        }
        OutputColumn::Integers(values) => {
            writer.typed::<Int64Type>().write_batch(&values[rows], None, None)?;
        }
        OutputColumn::Texts(values) => {
            let values = &values[rows];
            let present: Vec<ByteArray> =
                values.iter().flatten().map(|text| ByteArray::from(text.as_str())).collect();
            let levels: Vec<i16> = values.iter().map(|text| i16::from(text.is_some())).collect();
            writer.typed::<ByteArrayType>().write_batch(&present, Some(&levels), None)?;
        }
    }
    Ok(())
}
