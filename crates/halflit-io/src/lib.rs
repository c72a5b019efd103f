//! Tables in and out: the border between files and halflit, which reads no file itself.
//!
//! [`InputFormat`] lists what can be read, [`OutputFormat`] what can be written. A folder of PNG and JPEG pictures is a table too.
//!
//! Input may be gzipped and may come from standard input; the format is found by content first, then by ending. A
//! feature is a finite number, or an error says in which file, line and column it is not; where it is asked for, a gap is
//! filled or its row left out, and a column of text becomes a feature for each of its values, or features of the words in it. A label is text or absent:
//! an empty cell, `NaN`, `nan`, `NA`, `null`, `?` and what the caller names mean unlabeled. Output appears whole or not
//! at all.
//!
//! A list of numbers in every row of Parquet or Arrow becomes a feature for each place, `name[0]`, `name[1]`, ... Text
//! that is not UTF-8 is read as Windows-1252.
//!
//! Memory is taken as bytes arrive, never by what a file claims. 64 MiB are free; beyond that a file of m bytes may become
//! 1000 m bytes of numbers, and 100 m bytes of unpacked text, pages and labels. At its peak, with copies while they grow,
//! reading takes at most 3 × (64 MiB + 1000 m); a file that asks for more is refused by name.
//!
//! ```
//! use halflit_io::{ReadOptions, read_from};
//!
//! let csv = "width,length,species\n1.5,2,setosa\n3,4.5,?\n";
//! let options = ReadOptions { label: Some("species".into()), ..Default::default() };
//! let table = read_from(csv.as_bytes(), "iris.csv", &options)?;
//! assert_eq!(table.feature_names, ["width", "length"]);
//! assert_eq!(table.values, [1.5, 2.0, 3.0, 4.5]);
//!
//! let error = read_from(csv.as_bytes(), "iris.csv", &ReadOptions::default()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "iris.csv: line 2: column 'species' holds 'setosa', which is not a number"
//! );
//! assert_eq!(error.help(), "leave the column out, or name it as the label");
//! # Ok::<(), halflit_io::IoError>(())
//! ```

mod builder;
mod cells;
mod decode;
mod encode;
mod error;
mod format;
mod formats;
#[cfg(feature = "columnar")]
mod guard;
mod label_file;
mod labels;
mod latin1;
mod limits;
mod number;
mod options;
mod pictures;
mod plan;
mod raw;
mod read;
mod source;
mod sources;
mod sparse;
mod stored;
mod table;
mod vectors;
mod words;
mod write;

pub use encode::UnknownValue;
pub use error::{IoError, Place, Result};
pub use format::{InputFormat, OutputFormat};
pub use label_file::{
    CHECK, Joined, Keys, LabelFile, ROW, WHY, read_label_file, read_label_file_from,
};
pub use labels::{LabelColumn, means_unlabeled};
pub use options::{ColumnRef, Decimal, Missing, ReadOptions, TextUse};
pub use pictures::{FILE, FOLDER};
pub use read::{column_names, npy_shape, read, read_from, read_labels, read_labels_from};
pub use source::Source;
pub use stored::Stored;
pub use table::Table;
pub use vectors::read_vectors;
pub use words::clean;
pub use write::{
    Destination, OutputColumn, OutputTable, WriteOptions, remove_unfinished_files,
    write_bytes_atomically,
};
