//! The head of a NumPy array: magic, version, and a Python dictionary with type, order and shape.

use std::io::Read;

use super::element::{Element, Kind};
use crate::error::{IoError, Result, excerpt};
use crate::source::Origin;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) element: Element,
    /// Whether columns rather than rows are stored one after another.
    pub(crate) fortran_order: bool,
    pub(crate) shape: Vec<usize>,
    /// Bytes before the data.
    pub(crate) length: u64,
}

impl Header {
    /// Reads up to the data. `what` names the array in messages.
    pub(crate) fn read(reader: &mut impl Read, origin: &Origin, what: &str) -> Result<Self> {
        let (text, length) = dictionary(reader).map_err(|reason| origin.damaged("NPY", reason))?;
        let damaged = |part| origin.damaged("NPY", format!("no {part} in the header"));
        let descr = after(&text, "descr").ok_or_else(|| damaged("type"))?;
        let element = quoted(descr).and_then(element).ok_or_else(|| IoError::UnsupportedType {
            file: origin.name.clone(),
            what: excerpt(what),
            found: excerpt(quoted(descr).unwrap_or(descr)),
        })?;
        let order = after(&text, "fortran_order").ok_or_else(|| damaged("order"))?;
        let shape = after(&text, "shape").and_then(tuple).ok_or_else(|| damaged("shape"))?;
        Ok(Self { element, fortran_order: order.starts_with("True"), shape, length })
    }

    /// Number of bytes of data, unless that overflows.
    pub(crate) fn data_length(&self) -> Option<u64> {
        let count = self.shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d as u64))?;
        count.checked_mul(self.element.size as u64)
    }
}

fn dictionary(reader: &mut impl Read) -> Result<(String, u64), String> {
    let mut start = [0; 8];
    reader.read_exact(&mut start).map_err(|_| "it ends within the header")?;
    if !start.starts_with(b"\x93NUMPY") {
        return Err("it does not start with the magic bytes".into());
    }
    let width = if start[6] == 1 { 2 } else { 4 };
    let mut length = [0; 4];
    reader.read_exact(&mut length[..width]).map_err(|_| "it ends within the header")?;
    let length = u64::from(u32::from_le_bytes(length));
    let mut text = Vec::new();
    reader.take(length).read_to_end(&mut text).map_err(|e| e.to_string())?;
    if text.len() as u64 != length {
        return Err("it ends within the header".into());
    }
    Ok((String::from_utf8_lossy(&text).into_owned(), 8 + width as u64 + length))
}

/// What follows `'key':`.
fn after<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let rest =
        ['\'', '"'].iter().find_map(|quote| text.split_once(&format!("{quote}{key}{quote}")));
    Some(rest?.1.trim_start().strip_prefix(':')?.trim_start())
}

fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text[1..].split_once(quote).map(|(inner, _)| inner)
}

fn tuple(text: &str) -> Option<Vec<usize>> {
    let inner = text.strip_prefix('(')?.split_once(')')?.0;
    let parts = inner.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.trim_end_matches('L').parse().ok()).collect()
}

/// From a type such as `<f8`.
fn element(descr: &str) -> Option<Element> {
    let rest = descr.trim_start_matches(['<', '>', '|', '=']);
    let big_endian = descr.starts_with('>');
    let size: usize = rest.get(1..)?.parse().ok()?;
    let (kind, size) = match (rest.as_bytes()[0], size) {
        (b'f', 4 | 8) => (Kind::Float, size),
        (b'i', 1 | 2 | 4 | 8) => (Kind::Signed, size),
        (b'u', 1 | 2 | 4 | 8) | (b'b', 1) => (Kind::Unsigned, size),
        (b'S', 1..) => (Kind::Bytes, size),
        (b'U', 1..) => (Kind::Utf32, size.checked_mul(4)?),
        _ => return None,
    };
    Some(Element { kind, size, big_endian })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_types_and_shapes() {
        assert_eq!(tuple("(3, 4), }"), Some(vec![3, 4]));
        assert_eq!(tuple("(3,)"), Some(vec![3]));
        assert_eq!(tuple("()"), Some(vec![]));
        assert_eq!(tuple("(-1,)"), None);
        assert_eq!(element("<U5").map(|e| e.size), Some(20));
        assert_eq!(element(">i2").map(|e| e.big_endian), Some(true));
        for unknown in ["|O", "<c16", "<f2", "<M8[ns]", "", "é8"] {
            assert_eq!(element(unknown), None, "{unknown}");
        }
    }
}
