//! MATLAB level 5 files: full and sparse matrices, and labels as numbers, characters or cells of text.
//!
//! Matrices are taken as they are, one row an example; a file with one column an example must be transposed first.

use super::element::Element;
use super::mat_elements::{Array, Bytes, Damage, Part, content, element_of};
use super::variables::{Matrix, Values, assemble, choose};
use crate::builder::zeros;
use crate::error::{IoError, Result, excerpt};
use crate::labels::{Cell, LabelBuilder, LabelColumn};
use crate::plan::Request;
use crate::source::{Input, Origin};
use crate::sparse::SparseRows;
use crate::table::Table;

const HEADER: usize = 128;
/// Enough to find the name of a compressed variable.
const NAME_WITHIN: u64 = 4096;
/// What a line of text takes beside its characters.
const LINE_IN_NUMBERS: usize = 4;
/// What a row of a sparse matrix takes beside its values.
const ROW_IN_NUMBERS: usize = 4;
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
        let head = content(variable, big_endian, Part::Start(NAME_WITHIN))?;
        Ok(Bytes { rest: &head, big_endian }.array()?.name)
    };
    let names: Vec<String> =
        variables.iter().map(name).collect::<Result<_, Damage>>().map_err(damaged)?;
    let whole = Part::Whole(origin.arrived.numbers());
    let choice = choose(&origin, &names, request)?;
    let matrix = match choice.matrix {
        Some(k) => {
            let plain = content(variables[k], big_endian, whole).map_err(damaged)?;
            let array = Bytes { rest: &plain, big_endian }.array().map_err(damaged)?;
            Some(matrix(array, &origin)?)
        }
        None => None,
    };
    let labels = match choice.labels {
        Some(k) => {
            let plain = content(variables[k], big_endian, whole).map_err(damaged)?;
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
        let whole = starts.count() == columns + 1;
        // A few bytes may claim many rows.
        origin.check_size(rows, ROW_IN_NUMBERS)?;
        let values = sparse_rows(rows, columns, indices, starts, entries)
            .filter(|_| whole)
            .ok_or_else(|| damaged("the starts or indices of a sparse matrix do not fit".into()))?;
        return Ok(Matrix { values: Values::Sparse(values), rows, columns });
    }
    let stored = data.element().and_then(|part| numbers(part, data)).map_err(damaged)?;
    if rows.checked_mul(columns) != Some(stored.count()) {
        return Err(damaged(format!("{} values for {rows} × {columns}", stored.count())));
    }
    let mut values = zeros(origin, rows, columns)?;
    for (position, value) in stored.iter().enumerate() {
        values[(position % rows) * columns + position / rows] = value;
    }
    Ok(Matrix { values: Values::Dense(values), rows, columns })
}

/// The entries of each column, from its start to the next one's, by their rows; `None` where they do not fit.
fn sparse_rows(
    rows: usize,
    columns: usize,
    indices: Numbers<'_>,
    starts: Numbers<'_>,
    entries: Numbers<'_>,
) -> Option<SparseRows> {
    let mut by_row: Vec<Vec<(u32, f64)>> = vec![Vec::new(); rows];
    let mut from = starts.get(0).filter(|&first| first == 0.0)? as usize;
    for column in 0..columns {
        let to = starts.get(column + 1).filter(|&to| to >= from as f64)? as usize;
        let mut last = None;
        for at in from..to {
            let row = indices.get(at)? as usize;
            // Ascending, so that no cell is named twice.
            if row >= rows || last >= Some(row) {
                return None;
            }
            by_row[row].push((column as u32, entries.get(at)?));
            last = Some(row);
        }
        from = to;
    }
    let mut found = SparseRows::default();
    for numbers in by_row {
        found.columns.extend(numbers.iter().map(|(column, _)| *column));
        found.values.extend(numbers.iter().map(|(_, value)| *value));
        found.ends.push(found.values.len());
    }
    Some(found)
}

fn labels(array: Array<'_>, origin: &Origin, request: &Request<'_>) -> Result<LabelColumn> {
    let damaged = |reason: Damage| origin.damaged("MATLAB", reason);
    let mut labels = LabelBuilder::new(&request.options.unlabeled);
    match (array.class, &array.dimensions[..]) {
        (CHARACTERS, [..]) => {
            let lines = text_lines(&array, origin)?;
            lines.iter().for_each(|line| labels.push(line));
        }
        (_, [1, _] | [_, 1]) if array.class == CELL => {
            let mut data = array.data;
            for _ in 0..array.dimensions.iter().product() {
                let (_, cell) = data.element().map_err(damaged)?;
                let cell = Bytes { rest: cell, ..data }.array().map_err(damaged)?;
                let text = match cell.class {
                    _ if cell.dimensions.contains(&0) => String::new(),
                    CHARACTERS => text_lines(&cell, origin)?.concat(),
                    _ => return Err(unsupported(&array, origin)),
                };
                labels.push(&text);
            }
        }
        (_, [1, _] | [_, 1]) => {
            let values = matrix(array, origin)?.written(origin)?;
            values.into_iter().for_each(|value| labels.push_cell(Cell::Number(value)));
        }
        _ => return Err(wrong_shape(&array, origin, "a vector")),
    }
    Ok(labels.finish())
}

/// The rows of a matrix of characters.
fn text_lines(array: &Array<'_>, origin: &Origin) -> Result<Vec<String>> {
    let damaged = |reason: Damage| origin.damaged("MATLAB", reason);
    let [rows, columns] = array.dimensions[..] else {
        return Err(wrong_shape(array, origin, "lines of text"));
    };
    // Any number of lines without a character may be claimed.
    let fits = origin.check_size(rows, LINE_IN_NUMBERS);
    fits.map_err(|_| damaged(format!("{rows} lines of text, too many for the file")))?;
    if columns == 0 {
        return Ok(vec![String::new(); rows]);
    }
    let mut data = array.data;
    let codes = data.element().and_then(|part| numbers(part, data)).map_err(damaged)?;
    // UTF-8 beyond ASCII has more bytes than characters; that is told, not guessed at.
    if rows.checked_mul(columns) != Some(codes.count()) {
        return Err(damaged(format!("{} characters for {rows} × {columns}", codes.count())));
    }
    let letter = |at: usize| {
        let code = codes.get(at).and_then(|code| char::from_u32(code as u32));
        code.unwrap_or('\u{fffd}')
    };
    Ok((0..rows)
        .map(|row| (0..columns).map(|column| letter(column * rows + row)).collect())
        .collect())
}

/// The numbers of an element, still in its bytes.
#[derive(Clone, Copy)]
struct Numbers<'b> {
    element: Element,
    data: &'b [u8],
}

impl Numbers<'_> {
    fn count(self) -> usize {
        self.data.len() / self.element.size
    }

    fn get(self, at: usize) -> Option<f64> {
        let start = at.checked_mul(self.element.size)?;
        Some(self.element.number(self.data.get(start..start.checked_add(self.element.size)?)?))
    }

    fn iter(self) -> impl Iterator<Item = f64> {
        self.data.chunks_exact(self.element.size).map(move |bytes| self.element.number(bytes))
    }
}

fn numbers<'b>((kind, data): (u32, &'b [u8]), like: Bytes<'_>) -> Result<Numbers<'b>, Damage> {
    let element =
        element_of(kind, like.big_endian).ok_or_else(|| format!("element type {kind}"))?;
    Ok(Numbers { element, data })
}

fn unsupported(array: &Array<'_>, origin: &Origin) -> IoError {
    let found = match array.class {
        CELL => "cell",
        2 => "struct",
        CHARACTERS => "char",
        _ if array.complex => "complex",
        _ => "object",
    };
    let what = format!("variable '{}'", excerpt(&array.name));
    IoError::UnsupportedType { file: origin.name.clone(), what, found: found.into() }
}

fn wrong_shape(array: &Array<'_>, origin: &Origin, expected: &'static str) -> IoError {
    let (file, what) = (origin.name.clone(), format!("variable '{}'", excerpt(&array.name)));
    IoError::Shape { file, what, shape: format!("{:?}", array.dimensions), expected }
}
