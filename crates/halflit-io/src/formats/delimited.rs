//! CSV and its kin, streamed: one record and the numbers are all that is held.

use std::borrow::Cow;
use std::io::Read;

use csv::ByteRecord;

use super::first_line::{FirstLine, MOST_COLUMNS};
use super::{one_column, sniff};
use crate::builder::TableBuilder;
use crate::error::{IoError, Place, Result, excerpt};
use crate::number;
use crate::options::{Decimal, ReadOptions};
use crate::plan::{Plan, Request, Role, default_names, filled};
use crate::source::{Input, Origin};
use crate::table::Table;

/// How cells are told apart, and which decimal mark they have.
fn marks(input: &Input<'_>, options: &ReadOptions, delimiter: Option<u8>) -> (u8, bool) {
    let complete = input.size == Some(input.head.len() as u64);
    let delimiter = (options.delimiter.or(delimiter))
        .unwrap_or_else(|| sniff::delimiter(&input.head, complete));
    let comma = match options.decimal {
        Some(decimal) => decimal == Decimal::Comma,
        None => sniff::has_decimal_comma(&input.head, complete, delimiter),
    };
    (delimiter, comma)
}

/// The records of a file.
fn records(input: Input<'_>, delimiter: u8) -> csv::Reader<impl Read> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true) // ragged rows are reported in our own words
        .delimiter(delimiter)
        .terminator(terminator(&input.head))
        .buffer_capacity(1 << 17)
        // Every line ends in a newline, so that lines can be counted; an empty last line is no row.
        .from_reader(FirstLine::new(input.into_text(), delimiter).chain(&b"\n"[..]))
}

/// The first record, whether it is a header, and the names of the columns.
fn first(
    reader: &mut csv::Reader<impl Read>,
    origin: &Origin,
    options: &ReadOptions,
    comma: bool,
) -> Result<(ByteRecord, bool, Vec<String>)> {
    let mut record = ByteRecord::new();
    if !next(reader, &mut record, origin)? {
        return Err(IoError::Empty { file: origin.name.clone() });
    }
    let header = options.header.unwrap_or_else(|| !is_data(&record, comma));
    let names = match header {
        true => header_names(&record, origin)?,
        false => default_names(record.len()),
    };
    Ok((record, header, names))
}

/// The names of the columns, as options call them.
pub(crate) fn names(
    input: Input<'_>,
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Result<Vec<String>> {
    let (origin, (delimiter, comma)) = (input.origin.clone(), marks(&input, options, delimiter));
    first(&mut records(input, delimiter), &origin, options, comma).map(|(.., names)| filled(names))
}

/// Reads text between `delimiter`s; the one in the options goes first, and without any it is sniffed.
pub(crate) fn read(
    input: Input<'_>,
    request: &Request<'_>,
    delimiter: Option<u8>,
) -> Result<Table> {
    let (delimiter, comma) = marks(&input, request.options, delimiter);
    if request.labels_only && one_column::recognise(&input.head, delimiter) {
        return one_column::read(input, request);
    }
    let (origin, size) = (input.origin.clone(), input.size);
    let mut reader = records(input, delimiter);
    let (mut record, header, names) = first(&mut reader, &origin, request.options, comma)?;
    let columns = names.len();
    let plan = Plan::new(&origin, names, header, request)?;
    let mut table = TableBuilder::new(&origin, plan, request);
    let mut more = if header { next(&mut reader, &mut record, &origin)? } else { true };
    while more {
        let line = || line_of(&record, reader.position().line());
        if record.len() != columns {
            let place = origin.line(line());
            return Err(IoError::Ragged { place, expected: columns, found: record.len() });
        }
        let done = size.map(|size| reader.position().byte() as f64 / size as f64);
        match comma {
            true => {
                let cells = pointed(&record, &table.plan, || origin.line(line()))?;
                table.push_row(cells.iter().map(|cell| cell.as_ref()), line, done)?;
            }
            false => table.push_row(record.iter(), line, done)?,
        }
        more = next(&mut reader, &mut record, &origin)?;
    }
    let mut table = table.finish()?;
    if comma && request.options.decimal.is_none() {
        table.notes.push("numbers have a decimal comma".into());
    }
    Ok(table)
}

/// The cells of a row with points for the commas of its features. A point that is there already could only separate
/// thousands; what is no number at all is left for others to refuse.
fn pointed<'r>(
    record: &'r ByteRecord,
    plan: &Plan,
    place: impl Fn() -> Place,
) -> Result<Vec<Cow<'r, [u8]>>> {
    let cell = |(column, cell): (usize, &'r [u8])| match plan.roles[column] {
        Role::Feature(_) => match number::with_point(cell) {
            Some(pointed) => Ok(Cow::Owned(pointed)),
            None if cell.contains(&b'.') && number::parse(cell).is_some() => {
                let (column, value) = (excerpt(&plan.names[column]), String::from_utf8_lossy(cell));
                Err(IoError::NumberMarks { place: place(), column, value: excerpt(value.trim()) })
            }
            None => Ok(Cow::Borrowed(cell)),
        },
        _ => Ok(Cow::Borrowed(cell)),
    };
    record.iter().enumerate().map(cell).collect()
}

/// A newline, whose carriage return is trimmed with other space: counting both as one end, as the default does, the
/// lines of Windows files would be counted one short.
fn terminator(head: &[u8]) -> csv::Terminator {
    match head.contains(&b'\n') || !head.contains(&b'\r') {
        true => csv::Terminator::Any(b'\n'),
        false => csv::Terminator::CRLF,
    }
}

/// The line that a record starts on. Its own position is before the empty lines that were skipped.
fn line_of(record: &ByteRecord, next_line: u64) -> u64 {
    let within = record.as_slice().iter().filter(|&&byte| byte == b'\n').count() as u64;
    let before = record.position().map_or(0, |position| position.line());
    next_line.saturating_sub(1 + within).max(before)
}

/// The next record that says something.
fn next(
    reader: &mut csv::Reader<impl Read>,
    record: &mut ByteRecord,
    origin: &Origin,
) -> Result<bool> {
    loop {
        let more = reader.read_byte_record(record).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) if FirstLine::<&[u8]>::is_too_long(&error) => {
                IoError::ManyColumns { file: origin.name.clone(), most: MOST_COLUMNS }
            }
            csv::ErrorKind::Io(error) => origin.read_error(error),
            other => origin.damaged("CSV", format!("{other:?}")),
        })?;
        // What a Windows file has for an empty line.
        if !(more && record.len() == 1 && &record[0] == b"\r") {
            return Ok(more);
        }
    }
}

/// Whether a first line is data: every cell a number, or missing.
fn is_data(record: &ByteRecord, comma: bool) -> bool {
    let is_number = |cell: &[u8]| {
        number::parse(cell).is_some() || (comma && number::with_point(cell).is_some())
    };
    record.iter().all(|cell| number::is_missing(cell) || is_number(cell))
}

/// Names from a header; an empty one, as an index column has, stays empty.
fn header_names(record: &ByteRecord, origin: &Origin) -> Result<Vec<String>> {
    let name = |cell: &[u8]| match std::str::from_utf8(cell.trim_ascii()) {
        Ok(name) => Ok(name.to_string()),
        Err(_) => Err(IoError::NotUtf8 { place: origin.line(1) }),
    };
    record.iter().map(name).collect()
}
