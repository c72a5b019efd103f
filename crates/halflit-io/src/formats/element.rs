//! Numbers and text as binary formats store them.

use std::borrow::Cow;

use crate::labels::Cell;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Float,
    Signed,
    Unsigned,
    /// Bytes up to the first zero.
    Bytes,
    /// Four bytes a character, up to the first zero.
    Utf32,
}

/// One element: what it is, how many bytes it takes, and in which order they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) kind: Kind,
    pub(crate) size: usize,
    pub(crate) big_endian: bool,
}

impl Element {
    pub(crate) fn is_text(self) -> bool {
        matches!(self.kind, Kind::Bytes | Kind::Utf32)
    }

    /// The number in `bytes`, which are as many as the element takes; text is not a number.
    #[inline]
    pub(crate) fn number(self, bytes: &[u8]) -> f64 {
        match self.kind {
            Kind::Float if self.size == 4 => f64::from(f32::from_bits(self.raw(bytes) as u32)),
            Kind::Float => f64::from_bits(self.raw(bytes)),
            Kind::Signed => self.signed(bytes) as f64,
            Kind::Unsigned => self.raw(bytes) as f64,
            Kind::Bytes | Kind::Utf32 => f64::NAN,
        }
    }

    /// A label, where large integers and text stay what they are.
    pub(crate) fn cell(self, bytes: &[u8]) -> Cell<'static> {
        match self.kind {
            Kind::Float => Cell::Number(self.number(bytes)),
            Kind::Signed => Cell::Integer(self.signed(bytes)),
            Kind::Unsigned => match i64::try_from(self.raw(bytes)) {
                Ok(value) => Cell::Integer(value),
                Err(_) => Cell::Text(self.raw(bytes).to_string().into()),
            },
            Kind::Bytes => {
                let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
                Cell::Text(String::from_utf8_lossy(&bytes[..end]).into_owned().into())
            }
            Kind::Utf32 => {
                let unit = Element { kind: Kind::Unsigned, size: 4, ..self };
                let codes = bytes.chunks_exact(4).map(|code| unit.raw(code) as u32);
                let text = codes.take_while(|&code| code != 0);
                let text = text.map(|code| char::from_u32(code).unwrap_or('\u{fffd}'));
                Cell::Text(Cow::Owned(text.collect()))
            }
        }
    }

    fn signed(self, bytes: &[u8]) -> i64 {
        // Shifting up and down again spreads the sign.
        let unused = 64 - 8 * self.size as u32;
        ((self.raw(bytes) << unused) as i64) >> unused
    }

    #[inline]
    fn raw(self, bytes: &[u8]) -> u64 {
        let mut raw = [0; 8];
        let used = &mut raw[..self.size];
        used.copy_from_slice(bytes);
        if self.big_endian {
            used.reverse();
        }
        u64::from_le_bytes(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_either_byte_order() {
        let element = |kind, size, big_endian| Element { kind, size, big_endian };
        assert_eq!(element(Kind::Signed, 2, false).number(&[0xfe, 0xff]), -2.0);
        assert_eq!(element(Kind::Signed, 2, true).number(&[0xff, 0xfe]), -2.0);
        assert_eq!(element(Kind::Unsigned, 1, false).number(&[200]), 200.0);
        assert_eq!(element(Kind::Float, 4, true).number(&1.5f32.to_be_bytes()), 1.5);
        assert_eq!(element(Kind::Float, 8, false).number(&0.1f64.to_le_bytes()), 0.1);
    }
}
