//! Text that is not UTF-8, as older programs write it, becomes what it was meant to be: Windows-1252, which is Latin-1 with
//! letters where that has none.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The characters of the bytes 0x80 to 0x9f; all above are those of Latin-1, which are Unicode's.
const UPPER: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Whether any text was not UTF-8.
#[derive(Debug, Clone, Default)]
pub(crate) struct Met(Arc<AtomicBool>);

impl Met {
    pub(crate) fn any(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A stream that is UTF-8 whatever comes in.
pub(crate) struct Utf8<R> {
    inner: R,
    met: Met,
    /// Bytes that came in and were not looked at yet: at most the start of one character after each look.
    raw: Vec<u8>,
    /// Text that waits to go out, from `sent` on.
    text: Vec<u8>,
    sent: usize,
}

const AT_ONCE: usize = 1 << 16;

impl<R: Read> Utf8<R> {
    pub(crate) fn new(inner: R, met: Met) -> Self {
        Self { inner, met, raw: Vec::new(), text: Vec::new(), sent: 0 }
    }

    fn refill(&mut self) -> io::Result<()> {
        let kept = self.raw.len();
        self.raw.resize(kept + AT_ONCE, 0);
        let read = self.inner.read(&mut self.raw[kept..]);
        self.raw.truncate(kept + *read.as_ref().unwrap_or(&0));
        let is_end = read? == 0;
        self.text.clear();
        self.sent = 0;
        let mut rest = &self.raw[..];
        while let Err(error) = std::str::from_utf8(rest) {
            let (valid, after) = rest.split_at(error.valid_up_to());
            self.text.extend_from_slice(valid);
            rest = after;
            // Half a character may still become a whole one.
            if error.error_len().is_none() && !is_end {
                let half = rest.to_vec();
                self.raw = half;
                return Ok(());
            }
            self.met.0.store(true, Ordering::Relaxed);
            let mut buffer = [0; 4];
            self.text.extend_from_slice(letter(rest[0]).encode_utf8(&mut buffer).as_bytes());
            rest = &rest[1..];
        }
        self.text.extend_from_slice(rest);
        self.raw.clear();
        Ok(())
    }
}

fn letter(byte: u8) -> char {
    match byte {
        0x80..=0x9f => UPPER[byte as usize - 0x80],
        _ => char::from(byte),
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.sent == self.text.len() {
            let before = self.raw.len();
            self.refill()?;
            if self.text.is_empty() && self.raw.len() <= before {
                return Ok(0);
            }
        }
        let waiting = &self.text[self.sent..];
        let count = waiting.len().min(buffer.len());
        buffer[..count].copy_from_slice(&waiting[..count]);
        self.sent += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    fn read(bytes: &[u8]) -> (String, bool) {
        let mut texts = Vec::new();
        for slow in [false, true] {
            let met = Met::default();
            let reader: Box<dyn Read + '_> =
                if slow { Box::new(Slow(bytes)) } else { Box::new(bytes) };
            let mut text = String::new();
            Utf8::new(reader, met.clone()).read_to_string(&mut text).expect("UTF-8");
            texts.push((text, met.any()));
        }
        assert_eq!(texts[0], texts[1]);
        texts.remove(0)
    }

    #[test]
    fn keeps_utf8_and_mends_the_rest() {
        assert_eq!(read("Grün, 愛".as_bytes()), ("Grün, 愛".into(), false));
        assert_eq!(read(b"Gr\xfcn \x80 \x93a\x94"), ("Grün € “a”".into(), true));
        assert_eq!(read(b"a\xe6\x84"), ("aæ„".into(), true));
        assert_eq!(read(b""), (String::new(), false));
        let long = "ü".repeat(100_000);
        assert_eq!(read(long.as_bytes()), (long.clone(), false));
    }
}
