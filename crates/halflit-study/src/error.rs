//! What can go wrong in a study.

use std::path::PathBuf;

/// Result of this crate.
pub type Result<T> = std::result::Result<T, StudyError>;

/// What can go wrong in a study; every message says what, where and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The library refused something.
    #[error(transparent)]
    Learner(#[from] halflit::Error),
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] halflit_io::IoError),
    /// A picture or page could not be made.
    #[error(transparent)]
    Report(#[from] halflit_report::Error),
    /// A file could not be read or written.
    #[error("{path}: {}", reason(.source), path = .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file does not hold what it should.
    #[error("{path}: {reason}", path = .path.display())]
    Content {
        /// Which.
        path: PathBuf,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// A journal is open in another run.
    #[error("{path}: another run is writing there", path = .path.display())]
    Busy {
        /// Which.
        path: PathBuf,
    },
    /// A journal was begun by a run whose records cannot be used in this one.
    #[error("{path}: {reason}", path = .path.display())]
    OtherRun {
        /// Which.
        path: PathBuf,
        /// What differs, with both values.
        reason: String,
    },
}

impl StudyError {
    pub(crate) fn file(path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        StudyError::File { path: path.into(), source }
    }

    pub(crate) fn other_run(path: impl Into<PathBuf>, reason: impl Into<String>) -> Self {
        StudyError::OtherRun { path: path.into(), reason: reason.into() }
    }

    pub(crate) fn content(path: impl Into<PathBuf>, reason: impl Into<String>) -> Self {
        StudyError::Content { path: path.into(), reason: reason.into() }
    }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".into(),
        std::io::ErrorKind::NotADirectory => "is not a folder".into(),
        _ => error.to_string(),
    }
}
