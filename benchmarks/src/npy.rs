//! NPY files as the suite writes them: version 1, little-endian, row after row.

use std::fs;
use std::path::Path;

use halflit::{Labels, Samples};

use crate::Fallible;

/// The rows of a file of `<f8` or `<f4`.
pub(crate) fn samples(path: &Path) -> Fallible<Samples<'static>> {
    let Array { kind, shape, data } = Array::read(path)?;
    let [rows, columns] = shape[..] else { return Err("a matrix was expected".into()) };
    match kind.as_str() {
        "<f8" => {
            let values = numbers(&data, f64::from_le_bytes);
            drop(data);
            Ok(Samples::from_row_major(values, rows, columns)?)
        }
        "<f4" => {
            let values = numbers(&data, f32::from_le_bytes);
            drop(data);
            Ok(Samples::from_row_major_f32(values, rows, columns)?)
        }
        other => Err(format!("samples of type {other} are not measured").into()),
    }
}

/// Sparse samples from a file of `<f8`: row, column and value of every number, in the order of rows and then columns.
pub(crate) fn sparse(path: &Path, (rows, columns): (usize, usize)) -> Fallible<Samples<'static>> {
    let Array { kind, shape, data } = Array::read(path)?;
    if kind != "<f8" || shape.get(1) != Some(&3) {
        return Err("triples of type <f8 were expected".into());
    }
    let triples = numbers(&data, f64::from_le_bytes);
    drop(data);
    let triples = triples.as_chunks::<3>().0;
    let mut starts = vec![0; rows + 1];
    for [row, ..] in triples {
        *starts.get_mut(*row as usize + 1).ok_or("a row beyond the last")? += 1;
    }
    (0..rows).for_each(|row| starts[row + 1] += starts[row]);
    let of_columns = triples.iter().map(|[_, column, _]| *column as u32).collect();
    let values = triples.iter().map(|[.., value]| *value).collect();
    Ok(Samples::from_csr(starts, of_columns, values, rows, columns)?)
}

/// The labels of a file of `<i8`, where −1 means unlabeled.
pub(crate) fn labels(path: &Path) -> Fallible<Labels> {
    let codes = integers(path)?;
    Ok(Labels::new(codes.into_iter().map(|code| (code >= 0).then_some(code))))
}

/// The numbers of a file of `<i8`.
pub(crate) fn integers(path: &Path) -> Fallible<Vec<i64>> {
    let Array { kind, data, .. } = Array::read(path)?;
    match kind.as_str() {
        "<i8" => Ok(numbers(&data, i64::from_le_bytes)),
        other => Err(format!("whole numbers of type {other} are not read").into()),
    }
}

/// Writes a matrix of whole numbers.
pub(crate) fn write_integers(path: &Path, rows: &[Vec<i64>]) -> Fallible<()> {
    let columns = rows.first().map_or(0, Vec::len);
    let shape = format!("({}, {columns})", rows.len());
    let header = format!("{{'descr': '<i8', 'fortran_order': False, 'shape': {shape}, }}\n");
    let length = u16::try_from(header.len())?;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(rows.iter().flatten().flat_map(|value| value.to_le_bytes()));
    Ok(fs::write(path, bytes)?)
}

fn numbers<T, const N: usize>(data: &[u8], read: impl Fn([u8; N]) -> T) -> Vec<T> {
    data.as_chunks::<N>().0.iter().map(|bytes| read(*bytes)).collect()
}

/// A file in its parts.
struct Array {
    kind: String,
    shape: Vec<usize>,
    data: Vec<u8>,
}

impl Array {
    fn read(path: &Path) -> Fallible<Self> {
        let mut data = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let damaged = || format!("{}: it is no NPY file of version 1", path.display());
        let start = data.get(..10).filter(|start| start.starts_with(b"\x93NUMPY\x01"));
        let length = start.map(|start| u16::from_le_bytes([start[8], start[9]]));
        let end = 10 + usize::from(length.ok_or_else(damaged)?);
        let header = String::from_utf8_lossy(data.get(10..end).ok_or_else(damaged)?).into_owned();
        let between = |before: &str, after: char| {
            header
                .split_once(before)
                .and_then(|(_, rest)| rest.split_once(after))
                .map(|(own, _)| own)
        };
        let kind = between("'descr': '", '\'').ok_or_else(damaged)?.to_owned();
        let shape = between("'shape': (", ')').ok_or_else(damaged)?;
        let sides = shape.split(',').map(str::trim).filter(|side| !side.is_empty());
        let shape = sides.map(str::parse).collect::<Result<_, _>>()?;
        data.drain(..end);
        Ok(Self { kind, shape, data })
    }
}
