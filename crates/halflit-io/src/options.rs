//! What a caller may ask of a reader.

use std::fmt;

use halflit::text::TextChoice;
use halflit::{Encoding, Named};

use crate::format::InputFormat;

/// A column by name or by number.
///
/// Made from text it is a name; where the file has no column of that name, digits count as a number.
///
/// ```
/// use halflit_io::ColumnRef;
/// assert_eq!(ColumnRef::from("species"), ColumnRef::Name("species".into()));
/// assert_eq!(ColumnRef::from(4), ColumnRef::Number(4));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnRef {
    /// By name.
    Name(String),
    /// By position in the file, from 0.
    Number(usize),
}

impl From<&str> for ColumnRef {
    fn from(name: &str) -> Self {
        ColumnRef::Name(name.into())
    }
}

impl From<String> for ColumnRef {
    fn from(name: String) -> Self {
        ColumnRef::Name(name)
    }
}

impl From<usize> for ColumnRef {
    fn from(number: usize) -> Self {
        ColumnRef::Number(number)
    }
}

impl fmt::Display for ColumnRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnRef::Name(name) => write!(f, "{}", crate::error::excerpt(name)),
            ColumnRef::Number(number) => write!(f, "{number}"),
        }
    }
}

/// What stands between the whole and the rest of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decimal {
    /// `1.5`.
    Point,
    /// `1,5`.
    Comma,
}

/// What becomes of a row in which a feature has no value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Missing {
    /// It is refused, with its place.
    #[default]
    Error,
    /// It is left out.
    Drop,
    /// The median of the column stands for a number; of a category all features are 0.
    Median,
}

impl Named for Missing {
    const WHAT: &'static str = "way with missing values";
    const TABLE: &'static [(&'static str, Self, &'static str)] = &[
        ("error", Missing::Error, "refused"),
        ("drop", Missing::Drop, "the row is left out"),
        ("median", Missing::Median, "filled in"),
    ];
}

/// When a column of texts is learned from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TextUse {
    /// Whatever stands beside it.
    #[default]
    Always,
    /// Where it is named among the features, or no other column is left for one.
    Alone,
}

/// How to read. The default finds out by itself and takes every column for a feature of numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadOptions {
    /// The format, if not by content and ending.
    pub format: Option<InputFormat>,
    /// The separator of CSV, if not sniffed.
    pub delimiter: Option<u8>,
    /// The decimal mark of CSV. By default a comma where numbers of the first rows have one, the separator is another
    /// character, and none of them has a point.
    pub decimal: Option<Decimal>,
    /// Whether CSV starts with names. By default it does unless every cell of the first line is a number or missing.
    pub header: Option<bool>,
    /// The column that holds the labels.
    pub label: Option<ColumnRef>,
    /// The features, in this order; by default all columns but the label.
    pub columns: Option<Vec<ColumnRef>>,
    /// Columns to leave out. They may hold anything.
    pub drop: Vec<ColumnRef>,
    /// Columns to hand over as they are beside the features. They may be features too.
    pub keep: Vec<ColumnRef>,
    /// Columns of texts to learn from: features of the words in them, beside those of other columns. They may be kept, too.
    pub texts: Vec<ColumnRef>,
    /// When they are learned from.
    pub text_use: TextUse,
    /// How their features are made.
    pub text: TextChoice,
    /// What becomes of a row in which a feature has no value.
    pub missing: Missing,
    /// Whether a column of text is a category, a feature for each of its values; else it is refused.
    pub categories: bool,
    /// How columns became features before: those are looked for, by name where both have names, and others passed over.
    pub like: Option<Encoding>,
    /// Labels that mean unlabeled, besides an empty cell, `NaN`, `nan`, `NA`, `null` and `?`.
    pub unlabeled: Vec<String>,
    /// Whether numbers may be kept as their file has them: see [`Stored`](crate::Stored). Those of a NumPy array stay in their file.
    /// Columns of Parquet and Arrow that are of single precision, all of them, are held in it. Where that is not possible (other types,
    /// gaps to be filled; of a NumPy array also: packed, from a pipe, columns chosen) they are read as doubles.
    pub stored: bool,
    /// The variable with the samples in MATLAB and NPZ files; by default `X`, or the only matrix.
    pub matrix: Option<String>,
    /// The variable with the labels in MATLAB and NPZ files; by default `y` if there is one.
    pub label_matrix: Option<String>,
}
