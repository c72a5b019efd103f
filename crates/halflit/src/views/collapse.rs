//! What is left of the views of one side once the rows that a map is made of are summed over.

use crate::dense::{Mat, MatRef};

use super::map::{GraphMap, SideMap};
use super::near_graph::weighed_sum;
use super::side::Side;
use super::view::{GRAPHS, REACHES, View, graph_at, reach_at};
use crate::error::Result;
use crate::matrix::{RowMatrix, add_scaled, product, tall_product};
use crate::projection::Projection;

impl Side<'_> {
    /// x ↦ φ(x) W, φ being its blocks side by side.
    pub(super) fn collapse_features(&self, weights: MatRef<'_, f64>) -> SideMap {
        let first = self.look.axes.ncols();
        let linear = product(self.look.axes.as_ref(), weights.subrows(0, first));
        let mut start = first;
        let graphs = self.graphs.iter().zip(GRAPHS).map(|(graph, neighbors)| {
            let width = graph.eigenmaps.columns();
            start += width;
            let own = weights.subrows(start - width, width);
            let (potential, reaches) = (tall_product(&graph.eigenmaps, own), graph.reaches.clone());
            GraphMap { neighbors, potential, reaches }
        });
        SideMap {
            columns: self.columns,
            lens: self.look.lens.clone(),
            linear: Projection::new(self.look.mean.clone(), linear.as_ref()),
            widths: RowMatrix::new(Vec::new(), 0, 2),
            absolute_widths: RowMatrix::new(Vec::new(), 0, 2),
            graphs: graphs.collect(),
            scales: self.scales.clone(),
        }
    }

    /// x ↦ Σ_v w_v Σ_i k_v(x, x_i) c_i for anchors i with coefficients c, one row each: what is left of every view once its
    /// anchors are summed over. `weights` has one entry for each view; nothing is left of one that has none.
    pub(super) fn collapse(
        &self,
        weights: &[f64],
        anchors: &[usize],
        coefficients: MatRef<'_, f64>,
    ) -> Result<SideMap> {
        let d = coefficients.ncols();
        let mut linear = Mat::<f64>::zeros(self.look.mean.len(), d);
        let mut principal = vec![0.0; self.look.axes.ncols()];
        let (mut widths, mut absolute_widths) = (Vec::new(), Vec::new());
        let mut eigenmaps: Vec<Vec<f64>> =
            self.graphs.iter().map(|graph| vec![0.0; graph.eigenmaps.columns()]).collect();
        let mut reaches = [[0.0; REACHES.len()]; GRAPHS.len()];
        let weighed = self.views().into_iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
        for (view, &weight) in weighed {
            match view {
                View::Linear => {
                    let all: Vec<usize> = (0..self.look.mean.len()).collect();
                    let rows = self.look.samples.gather(anchors).centered(&self.look.mean, &all);
                    let sum = product(rows.as_mat().transpose(), coefficients);
                    add_scaled(&mut linear, weight, sum.as_ref());
                }
                View::Principal { axes } => add_to(&mut principal[..axes], weight),
                View::Rbf { width } => widths.extend([width * self.scale, weight]),
                View::Laplace { width } => {
                    let scale = self.absolute_scale.unwrap_or(1.0);
                    absolute_widths.extend([width * scale, weight]);
                }
                View::Eigenmaps { neighbors, axes } => {
                    add_to(&mut eigenmaps[graph_at(neighbors)][..axes], weight);
                }
                View::Spreading { neighbors, reach } => {
                    reaches[graph_at(neighbors)][reach_at(reach)] = weight;
                }
            }
        }
        let along = weighed_sum(&self.look.principal, anchors, &principal, coefficients);
        add_scaled(&mut linear, 1.0, product(self.look.axes.as_ref(), along.as_ref()).as_ref());
        let parts = self.graphs.iter().zip(GRAPHS).zip(eigenmaps.iter().zip(reaches));
        let graphs = parts
            .filter(|(_, (axes, reaches))| axes.iter().chain(reaches).any(|&weight| weight > 0.0))
            .map(|((graph, neighbors), (axes, reaches))| {
                let potential = graph.potential(anchors, coefficients, axes, reaches)?;
                Ok(GraphMap { neighbors, potential, reaches: graph.reaches.clone() })
            })
            .collect::<Result<Vec<_>>>()?;
        Ok(SideMap {
            columns: self.columns,
            lens: self.look.lens.clone(),
            linear: Projection::new(self.look.mean.clone(), linear.as_ref()),
            widths: rows_of_two(widths),
            absolute_widths: rows_of_two(absolute_widths),
            scales: if graphs.is_empty() { Vec::new() } else { self.scales.clone() },
            graphs,
        })
    }
}

fn rows_of_two(values: Vec<f64>) -> RowMatrix<'static> {
    let rows = values.len() / 2;
    RowMatrix::new(values, rows, 2)
}

fn add_to(sums: &mut [f64], value: f64) {
    sums.iter_mut().for_each(|sum| *sum += value);
}
