//! One NumPy array: a matrix with one row an example, or a vector.

use std::io::Read;

use super::npy_header::Header;
use super::npy_mapped;
use super::variables::{Matrix, Values, assemble};
use crate::builder::zeros;
use crate::error::{IoError, Result, excerpt};
use crate::labels::{LabelBuilder, LabelColumn};
use crate::plan::Request;
use crate::source::{Input, Origin};
use crate::table::Table;

pub(crate) fn read(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let (origin, size, path) = (input.origin.clone(), input.size, input.path());
    let mut reader = input.into_reader();
    let header = Header::read(&mut reader, &origin, "the array")?;
    let needed = header.data_length().and_then(|data| data.checked_add(header.length));
    // Checked before memory is asked for, where the size is known.
    if needed.is_none() || size.is_some_and(|size| Some(size) < needed) {
        return Err(origin.damaged("NPY", "it is shorter than its header says"));
    }
    if let Some(path) = path
        && let Some(table) = npy_mapped::table(&path, &header, &origin, request)?
    {
        return Ok(table);
    }
    let is_vector = header.shape.len() == 1;
    if request.labels_only && is_vector && request.options.label.is_none() {
        let labels = labels(reader, &header, &origin, request, "the array")?;
        return assemble(&origin, request, None, Some(labels));
    }
    let matrix = matrix(reader, &header, &origin, "the array")?;
    assemble(&origin, request, Some(matrix), None)
}

/// Rows and columns of a matrix, and whether it stays in its file, by its header alone.
pub(crate) fn shape(input: Input<'_>) -> Result<Option<(usize, usize, bool)>> {
    let origin = input.origin.clone();
    let header = Header::read(&mut input.into_reader(), &origin, "the array")?;
    Ok(match header.shape[..] {
        [rows, columns] if !header.element.is_text() => {
            Some((rows, columns, npy_mapped::stays(&header)))
        }
        _ => None,
    })
}

/// The data as a matrix; a vector is one column.
pub(crate) fn matrix(
    mut reader: impl Read,
    header: &Header,
    origin: &Origin,
    what: &str,
) -> Result<Matrix> {
    let (rows, columns) = match header.shape[..] {
        [rows] => (rows, 1),
        [rows, columns] => (rows, columns),
        _ => return Err(wrong_shape(origin, what, header, "rows × columns")),
    };
    if header.element.is_text() {
        let (file, what) = (origin.name.clone(), excerpt(what));
        return Err(IoError::UnsupportedType { file, what, found: "text".into() });
    }
    let Some(count) = rows.checked_mul(columns) else {
        return Err(IoError::Disproportionate { file: origin.name.clone(), rows, columns });
    };
    let mut stored = Vec::new();
    each_element(&mut reader, header, count, origin, |bytes, left| {
        if stored.len() == stored.capacity() {
            make_room(&mut stored, left, origin)?;
        }
        stored.push(header.element.number(bytes));
        Ok(())
    })?;
    // Names are made next, for as many columns as the header says: none if there is no row.
    origin.check_size(rows, if rows == 0 { 0 } else { columns })?;
    let values = match header.fortran_order && rows > 1 && columns > 1 {
        true => by_rows(&stored, rows, columns, origin)?,
        false => stored,
    };
    Ok(Matrix { values: Values::Dense(values), rows, columns })
}

/// Grows to the end where the file is long enough for it, else by a quarter: a header may promise what never comes.
fn make_room(values: &mut Vec<f64>, left: usize, origin: &Origin) -> Result<()> {
    const FIRST: usize = 1 << 13;
    let is_there = left as u64 <= origin.arrived.count() / 8;
    let more = if is_there { left } else { left.min((values.len() / 4).max(FIRST)) };
    let total = values.len() + more;
    origin.check_size(total, 1)?;
    let reserved = values.try_reserve_exact(more);
    let file = || origin.name.clone();
    reserved.map_err(|_| IoError::TooLarge { file: file(), rows: total, columns: 1 })
}

/// Rows one after another, from columns one after another.
fn by_rows(stored: &[f64], rows: usize, columns: usize, origin: &Origin) -> Result<Vec<f64>> {
    let mut values = zeros(origin, rows, columns)?;
    for (column, of_column) in stored.chunks_exact(rows).enumerate() {
        for (row, &value) in of_column.iter().enumerate() {
            values[row * columns + column] = value;
        }
    }
    Ok(values)
}

/// The data as labels: a vector, or a matrix with one row or column.
pub(crate) fn labels(
    mut reader: impl Read,
    header: &Header,
    origin: &Origin,
    request: &Request<'_>,
    what: &str,
) -> Result<LabelColumn> {
    let count = match header.shape[..] {
        [count] | [count, 1] | [1, count] => count,
        _ => return Err(wrong_shape(origin, what, header, "a vector")),
    };
    let mut labels = LabelBuilder::new(&request.options.unlabeled);
    each_element(&mut reader, header, count, origin, |bytes, _| {
        labels.push_cell(header.element.cell(bytes));
        Ok(())
    })?;
    Ok(labels.finish())
}

/// Hands over every element as it arrives, and how many there are from it on.
fn each_element(
    reader: &mut impl Read,
    header: &Header,
    count: usize,
    origin: &Origin,
    mut take: impl FnMut(&[u8], usize) -> Result<()>,
) -> Result<()> {
    let size = header.element.size;
    let at_once = ((1 << 16) / size).max(1);
    let mut buffer = Vec::new();
    let mut left = count;
    while left > 0 {
        let now = left.min(at_once);
        buffer.clear();
        let wanted = now.saturating_mul(size);
        // One text may be announced with any length.
        if wanted as u64 > origin.arrived.text() {
            return Err(origin.outgrown());
        }
        reader.take(wanted as u64).read_to_end(&mut buffer).map_err(|e| origin.read_error(e))?;
        if buffer.len() != wanted {
            return Err(origin.damaged("NPY", "it is shorter than its header says"));
        }
        for bytes in buffer.chunks_exact(size) {
            take(bytes, left)?;
            left -= 1;
        }
    }
    Ok(())
}

fn wrong_shape(origin: &Origin, what: &str, header: &Header, expected: &'static str) -> IoError {
    let (file, what) = (origin.name.clone(), excerpt(what));
    IoError::Shape { file, what, shape: format!("{:?}", header.shape), expected }
}
