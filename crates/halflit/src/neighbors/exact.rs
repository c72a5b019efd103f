//! Exact nearest neighbours by brute force.

use super::metric::Metric;
use super::points::{Points, metric_center, metric_rows};
use super::search::{DirectRows, Distances, ProductRows, nearest};
use super::sparse::SparseRows;
use super::{Neighbor, Queries, coarse};
use crate::data::Samples;
use crate::error::{Error, Result};

/// Brute force over products, in f32 where that tells enough, refined by direct differences in f64: 2·n·m·d0 flops for n queries
/// on m rows.
///
/// ```
/// use halflit::{Samples, neighbors::{Exact, Metric, Queries}};
///
/// let samples = Samples::from_rows(&[[0.0], [1.0], [3.0]])?;
/// let index = Exact::new(&samples, Metric::Euclidean)?;
/// let nearest = index.nearest(Queries::Rows(&[0, 2]), 1)?;
/// assert_eq!((nearest[0][0].row, nearest[1][0].row), (1, 1));
/// # Ok::<(), halflit::Error>(())
/// ```
pub struct Exact<'a> {
    samples: &'a Samples<'a>,
    metric: Metric,
    /// Which rows of the samples answer, ascending.
    rows: Vec<usize>,
    /// These rows as the metric sees them.
    references: Samples<'a>,
}

impl<'a> Exact<'a> {
    /// Indexes every row.
    ///
    /// # Errors
    /// [`Error::ZeroRow`] under the cosine metric, [`Error::NoDistances`] where precomputed ones are missing.
    pub fn new(samples: &'a Samples<'a>, metric: Metric) -> Result<Self> {
        Self::over(samples, metric, (0..samples.rows()).collect())
    }

    /// Indexes the chosen rows, given in ascending order.
    ///
    /// # Errors
    /// As [`Exact::new`].
    pub fn over(samples: &'a Samples<'a>, metric: Metric, rows: Vec<usize>) -> Result<Self> {
        if metric == Metric::Precomputed {
            samples.distances()?;
        }
        let references = metric_rows(samples, metric)?;
        let references = match rows.len() == samples.rows() {
            true => references,
            false => references.gather(&rows),
        };
        Ok(Self { samples, metric, rows, references })
    }

    pub(super) fn metric(&self) -> Metric {
        self.metric
    }

    /// The indexed rows as the metric sees them.
    pub(super) fn references(&self) -> &Samples<'a> {
        &self.references
    }

    /// The row of the samples at a position in the index.
    pub(super) fn row(&self, position: usize) -> usize {
        self.rows[position]
    }

    /// The position in the index of a row of the samples.
    pub(super) fn position(&self, row: usize) -> Option<usize> {
        self.rows.binary_search(&row).ok()
    }

    /// The distance between two indexed rows by their position in the index.
    pub(crate) fn distance(&self, i: usize, j: usize) -> f64 {
        match (self.metric, self.samples.distances()) {
            (Metric::Precomputed, Ok(distances)) => distances.row(self.rows[i])[self.rows[j]],
            _ => match SparseRows::of(&self.references, &self.references, self.metric) {
                Some(sparse) => sparse.distance(i, j),
                None => self.metric.direct(&self.references.row(i), &self.references.row(j)),
            },
        }
    }

    /// The distance from a row of the samples to the nearest indexed row that does not coincide with it.
    pub(crate) fn smallest_positive(&self, row: usize) -> Result<Option<f64>> {
        let distances: Vec<f64> = match self.metric {
            Metric::Precomputed => {
                let from = self.samples.distances()?.row(row);
                self.rows.iter().map(|&j| from[j]).collect()
            }
            metric => {
                let row = [row];
                let x = self.queries(Queries::Rows(&row))?;
                let count = self.references.rows();
                (0..count).map(|j| metric.direct(&x.row(0), &self.references.row(j))).collect()
            }
        };
        Ok(distances.into_iter().filter(|&d| d > 0.0).min_by(f64::total_cmp))
    }

    /// The queries as the metric sees them.
    pub(super) fn queries<'q>(&'q self, queries: Queries<'q>) -> Result<Samples<'q>> {
        match queries {
            Queries::Rows(rows) if self.is_all(rows) => Ok(self.references.borrowed()),
            Queries::Rows(rows) => Ok(metric_rows(self.samples, self.metric)?.gather(rows)),
            Queries::Points(points) if points.columns() != self.samples.columns() => {
                let (expected, found) = (self.samples.columns(), points.columns());
                Err(Error::ColumnCount { expected, found })
            }
            Queries::Points(points) => metric_rows(points, self.metric),
        }
    }

    /// Whether these are all indexed rows, in their order.
    pub(super) fn is_all(&self, rows: &[usize]) -> bool {
        rows == self.rows
    }

    /// The `k` nearest indexed rows of every query, nearest first, equal distances by the lower row. Where fewer than `k`
    /// rows can answer, all of them.
    ///
    /// # Errors
    /// Whatever makes the distance undefined, such as a zero row under the cosine metric.
    pub fn nearest(&self, queries: Queries<'_>, k: usize) -> Result<Vec<Vec<Neighbor>>> {
        let own: Option<&[usize]> = match queries {
            Queries::Rows(rows) => Some(rows),
            Queries::Points(_) => None,
        };
        let answer = |distances: &dyn Distances| nearest(distances, &self.rows, own, k);
        if self.metric == Metric::Precomputed {
            let rows = own.ok_or(Error::NoDistances)?;
            let distances = self.samples.distances()?;
            let direct = |i: usize, j: usize| distances.row(rows[i])[self.rows[j]];
            return answer(&DirectRows { queries: rows.len(), distance: direct });
        }
        let points = self.queries(queries)?;
        if let Some(sparse) = SparseRows::of(&points, &self.references, self.metric) {
            return sparse.nearest(&self.rows, own, k);
        }
        if !self.metric.is_product() {
            let metric = self.metric;
            let direct =
                |i: usize, j: usize| metric.direct(&points.row(i), &self.references.row(j));
            return answer(&DirectRows { queries: points.rows(), distance: direct });
        }
        let center = metric_center(self.samples, self.metric);
        let references = Points::new(self.references.borrowed(), &center);
        let other;
        let queries = match own {
            Some(rows) if self.is_all(rows) => &references,
            _ => {
                other = Points::new(points, &center);
                &other
            }
        };
        let distances = ProductRows { queries, references: &references, metric: self.metric };
        match coarse::worthwhile(queries.rows(), references.rows()) {
            true => coarse::nearest(&distances, &self.rows, own, k),
            false => answer(&distances),
        }
    }
}
