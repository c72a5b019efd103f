//! What decides how samples are worked on, known before there are any.

/// Sparse samples of no more numbers than these, zeros included, may be written out.
const WRITTEN_OUT: usize = 1 << 22;

/// The size of samples and how they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Whether zeros are not stored.
    pub(crate) sparse: bool,
    /// Whether rows count more or less often than once.
    pub(crate) weighed: bool,
}

impl Outline {
    /// Whether samples are sparse and too many to be written out, zeros included, where that would be as good.
    pub(crate) fn is_vast(&self) -> bool {
        self.sparse && self.rows.saturating_mul(self.columns) > WRITTEN_OUT
    }
}
