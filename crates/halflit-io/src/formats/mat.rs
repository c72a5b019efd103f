//! MATLAB level 5 files: full and sparse matrices, and labels as numbers, characters or cells of text.
//!
//! Matrices are taken as they are, one row an example; a file with one column an example must be transposed first.

use super::mat_elements::{Array, Bytes, Damage, content, element_of};
use super::variables::{Matrix, assemble, choose};
use crate::builder::zeros;
use crate::error::{IoError, Result};
use crate::labels::{Cell, LabelBuilder, LabelColumn};
use crate::plan::Request;
use crate::source::{Input, Origin};
use crate::table::Table;

const HEADER: usize = 128;
/// Enough to find the name of a compressed variable.
const NAME_WITHIN: u64 = 4096;
const CELL: u8 = 1;
const CHARACTERS: u8 = 4;
const SPARSE: u8 = 5;

pub(crate) fn read(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let origin = input.origin.clone();
    let damaged = |reason: Damage| origin.damaged("MATLAB", reason);
    let bytes = input.into_bytes()?;
    let (header, rest) = (bytes.split_at_checked(HEADER))
        .ok_or_else(|| damaged("it ends within the header".into()))?;
    let big_endian = match &header[126..] {
        b"IM" => false,
        b"MI" => true,
        _ => return Err(damaged("the header has no mark of byte order".into())),
    };
    let variables = Bytes { rest, big_endian }.variables().map_err(damaged)?;
    let name = |&variable: &(u32, &[u8])| -> Result<String, Damage> {
        let head = content(variable, big_endian, Some(NAME_WITHIN))?;
        Ok(Bytes { rest: &head, big_endian }.array()?.name)
    };
    let names: Vec<String> =
        variables.iter().map(name).collect::<Result<_, Damage>>().map_err(damaged)?;
    let choice = choose(&origin, &names, request)?;
    let matrix = match choice.matrix {
        Some(k) => {
            let plain = content(variables[k], big_endian, None).map_err(damaged)?;
            let array = Bytes { rest: &plain, big_endian }.array().map_err(damaged)?;
            Some(matrix(array, &origin)?)
        }
        None => None,
    };
    let labels = match choice.labels {
        Some(k) => {
            let plain = content(variables[k], big_endian, None).map_err(damaged)?;
            let array = Bytes { rest: &plain, big_endian }.array().map_err(damaged)?;
            Some(labels(array, &origin, request)?)
        }
        None => None,
    };
    assemble(&origin, request, matrix, labels)
}

fn matrix(array: Array<'_>, origin: &Origin) -> Result<Matrix> {
    let [rows, columns] = array.dimensions[..] else {
        return Err(wrong_shape(&array, origin, "rows × columns"));
    };
    if !matches!(array.class, SPARSE..=15) || array.complex {
        return Err(unsupported(&array, origin));
    }
    let damaged = |reason: Damage| origin.damaged("MATLAB", reason);
    let mut data = array.data;
    if array.class == SPARSE {
        let parts = [data.element(), data.element(), data.element()];
        let [indices, starts, entries] = parts.map(|part| part.and_then(|p| numbers(p, data)));
        let (indices, starts) = (indices.map_err(damaged)?, starts.map_err(damaged)?);
        let entries = entries.map_err(damaged)?;
        let mut values = zeros(origin, rows, columns)?;
        for (column, pair) in starts.windows(2).take(columns).enumerate() {
            for at in pair[0] as usize..pair[1] as usize {
                match (indices.get(at), entries.get(at)) {
                    (Some(&row), Some(&value)) if (row as usize) < rows => {
                        values[row as usize * columns + column] = value;
                    }
                    _ => return Err(damaged("a sparse index is out of range".into())),
                }
            }
        }
        return Ok(Matrix { values, rows, columns });
    }
    let stored = data.element().and_then(|part| numbers(part, data)).map_err(damaged)?;
    if rows.checked_mul(columns) != Some(stored.len()) {
        return Err(damaged(format!("{} values for {rows} × {columns}", stored.len())));
    }
    let mut values = zeros(origin, rows, columns)?;
    for (position, value) in stored.into_iter().enumerate() {
        values[(position % rows) * columns + position / rows] = value;
    }
    Ok(Matrix { values, rows, columns })
}

fn labels(array: Array<'_>, origin: &Origin, request: &Request<'_>) -> Result<LabelColumn> {
    let damaged = |reason: Damage| origin.damaged("MATLAB", reason);
    let mut labels = LabelBuilder::new(&request.options.unlabeled);
    match (array.class, &array.dimensions[..]) {
        (CHARACTERS, [..]) => {
            let lines = text_lines(&array).map_err(damaged)?;
            lines.iter().for_each(|line| labels.push(line));
        }
        (_, [1, _] | [_, 1]) if array.class == CELL => {
            let mut data = array.data;
            for _ in 0..array.dimensions.iter().product() {
                let (_, cell) = data.element().map_err(damaged)?;
                let cell = Bytes { rest: cell, ..data }.array().map_err(damaged)?;
                let text = match cell.class {
                    CHARACTERS => text_lines(&cell).map_err(damaged)?.concat(),
                    _ if cell.dimensions.contains(&0) => String::new(),
                    _ => return Err(unsupported(&array, origin)),
                };
                labels.push(&text);
            }
        }
        (_, [1, _] | [_, 1]) => {
            let values = matrix(array, origin)?.values;
            values.into_iter().for_each(|value| labels.push_cell(Cell::Number(value)));
        }
        _ => return Err(wrong_shape(&array, origin, "a vector")),
    }
    Ok(labels.finish())
}

/// The rows of a matrix of characters.
fn text_lines(array: &Array<'_>) -> Result<Vec<String>, Damage> {
    let [rows, columns] = array.dimensions[..] else { return Err("text in a box".into()) };
    let mut data = array.data;
    let codes = if rows * columns == 0 { Vec::new() } else { numbers(data.element()?, data)? };
    // UTF-8 beyond ASCII has more bytes than characters; that is told, not guessed at.
    if rows.checked_mul(columns) != Some(codes.len()) {
        return Err(format!("{} characters for {rows} × {columns}", codes.len()));
    }
    let letter = |code: f64| char::from_u32(code as u32).unwrap_or('\u{fffd}');
    Ok((0..rows)
        .map(|row| (0..columns).map(|column| letter(codes[column * rows + row])).collect())
        .collect())
}

fn numbers((kind, data): (u32, &[u8]), like: Bytes<'_>) -> Result<Vec<f64>, Damage> {
    let element =
        element_of(kind, like.big_endian).ok_or_else(|| format!("element type {kind}"))?;
    Ok(data.chunks_exact(element.size).map(|bytes| element.number(bytes)).collect())
}

fn unsupported(array: &Array<'_>, origin: &Origin) -> IoError {
    let found = match array.class {
        CELL => "cell",
        2 => "struct",
        CHARACTERS => "char",
        _ if array.complex => "complex",
        _ => "object",
    };
    let what = format!("variable '{}'", array.name);
    IoError::UnsupportedType { file: origin.name.clone(), what, found: found.into() }
}

fn wrong_shape(array: &Array<'_>, origin: &Origin, expected: &'static str) -> IoError {
    let (file, what) = (origin.name.clone(), format!("variable '{}'", array.name));
    IoError::Shape { file, what, shape: format!("{:?}", array.dimensions), expected }
}
