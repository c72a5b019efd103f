//! Columns whose features are learned from all of their cells: texts.

use halflit::text::{TextChoice, TextFeatures};
use halflit::{Content, Encoding, SourceColumn};

use crate::error::{IoError, Result, excerpt};

/// A column of texts, and where its features stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextColumn {
    /// Its place among the columns that become features.
    pub(crate) place: usize,
    /// Its place among the columns that are handed over as they are.
    pub(crate) kept: usize,
}

/// A column that was taken in, and its features row after row.
pub(crate) struct Learned {
    pub(crate) column: SourceColumn,
    pub(crate) values: Vec<f64>,
}

impl Learned {
    /// Learns from texts, or takes them as they were taken before.
    pub(crate) fn of_texts(
        file: &str,
        name: &str,
        texts: &[String],
        choice: &TextChoice,
        known: Option<&TextFeatures>,
    ) -> Result<Self> {
        let refused = |error| {
            let (file, column) = (file.to_owned(), excerpt(name));
            IoError::NotLearned { file, column, error: Box::new(error) }
        };
        let features = match known {
            Some(known) => known.clone(),
            None => TextFeatures::learn(texts, choice).map_err(refused)?,
        };
        let values = features.of(texts).map_err(refused)?.into_values();
        let column = SourceColumn { name: name.to_owned(), content: Content::Text { features } };
        Ok(Self { column, values })
    }
}

/// An encoding without the columns that are learned from all of their cells.
pub(crate) fn plain(like: &Encoding) -> Encoding {
    let mut plain = like.clone();
    plain.columns.retain(|column| !column.is_learned());
    plain
}

/// Puts learned columns in their places among plain ones: the encoding of all, and their features row after row.
pub(crate) fn joined(
    mut encoding: Encoding,
    values: Vec<f64>,
    rows: usize,
    learned: Vec<(usize, Learned)>,
) -> (Encoding, Vec<f64>) {
    if learned.is_empty() {
        return (encoding, values);
    }
    let width: usize = encoding.columns.iter().map(SourceColumn::width).sum();
    // Plain columns by their widths, in order; a learned one is put in between.
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut first = 0;
    for column in &encoding.columns {
        parts.push(Part { values: &values, stride: width, first, width: column.width() });
        first += column.width();
    }
    let mut columns = encoding.columns.clone();
    for (place, own) in &learned {
        let (values, width) = (own.values.as_slice(), own.column.width());
        let place = (*place).min(parts.len());
        parts.insert(place, Part { values, stride: width, first: 0, width });
        columns.insert(place, own.column.clone());
    }
    let all: usize = parts.iter().map(|part| part.width).sum();
    let mut out = Vec::with_capacity(rows * all);
    for row in 0..rows {
        parts.iter().for_each(|part| out.extend_from_slice(part.row(row)));
    }
    encoding.columns = columns;
    (encoding, out)
}

/// The features of a column within rows of others.
struct Part<'v> {
    values: &'v [f64],
    stride: usize,
    first: usize,
    width: usize,
}

impl Part<'_> {
    fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.stride + self.first..][..self.width]
    }
}
