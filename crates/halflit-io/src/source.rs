//! Where tables come from: a path, standard input, or any reader.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use crate::error::{IoError, Place, Result};
use crate::latin1::{Met, Utf8};
use crate::limits::{Arrived, Counted, Outgrown, Unpacked};
use crate::words::clean;

/// A file, or standard input for the path `-`.
///
/// ```
/// use halflit_io::Source;
/// assert_eq!(Source::from("-"), Source::StandardInput);
/// assert_eq!(Source::from("iris.csv").to_string(), "iris.csv");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file, or anything else with a path that can be read.
    Path(PathBuf),
    /// Standard input.
    StandardInput,
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Source {
    fn from(path: &P) -> Self {
        match path.as_ref() {
            path if path == Path::new("-") => Source::StandardInput,
            path => Source::Path(path.to_path_buf()),
        }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Path(path) => write!(f, "{}", clean(&path.display().to_string())),
            Source::StandardInput => write!(f, "standard input"),
        }
    }
}

/// The name of an input in messages, and how to tell what went wrong with it.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    pub(crate) name: String,
    /// How many bytes there are, which limits what may be made of them.
    pub(crate) arrived: Arrived,
    /// Whether its text was found not to be UTF-8.
    pub(crate) latin1: Met,
    gzipped: bool,
}

impl Origin {
    fn new(name: String) -> Self {
        Self {
            name: clean(&name),
            arrived: Arrived::default(),
            latin1: Met::default(),
            gzipped: false,
        }
    }

    pub(crate) fn line(&self, line: u64) -> Place {
        Place::Line(self.name.clone(), line)
    }

    pub(crate) fn row(&self, row: usize) -> Place {
        Place::Row(self.name.clone(), row)
    }

    pub(crate) fn whole(&self) -> Place {
        Place::File(self.name.clone())
    }

    pub(crate) fn damaged(&self, format: &'static str, reason: impl ToString) -> IoError {
        // Reasons come from several libraries and messages stay on one line.
        let reason = clean(&reason.to_string());
        IoError::Damaged { file: self.name.clone(), format, reason }
    }

    pub(crate) fn read_error(&self, source: io::Error) -> IoError {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        let file = self.name.clone();
        match source.kind() {
            _ if source.get_ref().is_some_and(|inner| inner.is::<Outgrown>()) => self.outgrown(),
            InvalidData | InvalidInput | UnexpectedEof if self.gzipped => {
                IoError::BadGzip { file, reason: source.to_string() }
            }
            io::ErrorKind::NotFound => IoError::NotFound { file },
            io::ErrorKind::IsADirectory => IoError::IsDirectory { file },
            _ => IoError::Unreadable { file, source },
        }
    }

    /// It unpacks to more than it may.
    pub(crate) fn outgrown(&self) -> IoError {
        IoError::Outgrown { file: self.name.clone(), limit: self.arrived.text() }
    }

    /// Refuses a table that the file is too small for, before memory is asked for.
    pub(crate) fn check_size(&self, rows: usize, columns: usize) -> Result<()> {
        self.arrived.check(&self.name, rows, columns)
    }
}

/// An opened input: decompressed, and with its first bytes at hand.
pub(crate) struct Input<'a> {
    pub(crate) origin: Origin,
    /// The first bytes; all of them if there are fewer than [`HEAD`].
    pub(crate) head: Vec<u8>,
    /// Number of bytes after decompression, where that is known.
    pub(crate) size: Option<u64>,
    rest: Box<dyn Read + 'a>,
    /// Set where the same bytes can be had from a seekable file.
    path: Option<PathBuf>,
}

/// The content for formats that jump about in it.
pub(crate) enum Content {
    File(File),
    Memory(Vec<u8>),
}

/// Enough for a header and some rows of a wide file.
const HEAD: usize = 1 << 16;

impl<'a> Input<'a> {
    pub(crate) fn open(source: &Source) -> Result<Input<'static>> {
        let Source::Path(path) = source else {
            return Input::from_reader(io::stdin().lock(), source.to_string());
        };
        let origin = Origin::new(source.to_string());
        let status = fs::metadata(path).map_err(|e| origin.read_error(e))?;
        if status.is_dir() {
            return Err(IoError::IsDirectory { file: origin.name });
        }
        let file = File::open(path).map_err(|e| origin.read_error(e))?;
        let mut input = Input::from_reader(file, origin.name)?;
        // A pipe with a path has neither a size nor a second reading.
        if status.is_file() {
            input.origin.arrived.at_least(status.len());
        }
        if status.is_file() && !input.origin.gzipped {
            input.size = Some(status.len());
            input.path = Some(path.clone());
        }
        Ok(input)
    }

    pub(crate) fn from_reader(reader: impl Read + 'a, name: String) -> Result<Self> {
        let mut origin = Origin::new(name);
        let mut reader = Counted { inner: reader, arrived: origin.arrived.clone(), count: 0 };
        let mut head = first_bytes(&mut reader).map_err(|e| origin.read_error(e))?;
        let mut rest: Box<dyn Read + 'a> = Box::new(reader);
        if head.starts_with(&[0x1f, 0x8b]) {
            origin.gzipped = true;
            let whole = Cursor::new(head).chain(rest);
            rest = Box::new(MultiGzDecoder::new(whole));
            head = first_bytes(&mut rest).map_err(|e| origin.read_error(e))?;
        }
        if head.starts_with(b"\xef\xbb\xbf") {
            head.drain(..3);
        }
        if head.is_empty() {
            return Err(IoError::Empty { file: origin.name });
        }
        Ok(Self { origin, head, size: None, rest, path: None })
    }

    /// The file that has the same bytes, where there is one.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.path.clone()
    }

    /// Everything from the first byte, as a stream. Callers that hold more of it than numbers take one of the others.
    pub(crate) fn into_reader(self) -> impl Read + 'a {
        Cursor::new(self.head).chain(self.rest)
    }

    /// The bytes, refused where they unpack to too much.
    fn into_unpacked(self) -> impl Read + 'a {
        let arrived = self.origin.arrived.clone();
        Unpacked { inner: self.into_reader(), arrived, count: 0 }
    }

    /// The bytes as text, which is UTF-8 from here on.
    pub(crate) fn into_text(self) -> impl Read + 'a {
        let met = self.origin.latin1.clone();
        Utf8::new(self.into_unpacked(), met)
    }

    /// Everything, to jump about in.
    pub(crate) fn into_content(self) -> Result<Content> {
        let origin = self.origin.clone();
        if let Some(path) = &self.path {
            return File::open(path).map(Content::File).map_err(|e| origin.read_error(e));
        }
        Ok(Content::Memory(self.into_bytes()?))
    }

    /// Everything, in memory.
    pub(crate) fn into_bytes(self) -> Result<Vec<u8>> {
        let origin = self.origin.clone();
        let mut bytes = Vec::new();
        self.into_unpacked().read_to_end(&mut bytes).map_err(|e| origin.read_error(e))?;
        Ok(bytes)
    }
}

fn first_bytes(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    reader.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}
