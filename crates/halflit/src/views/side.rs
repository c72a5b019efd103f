//! One way to look at the columns, and everything that is made of it: axes, distances, graphs.

use std::sync::Arc;

use faer::{Mat, MatRef};

use super::adjacency::Adjacency;
use super::draw::drawn;
use super::engine::Engine;
use super::look::Look;
use super::map::{GraphMap, SideMap};
use super::scale::{AMONG, SCALE};
use super::spectrum::GraphSpectrum;
use super::{Breadth, Columns, View, near, scale};
use crate::error::Result;
use crate::graph::{Graph, exp_nonpositive};
use crate::matrix::{RowMatrix, add_scaled, product, tall_product};
use crate::neighbors::{
    Metric, NearestRows, Neighbor, Searched, absolute_distances, squared_distances,
};
use crate::projection::Projection;
use crate::threads::*;
use crate::watch;

/// m: how many axes the views of principal coordinates and eigenmaps have.
pub(super) const AXES: [usize; 5] = [2, 5, 10, 20, 30];
/// f: widths of the RBF views, as multiples of s.
pub(super) const WIDTHS: [f64; 4] = [1.0, 4.0, 16.0, 64.0];
/// k: nearest rows in the two graphs.
pub(super) const GRAPHS: [usize; 2] = [4, 10];
/// a: how far a label spreads.
pub(super) const REACHES: [f64; 3] = [0.9, 0.99, 0.999];
/// f: widths of the Laplace views, as multiples of s₁.
pub(super) const LAPLACE_WIDTHS: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];

/// What one way to look at the columns makes of all rows.
#[derive(Debug, Clone)]
pub(super) struct Side<'a> {
    pub(super) columns: Columns,
    look: Arc<Look<'a>>,
    /// s: the median squared distance to the 7th nearest row.
    scale: f64,
    /// s₁: the same of Σ |x_j − y_j|; none where there are no Laplace views.
    absolute_scale: Option<f64>,
    /// σ of every row; none where there are no graphs.
    scales: Vec<f64>,
    graphs: Vec<NearGraph>,
    breadth: Breadth,
    /// How nearest rows were found.
    pub(super) searched: Option<Searched>,
}

#[derive(Debug, Clone)]
struct NearGraph {
    eigenmaps: RowMatrix<'static>,
    spectrum: GraphSpectrum,
    /// How far the k-th nearest row of every row is.
    reaches: Vec<f64>,
}

impl<'a> Side<'a> {
    pub(super) fn new(
        look: Arc<Look<'a>>,
        columns: Columns,
        breadth: Breadth,
        engine: &Arc<dyn Engine>,
    ) -> Result<Self> {
        let NearestRows { nearest, searched } = look.nearest(&**engine)?;
        let (scales, searched) = (near::scales(&look.samples, nearest, SCALE)?, *searched);
        let watch = watch::current();
        let graph = |k| watch.enter(|| NearGraph::new(engine, nearest, &scales, k));
        let graphs = GRAPHS.into_par_iter().map(graph).collect::<Result<_>>()?;
        let scale = near::median(scales.iter().map(|s| s * s).collect());
        // In columns as they come the one with the largest unit would be all.
        let has_laplace = breadth == Breadth::Full && columns != Columns::Given;
        let absolute = || scale::absolute(&look.samples, &drawn(&look.samples, AMONG));
        let absolute_scale = has_laplace.then(absolute).transpose()?;
        let searched = Some(searched);
        Ok(Self { columns, look, scale, absolute_scale, scales, graphs, breadth, searched })
    }

    /// A side of all views but those of graphs; its scales are those of rows that were drawn.
    pub(super) fn without_graphs(
        look: Arc<Look<'a>>,
        columns: Columns,
        drawn: &[usize],
    ) -> Result<Self> {
        let scale = scale::squared(&look.samples, drawn)?;
        let absolute_scale = Some(scale::absolute(&look.samples, drawn)?);
        let (scales, graphs, breadth) = (Vec::new(), Vec::new(), Breadth::Full);
        Ok(Self { columns, look, scale, absolute_scale, scales, graphs, breadth, searched: None })
    }

    pub(super) fn look(&self) -> &Look<'a> {
        &self.look
    }

    /// The views that this data have: no more principal axes than their rank, no more eigenmaps than there are.
    pub(super) fn views(&self) -> Vec<View> {
        let up_to = |most: usize| AXES.into_iter().filter(move |&m| m <= most);
        let full = self.breadth == Breadth::Full;
        let mut views = Vec::new();
        views.extend(full.then_some(View::Linear));
        views.extend(up_to(self.look.axes.ncols()).map(|axes| View::Principal { axes }));
        views.extend(WIDTHS.iter().filter(|_| full).map(|&width| View::Rbf { width }));
        let laplace = LAPLACE_WIDTHS.iter().filter(|_| self.absolute_scale.is_some());
        views.extend(laplace.map(|&width| View::Laplace { width }));
        for (graph, neighbors) in self.graphs.iter().zip(GRAPHS) {
            let axes = up_to(graph.eigenmaps.columns());
            views.extend(axes.map(|axes| View::Eigenmaps { neighbors, axes }));
            let spreading = |&reach: &f64| View::Spreading { neighbors, reach };
            views.extend(REACHES.iter().filter(|_| full).map(spreading));
        }
        views
    }

    /// Kernel values between some rows and some columns for every view; zeros for one of no weight, where weights are given.
    pub(super) fn between(
        &self,
        rows: &[usize],
        columns: &[usize],
        weights: Option<&[f64]>,
    ) -> Result<Vec<Mat<f64>>> {
        let views = self.views();
        let asked: Vec<bool> = match weights {
            Some(weights) => weights.iter().map(|&weight| weight > 0.0).collect(),
            None => vec![true; views.len()],
        };
        let is_asked = |kind: &dyn Fn(&View) -> bool| {
            views.iter().zip(&asked).any(|(view, &asked)| asked && kind(view))
        };
        let squared = match is_asked(&|view| matches!(view, View::Rbf { .. })) {
            true => self.squared(rows, columns)?,
            false => RowMatrix::new(Vec::new(), 0, 0),
        };
        let absolute = match is_asked(&|view| matches!(view, View::Laplace { .. })) {
            true => self.absolute(rows, columns)?,
            false => RowMatrix::new(Vec::new(), 0, 0),
        };
        let watch = watch::current();
        let spread = |(graph, k): (&NearGraph, usize)| {
            let of_graph =
                |view: &View| matches!(view, View::Spreading { neighbors, .. } if *neighbors == k);
            if !is_asked(&of_graph) {
                return Ok(Vec::new());
            }
            let functions = REACHES.map(spreading);
            let functions: Vec<&(dyn Fn(f64) -> f64 + Sync)> =
                functions.iter().map(|f| f as _).collect();
            watch.enter(|| graph.spectrum.functions(&functions, rows, columns))
        };
        let graphs: Vec<(&NearGraph, usize)> = self.graphs.iter().zip(GRAPHS).collect();
        let spread: Vec<Vec<Mat<f64>>> =
            graphs.into_par_iter().map(spread).collect::<Result<_>>()?;
        let graph_at = |k: usize| GRAPHS.iter().position(|&own| own == k).unwrap_or(0);
        let bumps = |distances: &RowMatrix<'_>, width: f64| {
            Mat::from_fn(rows.len(), columns.len(), |i, j| {
                exp_nonpositive(-distances.row(i)[j] / width)
            })
        };
        let value = |view: &View| match *view {
            View::Linear => {
                let centered = |rows: &[usize]| {
                    let all: Vec<usize> = (0..self.look.mean.len()).collect();
                    self.look.samples.gather(rows).centered(&self.look.mean, &all)
                };
                products(&centered(rows), &centered(columns), self.look.mean.len())
            }
            View::Principal { axes } => products(
                &self.look.principal.gather(rows),
                &self.look.principal.gather(columns),
                axes,
            ),
            View::Rbf { width } => bumps(&squared, width * self.scale),
            View::Laplace { width } => bumps(&absolute, width * self.absolute_scale.unwrap_or(1.0)),
            View::Eigenmaps { neighbors, axes } => {
                let maps = &self.graphs[graph_at(neighbors)].eigenmaps;
                products(&maps.gather(rows), &maps.gather(columns), axes)
            }
            View::Spreading { neighbors, reach } => {
                let at = REACHES.iter().position(|&own| own == reach).unwrap_or(0);
                spread[graph_at(neighbors)][at].clone()
            }
        };
        let value_or_zeros = |(view, &asked): (&View, &bool)| match asked {
            true => value(view),
            false => Mat::zeros(rows.len(), columns.len()),
        };
        Ok(views.par_iter().zip(&asked).map(value_or_zeros).collect())
    }

    /// Those of the graph with most neighbours.
    pub(super) fn widest_eigenmaps(&self) -> &RowMatrix<'static> {
        &self.graphs[self.graphs.len() - 1].eigenmaps
    }

    /// What its thin views are made of: principal coordinates, then the eigenmaps of every graph.
    pub(super) fn blocks(&self) -> Vec<&RowMatrix<'static>> {
        let maps = self.graphs.iter().map(|graph| &graph.eigenmaps);
        std::iter::once(&self.look.principal).chain(maps).collect()
    }

    /// The block of a thin view, and how many of its columns; none for another.
    pub(super) fn prefix(&self, view: &View) -> Option<(usize, usize)> {
        let graph_at = |k: usize| GRAPHS.iter().position(|&own| own == k).unwrap_or(0);
        match *view {
            View::Principal { axes } => Some((0, axes)),
            View::Eigenmaps { neighbors, axes } => Some((1 + graph_at(neighbors), axes)),
            View::Linear | View::Rbf { .. } | View::Laplace { .. } | View::Spreading { .. } => None,
        }
    }

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

    fn squared(&self, rows: &[usize], columns: &[usize]) -> Result<RowMatrix<'static>> {
        squared_distances(
            &self.look.samples.gather(rows),
            &self.look.samples.gather(columns),
            Metric::Euclidean,
        )
    }

    fn absolute(&self, rows: &[usize], columns: &[usize]) -> Result<RowMatrix<'static>> {
        absolute_distances(&self.look.samples.gather(rows), &self.look.samples.gather(columns))
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
        let graph_at = |k: usize| GRAPHS.iter().position(|&own| own == k).unwrap_or(0);
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
                    let at = REACHES.iter().position(|&own| own == reach).unwrap_or(0);
                    reaches[graph_at(neighbors)][at] = weight;
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

impl NearGraph {
    fn new(
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
    fn potential(
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

fn rows_of_two(values: Vec<f64>) -> RowMatrix<'static> {
    let rows = values.len() / 2;
    RowMatrix::new(values, rows, 2)
}

/// 1/(1 − a x): label spreading as a function of N.
fn spreading(reach: f64) -> impl Fn(f64) -> f64 + Sync {
    move |x| 1.0 / (1.0 - reach * x)
}

fn add_to(sums: &mut [f64], value: f64) {
    sums.iter_mut().for_each(|sum| *sum += value);
}

/// ⟨a_i, b_j⟩ over the first `width` columns.
fn products(a: &RowMatrix<'_>, b: &RowMatrix<'_>, width: usize) -> Mat<f64> {
    product(a.as_mat().subcols(0, width), b.as_mat().subcols(0, width).transpose())
}

/// diag(weights) Fᵀ C over the anchors, F being features of all rows.
fn weighed_sum(
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
