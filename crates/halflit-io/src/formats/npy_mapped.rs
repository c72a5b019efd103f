//! A NumPy array that need not be read: its numbers stay in the file.

use std::fs::File;
use std::path::Path;

use halflit::{Content, Encoding, SourceColumn};

use super::element::Kind;
use super::npy_header::Header;
use crate::builder::bad_cell;
use crate::error::Result;
use crate::options::{Missing, ReadOptions};
use crate::plan::{Request, default_names};
use crate::source::Origin;
use crate::stored::Stored;
use crate::table::Table;

/// The table of an array that lies in a file as samples do in memory; nothing where it has to be read.
pub(super) fn table(
    path: &Path,
    header: &Header,
    origin: &Origin,
    request: &Request<'_>,
) -> Result<Option<Table>> {
    let &[rows, columns] = header.shape.as_slice() else { return Ok(None) };
    let options = request.options;
    let is_whole = is_whole(options, columns) && !request.labels_only;
    if !(is_whole && stays(header)) {
        return Ok(None);
    }
    let file = File::open(path).map_err(|error| origin.read_error(error))?;
    let (start, single) = (header.length as usize, header.element.size == 4);
    // A system that cannot map a file can still read it.
    let Ok(Some(stored)) = Stored::mapped(&file, start, (rows, columns), single) else {
        return Ok(None);
    };
    let names = default_names(columns);
    if let Some((row, column, value)) = stored.first_not_finite() {
        return Err(bad_cell(origin.row(row), &names[column], Some(value), ""));
    }
    let encoding = match &options.like {
        Some(like) => like.clone(),
        None => stored.learned(&names, false),
    };
    let feature_names = encoding.features();
    Ok(Some(Table { feature_names, rows, encoding, stored: Some(stored), ..Table::default() }))
}

/// Whether every column is a feature as it comes.
fn is_whole(options: &ReadOptions, columns: usize) -> bool {
    let ReadOptions { label, columns: chosen, drop, keep, missing, like, stored, .. } = options;
    let as_before = |like: &Encoding| {
        let number = |own: &SourceColumn| matches!(own.content, Content::Number { .. });
        !like.named && like.columns.len() == columns && like.columns.iter().all(number)
    };
    let all = label.is_none() && chosen.is_none() && drop.is_empty() && keep.is_empty();
    *stored && all && *missing == Missing::Error && like.as_ref().is_none_or(as_before)
}

/// Whether numbers lie in the file as samples do in memory: row after row, in this machine's order, where a number may begin.
pub(super) fn stays(header: &Header) -> bool {
    let element = header.element;
    let little = cfg!(target_endian = "little") && !element.big_endian;
    let aligned = header.length.is_multiple_of(element.size as u64);
    let some = header.shape.iter().all(|&side| side > 0);
    element.kind == Kind::Float && little && aligned && some && !header.fortran_order
}
