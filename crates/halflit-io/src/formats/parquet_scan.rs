//! Reads one column of one row group in batches.

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;

use super::parquet_leaf::Leaf;
use crate::error::Result;
use crate::labels::Cell;
use crate::source::Origin;

/// What a column is made of, in order.
pub(crate) enum Item<'a> {
    /// The cell of a row, or the next one of its list.
    Cell(Cell<'a>),
    /// The list of a row is at its end.
    EndOfList,
    /// A row without a list.
    NoList,
}

/// Who takes the items.
type Take<'t> = &'t mut dyn FnMut(Item<'_>) -> Result<()>;

pub(crate) struct Scan<'a> {
    pub(crate) reader: ColumnReader,
    pub(crate) leaf: &'a Leaf,
    pub(crate) origin: &'a Origin,
}

impl Scan<'_> {
    /// Hands over so many rows.
    pub(crate) fn run(self, rows: usize, take: Take<'_>) -> Result<()> {
        let Self { reader, leaf, origin } = self;
        let run = Run { leaf, origin, rows };
        match reader {
            ColumnReader::BoolColumnReader(r) => run.all(r, take, |&v| Cell::Integer(i64::from(v))),
            ColumnReader::Int32ColumnReader(r) => run.all(r, take, |&v| match leaf.unsigned {
                true => Cell::Integer(i64::from(v as u32)),
                false => Cell::Integer(i64::from(v)),
            }),
            ColumnReader::Int64ColumnReader(r) => {
                run.all(r, take, |&v| match leaf.unsigned && v < 0 {
                    true => Cell::Number(v as u64 as f64),
                    false => Cell::Integer(v),
                })
            }
            ColumnReader::FloatColumnReader(r) => run.all(r, take, |&v| Cell::Number(f64::from(v))),
            ColumnReader::DoubleColumnReader(r) => run.all(r, take, |&v| Cell::Number(v)),
            ColumnReader::ByteArrayColumnReader(r) => {
                run.all(r, take, |v| Cell::Text(String::from_utf8_lossy(v.data())))
            }
            _ => Ok(()), // the other two are not supported
        }
    }
}

struct Run<'a> {
    leaf: &'a Leaf,
    origin: &'a Origin,
    rows: usize,
}

impl Run<'_> {
    fn all<T: DataType>(
        &self,
        mut reader: ColumnReaderImpl<T>,
        take: Take<'_>,
        cell: impl Fn(&T::T) -> Cell<'_>,
    ) -> Result<()> {
        // Rows of lists are long.
        let batch = if self.leaf.is_list { 64 } else { 8192 };
        let (mut values, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
        let (mut done, mut first) = (0, true);
        while done < self.rows {
            values.clear();
            defined.clear();
            repeated.clear();
            let wanted = batch.min(self.rows - done);
            let (records, _, levels) = (reader.read_records(
                wanted,
                (self.leaf.full > 0).then_some(&mut defined),
                self.leaf.is_list.then_some(&mut repeated),
                &mut values,
            ))
            .map_err(|error| self.damaged(error.to_string()))?;
            if records == 0 {
                return Err(self.damaged(format!("{done} of {} rows in a column", self.rows)));
            }
            let mut present = values.iter();
            let count = if self.leaf.is_list { levels } else { records };
            for k in 0..count {
                let level = defined.get(k).copied().unwrap_or(self.leaf.full);
                let value = if level == self.leaf.full { present.next() } else { None };
                let item = Item::Cell(value.map_or(Cell::Missing, &cell));
                if !self.leaf.is_list {
                    take(item)?;
                    continue;
                }
                let starts = repeated.get(k) == Some(&0);
                if starts && !std::mem::take(&mut first) {
                    take(Item::EndOfList)?;
                }
                match level {
                    _ if level >= self.leaf.place => take(item)?,
                    _ if level + 1 == self.leaf.place => {} // a list without a place
                    _ => take(Item::NoList)?,
                }
            }
            done += records;
        }
        if self.leaf.is_list && !first {
            take(Item::EndOfList)?;
        }
        Ok(())
    }

    fn damaged(&self, reason: String) -> crate::error::IoError {
        self.origin.damaged("Parquet", reason)
    }
}
