//! Rows made ready for many distances: a whole tile of them from one matrix product, with a bound on its error.

use std::ops::Range;

use crate::dense::{MatMut, MatRef};

use super::metric::{Metric, squared_euclidean};
use crate::data::Samples;
use crate::error::Result;
use crate::lanes::wide;
use crate::matrix::RowMatrix;
use crate::products::{Accum, multiply};

/// Pairs closer than this, relative to their squared lengths, are measured again by direct differences.
const NEAR: f64 = 1e-3;

/// Rows under a metric that is a function of ‖x − y‖².
///
/// ‖x − y‖² = ‖x‖² + ‖y‖² − 2⟨x, y⟩ loses digits where x and y are long and close, so rows are centred first, the
/// error is bounded, and callers that need every digit ask for [`Points::direct_squared`].
pub(crate) struct Points<'a> {
    /// As given, or normalised for the cosine: what direct differences see.
    original: Samples<'a>,
    /// Subtracted before products, tile by tile, so that no second copy of the data is held.
    center: Vec<f64>,
    /// The centred rows, where they are kept after all.
    kept: Option<RowMatrix<'static>>,
    /// Squared lengths of the centred rows.
    norms: Vec<f64>,
}

/// Buffer for one tile of squared distances: column i (a query) holds the references contiguously.
#[derive(Default)]
pub(crate) struct Tile {
    values: Vec<f64>,
    height: usize,
    /// Centred queries and references.
    queries: Vec<f64>,
    references: Vec<f64>,
}

impl Tile {
    /// The values of query `i`.
    pub(crate) fn column_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.values[i * self.height..(i + 1) * self.height]
    }

    /// The values of query `i`.
    pub(crate) fn column(&self, i: usize) -> &[f64] {
        &self.values[i * self.height..(i + 1) * self.height]
    }

    /// All columns as a matrix of references × queries.
    pub(crate) fn as_mat(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.values, self.height, self.width())
    }

    fn width(&self) -> usize {
        self.values.len().checked_div(self.height).unwrap_or(0)
    }

    /// Makes room for `height` references and `width` queries.
    pub(crate) fn resize(&mut self, height: usize, width: usize) {
        self.height = height;
        self.values.resize(height * width, 0.0);
    }
}

impl<'a> Points<'a> {
    /// Prepares rows around `center`; two sets to be compared share one centre.
    pub(crate) fn new(rows: Samples<'a>, center: &[f64]) -> Self {
        let norm = |i: usize| {
            let row = rows.row(i);
            row.iter().zip(center).map(|(x, c)| (x - c) * (x - c)).sum::<f64>()
        };
        let norms = (0..rows.rows()).map(norm).collect();
        Self { original: rows, center: center.to_vec(), kept: None, norms }
    }

    /// These points with centred rows kept, where they are at most so many numbers: for callers that meet each row many times.
    pub(crate) fn kept(mut self, most: usize) -> Self {
        let (rows, columns) = (self.original.rows(), self.original.columns());
        if rows * columns <= most {
            let mut values = Vec::new();
            self.original.centered_block(0..rows, &self.center, &mut values);
            self.kept = Some(RowMatrix::new(values, rows, columns));
        }
        self
    }

    /// Some centred rows, put into `room` where they are not kept.
    fn centered<'r>(&'r self, rows: Range<usize>, room: &'r mut Vec<f64>) -> MatRef<'r, f64> {
        match &self.kept {
            Some(kept) => kept.tile(rows),
            None => {
                let count = rows.len();
                self.original.centered_block(rows, &self.center, room);
                MatRef::from_row_major_slice(room, count, self.center.len())
            }
        }
    }

    /// Prepares samples under `metric`, which must be a product metric, around their mean.
    pub(crate) fn of_samples(samples: &'a Samples<'_>, metric: Metric) -> Result<Self> {
        Ok(Self::new(metric_rows(samples, metric)?, &metric_center(samples, metric)))
    }

    /// Prepares other samples around the centre of `reference`.
    pub(crate) fn around(
        samples: &'a Samples<'_>,
        metric: Metric,
        reference: &Points<'_>,
    ) -> Result<Self> {
        Ok(Self::new(metric_rows(samples, metric)?, &reference.center))
    }

    /// The rows as direct differences see them.
    pub(super) fn samples(&self) -> &Samples<'a> {
        &self.original
    }

    /// What is subtracted before products.
    pub(super) fn center(&self) -> &[f64] {
        &self.center
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.norms.len()
    }

    /// Squared lengths of the centred rows.
    pub(crate) fn norms(&self) -> &[f64] {
        &self.norms
    }

    /// ‖x_i − y_j‖² by direct differences.
    pub(crate) fn direct_squared(&self, i: usize, other: &Points<'_>, j: usize) -> f64 {
        squared_euclidean(&self.original.row(i), &other.original.row(j))
    }

    /// Approximate ‖x_i − y_j‖² for queries i of `self` and references j of `other`, possibly slightly negative.
    /// Each is within [`Points::error`] · (‖x_i‖² + ‖y_j‖²) of the truth.
    pub(crate) fn squared_tile(
        &self,
        queries: Range<usize>,
        other: &Points<'_>,
        references: Range<usize>,
        tile: &mut Tile,
    ) {
        let (height, width) = (references.len(), queries.len());
        tile.resize(height, width);
        let x = self.centered(queries.clone(), &mut tile.queries);
        let y = other.centered(references.clone(), &mut tile.references);
        let out = MatMut::from_column_major_slice_mut(&mut tile.values, height, width);
        multiply(out, Accum::Replace, y, x.transpose(), -2.0);
        let (x_norms, y_norms) = (&self.norms[queries], &other.norms[references]);
        wide!(|| {
            for (column, x_norm) in tile.values.chunks_exact_mut(height).zip(x_norms) {
                for (value, y_norm) in column.iter_mut().zip(y_norms) {
                    *value += x_norm + y_norm;
                }
            }
        });
    }

    /// ‖x_i − y_j‖² to about 1e-12: as [`Points::squared_tile`], with pairs that are close relative to their lengths
    /// measured again by direct differences.
    pub(crate) fn accurate_squared_tile(
        &self,
        queries: Range<usize>,
        other: &Points<'_>,
        references: Range<usize>,
        tile: &mut Tile,
    ) {
        self.squared_tile(queries.clone(), other, references.clone(), tile);
        let norms = &other.norms[references.clone()];
        for (position, i) in queries.enumerate() {
            let (column, norm) = (tile.column_mut(position), self.norms[i]);
            if !any_near(column, norm, norms) {
                continue;
            }
            for (position, value) in column.iter_mut().enumerate() {
                if *value < NEAR * (norm + norms[position]) {
                    *value = self.direct_squared(i, other, references.start + position);
                }
            }
        }
    }

    /// Relative error bound of [`Points::squared_tile`]: d0 products and a few roundings, doubled to be safe.
    pub(crate) fn error(&self) -> f64 {
        4.0 * (self.center.len() as f64 + 8.0) * f64::EPSILON
    }
}

/// Whether a column holds a pair that is to be measured again; vectorised, as it is asked for every pair.
fn any_near(column: &[f64], norm: f64, norms: &[f64]) -> bool {
    wide!(|| {
        let near = |(value, other): (&f64, &f64)| u64::from(*value < NEAR * (norm + other));
        column.iter().zip(norms).map(near).sum::<u64>() > 0
    })
}

/// The rows that direct differences see: as given, or of unit length for the cosine.
pub(crate) fn metric_rows<'s>(samples: &'s Samples<'_>, metric: Metric) -> Result<Samples<'s>> {
    match metric {
        Metric::Cosine => samples.borrowed().of_unit_length(),
        _ => Ok(samples.borrowed()),
    }
}

/// The centre to subtract before products; unit vectors need none.
pub(crate) fn metric_center(samples: &Samples<'_>, metric: Metric) -> Vec<f64> {
    match metric {
        Metric::Cosine => vec![0.0; samples.columns()],
        _ => samples.means(),
    }
}
