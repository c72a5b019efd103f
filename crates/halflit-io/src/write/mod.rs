//! Writing: a table of named columns in one of four formats, whole or not at all.

mod atomic;
mod csv;
mod destination;
mod json;
mod npy;
#[cfg(feature = "columnar")]
mod parquet;

use std::io::{self, Write};

pub use atomic::{remove_unfinished_files, write_bytes_atomically};
pub use destination::Destination;

use crate::error::{IoError, Place, Result, excerpt};
use crate::format::OutputFormat;
use crate::number::shortest;

/// A column to write.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputColumn {
    /// Numbers, written in the shortest form that reads back as the same.
    Numbers(Vec<f64>),
    /// Whole numbers, such as the numbers of rows. NPY holds them as f64.
    Integers(Vec<i64>),
    /// Text, absent where there is none.
    Texts(Vec<Option<String>>),
}

impl OutputColumn {
    /// Cells of a file: whole numbers or numbers where each of them is one and would be written in just this way, else text.
    pub(crate) fn of_cells<'c>(cells: impl Iterator<Item = &'c str> + Clone) -> Self {
        let whole = |cell: &str| cell.parse().ok().filter(|value: &i64| value.to_string() == cell);
        let number = |cell: &str| cell.parse().ok().filter(|value: &f64| shortest(*value) == cell);
        let text = |cell: &str| (!cell.is_empty()).then(|| cell.to_string());
        let integers = cells.clone().map(whole).collect::<Option<_>>().map(OutputColumn::Integers);
        integers
            .or_else(|| cells.clone().map(number).collect::<Option<_>>().map(OutputColumn::Numbers))
            .unwrap_or_else(|| OutputColumn::Texts(cells.map(text).collect()))
    }

    fn len(&self) -> usize {
        match self {
            OutputColumn::Numbers(values) => values.len(),
            OutputColumn::Integers(values) => values.len(),
            OutputColumn::Texts(values) => values.len(),
        }
    }
}

/// Named columns of equal length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OutputTable {
    /// Name and content, in the order of the file.
    pub columns: Vec<(String, OutputColumn)>,
}

/// How to write.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The format, if not by the ending; CSV on standard output.
    pub format: Option<OutputFormat>,
    /// Whether to replace a file that exists.
    pub force: bool,
}

impl OutputTable {
    /// Writes to a file, which appears only when it is complete, or to standard output.
    ///
    /// ```
    /// use halflit_io::{Destination, OutputColumn, OutputTable, WriteOptions};
    ///
    /// let table = OutputTable {
    ///     columns: vec![
    ///         ("z1".into(), OutputColumn::Numbers(vec![0.5, 1.0])),
    ///         ("class".into(), OutputColumn::Texts(vec![Some("a".into()), None])),
    ///     ],
    /// };
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("embedding.csv");
    /// table.write(&Destination::from(&path), &WriteOptions::default())?;
    /// assert_eq!(std::fs::read_to_string(&path)?, "z1,class\n0.5,a\n1,\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IoError::Exists`] without `force`, [`IoError::UnknownEnding`], [`IoError::UnequalColumns`],
    /// [`IoError::DuplicateColumn`], [`IoError::TextInNpy`], and [`IoError::Unwritable`] for everything that the
    /// system refuses.
    pub fn write(&self, to: &Destination, options: &WriteOptions) -> Result<()> {
        let format = match (options.format, to) {
            (Some(format), _) => format,
            (None, Destination::Path(path)) => OutputFormat::from_path(path)?,
            (None, Destination::StandardOutput) => OutputFormat::Csv,
        };
        self.check(&to.to_string(), format)?;
        to.write_with(options.force, &mut |writer| self.fill(format, writer))
    }

    /// The bytes of a file of a format; `name` stands for it in messages.
    ///
    /// ```
    /// use halflit_io::{OutputColumn, OutputFormat, OutputTable};
    ///
    /// let table = OutputTable { columns: vec![("row".into(), OutputColumn::Integers(vec![7]))] };
    /// assert_eq!(table.to_bytes("rows.csv", OutputFormat::Csv)?, b"row\n7\n");
    /// # Ok::<(), halflit_io::IoError>(())
    /// ```
    ///
    /// # Errors
    /// As [`OutputTable::write`], but for what the system refuses.
    pub fn to_bytes(&self, name: &str, format: OutputFormat) -> Result<Vec<u8>> {
        self.check(name, format)?;
        let mut bytes = Vec::new();
        let unwritable = |source| IoError::Unwritable { file: name.to_owned(), source };
        self.fill(format, &mut bytes).map_err(unwritable)?;
        Ok(bytes)
    }

    fn fill(&self, format: OutputFormat, writer: Sink<'_>) -> io::Result<()> {
        match format {
            OutputFormat::Csv => csv::write(self, writer),
            #[cfg(feature = "columnar")]
            OutputFormat::Parquet => parquet::write(self, writer),
            #[cfg(not(feature = "columnar"))]
            OutputFormat::Parquet => Err(io::ErrorKind::Unsupported.into()), // refused before
            OutputFormat::Npy => npy::write(self, writer),
            OutputFormat::Json => json::write(self, writer),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| column.len())
    }

    fn check(&self, file: &str, format: OutputFormat) -> Result<()> {
        if cfg!(not(feature = "columnar")) && format == OutputFormat::Parquet {
            return Err(IoError::LeftOut { file: file.to_owned(), format: "parquet" });
        }
        let mut names = std::collections::HashSet::new();
        for (name, column) in &self.columns {
            let (file, short) = (file.to_string(), excerpt(name));
            let (expected, found) = (self.rows(), column.len());
            if found != expected {
                return Err(IoError::UnequalColumns { file, column: short, expected, found });
            }
            if !names.insert(name) {
                return Err(IoError::DuplicateColumn { place: Place::File(file), column: short });
            }
            if format == OutputFormat::Npy && matches!(column, OutputColumn::Texts(_)) {
                return Err(IoError::TextInNpy { file, column: short });
            }
        }
        Ok(())
    }
}

/// What a format writes to. `Send` because the Parquet writer asks for it.
type Sink<'a> = &'a mut (dyn Write + Send);

/// What fills a file.
type Fill<'a> = &'a mut dyn FnMut(Sink<'_>) -> io::Result<()>;
