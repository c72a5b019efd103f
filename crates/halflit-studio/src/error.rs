//! What went wrong: what and where, then what to do.

use serde::Serialize;

/// The result of everything here that can fail.
pub type Result<T, E = StudioError> = std::result::Result<T, E>;

/// Why something was refused or failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StudioError {
    /// What kind of failure it is.
    #[serde(skip)]
    pub kind: Kind,
    /// What and where.
    pub what: String,
    /// What to do about it.
    pub help: String,
}

/// Kinds of failures, as far as someone does something different about them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// What was asked makes no sense.
    Request,
    /// Who asked may not.
    Forbidden,
    /// There is no such thing.
    Missing,
    /// It is not asked for in this way.
    Method,
    /// The request is too large.
    TooLarge,
    /// Another studio keeps its labels in the same file.
    Busy,
    /// The labels in the file are of other data.
    OtherData,
    /// The port is taken.
    Port,
    /// The file of labels cannot be read or written.
    File,
    /// Something else failed.
    Failed,
}

impl StudioError {
    /// Of a kind.
    pub fn new(kind: Kind, what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { kind, what: what.into(), help: help.into() }
    }

    /// What was asked makes no sense.
    pub(crate) fn request(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(Kind::Request, what, help)
    }

    /// Something failed that nobody asked for.
    pub(crate) fn failed(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(Kind::Failed, what, help)
    }
}

impl std::fmt::Display for StudioError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.what)
    }
}

impl std::error::Error for StudioError {}

impl From<halflit::Error> for StudioError {
    fn from(error: halflit::Error) -> Self {
        Self::failed(error.what(), error.help())
    }
}

impl From<halflit_io::IoError> for StudioError {
    fn from(error: halflit_io::IoError) -> Self {
        Self::failed(error.to_string(), error.help())
    }
}

#[cfg(feature = "report")]
impl From<halflit_report::Error> for StudioError {
    fn from(error: halflit_report::Error) -> Self {
        Self::failed(
            format!("the report could not be drawn: {error}"),
            "export the map as a table instead",
        )
    }
}
