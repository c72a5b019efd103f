//! The graph of the k nearest rows, its eigenmaps, and labels that spread along it.

use std::sync::Arc;

use crate::dense::{Mat, MatRef};

use super::adjacency::Adjacency;
use super::engine::Engine;
use super::near;
use super::spectrum::GraphSpectrum;
use super::view::{AXES, REACHES};
use crate::error::Result;
use crate::graph::Graph;
use crate::matrix::{RowMatrix, product, tall_product};
use crate::neighbors::Neighbor;

/// One graph of one side.
#[derive(Debug, Clone)]
pub(super) struct NearGraph {
    pub(super) eigenmaps: RowMatrix<'static>,
    pub(super) spectrum: GraphSpectrum,
    /// How far the k-th nearest row of every row is.
    pub(super) reaches: Vec<f64>,
}

impl NearGraph {
    pub(super) fn new(
        engine: &Arc<dyn Engine>,
        nearest: &[Vec<Neighbor>],
        scales: &[f64],
        k: usize,
    ) -> Result<Self> {
        let graph: Graph = near::graph(nearest, scales, k);
        // One more than the maps, as the constant one is not used.
        let most = AXES[AXES.len() - 1];
        let spectrum = GraphSpectrum::new(engine.clone(), Adjacency::new(&graph), most + 1)?;
        let reach = |near: &Vec<Neighbor>| near[k.min(near.len()) - 1].distance;
        let reaches = nearest.iter().map(reach).collect();
        Ok(Self { eigenmaps: spectrum.eigenmaps(most), spectrum, reaches })
    }

    /// What all rows have of the anchors through this graph: n × d.
    pub(super) fn potential(
        &self,
        anchors: &[usize],
        coefficients: MatRef<'_, f64>,
        axes: &[f64],
        reaches: [f64; REACHES.len()],
    ) -> Result<RowMatrix<'static>> {
        let along = weighed_sum(&self.eigenmaps, anchors, axes, coefficients);
        let maps = tall_product(&self.eigenmaps, along.as_ref());
        if reaches.iter().all(|&weight| weight == 0.0) {
            return Ok(maps);
        }
        let functions = REACHES.map(spreading);
        let function = |x: f64| -> f64 {
            functions.iter().zip(reaches).map(|(f, weight)| weight * f(x)).sum()
        };
        let spread = self.spectrum.of_rows(&function, anchors, coefficients)?;
        let sums =
            maps.values().iter().zip(spread.values()).map(|(a, b)| a + b).collect::<Vec<_>>();
        Ok(RowMatrix::new(sums, maps.rows(), maps.columns()))
    }
}

/// 1/(1 − a x): label spreading as a function of N.
pub(super) fn spreading(reach: f64) -> impl Fn(f64) -> f64 + Sync {
    move |x| 1.0 / (1.0 - reach * x)
}

/// diag(weights) Fᵀ C over the anchors, F being features of all rows.
pub(super) fn weighed_sum(
    features: &RowMatrix<'_>,
    anchors: &[usize],
    weights: &[f64],
    coefficients: MatRef<'_, f64>,
) -> Mat<f64> {
    let mut sum = product(features.gather(anchors).as_mat().transpose(), coefficients);
    for j in 0..sum.ncols() {
        (0..sum.nrows()).for_each(|i| sum[(i, j)] *= weights[i]);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::engine::Threads;
    use super::*;
    use crate::data::Samples;

    #[test]
    fn a_row_reaches_as_far_as_the_last_row_that_it_is_joined_to() -> Result<()> {
        // Rows on a line, farther and farther apart: the k-th nearest of the first is row k.
        let rows: Vec<[f64; 1]> = (0u8..40).map(|i| [f64::from(i).powi(2)]).collect();
        let samples = Samples::from_rows(&rows)?;
        let nearest = near::nearest(&samples, 10)?.nearest;
        let scales = near::scales(&samples, &nearest, 7)?;
        let engine: Arc<dyn Engine> = Arc::new(Threads);
        for (k, reach) in [(4, 16.0), (10, 100.0)] {
            assert_eq!(NearGraph::new(&engine, &nearest, &scales, k)?.reaches[0], reach);
        }
        Ok(())
    }
}
