//! A first line of no more cells than a table may have columns, found out before they are held.

use std::fmt;
use std::io::{self, Read};

/// Columns that a text may have: each costs a name and more, so that a line of megabytes would take a multiple of its size. Binary and
/// sparse formats have room for more.
pub(crate) const MOST_COLUMNS: usize = 1_000_000;

/// Hands bytes on, and fails where the first line has too many separators.
pub(crate) struct FirstLine<R> {
    inner: R,
    delimiter: u8,
    /// Separators that may still come; nothing after the first line.
    left: Option<usize>,
}

/// That there were too many.
#[derive(Debug)]
struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the first line has more than {MOST_COLUMNS} cells")
    }
}

impl std::error::Error for TooLong {}

impl<R> FirstLine<R> {
    pub(crate) fn new(inner: R, delimiter: u8) -> Self {
        Self { inner, delimiter, left: Some(MOST_COLUMNS - 1) }
    }

    /// Whether an error says that there were too many.
    pub(crate) fn is_too_long(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<TooLong>())
    }
}

impl<R: Read> Read for FirstLine<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let Some(left) = self.left else { return Ok(count) };
        let line = buffer[..count].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let met = line.iter().filter(|&&byte| byte == self.delimiter).count();
        let ends = line.len() < count;
        match left.checked_sub(met) {
            None => Err(io::Error::other(TooLong)),
            Some(_) if ends => {
                self.left = None;
                Ok(count)
            }
            left => {
                self.left = left;
                Ok(count)
            }
        }
    }
}
