//! Parquet, column by column through the low-level interface.

use std::panic::{AssertUnwindSafe, catch_unwind};

use parquet::basic::{LogicalType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, RowGroupReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;

use crate::builder::{feature_of_cell, zeros};
use crate::cells::Cells;
use crate::error::{IoError, Result};
use crate::labels::{Cell, LabelBuilder};
use crate::plan::{Plan, Request, Role};
use crate::raw::Raw;
use crate::source::{Content, Input, Origin};
use crate::table::Table;

pub(crate) fn read(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let origin = input.origin.clone();
    let content = input.into_content()?;
    // The library panics on some damaged pages; to our caller that is a damaged file like any other. Nothing that it
    // touched outlives the closure.
    let outcome = catch_unwind(AssertUnwindSafe(|| match content {
        Content::File(file) => read_chunks(file, &origin, request),
        Content::Memory(bytes) => read_chunks(bytes::Bytes::from(bytes), &origin, request),
    }));
    outcome.unwrap_or_else(|_| Err(origin.damaged("Parquet", "a page cannot be decoded")))
}

fn read_chunks(
    content: impl ChunkReader + 'static,
    origin: &Origin,
    request: &Request<'_>,
) -> Result<Table> {
    let damaged = |error: ParquetError| origin.damaged("Parquet", error);
    let reader = SerializedFileReader::new(content).map_err(damaged)?;
    let schema = reader.metadata().file_metadata().schema_descr();
    let names = schema.columns().iter().map(|column| column.path().string()).collect();
    let plan = Plan::new(origin, names, true, request)?;
    let rows: usize = (0..reader.num_row_groups())
        .map(|group| usize::try_from(reader.metadata().row_group(group).num_rows()).unwrap_or(0))
        .sum();
    if rows == 0 {
        return Err(IoError::NoRows { file: origin.name.clone() });
    }
    let width = plan.width();
    let mut values = zeros(origin, rows, width)?;
    let mut cells = Cells::new(request.options, width);
    let mut kept = vec![Vec::new(); plan.kept_names.len()];
    let mut labels = LabelBuilder::new(&request.options.unlabeled);
    let mut start = 0;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(damaged)?;
        let length = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        for (column, &role) in plan.roles.iter().enumerate() {
            let name = &plan.names[column];
            let mut row = start;
            let take = &mut |cell: Cell<'_>| -> Result<()> {
                if let Role::Feature(k) = role
                    && row < start + length
                {
                    let place = || origin.row(row);
                    values[row * width + k] = feature_of_cell(&mut cells, k, name, &cell, place)?;
                }
                match (role, plan.kept[column]) {
                    (Role::Label, None) => labels.push_cell(cell),
                    (role, kept_as) => {
                        let text = cell.into_text();
                        if role == Role::Label {
                            labels.push(&text);
                        }
                        kept_as.into_iter().for_each(|k| kept[k].push(text.to_string()));
                    }
                }
                row += 1;
                Ok(())
            };
            if role != Role::Ignored || plan.kept[column].is_some() {
                read_column(&*group, column, name, length, origin, take)?;
            }
        }
        start += length;
    }
    let labels = plan.has_label.then(|| labels.finish());
    Raw { plan, rows, values, cells, kept, labels }.finish(origin, request.options)
}

fn read_column(
    group: &dyn RowGroupReader,
    column: usize,
    name: &str,
    length: usize,
    origin: &Origin,
    take: &mut dyn FnMut(Cell<'_>) -> Result<()>,
) -> Result<()> {
    let descriptor = group.metadata().column(column).column_descr();
    if let Some(found) = unsupported(descriptor) {
        let what = format!("column '{}'", crate::error::excerpt(name));
        return Err(IoError::UnsupportedType { file: origin.name.clone(), what, found });
    }
    let unsigned = matches!(
        descriptor.logical_type_ref(),
        Some(LogicalType::Integer(integer)) if !integer.is_signed
    );
    let reader = group.get_column_reader(column).map_err(|e| origin.damaged("Parquet", e))?;
    let scan = Scan { length, optional: descriptor.max_def_level() > 0, origin };
    match reader {
        ColumnReader::BoolColumnReader(r) => scan.run(r, take, |&v| Cell::Integer(i64::from(v))),
        ColumnReader::Int32ColumnReader(r) => scan.run(r, take, |&v| match unsigned {
            true => Cell::Integer(i64::from(v as u32)),
            false => Cell::Integer(i64::from(v)),
        }),
        ColumnReader::Int64ColumnReader(r) => scan.run(r, take, |&v| match unsigned && v < 0 {
            true => Cell::Number(v as u64 as f64),
            false => Cell::Integer(v),
        }),
        ColumnReader::FloatColumnReader(r) => scan.run(r, take, |&v| Cell::Number(f64::from(v))),
        ColumnReader::DoubleColumnReader(r) => scan.run(r, take, |&v| Cell::Number(v)),
        ColumnReader::ByteArrayColumnReader(r) => {
            scan.run(r, take, |v| Cell::Text(String::from_utf8_lossy(v.data())))
        }
        _ => Ok(()), // the other two were refused above
    }
}

/// A type that is neither a number nor text, or that repeats within a row.
fn unsupported(column: &ColumnDescriptor) -> Option<String> {
    let plain = matches!(
        column.logical_type_ref(),
        None | Some(LogicalType::Integer(_) | LogicalType::String | LogicalType::Enum)
    );
    let stored = !matches!(column.physical_type(), Type::INT96 | Type::FIXED_LEN_BYTE_ARRAY);
    if column.max_rep_level() > 0 || column.path().parts().len() > 1 {
        return Some("nested".into());
    }
    match column.logical_type_ref() {
        Some(logical) if !plain => Some(format!("{logical:?}")),
        _ if !stored => Some(column.physical_type().to_string()),
        _ => None,
    }
}

/// Reads one column of one row group in batches.
struct Scan<'a> {
    length: usize,
    optional: bool,
    origin: &'a Origin,
}

impl Scan<'_> {
    fn run<T: DataType>(
        &self,
        mut reader: ColumnReaderImpl<T>,
        take: &mut dyn FnMut(Cell<'_>) -> Result<()>,
        cell: impl Fn(&T::T) -> Cell<'_>,
    ) -> Result<()> {
        const BATCH: usize = 8192;
        let damaged = |reason: String| self.origin.damaged("Parquet", reason);
        let (mut values, mut levels, mut done) = (Vec::new(), Vec::new(), 0);
        while done < self.length {
            values.clear();
            levels.clear();
            let wanted = BATCH.min(self.length - done);
            let defined = self.optional.then_some(&mut levels);
            let (records, ..) = (reader.read_records(wanted, defined, None, &mut values))
                .map_err(|error| damaged(error.to_string()))?;
            if records == 0 {
                return Err(damaged(format!("{done} of {} rows in a column", self.length)));
            }
            let mut present = values.iter();
            for row in 0..records {
                let missing = self.optional && levels.get(row) == Some(&0);
                let value = if missing { None } else { present.next() };
                take(value.map_or(Cell::Missing, &cell))?;
            }
            done += records;
        }
        Ok(())
    }
}
