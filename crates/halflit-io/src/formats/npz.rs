//! Several NumPy arrays in a zip.

use std::io::{Cursor, Read, Seek};

use zip::ZipArchive;

use super::npy;
use super::npy_header::Header;
use super::variables::{assemble, choose};
use crate::error::Result;
use crate::plan::Request;
use crate::source::{Content, Input, Origin};
use crate::table::Table;

pub(crate) fn read(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let origin = input.origin.clone();
    match input.into_content()? {
        Content::File(file) => read_archive(std::io::BufReader::new(file), &origin, request),
        Content::Memory(bytes) => read_archive(Cursor::new(bytes), &origin, request),
    }
}

fn read_archive(
    content: impl Read + Seek,
    origin: &Origin,
    request: &Request<'_>,
) -> Result<Table> {
    let damaged = |error: zip::result::ZipError| origin.damaged("NPZ", error);
    let mut archive = ZipArchive::new(content).map_err(damaged)?;
    let names = archive
        .file_names()
        .map(|name| name.map(|name| name.strip_suffix(".npy").unwrap_or(&name).to_string()));
    let names: Vec<String> = names.collect::<Result<_, _>>().map_err(damaged)?;
    let choice = choose(origin, &names, request)?;
    let what = |k: usize| format!("'{}'", names[k]);
    let matrix = choice.matrix.map(|k| {
        let mut member = archive.by_index(k).map_err(damaged)?;
        let header = Header::read(&mut member, origin, &what(k))?;
        npy::matrix(member, &header, origin, &what(k))
    });
    let matrix = matrix.transpose()?;
    let labels = choice.labels.map(|k| {
        let mut member = archive.by_index(k).map_err(damaged)?;
        let header = Header::read(&mut member, origin, &what(k))?;
        npy::labels(member, &header, origin, request, &what(k))
    });
    assemble(origin, request, matrix, labels.transpose()?)
}
