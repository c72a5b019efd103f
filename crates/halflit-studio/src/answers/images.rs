//! Pictures of rows: files under one folder, and nothing else.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::Reply;
use super::query::Query;
use super::rows::one;
use crate::desk::Desk;
use crate::error::{Kind, Result, StudioError};
use crate::material::Material;

/// Bytes of a picture.
const LARGEST: u64 = 64 << 20;

/// How pictures begin, and what they are. SVG is not among them: it can hold programs.
const BEGINNINGS: [(usize, &[u8], &str); 7] = [
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"BM", "image/bmp"),
    (4, b"ftypavif", "image/avif"),
];

/// Where the page finds the picture of a row.
pub(super) fn address(material: &Material, row: usize) -> Option<String> {
    let cell = material.cell(material.image, row)?;
    if !cell.starts_with("data:") {
        return Some(format!("/api/image?row={row}"));
    }
    let known = |kind: &str| {
        let rest = cell.strip_prefix("data:").and_then(|rest| rest.strip_prefix(kind));
        rest.is_some_and(|rest| rest.starts_with(';') || rest.starts_with(','))
    };
    BEGINNINGS.iter().any(|(_, _, kind)| known(kind)).then(|| cell.to_owned())
}

pub(super) fn image(desk: &Desk, query: &Query) -> Result<Reply> {
    let row = one(query.get("row"), desk.material.table.rows)?;
    let (kind, bytes) = read(&desk.material, row)?;
    Ok(Reply::typed(kind, bytes))
}

fn read(material: &Material, row: usize) -> Result<(&'static str, Vec<u8>)> {
    let missing = |what: String| {
        let help = "check the column of pictures and the folder that they are in";
        StudioError::new(Kind::Missing, what, help)
    };
    let none = || missing(format!("row {row} has no picture in a file"));
    let cell = material.cell(material.image, row).ok_or_else(none)?;
    let folder = material.images.as_deref().ok_or_else(none)?;
    // Links are followed before it is asked where the file lies.
    let found = folder.canonicalize().and_then(|folder| {
        let path = folder.join(Path::new(cell)).canonicalize()?;
        Ok((folder, path))
    });
    let unreadable = || missing(format!("the picture of row {row} cannot be read"));
    let (folder, path) = found.map_err(|_| unreadable())?;
    if !path.starts_with(&folder) {
        let what = format!("the picture of row {row} is not in the folder of pictures");
        let help = "move it there, or start the studio with the folder that it is in";
        return Err(StudioError::new(Kind::Forbidden, what, help));
    }
    // A pipe would be waited for, so that it is asked first.
    if !path.metadata().is_ok_and(|status| status.is_file() && status.len() <= LARGEST) {
        return Err(unreadable());
    }
    let file = File::open(&path).map_err(|_| unreadable())?;
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes).map_err(|_| unreadable())?;
    let begins = |(start, beginning, _): &&(usize, &[u8], &str)| {
        bytes.get(*start..).is_some_and(|rest| rest.starts_with(beginning))
    };
    let kind = BEGINNINGS.iter().find(begins).map(|(_, _, kind)| *kind);
    let kind = kind.ok_or_else(|| missing(format!("the file of row {row} is no picture")))?;
    Ok((kind, bytes))
}
