//! Arrow files, which Feather writes too: read whole, batch after batch.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, root_as_footer, root_as_message};
use arrow_schema::Schema;

use super::arrow_cells::{first_list, is_list, is_single, take_column, unsupported};
use super::columns::{Column, ColumnTable, refuse};
use crate::error::Result;
use crate::format::ARROW;
use crate::guard::guarded;
use crate::plan::Request;
use crate::source::{Input, Origin};
use crate::table::Table;

pub(crate) fn read(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let origin = input.origin.clone();
    let bytes = Buffer::from_vec(input.into_bytes()?);
    // The library panics on some damaged files; to our caller that is a damaged file like any other.
    let outcome = guarded(|| read_buffer(&bytes, &origin, request));
    outcome.unwrap_or_else(|| Err(origin.damaged("Arrow", "a batch cannot be decoded")))
}

fn read_buffer(bytes: &Buffer, origin: &Origin, request: &Request<'_>) -> Result<Table> {
    let file = ArrowFile::open(bytes, origin)?;
    let rows = file.batches.iter().try_fold(0usize, |sum, batch| sum.checked_add(batch.1));
    let rows = rows.ok_or_else(|| origin.damaged("Arrow", "rows without end"))?;
    // Lists say how long they are only where they are read.
    let first = match file.batches.iter().position(|batch| batch.1 > 0) {
        Some(k) => Some(file.batch(k)?),
        None => None,
    };
    let columns: Vec<Column> = (file.schema.fields().iter().enumerate())
        .map(|(k, field)| {
            let array = first.as_ref().map(|batch| batch.column(k).as_ref());
            let list = is_list(field.data_type()).then(|| array.map_or(0, first_list));
            Column { name: field.name().clone(), list, single: is_single(field.data_type()) }
        })
        .collect();
    drop(first);
    let mut table = ColumnTable::new(origin, &columns, rows, request)?;
    let wanted: Vec<usize> = (0..columns.len()).filter(|&k| table.wants(k)).collect();
    let kind = |column: usize| unsupported(file.schema.field(column).data_type());
    refuse(origin, wanted.iter().filter_map(|&k| Some((columns[k].name.as_str(), kind(k)?))))?;
    let mut start = 0;
    for k in 0..file.batches.len() {
        let batch = file.batch(k)?;
        for &column in &wanted {
            take_column(batch.column(column), column, start, &mut table)?;
        }
        start += batch.num_rows();
    }
    table.finish(request.options)
}

/// A file with its footer and dictionaries read.
struct ArrowFile<'b> {
    bytes: &'b Buffer,
    origin: &'b Origin,
    schema: Arc<Schema>,
    decoder: FileDecoder,
    /// Where each batch is, and how many rows it says it has.
    batches: Vec<(Block, usize)>,
}

impl<'b> ArrowFile<'b> {
    fn open(bytes: &'b Buffer, origin: &'b Origin) -> Result<Self> {
        let damaged = |reason: &dyn ToString| origin.damaged("Arrow", reason.to_string());
        let tail = bytes.last_chunk::<10>().filter(|_| bytes.starts_with(ARROW));
        let tail = tail.ok_or_else(|| damaged(&"it does not start with ARROW1"))?;
        let length = read_footer_length(*tail).map_err(|e| damaged(&e))?;
        let start = (bytes.len() - tail.len()).checked_sub(length);
        let start = start.ok_or_else(|| damaged(&"the footer is longer than the file"))?;
        let footer = root_as_footer(&bytes[start..bytes.len() - tail.len()]);
        let footer = footer.map_err(|e| damaged(&e))?;
        let schema = footer.schema().ok_or_else(|| damaged(&"no schema"))?;
        let schema = Arc::new(try_fb_to_schema(schema).map_err(|e| damaged(&e))?);
        let decoder = FileDecoder::new(schema.clone(), footer.version());
        let mut file = Self { bytes, origin, schema, decoder, batches: Vec::new() };
        for block in footer.dictionaries().iter().flatten() {
            let (data, _) = file.block(block)?;
            file.decoder.read_dictionary(block, &data).map_err(|e| damaged(&e))?;
        }
        for block in footer.recordBatches().iter().flatten() {
            let (_, rows) = file.block(block)?;
            file.batches.push((*block, rows));
        }
        Ok(file)
    }

    fn batch(&self, k: usize) -> Result<RecordBatch> {
        let (block, rows) = &self.batches[k];
        let (data, _) = self.block(block)?;
        let damaged = |reason: String| self.origin.damaged("Arrow", reason);
        let batch = self.decoder.read_record_batch(block, &data);
        let batch = batch.map_err(|error| damaged(error.to_string()))?;
        batch
            .filter(|batch| batch.num_rows() == *rows)
            .ok_or_else(|| damaged("a batch without rows".into()))
    }

    /// The bytes of a batch and its rows, once what it unpacks to was weighed.
    fn block(&self, block: &Block) -> Result<(Buffer, usize)> {
        let damaged = || self.origin.damaged("Arrow", "a batch beyond the end of the file");
        let size = |value: i64| usize::try_from(value).ok();
        let (start, head) = (size(block.offset()), size(block.metaDataLength().into()));
        let (start, head) = start.zip(head).ok_or_else(damaged)?;
        let body = size(block.bodyLength()).ok_or_else(damaged)?;
        let end = start.checked_add(head).and_then(|end| end.checked_add(body));
        let data = end.and_then(|end| self.bytes.get(start..end)).ok_or_else(damaged)?;
        let (message, rest) = data.split_at(head);
        // A mark and a length come before the message; old files lack the mark.
        let skipped = if message.starts_with(&[0xff; 4]) { 8 } else { 4 };
        let message = message.get(skipped..).ok_or_else(damaged)?;
        let message = root_as_message(message).map_err(|e| self.origin.damaged("Arrow", e))?;
        let batch = (message.header_as_record_batch())
            .or_else(|| message.header_as_dictionary_batch().and_then(|batch| batch.data()));
        let batch = batch.ok_or_else(damaged)?;
        let mut unpacked = 0u64;
        for buffer in batch.buffers().iter().flatten().filter(|_| batch.compression().is_some()) {
            let prefix = size(buffer.offset()).and_then(|at| rest.get(at..)?.first_chunk::<8>());
            let length = prefix.map_or(0, |prefix| i64::from_le_bytes(*prefix));
            unpacked = unpacked.saturating_add(u64::try_from(length).unwrap_or(0));
        }
        if unpacked > self.origin.arrived.numbers() {
            return Err(self.origin.outgrown());
        }
        let rows = size(batch.length()).ok_or_else(damaged)?;
        Ok((self.bytes.slice_with_length(start, data.len()), rows))
    }
}
