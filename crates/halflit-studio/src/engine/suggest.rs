//! Which rows to label next, as the page is told.

use serde::Serialize;

/// A row to label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Suggestion {
    pub(crate) row: usize,
    pub(crate) why: String,
    /// Whether its label is kept apart.
    pub(crate) check: bool,
}

impl From<&halflit::suggest::Suggestion> for Suggestion {
    fn from(own: &halflit::suggest::Suggestion) -> Self {
        Self { row: own.row, why: own.reason.to_string(), check: own.is_check() }
    }
}
