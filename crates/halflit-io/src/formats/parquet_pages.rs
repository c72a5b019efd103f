//! The pages of a column of a row group, none larger than the file may make it.
//!
//! The library's own reader takes the memory that a page announces, and unpacks as much as comes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use parquet::basic::Compression;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::ChunkReader;

use super::parquet_codec::unpack;
use super::parquet_delta::{Most, plain};
use super::parquet_encoding::{encoding, is_text_in_differences};
use super::parquet_header::PageHeader;

/// Bytes in which the head of most pages is found.
const USUAL_HEAD: u64 = 1 << 10;
/// Bytes of the longest head: it may hold the least and the largest value.
const LONGEST_HEAD: u64 = 1 << 24;
/// What a text of a dictionary takes beside its letters.
const TEXT_IN_DICTIONARY: u64 = 64;

/// How much may be made of a file.
#[derive(Clone)]
pub(crate) struct Allowance {
    /// Bytes of one page.
    pub(crate) page: u64,
    /// Bytes of numbers or labels.
    pub(crate) dictionary: u64,
    /// Bytes that are left for all pages of a column.
    pub(crate) column: Arc<AtomicU64>,
}

pub(crate) struct Pages<C> {
    content: Arc<C>,
    at: u64,
    end: u64,
    codec: Compression,
    most_values: u64,
    /// How many lots of levels come before the values in the first kind of data page.
    lots_of_levels: u8,
    allowance: Allowance,
}

/// Why a page cannot be right.
pub(crate) fn wrong(reason: impl Into<String>) -> ParquetError {
    ParquetError::General(reason.into())
}

impl<C: ChunkReader> Pages<C> {
    pub(crate) fn new(
        content: Arc<C>,
        chunk: &ColumnChunkMetaData,
        allowance: Allowance,
    ) -> Result<Self> {
        let start = match chunk.dictionary_page_offset() {
            Some(start) if start > 0 && start < chunk.data_page_offset() => start,
            _ => chunk.data_page_offset(),
        };
        let position = |value: i64| u64::try_from(value).map_err(|_| wrong("a negative position"));
        let (at, length) = (position(start)?, position(chunk.compressed_size())?);
        let most_values = position(chunk.num_values())?;
        let end = at.checked_add(length).filter(|&end| end <= content.len());
        let end = end.ok_or_else(|| wrong("a column beyond the end of the file"))?;
        let codec = chunk.compression();
        let column = chunk.column_descr();
        let lots_of_levels =
            u8::from(column.max_rep_level() > 0) + u8::from(column.max_def_level() > 0);
        Ok(Self { content, at, end, codec, most_values, lots_of_levels, allowance })
    }

    fn header(&self) -> Result<PageHeader> {
        let left = self.end - self.at;
        let mut length = USUAL_HEAD;
        loop {
            let bytes = self.content.get_bytes(self.at, length.min(left) as usize)?;
            match PageHeader::parse(&bytes) {
                Some(header) => return Ok(header),
                None if length >= left.min(LONGEST_HEAD) => {
                    return Err(wrong("a page without a head"));
                }
                None => length *= 16,
            }
        }
    }

    /// Bytes of the page in the file, its head left out.
    fn packed(&self, header: &PageHeader) -> Result<u64> {
        let packed = u64::try_from(header.packed).ok();
        let packed = packed.filter(|&packed| packed <= self.end - self.at);
        packed.ok_or_else(|| wrong("a page beyond the end of its column"))
    }

    /// The page unpacked; the levels that come first in the second kind of data page are never packed.
    fn content(&self, header: &PageHeader, levels: usize, is_packed: bool) -> Result<Bytes> {
        let size = u64::try_from(header.unpacked).map_err(|_| wrong("a negative size"))?;
        if size > self.allowance.page {
            return Err(wrong(format!("a page of {size} bytes, too many for the file")));
        }
        self.spend(size)?;
        let bytes = self.content.get_bytes(self.at, self.packed(header)? as usize)?;
        if !is_packed || self.codec == Compression::UNCOMPRESSED {
            return Ok(bytes);
        }
        let fits = levels <= bytes.len() && levels <= size as usize;
        let (first, rest) = fits.then(|| bytes.split_at(levels)).ok_or_else(|| wrong("levels"))?;
        let unpacked = unpack(self.codec, rest, size as usize - levels).map_err(wrong)?;
        match levels {
            0 => Ok(Bytes::from(unpacked)),
            _ => Ok(Bytes::from([first, &unpacked].concat())),
        }
    }

    /// Bytes of the levels before the values of the first kind of data page, each lot after its length.
    fn levels(&self, buf: &[u8]) -> Option<usize> {
        (0..self.lots_of_levels).try_fold(0usize, |at, _| {
            let length = u32::from_le_bytes(*buf.get(at..)?.first_chunk::<4>()?);
            at.checked_add(4)?.checked_add(length as usize)
        })
    }

    /// The page with its text no longer in differences.
    fn plain(&self, buf: &[u8], levels: usize, shared: bool) -> Result<Bytes> {
        let most = Most {
            values: usize::try_from(self.most_values).unwrap_or(usize::MAX),
            bytes: self.allowance.page,
        };
        let (first, rest) = buf.split_at_checked(levels).ok_or_else(|| wrong("levels"))?;
        let plain = plain(rest, shared, most)
            .ok_or_else(|| wrong("text in differences, damaged or too much for the file"))?;
        self.spend(plain.len() as u64)?;
        Ok(Bytes::from([first, &plain].concat()))
    }

    /// Takes from what all pages of the column may unpack to.
    fn spend(&self, bytes: u64) -> Result<()> {
        (self.allowance.column)
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes))
            .map(|_| ())
            .map_err(|_| wrong("a column unpacks to too much for the file"))
    }

    fn page(&self, header: &PageHeader) -> Result<Option<Page>> {
        let field = |k: usize| u32::try_from(header.fields[k]).map_err(|_| wrong("a head"));
        let num_values = field(1)?;
        let text = |number: usize| is_text_in_differences(header.fields[number]);
        let is_data = matches!(header.kind, 0 | 3);
        if is_data && u64::from(num_values) > self.most_values {
            return Err(wrong(format!("a page of {num_values} values in a smaller column")));
        }
        Ok(Some(match header.kind {
            0 => Page::DataPage {
                buf: match text(2) {
                    Some(shared) => {
                        let buf = self.content(header, 0, true)?;
                        let levels = self.levels(&buf).ok_or_else(|| wrong("levels"))?;
                        self.plain(&buf, levels, shared)?
                    }
                    None => self.content(header, 0, true)?,
                },
                num_values,
                encoding: encoding(header.fields[2])?,
                def_level_encoding: encoding(header.fields[3])?,
                rep_level_encoding: encoding(header.fields[4])?,
                statistics: None,
            },
            2 => {
                let memory = u64::from(num_values) * TEXT_IN_DICTIONARY;
                if header.fields[1] > header.unpacked || memory > self.allowance.dictionary {
                    return Err(wrong(format!("a dictionary of {num_values} in a small page")));
                }
                let buf = self.content(header, 0, true)?;
                let encoding = encoding(header.fields[2])?;
                Page::DictionaryPage { buf, num_values, encoding, is_sorted: false }
            }
            3 => {
                let (definition, repetition) = (field(5)?, field(6)?);
                let levels = definition as usize + repetition as usize;
                let buf = self.content(header, levels, !header.says_no)?;
                Page::DataPageV2 {
                    buf: match text(4) {
                        Some(shared) => self.plain(&buf, levels, shared)?,
                        None => buf,
                    },
                    num_values,
                    encoding: encoding(header.fields[4])?,
                    num_nulls: field(2)?,
                    num_rows: field(3)?,
                    def_levels_byte_len: definition,
                    rep_levels_byte_len: repetition,
                    is_compressed: !header.says_no,
                    statistics: None,
                }
            }
            _ => return Ok(None), // an index
        }))
    }
}

impl<C: ChunkReader> Iterator for Pages<C> {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl<C: ChunkReader> PageReader for Pages<C> {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        while self.at < self.end {
            let header = self.header()?;
            self.at += header.length as u64;
            let page = self.page(&header)?;
            self.at += self.packed(&header)?;
            if page.is_some() {
                return Ok(page);
            }
        }
        Ok(None)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        if self.at >= self.end {
            return Ok(None);
        }
        let header = self.header()?;
        // Pages of the second kind start with a row.
        let num_rows = (header.kind == 3).then_some(header.fields[3].max(0) as usize);
        Ok(Some(PageMetadata { num_rows, num_levels: None, is_dict: header.kind == 2 }))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.get_next_page().map(|_| ())
    }
}
