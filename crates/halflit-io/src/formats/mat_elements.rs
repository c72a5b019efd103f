//! The building blocks of a MATLAB level 5 file: tagged elements, some of them compressed.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::ZlibDecoder;

use super::element::{Element, Kind};

const MATRIX: u32 = 14;
const COMPRESSED: u32 = 15;

/// Why a file cannot be right.
pub(crate) type Damage = String;

/// Bytes that are cut into elements from the front.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'b> {
    pub(crate) rest: &'b [u8],
    pub(crate) big_endian: bool,
}

/// A variable, or a cell of one, with its data still in bytes.
pub(crate) struct Array<'b> {
    pub(crate) name: String,
    pub(crate) class: u8,
    pub(crate) complex: bool,
    pub(crate) dimensions: Vec<usize>,
    pub(crate) data: Bytes<'b>,
}

impl<'b> Bytes<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], Damage> {
        let short = || format!("{count} bytes announced, {} left", self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(short)?;
        self.rest = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<u32, Damage> {
        let bytes = self.take(4)?.try_into().unwrap_or_default();
        Ok(if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    /// The next element: its type and its bytes.
    pub(crate) fn element(&mut self) -> Result<(u32, &'b [u8]), Damage> {
        let kind = self.word()?;
        // Up to four bytes are packed into the tag itself.
        if kind >> 16 != 0 {
            let data = self.take(4)?;
            let length = (kind >> 16) as usize;
            let short = || "a small element of more than four bytes".to_string();
            return Ok((kind & 0xffff, data.get(..length).ok_or_else(short)?));
        }
        let length = self.word()? as usize;
        let data = self.take(length)?;
        if kind != COMPRESSED {
            // Padding to eight bytes may be cut off at the very end.
            let padding = (length.wrapping_neg() % 8).min(self.rest.len());
            self.take(padding)?;
        }
        Ok((kind, data))
    }

    /// All variables of a file, after its header.
    pub(crate) fn variables(mut self) -> Result<Vec<(u32, &'b [u8])>, Damage> {
        let mut variables = Vec::new();
        while !self.rest.is_empty() {
            let (kind, data) = self.element()?;
            if kind == MATRIX || kind == COMPRESSED {
                variables.push((kind, data));
            }
        }
        Ok(variables)
    }

    /// The head of an array whose element was opened already.
    pub(crate) fn array(mut self) -> Result<Array<'b>, Damage> {
        let (_, flags) = self.element()?;
        let mut flags = Bytes { rest: flags, ..self };
        let flags = flags.word()?;
        let (_, dimensions) = self.element()?;
        let mut sizes = Bytes { rest: dimensions, ..self };
        let mut dimensions = Vec::new();
        while !sizes.rest.is_empty() {
            dimensions.push(sizes.word()? as usize);
        }
        let (_, name) = self.element()?;
        let name = String::from_utf8_lossy(name).into_owned();
        let (class, complex) = (flags as u8, flags & 0x800 != 0);
        Ok(Array { name, class, complex, dimensions, data: self })
    }
}

/// How much of a variable is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// So many bytes from its start.
    Start(u64),
    /// All of it, which may unpack to so many bytes.
    Whole(u64),
}

/// The content of a variable, decompressed.
pub(crate) fn content<'b>(
    (kind, data): (u32, &'b [u8]),
    big_endian: bool,
    part: Part,
) -> Result<Cow<'b, [u8]>, Damage> {
    if kind == MATRIX {
        return Ok(Cow::Borrowed(data));
    }
    let (Part::Start(limit) | Part::Whole(limit)) = part;
    let mut plain = Vec::new();
    let done = ZlibDecoder::new(data).take(limit).read_to_end(&mut plain);
    done.map_err(|error| format!("bad compression: {error}"))?;
    let mut bytes = Bytes { rest: &plain, big_endian };
    let (kind, length) = (bytes.word()?, bytes.word()? as usize);
    if kind != MATRIX {
        return Err("a compressed variable holds no matrix".into());
    }
    if part == Part::Whole(limit) && length > bytes.rest.len() {
        return Err(match plain.len() as u64 == limit {
            true => format!("a variable unpacks to more than {limit} bytes"),
            false => "a compressed variable holds no whole matrix".into(),
        });
    }
    plain.drain(..8);
    Ok(Cow::Owned(plain))
}

/// How elements of that type are stored, if they are numbers or characters.
pub(crate) fn element_of(kind: u32, big_endian: bool) -> Option<Element> {
    let (kind, size) = match kind {
        1 => (Kind::Signed, 1),
        2 | 16 => (Kind::Unsigned, 1),
        3 => (Kind::Signed, 2),
        4 | 17 => (Kind::Unsigned, 2),
        5 => (Kind::Signed, 4),
        6 | 18 => (Kind::Unsigned, 4),
        7 => (Kind::Float, 4),
        9 => (Kind::Float, 8),
        12 => (Kind::Signed, 8),
        13 => (Kind::Unsigned, 8),
        _ => return None,
    };
    Some(Element { kind, size, big_endian })
}
