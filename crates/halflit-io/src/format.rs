//! Formats: their names, their endings, and how their first bytes look.

use std::path::Path;

use crate::error::{IoError, Result};

/// What can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputFormat {
    /// Cells between separators (sniffed unless given), with or without a header.
    Csv,
    /// Cells between tabs.
    Tsv,
    /// Apache Parquet.
    Parquet,
    /// An Arrow file, which Feather is too.
    Arrow,
    /// One NumPy array.
    Npy,
    /// Several NumPy arrays in a zip.
    Npz,
    /// svmlight or libsvm: `label index:value ...`.
    Svmlight,
    /// MATLAB level 5 (`save -v6` and `-v7`).
    Mat,
    /// Weka's attribute-relation file, dense or sparse.
    Arff,
}

/// What can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// Comma-separated with a header.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// One n × columns NumPy array of f64, without names.
    Npy,
    /// An array with one object per row.
    Json,
}

const INPUTS: [(&str, InputFormat, &[&str]); 9] = [
    ("csv", InputFormat::Csv, &["csv", "txt", "data"]),
    ("tsv", InputFormat::Tsv, &["tsv", "tab"]),
    ("parquet", InputFormat::Parquet, &["parquet", "pq"]),
    ("arrow", InputFormat::Arrow, &["arrow", "feather", "ipc"]),
    ("npy", InputFormat::Npy, &["npy"]),
    ("npz", InputFormat::Npz, &["npz"]),
    ("svmlight", InputFormat::Svmlight, &["svmlight", "libsvm", "svm"]),
    ("mat", InputFormat::Mat, &["mat"]),
    ("arff", InputFormat::Arff, &["arff"]),
];

const OUTPUTS: [(&str, OutputFormat, &[&str]); 4] = [
    ("csv", OutputFormat::Csv, &["csv"]),
    ("parquet", OutputFormat::Parquet, &["parquet", "pq"]),
    ("npy", OutputFormat::Npy, &["npy"]),
    ("json", OutputFormat::Json, &["json"]),
];

/// What an Arrow file begins and ends with.
pub(crate) const ARROW: &[u8] = b"ARROW1";

impl InputFormat {
    /// The format of that name, such as `csv`.
    pub fn from_name(name: &str) -> Option<Self> {
        INPUTS.iter().find(|(known, ..)| *known == name).map(|&(_, format, _)| format)
    }

    /// All names, for a message.
    pub fn names() -> String {
        INPUTS.map(|(name, ..)| name).join(", ")
    }

    /// Its own name.
    pub fn name(self) -> &'static str {
        INPUTS.iter().find(|(_, format, _)| *format == self).map_or("", |(name, ..)| name)
    }

    /// By the first bytes, and where they fit several text formats, by the ending.
    pub(crate) fn detect(file: &str, head: &[u8]) -> Result<Self> {
        let by_ending = ending(file).and_then(|ending| by_ending(&INPUTS, &ending));
        match head {
            [b'P', b'A', b'R', b'1', ..] => Ok(Self::Parquet),
            _ if head.starts_with(ARROW) => Ok(Self::Arrow),
            [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => Ok(Self::Npy),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Ok(Self::Npz),
            _ if head.starts_with(b"MATLAB 5.0") => Ok(Self::Mat),
            _ if head.starts_with(b"\x89HDF") || head.starts_with(b"MATLAB 7.3") => {
                Err(unknown(file, "a MATLAB 7.3 or other HDF5 file"))
            }
            _ if head.starts_with(b"MATLAB") => {
                Err(unknown(file, "a MATLAB file of another level"))
            }
            // A binary ending on other content: let that reader say what is wrong with it.
            _ => match by_ending {
                Some(
                    format @ (Self::Parquet | Self::Arrow | Self::Npy | Self::Npz | Self::Mat),
                ) => Ok(format),
                _ if head.contains(&0) => Err(unknown(file, "binary")),
                _ if crate::formats::arff::recognise(head) => Ok(Self::Arff),
                _ if crate::formats::svmlight::recognise(head) => Ok(Self::Svmlight),
                ending => Ok(ending.unwrap_or(Self::Csv)),
            },
        }
    }
}

impl OutputFormat {
    /// The format of that name, such as `csv`.
    pub fn from_name(name: &str) -> Option<Self> {
        OUTPUTS.iter().find(|(known, ..)| *known == name).map(|&(_, format, _)| format)
    }

    /// All names, for a message.
    pub fn names() -> String {
        OUTPUTS.map(|(name, ..)| name).join(", ")
    }

    /// The format that a path ends in.
    ///
    /// # Errors
    /// [`IoError::UnknownEnding`].
    pub fn from_path(path: &Path) -> Result<Self> {
        let file = crate::words::clean(&path.display().to_string());
        let format = ending(&file).and_then(|ending| by_ending(&OUTPUTS, &ending));
        format.ok_or(IoError::UnknownEnding { file })
    }
}

/// The ending in lower case, that before `.gz` where there are two.
fn ending(file: &str) -> Option<String> {
    let lower = file.to_lowercase();
    let lower = lower.strip_suffix(".gz").unwrap_or(&lower);
    Path::new(lower).extension().map(|ending| ending.to_string_lossy().into_owned())
}

fn by_ending<F: Copy>(table: &[(&str, F, &[&str])], wanted: &str) -> Option<F> {
    table.iter().find(|(_, _, endings)| endings.contains(&wanted)).map(|&(_, format, _)| format)
}

fn unknown(file: &str, found: &str) -> IoError {
    IoError::UnknownFormat { file: file.into(), found: found.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_wins_over_the_ending() {
        let detect = |file, head: &[u8]| InputFormat::detect(file, head).ok();
        assert_eq!(detect("a.csv", b"\x93NUMPY\x01\x00"), Some(InputFormat::Npy));
        assert_eq!(detect("a.csv", b"1 1:0.5 3:2\n"), Some(InputFormat::Svmlight));
        assert_eq!(detect("a", b"% x\n@RELATION r\n"), Some(InputFormat::Arff));
        assert_eq!(detect("a.TSV.gz", b"a b\n"), Some(InputFormat::Tsv));
        assert_eq!(detect("a", b"a,b\n"), Some(InputFormat::Csv));
        assert_eq!(detect("a", b"\x00\x01"), None);
        assert_eq!(detect("a.npy", b"hello"), Some(InputFormat::Npy));
    }

    #[test]
    fn names_lead_back() {
        for (name, format, _) in INPUTS {
            assert_eq!((InputFormat::from_name(name), format.name()), (Some(format), name));
        }
        assert_eq!(OutputFormat::from_name("xlsx"), None);
        assert!(OutputFormat::from_path(Path::new("x.PQ")).is_ok());
        assert!(OutputFormat::from_path(Path::new("csv")).is_err());
    }
}
