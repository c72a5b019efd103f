//! One error type: either the data do not fit together, or a back-end failed.

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why nothing was drawn. Rows and axes count from 0.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // each field is named in its own message
pub enum Error {
    #[error("{what} has {found} entries where {expected} are needed")]
    Count { what: &'static str, expected: usize, found: usize },
    #[error("{what} holds {value} at position {index}: only finite numbers can be drawn")]
    NotFinite { what: &'static str, index: usize, value: f64 },
    #[error("edge {edge} names row {row} of {rows}: rows count from 0")]
    NoSuchRow { edge: usize, row: usize, rows: usize },
    #[error("axis {axis} was asked for but the rows have {axes}: axes count from 0")]
    NoSuchAxis { axis: usize, axes: usize },
    #[error("a logarithmic axis cannot show {value}: use a linear one or drop that point")]
    NotPositive { value: f64 },
    #[error("the chosen cell ({row}, {column}) is outside the heat map of {rows} × {columns}")]
    NoSuchCell { row: usize, column: usize, rows: usize, columns: usize },
    #[error("could not draw: {0}")]
    Backend(String),
}

/// Refuses `found` entries where `expected` are needed.
pub(crate) fn check_count(what: &'static str, expected: usize, found: usize) -> Result<()> {
    if expected == found { Ok(()) } else { Err(Error::Count { what, expected, found }) }
}

/// Refuses pairs that name a row which is not there.
pub(crate) fn check_pairs(pairs: impl Iterator<Item = (usize, usize)>, rows: usize) -> Result<()> {
    match pairs.map(|(from, to)| from.max(to)).enumerate().find(|(_, row)| *row >= rows) {
        Some((edge, row)) => Err(Error::NoSuchRow { edge, row, rows }),
        None => Ok(()),
    }
}

/// Refuses numbers that have no place on an axis.
pub(crate) fn check_finite<'a>(
    what: &'static str,
    values: impl IntoIterator<Item = &'a f64>,
) -> Result<()> {
    match values.into_iter().enumerate().find(|(_, value)| !value.is_finite()) {
        Some((index, &value)) => Err(Error::NotFinite { what, index, value }),
        None => Ok(()),
    }
}
