//! One error type. Its one-line message says where and what; [`IoError::help`] says what to do.

use std::fmt;
use std::io;

use crate::words::{bytes_of, in_bytes, printable};

/// The result of everything in this crate that can fail.
pub type Result<T, E = IoError> = std::result::Result<T, E>;

/// Where in a file something is wrong. Lines count from 1, as editors do; rows of data, without the header, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A line of a text file.
    Line(String, u64),
    /// A row of a binary file.
    Row(String, usize),
    /// No line in particular.
    File(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(file, line) => write!(f, "{file}: line {line}"),
            Place::Row(file, row) => write!(f, "{file}: row {row}"),
            Place::File(file) => write!(f, "{file}"),
        }
    }
}

/// Why a file could not be read or written. `file` is the path as it was given, or `standard input`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // each field is named in its own message
pub enum IoError {
    // ---- opening ----
    #[error("{file}: no such file")]
    NotFound { file: String },
    #[error("{file}: is a directory")]
    IsDirectory { file: String },
    #[error("{file}: the words that its vectors are of are not known")]
    NoVocabulary { file: String },
    #[error("{file}: is a folder without PNG or JPEG files")]
    NoPictures { file: String },
    #[error("{file}: none of its {pictures} pictures can be read; the first is {first}")]
    BadPictures { file: String, pictures: usize, first: String },
    #[error("{file}: cannot be read: {source}")]
    Unreadable { file: String, source: io::Error },
    #[error("{file}: is empty")]
    Empty { file: String },
    #[error("{file}: has column names and no rows")]
    NoRows { file: String },
    #[error("{file}: no feature column is left")]
    NoFeatures { file: String },

    // ---- formats ----
    #[error("{file}: damaged or cut-off gzip: {reason}")]
    BadGzip { file: String, reason: String },
    #[error("{file}: is {found}, which is not read here")]
    UnknownFormat { file: String, found: String },
    #[error("{file}: this build of halflit reads and writes no {format}")]
    LeftOut { file: String, format: &'static str },
    #[error("{file}: damaged or cut-off {format} file: {reason}")]
    Damaged { file: String, format: &'static str, reason: String },
    #[error("{place}: not {format}: {reason}")]
    Syntax { place: Place, format: &'static str, reason: String },
    #[error("{place}: text that is not UTF-8")]
    NotUtf8 { place: Place },
    #[error("{file}: {what} has type {found}, which is not read here")]
    UnsupportedType { file: String, what: String, found: String },
    #[error("{file}: {what} has shape {shape} where {expected} is needed")]
    Shape { file: String, what: String, shape: String, expected: &'static str },
    #[error("{file}: '{option}' means nothing to {format}")]
    UselessOption { file: String, option: &'static str, format: &'static str },
    #[error("{file}: {rows} × {columns} numbers take {}, more memory than there is", bytes_of(*.rows, *.columns))]
    TooLarge { file: String, rows: usize, columns: usize },
    #[error(
        "{file}: {rows} × {columns} numbers would take {}, more than {} times the file",
        bytes_of(*.rows, *.columns),
        crate::limits::NUMBERS
    )]
    Disproportionate { file: String, rows: usize, columns: usize },
    #[error("{file}: unpacks to more than {}, the most for its size", in_bytes(*.limit as f64))]
    Outgrown { file: String, limit: u64 },

    // ---- cells ----
    #[error("{file}: its first line has more cells than {most}, which are the most")]
    ManyColumns { file: String, most: usize },
    #[error("{place}: {expected} cells expected, {found} found")]
    Ragged { place: Place, expected: usize, found: usize },
    #[error("{place}: column '{column}' holds '{value}', which is not a number")]
    NotNumeric { place: Place, column: String, value: String },
    #[error("{place}: column '{column}' has {found} values where the first row has {expected}")]
    UnequalLists { place: Place, column: String, expected: usize, found: usize },
    #[error(
        "{place}: column '{column}' holds '{value}', a number with marks that are not read here"
    )]
    NumberMarks { place: Place, column: String, value: String },
    #[error("{place}: column '{column}' has no value")]
    Missing { place: Place, column: String },
    #[error("{place}: column '{column}' is {value}, which is not finite")]
    NotFinite { place: Place, column: String, value: f64 },
    #[error("{file}: column '{column}' is text of {values} different values in {rows} rows")]
    ManyValues { file: String, column: String, values: String, rows: usize },
    #[error("{file}: {} columns cannot be features: {}", columns.len(), reasons(columns))]
    RefusedColumns { file: String, columns: Vec<(String, String)> },
    #[error("{file}: column '{column}': {}", error.what())]
    NotLearned { file: String, column: String, error: Box<halflit::Error> },
    #[error("{file}: column '{column}' has no value in any row")]
    NoValues { file: String, column: String },
    #[error("{file}: every one of its {rows} rows lacks a value")]
    NoWholeRow { file: String, rows: usize },
    #[error("{file}: column '{column}' lacks values, and the model knows no median for it")]
    NoMedian { file: String, column: String },

    // ---- columns and variables ----
    #[error("{file}: no column '{column}'{}; there are {known}", suggest(.suggestion))]
    UnknownColumn { file: String, column: String, suggestion: Option<String>, known: String },
    #[error("{file}: the model needs columns that are not there: {missing}; there are {known}")]
    ColumnsMissing { file: String, missing: String, known: String },
    #[error("{file}: {found} columns where the model was fitted on {expected}")]
    ColumnCount { file: String, expected: usize, found: usize },
    #[error("{place}: column '{column}' appears twice")]
    DuplicateColumn { place: Place, column: String },
    #[error("{file}: column '{column}' is named as the label and once more")]
    LabelIsFeature { file: String, column: String },
    #[error("{file}: which column holds the labels is not clear; there are {known}")]
    WhichLabel { file: String, known: String },
    #[error("{file}: no variable '{variable}'{}; there are {known}", suggest(.suggestion))]
    UnknownVariable { file: String, variable: String, suggestion: Option<String>, known: String },
    #[error("{file}: {labels} labels for {rows} rows")]
    LabelCount { file: String, labels: usize, rows: usize },
    #[error("{file}: row {row}: column '{column}' holds '{value}'")]
    BadKey { file: String, row: usize, column: &'static str, value: String },
    #[error("{file}: there is no row {row}; the table has {rows}, counted from 0")]
    NoSuchRow { file: String, row: usize, rows: usize },
    #[error("{file}: no row of the table has the {column} '{value}'")]
    NoSuchId { file: String, column: String, value: String },
    #[error("{file}: the {column} '{value}' is that of rows {} and {} of the table", rows[0], rows[1])]
    IdTwice { file: String, column: String, value: String, rows: [usize; 2] },
    #[error("{file}: row {row} of the table is '{}' and '{}'", labels[0], labels[1])]
    LabelTwice { file: String, row: usize, labels: [String; 2] },

    // ---- writing ----
    #[error("{file}: already exists")]
    Exists { file: String },
    #[error("{file}: cannot be written: {source}")]
    Unwritable { file: String, source: io::Error },
    #[error("{file}: the ending names no output format")]
    UnknownEnding { file: String },
    #[error("{file}: text column '{column}' does not fit into NPY")]
    TextInNpy { file: String, column: String },
    #[error("{file}: column '{column}' has {found} rows where the first has {expected}")]
    UnequalColumns { file: String, column: String, expected: usize, found: usize },
}

impl IoError {
    /// What to do about it, in one line.
    pub fn help(&self) -> String {
        use IoError::*;
        match self {
            NotFound { .. } => "check the path; `-` reads standard input".into(),
            IsDirectory { .. } => "give a file, not a directory".into(),
            NoVocabulary { .. } => {
                "give the vocabulary: a file with a word in every line, or a tokenizer.json".into()
            }
            NoPictures { .. } => "give a file, or a folder of pictures".into(),
            BadPictures { .. } => "write the files again, as PNG or JPEG".into(),
            Unreadable { .. } => "check the permissions and the disk".into(),
            Empty { .. } | NoRows { .. } => "give a file with at least one row of data".into(),
            NoFeatures { .. } => "keep at least one column beside the label".into(),
            BadGzip { .. } => "fetch or compress the file again".into(),
            UnknownFormat { found, .. } if found.contains("MATLAB") => {
                "save it in MATLAB with `save -v7`".into()
            }
            UnknownFormat { .. } => format!("convert it to one of {}", crate::InputFormat::names()),
            LeftOut { .. } => "save it as CSV, or use the command `halflit`".into(),
            Damaged { .. } => "fetch or write the file again, or name its format".into(),
            Syntax { .. } => "mend the line, or name the format".into(),
            NotUtf8 { .. } => "convert the file to UTF-8".into(),
            UnsupportedType { .. } => "leave it out, or convert it to numbers or text".into(),
            Shape { .. } => "reshape it before saving: one row per example".into(),
            UselessOption { .. } => "leave it out, or name another format".into(),
            TooLarge { .. } => "give fewer rows or columns, or more memory".into(),
            Disproportionate { .. } => {
                "check the file; if it is meant to be so, keep fewer columns, or save it unpacked and dense".into()
            }
            Outgrown { .. } => "check the file; if it is meant to be so, unpack it first".into(),
            ManyColumns { .. } => {
                "check that lines end where rows do; save wide tables as Parquet, NPY or svmlight".into()
            }
            Ragged { .. } => "mend the line, or name the delimiter".into(),
            NumberMarks { .. } => {
                "write numbers without thousands separators, or name the decimal mark".into()
            }
            NotNumeric { .. } => "leave the column out, or name it as the label".into(),
            UnequalLists { .. } => "give lists of one length, or leave the column out".into(),
            Missing { .. } | NotFinite { .. } => {
                "fill or remove such rows, or leave the column out".into()
            }
            ManyValues { .. } => {
                "leave it out if it tells rows apart, learn from it if it is text, or name it as the label"
                    .into()
            }
            RefusedColumns { .. } => {
                "leave them out, learn from one that is text, or name one of them as the label".into()
            }
            NotLearned { error, .. } => error.help(),
            NoValues { .. } => "leave the column out".into(),
            NoWholeRow { .. } => {
                "leave out the columns with gaps, or have medians filled in".into()
            }
            NoMedian { .. } => "fill or remove such rows, or fit the model again".into(),
            ColumnsMissing { .. } => {
                "give a file with the columns that the model was fitted on".into()
            }
            ColumnCount { .. } => {
                "give the same columns in the same order, or names for them".into()
            }
            UnknownColumn { .. } => "give a name from the list, or a number from 0".into(),
            DuplicateColumn { .. } => {
                "rename one, or say that there is no header if the first line is data".into()
            }
            LabelIsFeature { .. } => "name it as the label only".into(),
            WhichLabel { .. } => "name one of them as the label".into(),
            UnknownVariable { .. } => {
                "name the one with the samples, and the one with the labels".into()
            }
            LabelCount { .. } => "give one label per row, an empty line where it is unknown".into(),
            BadKey { column: "check", .. } => "write yes or no".into(),
            BadKey { .. } | NoSuchRow { .. } => {
                "give the number of the row in the table, counted from 0 without its header".into()
            }
            NoSuchId { .. } => "check that the labels are of this table".into(),
            IdTwice { .. } => "join by a column in which every value is of one row".into(),
            LabelTwice { .. } => "keep one of the two lines".into(),
            Exists { .. } => "give another name, or allow it to be replaced".into(),
            Unwritable { .. } => {
                "check that the directory exists, its permissions and its space".into()
            }
            UnknownEnding { .. } => {
                format!("end it in one of {}, or name the format", crate::OutputFormat::names())
            }
            TextInNpy { .. } => "write CSV, Parquet or JSON instead".into(),
            UnequalColumns { .. } => "give columns of equal length".into(),
        }
    }

    /// Several columns that cannot be features as one error; the error of one alone is its own.
    ///
    /// # Errors
    /// Where there is one.
    pub(crate) fn together(file: &str, mut refused: Vec<(String, IoError)>) -> Result<()> {
        match refused.len() {
            0 => Ok(()),
            1 => Err(refused.remove(0).1),
            _ => {
                let reason = |(column, error): (String, IoError)| (column, error.reason());
                let columns = refused.into_iter().map(reason).collect();
                Err(IoError::RefusedColumns { file: file.to_owned(), columns })
            }
        }
    }

    /// Why a column is refused, without saying which.
    fn reason(&self) -> String {
        use IoError::*;
        match self {
            ManyValues { values, rows, .. } => {
                format!("text of {values} different values in {rows} rows")
            }
            NotNumeric { place, value, .. } => format!("'{value}' among numbers, {}", at(place)),
            Missing { place, .. } => format!("no value, {}", at(place)),
            NoValues { .. } => "no value in any row".into(),
            UnsupportedType { found, .. } => found.clone(),
            other => other.to_string(),
        }
    }

    /// Whether the reader at the other end of a pipe went away, as `head` does: nothing to complain about.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, IoError::Unwritable { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Where in its file.
fn at(place: &Place) -> String {
    match place {
        Place::Line(_, line) => format!("line {line}"),
        Place::Row(_, row) => format!("row {row}"),
        Place::File(_) => "somewhere".into(),
    }
}

/// `'name' (why), 'other' (why)`, the first of many.
fn reasons(columns: &[(String, String)]) -> String {
    let one = |(name, why): &(String, String)| format!("'{name}' ({why})");
    let shown: Vec<String> = columns.iter().take(8).map(one).collect();
    match columns.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn suggest(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|name| format!(" (did you mean '{name}'?)")).unwrap_or_default()
}

/// The known name nearest to `wanted`, if one is near enough to be a slip of the hand.
pub(crate) fn nearest(wanted: &str, known: &[String]) -> Option<String> {
    let similarity = |name: &String| {
        strsim::normalized_damerau_levenshtein(&wanted.to_lowercase(), &name.to_lowercase())
    };
    let best = known.iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
    (similarity(best) >= 0.5).then(|| excerpt(best))
}

/// Names for a message: all of a few, the first of many.
pub(crate) fn list(names: &[String]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| excerpt(name)).collect();
    match names.len().saturating_sub(SHOWN) {
        0 if names.is_empty() => "none".into(),
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A cell for a message: on one line and not too long.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let line: String = text.chars().take(LONGEST).map(printable).collect();
    if text.chars().nth(LONGEST).is_some() { format!("{line}…") } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_only_what_is_near() {
        let known = ["species".to_string(), "width".to_string()];
        assert_eq!(nearest("Specis", &known).as_deref(), Some("species"));
        assert_eq!(nearest("colour", &known), None);
        assert_eq!(nearest("x", &[]), None);
    }

    #[test]
    fn keeps_messages_short_and_on_one_line() {
        assert_eq!(excerpt("a\nb\u{1b}[31m\u{202e}"), "a b [31m ");
        assert_eq!(excerpt(&"é".repeat(41)).chars().count(), 41);
        let names: Vec<String> = (1..=14).map(|k| format!("x{k}")).collect();
        assert!(list(&names).ends_with("x12 and 2 more"));
    }
}
