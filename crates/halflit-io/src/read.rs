//! Reading: opens, tells the format, and hands over to its reader.

use std::io::Read;

use crate::error::{IoError, Result};
use crate::format::InputFormat;
use crate::formats;
use crate::labels::LabelColumn;
use crate::options::ReadOptions;
use crate::pictures;
use crate::plan::Request;
use crate::source::{Input, Source};
use crate::table::Table;

/// Reads a table from a file or standard input; a folder is a table of the pictures in it.
///
/// ```no_run
/// use halflit_io::{ReadOptions, Source, read};
///
/// let options = ReadOptions { label: Some("species".into()), ..Default::default() };
/// let iris = read(&Source::from("iris.csv"), &options)?;
/// println!("{} rows of {}", iris.rows, iris.feature_names.join(", "));
/// # Ok::<(), halflit_io::IoError>(())
/// ```
///
/// # Errors
/// [`IoError`], with file, line and column where there is one.
pub fn read(source: &Source, options: &ReadOptions) -> Result<Table> {
    match source {
        Source::Path(path) if path.is_dir() => pictures::read(path, options),
        _ => dispatch(Input::open(source)?, &Request::table(options)),
    }
}

/// Reads a table from any reader; `name` stands for it in messages, and its ending counts as that of a file.
///
/// ```
/// use halflit_io::{ReadOptions, read_from};
///
/// let table = read_from(&b"1;2\n3;4\n"[..], "example", &ReadOptions::default())?;
/// assert_eq!(table.feature_names, ["x1", "x2"]);
/// assert_eq!(table.values, [1.0, 2.0, 3.0, 4.0]);
/// # Ok::<(), halflit_io::IoError>(())
/// ```
///
/// # Errors
/// As [`read`].
pub fn read_from(reader: impl Read, name: &str, options: &ReadOptions) -> Result<Table> {
    let input = Input::from_reader(reader, name.to_string())?;
    dispatch(input, &Request::table(options))
}

/// The names of the columns of CSV or TSV, as [`ReadOptions`] calls them; none for other formats.
///
/// ```
/// use halflit_io::{ReadOptions, column_names};
///
/// let names = column_names(&b"width,species\n1.5,setosa\n"[..], "iris.csv", &ReadOptions::default())?;
/// assert_eq!(names, ["width", "species"]);
/// # Ok::<(), halflit_io::IoError>(())
/// ```
///
/// # Errors
/// As [`read`], but for what is wrong below the first line.
pub fn column_names(reader: impl Read, name: &str, options: &ReadOptions) -> Result<Vec<String>> {
    let input = Input::from_reader(reader, name.to_string())?;
    match format_of(&input, options)? {
        InputFormat::Csv => formats::delimited::names(input, options, None),
        InputFormat::Tsv => formats::delimited::names(input, options, Some(b'\t')),
        _ => Ok(Vec::new()),
    }
}

/// Reads labels that are kept in a file of their own: its only column, or the one that `options.label` names, or the only
/// one that is called `class`, `label`, `labels`, `target` or `y`; in
/// MATLAB and NPZ files the variable that `options.label_matrix` names, or `y`, or the only one.
///
/// In text with one column every line is a row, an empty one unlabeled. Its first line is a header only if
/// `options.header` or `options.label` says so, if all other lines are numbers and it is not, or if it reads `class`,
/// `label`, `labels`, `target` or `y`: a first label is easily taken for a name otherwise.
///
/// # Errors
/// As [`read`], and [`IoError::WhichLabel`] where several columns could be meant.
pub fn read_labels(source: &Source, options: &ReadOptions) -> Result<LabelColumn> {
    labels_of(Input::open(source)?, options)
}

/// [`read_labels`] from any reader.
///
/// ```
/// use halflit_io::{ReadOptions, read_labels_from};
///
/// let labels = read_labels_from(&b"good\n\nbad\n"[..], "labels", &ReadOptions::default())?;
/// assert_eq!(labels.iter().collect::<Vec<_>>(), [Some("good"), None, Some("bad")]);
/// # Ok::<(), halflit_io::IoError>(())
/// ```
///
/// # Errors
/// As [`read_labels`].
pub fn read_labels_from(
    reader: impl Read,
    name: &str,
    options: &ReadOptions,
) -> Result<LabelColumn> {
    labels_of(Input::from_reader(reader, name.to_string())?, options)
}

/// Rows and columns of a NumPy matrix in a file, and whether its numbers stay there when it is read as a whole, by its header
/// alone; nothing for anything else.
///
/// # Errors
/// As [`read`].
pub fn npy_shape(source: &Source) -> Result<Option<(usize, usize, bool)>> {
    let Source::Path(path) = source else { return Ok(None) };
    if path.is_dir() {
        return Ok(None);
    }
    let input = Input::open(source)?;
    let is_npy = input.head.starts_with(b"\x93NUMPY");
    match input.path().is_some() && is_npy {
        true => formats::npy::shape(input),
        false => Ok(None),
    }
}

fn labels_of(input: Input<'_>, options: &ReadOptions) -> Result<LabelColumn> {
    let file = input.origin.name.clone();
    let table = dispatch(input, &Request { options, labels_only: true, beside: None })?;
    table.labels.ok_or(IoError::WhichLabel { file, known: "none".into() })
}

fn format_of(input: &Input<'_>, options: &ReadOptions) -> Result<InputFormat> {
    options.format.map_or_else(|| InputFormat::detect(&input.origin.name, &input.head), Ok)
}

pub(crate) fn dispatch(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let format = format_of(&input, request.options)?;
    refuse_useless(&input.origin.name, format, request.options)?;
    let latin1 = input.origin.latin1.clone();
    let mut table = formats::read(format, input, request)?;
    if latin1.any() {
        table.notes.push("text that is not UTF-8 was read as Windows-1252 (Latin-1)".into());
    }
    Ok(table)
}

/// An option is used or refused, never passed over.
fn refuse_useless(file: &str, format: InputFormat, options: &ReadOptions) -> Result<()> {
    let cells = matches!(format, InputFormat::Csv | InputFormat::Tsv);
    let variables = matches!(format, InputFormat::Npz | InputFormat::Mat);
    let useless = [
        ("delimiter", options.delimiter.is_some() && !cells),
        ("decimal", options.decimal.is_some() && !cells),
        ("header", options.header.is_some() && !cells),
        ("matrix", options.matrix.is_some() && !variables),
        // Its columns are entries that most rows do not have, and none of them is text.
        ("keep", !options.keep.is_empty() && format == InputFormat::Svmlight),
        ("label_matrix", options.label_matrix.is_some() && !variables),
    ];
    match useless.into_iter().find(|&(_, useless)| useless) {
        Some((option, _)) => {
            let (file, format) = (file.to_string(), format.name());
            Err(IoError::UselessOption { file, option, format })
        }
        None => Ok(()),
    }
}
