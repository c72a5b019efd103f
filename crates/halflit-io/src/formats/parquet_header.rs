//! The head of a Parquet page, and Thrift's compact form in which it is written: what is needed of them.

/// What a page says of itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PageHeader {
    pub(crate) kind: i64,
    pub(crate) unpacked: i64,
    pub(crate) packed: i64,
    /// The fields of the header of its kind by number; 0 where there is none.
    pub(crate) fields: [i64; 8],
    /// Whether a field that is a yes or no was given, and says no: of the second kind of data page.
    pub(crate) says_no: bool,
    /// How many bytes the head itself takes.
    pub(crate) length: usize,
}

/// Bytes that are cut into values from the front; `None` wherever they end too soon or make no sense.
pub(crate) struct Compact<'b> {
    rest: &'b [u8],
}

const STOP: u8 = 0;
const YES: u8 = 1;
const NO: u8 = 2;
const STRUCT: u8 = 12;
/// Deeper than any struct of the format.
const DEEPEST: u8 = 16;

impl PageHeader {
    /// From the first bytes of a page; `None` if they are too few, or none at all.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Self> {
        let mut header = Self::default();
        let mut compact = Compact::of(bytes);
        compact.each_field(&mut |compact, id, kind| match (id, kind) {
            (1..=3, Compact::I32) => {
                let value = compact.integer()?;
                *[&mut header.kind, &mut header.unpacked, &mut header.packed][id as usize - 1] =
                    value;
                Some(())
            }
            (5 | 7 | 8, STRUCT) => compact.each_field(&mut |compact, id, kind| match (id, kind) {
                (1..=7, Compact::I32) => {
                    header.fields[id as usize] = compact.integer()?;
                    Some(())
                }
                (7, NO) => {
                    header.says_no = true;
                    Some(())
                }
                _ => compact.skip(kind),
            }),
            _ => compact.skip(kind),
        })?;
        header.length = bytes.len() - compact.rest.len();
        Some(header)
    }
}

impl<'b> Compact<'b> {
    /// The type of a 32-bit number.
    pub(crate) const I32: u8 = 5;
    /// The type of a list.
    pub(crate) const LIST: u8 = 9;

    pub(crate) fn of(rest: &'b [u8]) -> Self {
        Self { rest }
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// What was not taken yet.
    pub(crate) fn rest(&self) -> &'b [u8] {
        self.rest
    }

    /// So many bytes.
    pub(crate) fn take(&mut self, count: u64) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(usize::try_from(count).ok()?)?;
        self.rest = rest;
        Some(taken)
    }

    pub(crate) fn unsigned(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    pub(crate) fn integer(&mut self) -> Option<i64> {
        let zigzag = self.unsigned()?;
        Some((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
    }

    fn pass(&mut self, count: u64) -> Option<()> {
        self.take(count).map(|_| ())
    }

    /// Calls `visit` with the number and type of every field of a struct; it takes the value.
    pub(crate) fn each_field(
        &mut self,
        visit: &mut dyn FnMut(&mut Self, i64, u8) -> Option<()>,
    ) -> Option<()> {
        let mut id = 0;
        loop {
            let head = self.byte()?;
            if head == STOP {
                return Some(());
            }
            id = match head >> 4 {
                0 => self.integer()?,
                step => id.checked_add(i64::from(step))?,
            };
            visit(self, id, head & 0x0f)?;
        }
    }

    /// Calls `visit` for every struct of a list; it takes it.
    pub(crate) fn each_element(
        &mut self,
        visit: &mut dyn FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let (count, kind) = self.list()?;
        (kind == STRUCT).then_some(())?;
        (0..count).try_for_each(|_| visit(self))
    }

    /// How many elements a list has, and their type.
    fn list(&mut self) -> Option<(u64, u8)> {
        let head = self.byte()?;
        let count = if head >> 4 == 15 { self.unsigned()? } else { u64::from(head >> 4) };
        // Each takes a byte at least.
        (count <= self.rest.len() as u64).then_some((count, head & 0x0f))
    }

    /// Passes over a value.
    pub(crate) fn skip(&mut self, kind: u8) -> Option<()> {
        self.skip_within(kind, DEEPEST)
    }

    fn skip_within(&mut self, kind: u8, depth: u8) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            YES | NO => Some(()),
            3 => self.pass(1),
            4..=6 => self.unsigned().map(|_| ()),
            7 => self.pass(8),
            8 => {
                let length = self.unsigned()?;
                self.pass(length)
            }
            9 | 10 => {
                let (count, kind) = self.list()?;
                (0..count).try_for_each(|_| match kind {
                    YES | NO => self.pass(1),
                    kind => self.skip_within(kind, depth),
                })
            }
            STRUCT => self.each_field(&mut |compact, _, kind| compact.skip_within(kind, depth)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_dictionary_page() {
        // 1: i32 2, 2: i32 12, 3: i32 14, 7: { 1: i32 3, 2: i32 0, 3: no }
        let bytes = [0x15, 4, 0x15, 24, 0x15, 28, 0x4c, 0x15, 6, 0x15, 0, 0x12, 0, 0, 0xff];
        let header = PageHeader::parse(&bytes).expect("a head");
        assert_eq!((header.kind, header.unpacked, header.packed), (2, 12, 14));
        assert_eq!((header.fields[1], header.length), (3, 14));
        for length in 0..14 {
            assert_eq!(PageHeader::parse(&bytes[..length]), None);
        }
    }
}
