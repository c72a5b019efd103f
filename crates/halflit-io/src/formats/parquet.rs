//! Parquet, column by column through the low-level interface.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use parquet::column::reader::get_column_reader;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};
use parquet::file::reader::ChunkReader;

use super::columns::{Column, ColumnTable, refuse};
use super::parquet_footer::check_depth;
use super::parquet_leaf::Leaf;
use super::parquet_pages::{Allowance, Pages};
use super::parquet_scan::{Item, Scan};
use crate::error::Result;
use crate::guard::guarded;
use crate::plan::Request;
use crate::source::{Content, Input, Origin};
use crate::table::Table;

pub(crate) fn read(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let origin = input.origin.clone();
    let content = input.into_content()?;
    // The library panics on some damaged pages; to our caller that is a damaged file like any other.
    let outcome = guarded(|| match content {
        Content::File(file) => read_chunks(file, &origin, request),
        Content::Memory(bytes) => read_chunks(bytes::Bytes::from(bytes), &origin, request),
    });
    outcome.unwrap_or_else(|| Err(origin.damaged("Parquet", "a page cannot be decoded")))
}

fn read_chunks<C: ChunkReader + 'static>(
    content: C,
    origin: &Origin,
    request: &Request<'_>,
) -> Result<Table> {
    let damaged = |error: ParquetError| origin.damaged("Parquet", error);
    check_depth(&content).map_err(damaged)?;
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&content).map_err(damaged)?;
    let schema = metadata.file_metadata().schema_descr();
    let leaves = schema.columns().iter().map(|column| Leaf::of(column)).collect();
    Chunks { content: Arc::new(content), metadata: &metadata, leaves, origin }.read(request)
}

/// A file with its footer read.
struct Chunks<'m, C> {
    content: Arc<C>,
    metadata: &'m ParquetMetaData,
    leaves: Vec<Leaf>,
    origin: &'m Origin,
}

fn rows_of(group: &RowGroupMetaData) -> usize {
    usize::try_from(group.num_rows()).unwrap_or(0)
}

impl<C: ChunkReader + 'static> Chunks<'_, C> {
    fn read(&self, request: &Request<'_>) -> Result<Table> {
        let groups = self.metadata.row_groups();
        let rows = groups.iter().try_fold(0usize, |sum, group| sum.checked_add(rows_of(group)));
        let rows = rows.ok_or_else(|| self.origin.damaged("Parquet", "rows without end"))?;
        let columns: Result<Vec<Column>> = (self.leaves.iter().enumerate())
            .map(|(k, leaf)| {
                let (name, single) = (leaf.name.clone(), leaf.single);
                Ok(Column { name, list: self.list_length(k)?, single })
            })
            .collect();
        let mut table = ColumnTable::new(self.origin, &columns?, rows, request)?;
        let wanted: Vec<usize> = (0..self.leaves.len()).filter(|&k| table.wants(k)).collect();
        let leaves = wanted.iter().map(|&k| &self.leaves[k]);
        refuse(
            self.origin,
            leaves.filter_map(|l| Some((l.name.as_str(), l.unsupported.clone()?))),
        )?;
        for column in wanted {
            self.read_column(column, &mut table)?;
        }
        table.finish(request.options)
    }

    /// How many numbers the list of the first row has, `None` where a column holds no lists.
    fn list_length(&self, column: usize) -> Result<Option<usize>> {
        let leaf = &self.leaves[column];
        // A column of another type is refused when it is wanted.
        if !leaf.is_list || leaf.unsupported.is_some() {
            return Ok(None);
        }
        let mut length = 0;
        if let Some(group) = self.metadata.row_groups().iter().find(|&group| rows_of(group) > 0) {
            let allowance = self.allowance(false);
            self.scan(group, column, &allowance)?.run(1, &mut |item| {
                length += usize::from(matches!(item, Item::Cell(_)));
                Ok(())
            })?;
        }
        Ok(Some(length))
    }

    fn read_column(&self, column: usize, table: &mut ColumnTable<'_>) -> Result<()> {
        let leaf = &self.leaves[column];
        let allowance = self.allowance(table.is_text(column));
        let (mut row, mut at) = (0, 0);
        let take = &mut |item: Item<'_>| -> Result<()> {
            match item {
                Item::Cell(cell) => {
                    table.take(column, row, at, cell)?;
                    at += 1;
                    if leaf.is_list {
                        return Ok(());
                    }
                }
                Item::EndOfList => table.end_list(column, row, Some(at))?,
                Item::NoList => table.end_list(column, row, None)?,
            }
            (row, at) = (row + 1, 0);
            Ok(())
        };
        for group in self.metadata.row_groups() {
            self.scan(group, column, &allowance)?.run(rows_of(group), take)?;
        }
        Ok(())
    }

    fn scan<'s>(
        &'s self,
        group: &'s RowGroupMetaData,
        column: usize,
        allowance: &Allowance,
    ) -> Result<Scan<'s>> {
        let damaged = |error: ParquetError| self.origin.damaged("Parquet", error);
        let missing = || self.origin.damaged("Parquet", "a row group lacks a column");
        let chunk = group.columns().get(column).ok_or_else(missing)?;
        let values = usize::try_from(chunk.num_values()).unwrap_or(usize::MAX);
        self.origin.check_size(values, 1)?;
        let pages = Pages::new(self.content.clone(), chunk, allowance.clone()).map_err(damaged)?;
        let reader = get_column_reader(chunk.column_descr_ptr(), Box::new(pages));
        Ok(Scan { reader, leaf: &self.leaves[column], origin: self.origin })
    }

    /// Labels and kept columns are held as text, all else as numbers.
    fn allowance(&self, is_text: bool) -> Allowance {
        let (text, numbers) = (self.origin.arrived.text(), self.origin.arrived.numbers());
        let column = Arc::new(AtomicU64::new(if is_text { text } else { numbers }));
        Allowance { page: text, dictionary: numbers, column }
    }
}
