//! A NumPy array that need not be read: its numbers stay in the file.

use std::fs::File;
use std::path::Path;

use halflit::{Content, Encoding, SourceColumn};

use super::element::Kind;
use super::npy_header::Header;
use crate::builder::bad_cell;
use crate::encode::median;
use crate::error::Result;
use crate::mapped::Mapped;
use crate::options::{Missing, ReadOptions};
use crate::plan::{Request, default_names};
use crate::source::Origin;
use crate::table::Table;

/// Numbers of columns that are looked at together to find their medians.
const AT_ONCE: usize = 1 << 18;

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
    let Ok(Some(mapped)) = Mapped::new(&file, start, (rows, columns), single) else {
        return Ok(None);
    };
    let names = default_names(columns);
    if let Some((row, column, value)) = mapped.first_not_finite() {
        return Err(bad_cell(origin.row(row), &names[column], Some(value), ""));
    }
    let encoding = match &options.like {
        Some(like) => like.clone(),
        None => learned(&mapped, rows, &names),
    };
    let feature_names = encoding.features();
    Ok(Some(Table { feature_names, rows, encoding, mapped: Some(mapped), ..Table::default() }))
}

/// Whether every column is a feature as it comes.
fn is_whole(options: &ReadOptions, columns: usize) -> bool {
    let ReadOptions { label, columns: chosen, drop, keep, missing, like, map, .. } = options;
    let as_before = |like: &Encoding| {
        let number = |own: &SourceColumn| matches!(own.content, Content::Number { .. });
        !like.named && like.columns.len() == columns && like.columns.iter().all(number)
    };
    let all = label.is_none() && chosen.is_none() && drop.is_empty() && keep.is_empty();
    *map && all && *missing == Missing::Error && like.as_ref().is_none_or(as_before)
}

/// Whether numbers lie in the file as samples do in memory: row after row, in this machine's order, where a number may begin.
pub(super) fn stays(header: &Header) -> bool {
    let element = header.element;
    let little = cfg!(target_endian = "little") && !element.big_endian;
    let aligned = header.length.is_multiple_of(element.size as u64);
    let some = header.shape.iter().all(|&side| side > 0);
    element.kind == Kind::Float && little && aligned && some && !header.fortran_order
}

/// Columns of numbers with their medians.
fn learned(mapped: &Mapped, rows: usize, names: &[String]) -> Encoding {
    let width = (AT_ONCE / rows).clamp(8, 64);
    let mut columns = Vec::with_capacity(names.len());
    for (block, names) in names.chunks(width).enumerate() {
        let range = block * width..block * width + names.len();
        for (mut numbers, name) in mapped.columns(range).into_iter().zip(names) {
            let content = Content::Number { median: median(&mut numbers) };
            columns.push(SourceColumn { name: name.clone(), content });
        }
    }
    Encoding { named: false, filled: false, columns }
}
