//! Views that are inner products of a few numbers of every row, and maps that are linear in those numbers.
//!
//! Principal coordinates and eigenmaps stand side by side, Φ = [P, E₄, E₁₀] for each way to take the columns; a view is the first m
//! columns of one of these blocks. So any mixture of such views is Φ diag(ω) Φᵀ, and a learner on it needs no kernel.

use crate::dense::{Mat, MatRef};

use super::{Views, ViewsMap};
use crate::error::Result;
use crate::matrix::{RowMatrix, tall_product};

/// A view as part of Φ: the columns from `start` on, `axes` of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prefix {
    pub(crate) start: usize,
    pub(crate) axes: usize,
}

impl Views<'_> {
    fn blocks(&self) -> Vec<&RowMatrix<'static>> {
        self.sides.iter().flat_map(|side| side.blocks()).collect()
    }

    /// Where every view lies in Φ; none for one that is no part of it.
    pub(crate) fn prefixes(&self) -> Vec<Option<Prefix>> {
        let mut start = 0;
        let mut all = Vec::new();
        for side in &self.sides {
            let widths: Vec<usize> = side.blocks().iter().map(|block| block.columns()).collect();
            for view in side.views() {
                let place = side.prefix(&view).map(|(block, axes)| Prefix {
                    start: start + widths[..block].iter().sum::<usize>(),
                    axes,
                });
                all.push(place);
            }
            start += widths.iter().sum::<usize>();
        }
        all
    }

    /// Φ of some rows.
    pub(crate) fn features(&self, rows: &[usize]) -> Mat<f64> {
        let blocks = self.blocks();
        let width = blocks.iter().map(|block| block.columns()).sum();
        let mut features = Mat::zeros(rows.len(), width);
        let mut start = 0;
        for block in blocks {
            for (i, &row) in rows.iter().enumerate() {
                let values = block.row(row).iter().enumerate();
                values.for_each(|(j, &value)| features[(i, start + j)] = value);
            }
            start += block.columns();
        }
        features
    }

    /// The variance of every view over some rows, times n/(n − 1).
    pub(super) fn feature_variances(&self, rows: &[usize]) -> Vec<f64> {
        let (features, n) = (self.features(rows), rows.len() as f64);
        let column = |j: usize| {
            let mean = features.col(j).iter().sum::<f64>() / n;
            features.col(j).iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0)
        };
        let columns: Vec<f64> = (0..features.ncols()).map(column).collect();
        let of = |prefix: Option<Prefix>| {
            prefix.map_or(0.0, |own| columns[own.start..own.start + own.axes].iter().sum())
        };
        self.prefixes().into_iter().map(of).collect()
    }

    /// Φ W − offset of every row that was given: n × d.
    pub(crate) fn along(&self, weights: MatRef<'_, f64>, offset: &[f64]) -> RowMatrix<'static> {
        let (n, d) = (self.samples.rows(), weights.ncols());
        let mut sums: Vec<f64> = offset.iter().map(|offset| -offset).cycle().take(n * d).collect();
        let mut start = 0;
        for block in self.blocks() {
            let part = tall_product(block, weights.subrows(start, block.columns()));
            sums.iter_mut().zip(part.values()).for_each(|(sum, value)| *sum += value);
            start += block.columns();
        }
        // Copies of a row lie where the first of them does, as they will for a model.
        let points = RowMatrix::new(sums, n, d);
        match self.first_alike() {
            first if first.iter().take(n).enumerate().all(|(row, &own)| row == own) => points,
            first => points.gather(&first[..n]),
        }
    }

    /// x ↦ φ(x) W − offset, without the views.
    pub(crate) fn collapse_features(
        &self,
        weights: MatRef<'_, f64>,
        offset: Vec<f64>,
    ) -> Result<ViewsMap> {
        let mut start = 0;
        let sides = self.sides.iter().map(|side| {
            let width = side.blocks().iter().map(|block| block.columns()).sum();
            let own = weights.subrows(start, width);
            start += width;
            side.collapse_features(own)
        });
        Ok(ViewsMap {
            sides: sides.collect(),
            training: self.written.clone().into_owned().without_distances(),
            anchors: Vec::new(),
            coefficients: RowMatrix::new(Vec::new(), 0, weights.ncols()),
            offset,
        })
    }
}
