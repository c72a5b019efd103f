//! Which search finds the nearest rows.

use serde::{Deserialize, Serialize};

use super::metric::Metric;
use crate::data::{Outline, Samples};
use crate::error::{Error, Result};
use crate::names::named;

/// Up to so many columns a tree is quicker than every pair, even where rows lie in all directions alike: 200 000 rows of 6 columns
/// take twice the time of cells, of 10 columns twenty times.
const TREE_COLUMNS: usize = 6;
/// Columns up to which a tree is taken where a product does not bound the distance, so that every pair is slow.
const TREE_COLUMNS_WITHOUT_PRODUCT: usize = 12;
/// Up to so many rows every pair is looked at, so that nothing is approximate where it need not be.
const EXACT_ROWS: usize = 20_000;

/// The search for nearest rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Search {
    /// Every pair where samples are sparse. Else the tree for up to 6 columns (12 under the Manhattan and Chebyshev metrics), else every pair of up to 20 000 rows, else
    /// approximate.
    #[default]
    Auto,
    /// Every pair.
    Exact,
    /// A k-d tree: the same answer.
    Tree,
    /// Cells of near rows, as many as hold 0.97 of the nearest rows of some rows, for which they are known. Where cells would not
    /// find 0.95 of them every pair is looked at.
    Approximate,
}

named!(Search, "search", {
    "auto" => Auto, "tree up to 6 columns, else exact up to 20,000 rows, else approximate";
    "exact" => Exact, "every pair of rows";
    "tree" => Tree, "a k-d tree, which finds the same rows";
    "approximate" => Approximate, "cells of near rows, which miss one in twenty at most";
});

impl Search {
    /// Whether it is left open.
    pub(crate) fn is_auto(&self) -> bool {
        *self == Search::Auto
    }

    /// The search for so many rows of some samples; never [`Search::Auto`]. Sparse rows have an exact search of their own, which
    /// writes no zeros out. Where cells would miss too much, the approximate search
    /// looks at every pair nevertheless.
    ///
    /// # Errors
    /// [`Error::Incompatible`] where the search does not know the metric, or would write vast sparse samples out.
    pub fn resolve(self, samples: &Samples<'_>, rows: usize, metric: Metric) -> Result<Self> {
        self.resolve_for(&Outline { rows, ..samples.outline() }, metric)
    }

    /// The search for samples that are not there yet.
    pub(crate) fn resolve_for(self, outline: &Outline, metric: Metric) -> Result<Self> {
        let Outline { rows, columns, sparse, .. } = *outline;
        let refused = |with, help| Err(Error::Incompatible { parameter: "search", with, help });
        let most = match metric.is_product() {
            true => TREE_COLUMNS,
            false => TREE_COLUMNS_WITHOUT_PRODUCT,
        };
        match (self, metric) {
            (Search::Tree | Search::Approximate, Metric::Precomputed) => {
                refused("precomputed distances unless it is exact", "use the exact one, or none")
            }
            (Search::Approximate, metric) if !metric.is_product() => refused(
                "the manhattan and chebyshev metrics where it is approximate",
                "use the exact one or a tree, or another metric",
            ),
            (Search::Tree | Search::Approximate, _) if outline.is_vast() => refused(
                "sparse samples of this size unless it is exact",
                "use the exact one, or none",
            ),
            (Search::Auto, Metric::Precomputed) => Ok(Search::Exact),
            (Search::Auto, _) if sparse => Ok(Search::Exact),
            (Search::Auto, _) if columns <= most => Ok(Search::Tree),
            (Search::Auto, metric) if rows > EXACT_ROWS && metric.is_product() => {
                Ok(Search::Approximate)
            }
            (Search::Auto, _) => Ok(Search::Exact),
            _ => Ok(self),
        }
    }
}
