//! One way to look at the columns, and everything that is made of it: axes, distances, graphs.

use std::sync::Arc;

use crate::dense::Mat;

use super::draw::drawn;
use super::engine::Engine;
use super::look::Look;
use super::near_graph::{NearGraph, spreading};
use super::scale::{AMONG, SCALE};
use super::view::{AXES, GRAPHS, LAPLACE_WIDTHS, REACHES, View, WIDTHS, graph_at, reach_at};
use super::{Breadth, Columns, near, scale};
use crate::error::Result;
use crate::graph::exp_nonpositive;
use crate::matrix::{RowMatrix, product};
use crate::neighbors::{Metric, NearestRows, Searched, absolute_distances, squared_distances};
use crate::threads::*;
use crate::watch;

/// Rows up to which graphs and sides are made side by side. Of more, each takes all threads by itself, and memory for one is enough.
pub(super) const AT_ONCE: usize = 200_000;

/// What one way to look at the columns makes of all rows.
#[derive(Debug, Clone)]
pub(super) struct Side<'a> {
    pub(super) columns: Columns,
    pub(super) look: Arc<Look<'a>>,
    /// s: the median squared distance to the 7th nearest row.
    pub(super) scale: f64,
    /// s₁: the same of Σ |x_j − y_j|; none where there are no Laplace views.
    pub(super) absolute_scale: Option<f64>,
    /// σ of every row; none where there are no graphs.
    pub(super) scales: Vec<f64>,
    pub(super) graphs: Vec<NearGraph>,
    breadth: Breadth,
    /// How nearest rows were found.
    pub(super) searched: Option<Searched>,
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
        let graphs: Result<_> = match look.samples.rows() > AT_ONCE {
            true => GRAPHS.into_iter().map(graph).collect(),
            false => GRAPHS.into_par_iter().map(graph).collect(),
        };
        let graphs = graphs?;
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
                spread[graph_at(neighbors)][reach_at(reach)].clone()
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
        match *view {
            View::Principal { axes } => Some((0, axes)),
            View::Eigenmaps { neighbors, axes } => Some((1 + graph_at(neighbors), axes)),
            View::Linear | View::Rbf { .. } | View::Laplace { .. } | View::Spreading { .. } => None,
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
}

/// ⟨a_i, b_j⟩ over the first `width` columns.
fn products(a: &RowMatrix<'_>, b: &RowMatrix<'_>, width: usize) -> Mat<f64> {
    product(a.as_mat().subcols(0, width), b.as_mat().subcols(0, width).transpose())
}
