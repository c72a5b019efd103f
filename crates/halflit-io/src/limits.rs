//! How much memory a file may take: in proportion to its bytes, whatever it says of itself.
//!
//! A few bytes can claim a matrix of gigabytes, or unpack to one. So what is held is weighed against the bytes that have
//! arrived: 64 MiB are free, then a file of m bytes may become m × [`NUMBERS`] bytes of numbers and m × [`TEXT`] bytes
//! of unpacked text, pages and labels. Both at once, and one copy of either while it grows, is the most there is.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{IoError, Result};

/// Bytes that any file may become.
const FREE: u64 = 64 << 20;
/// Bytes of numbers to each byte of the file. Text in svmlight has 200, packed 600; what has more is hardly data.
pub(crate) const NUMBERS: u64 = 1000;
/// Bytes of unpacked text to each byte of the file. Tables of numbers have 3 to 10, of zeros and ones up to 80.
pub(crate) const TEXT: u64 = 100;
/// What a column costs beside its values, counted in numbers: its name, twice, and what becomes of it.
const COLUMN: u64 = 24;

/// The bytes of an input that have arrived, or are known to be there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arrived(Arc<AtomicU64>);

impl Arrived {
    /// Bytes that are there, though they have not been read yet.
    pub(crate) fn at_least(&self, count: u64) {
        self.0.fetch_max(count, Ordering::Relaxed);
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn allow(&self, ratio: u64) -> u64 {
        self.count().saturating_mul(ratio).saturating_add(FREE)
    }

    /// The most bytes of unpacked text that may be held.
    pub(crate) fn text(&self) -> u64 {
        self.allow(TEXT)
    }

    /// The most bytes of numbers that may be held.
    pub(crate) fn numbers(&self) -> u64 {
        self.allow(NUMBERS)
    }

    /// Refuses a table that the file is too small for, or that the machine has no room for.
    pub(crate) fn check(&self, file: &str, rows: usize, columns: usize) -> Result<()> {
        let in_column = 8 * (rows as u128 + u128::from(COLUMN));
        let bytes = in_column.saturating_mul(columns as u128);
        if bytes > u128::from(self.numbers()) {
            return Err(IoError::Disproportionate { file: file.into(), rows, columns });
        }
        // Asked only for what is large: it reads a file.
        let available = if bytes > u128::from(FREE) { halflit::available_memory() } else { None };
        match available.is_some_and(|available| bytes > u128::from(available)) {
            true => Err(IoError::TooLarge { file: file.into(), rows, columns }),
            false => Ok(()),
        }
    }
}

/// Counts what arrives.
pub(crate) struct Counted<R> {
    pub(crate) inner: R,
    pub(crate) arrived: Arrived,
    pub(crate) count: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count += read as u64;
        self.arrived.at_least(self.count);
        Ok(read)
    }
}

/// Unpacked text, refused where it outgrows what it was packed in.
pub(crate) struct Unpacked<R> {
    pub(crate) inner: R,
    pub(crate) arrived: Arrived,
    pub(crate) count: u64,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count += read as u64;
        match self.count > self.arrived.text() {
            true => Err(io::Error::other(Outgrown)),
            false => Ok(read),
        }
    }
}

/// What an [`Unpacked`] reader says; [`crate::source::Origin::read_error`] adds the file.
#[derive(Debug, thiserror::Error)]
#[error("it unpacks to too much")]
pub(crate) struct Outgrown;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_claimed_is_weighed_against_what_arrived() {
        let arrived = Arrived::default();
        arrived.at_least(18);
        assert!(arrived.check("t", 1, 300_000).is_ok());
        assert!(arrived.check("t", 1, 300_000_000).is_err());
        assert!(arrived.check("t", usize::MAX, usize::MAX).is_err());
        assert!(arrived.check("t", 8_000_000, 1).is_ok());
        assert!(arrived.check("t", 9_000_000, 1).is_err());
        arrived.at_least(1 << 20);
        assert!(arrived.check("t", 9_000_000, 1).is_ok());
    }

    #[test]
    fn what_no_machine_has_is_refused_whatever_arrived() {
        let arrived = Arrived::default();
        arrived.at_least(u64::MAX);
        let refused = arrived.check("t", 1 << 45, 8);
        assert!(
            halflit::available_memory().is_none()
                || matches!(refused, Err(IoError::TooLarge { .. }))
        );
    }
}
