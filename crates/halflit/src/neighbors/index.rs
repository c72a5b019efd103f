//! One way to ask for nearest rows, however they are found.

use serde::{Deserialize, Serialize};

use super::approximate::{Approximate, CellAnswer};
use super::tree::Tree;
use super::{Exact, Metric, Neighbor, Queries, Search};
use crate::data::Samples;
use crate::error::Result;

/// Nearest rows among some rows of samples.
///
/// ```
/// use halflit::{Samples, neighbors::{Index, Metric, Queries, Search}};
///
/// let samples = Samples::from_rows(&[[0.0], [1.0], [3.0]])?;
/// let index = Index::new(&samples, Metric::Euclidean, Search::Auto)?;
/// let found = index.nearest(Queries::Rows(&[0, 2]), 1)?;
/// assert_eq!((found.nearest[0][0].row, found.nearest[1][0].row), (1, 1));
/// assert_eq!(found.searched.search, Search::Tree);
/// # Ok::<(), halflit::Error>(())
/// ```
pub struct Index<'a> {
    exact: Exact<'a>,
    finder: Finder,
}

enum Finder {
    Exact,
    Tree(Tree),
    Approximate(Approximate),
}

/// The answer of an index.
#[derive(Debug, Clone, PartialEq)]
pub struct NearestRows {
    /// The nearest rows of every query, nearest first, equal distances by the lower row.
    pub nearest: Vec<Vec<Neighbor>>,
    /// How they were found.
    pub searched: Searched,
}

/// The record of a search for nearest rows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Searched {
    /// By which search; never [`Search::Auto`].
    pub search: Search,
    /// The share of true nearest rows among those found: 1 where the search is exact, else as measured on some hundred rows.
    pub recall: f64,
}

impl<'a> Index<'a> {
    /// Indexes every row.
    ///
    /// # Errors
    /// As [`Index::over`].
    pub fn new(samples: &'a Samples<'a>, metric: Metric, search: Search) -> Result<Self> {
        Self::over(samples, metric, (0..samples.rows()).collect(), search)
    }

    /// Indexes the chosen rows, given in ascending order.
    ///
    /// # Errors
    /// As [`Exact::new`], and [`Error::Incompatible`](crate::Error::Incompatible) where the search does not know the metric
    /// or the samples are sparse and vast.
    pub fn over(
        samples: &'a Samples<'a>,
        metric: Metric,
        rows: Vec<usize>,
        search: Search,
    ) -> Result<Self> {
        let search = search.resolve(samples, rows.len(), metric)?;
        let exact = Exact::over(samples, metric, rows)?;
        let finder = match search {
            _ if exact.references().rows() < 2 => Finder::Exact,
            Search::Tree => Finder::Tree(Tree::new(exact.references())),
            Search::Approximate => Finder::Approximate(Approximate::new(&exact)?),
            Search::Exact | Search::Auto => Finder::Exact,
        };
        Ok(Self { exact, finder })
    }

    /// The `k` nearest indexed rows of every query. Where fewer than `k` rows can answer, all of them.
    ///
    /// # Errors
    /// As [`Exact::nearest`].
    pub fn nearest(&self, queries: Queries<'_>, k: usize) -> Result<NearestRows> {
        let by = |search, recall| Searched { search, recall };
        match &self.finder {
            Finder::Exact => {}
            Finder::Tree(tree) => {
                let nearest = tree.nearest(&self.exact, queries, k)?;
                return Ok(NearestRows { nearest, searched: by(Search::Tree, 1.0) });
            }
            Finder::Approximate(cells) => {
                if let Some(answer) = cells.nearest(&self.exact, queries, k)? {
                    let CellAnswer { nearest, recall } = answer;
                    return Ok(NearestRows { nearest, searched: by(Search::Approximate, recall) });
                }
            }
        }
        let nearest = self.exact.nearest(queries, k)?;
        Ok(NearestRows { nearest, searched: by(Search::Exact, 1.0) })
    }

    /// The distance from a row of the samples to the nearest indexed row that does not coincide with it.
    pub(crate) fn smallest_positive(&self, row: usize) -> Result<Option<f64>> {
        self.exact.smallest_positive(row)
    }
}
