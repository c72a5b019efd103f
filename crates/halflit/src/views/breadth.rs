//! How many ways there are to look at the rows.

use serde::{Deserialize, Serialize};

use crate::names::named;

/// Which views are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Breadth {
    /// All of them.
    #[default]
    Full,
    /// Those that are inner products of a few numbers of every row: principal axes and eigenmaps. A new label then takes
    /// milliseconds even with 100,000 rows, for a little less accuracy.
    Thin,
}

named!(Breadth, "breadth of views", {
    "full" => Full, "every view";
    "thin" => Thin, "principal axes and eigenmaps alone: quick to fit again with one more label, a little less accurate";
});
