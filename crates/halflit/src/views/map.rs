//! A map that was learned on views, without the views: what is left once the anchors are summed over.
//!
//! ```text
//! z(x) = Lᵀ(x − mean) + Σ_i κ(x, x_i) c_i + Σ_g Σ_j p_gj(x) g_j − offset, summed over all ways to look at the columns
//! ```
//!
//! L comes from the linear and principal views, κ from the RBF and Laplace views, and every graph g has a potential, one row for each
//! training row. A new row is joined to a graph as a row of the fit is ([`join`](super::join)); one that coincides with a training row
//! is that row.

use super::alike::first_alike;
use super::join::{CANDIDATES, Joined};
use super::lens::Lens;
use super::look::Columns;
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::graph::exp_nonpositive;
use crate::lanes::wide;
use crate::matrix::{RowMatrix, tall_product};
use crate::neighbors::{
    Index, Metric, Neighbor, Queries, Search, absolute_distances, squared_distances,
};
use crate::projection::Projection;
use crate::threads::*;
use crate::watch;

/// Rows whose nearest rows are looked for at once: a matter of memory, not of result.
const SEARCHED: usize = 1 << 15;
/// Rows that one task sums the bumps of: a tile of distances stays in the second-level cache.
const BLOCK: usize = 512;

/// The whole map.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ViewsMap {
    /// Training rows as they came.
    pub(crate) training: Samples<'static>,
    /// The rows that bumps are centred on, and their coefficients; none where there is no such view.
    pub(crate) anchors: Vec<usize>,
    pub(crate) coefficients: RowMatrix<'static>,
    pub(crate) sides: Vec<SideMap>,
    pub(crate) offset: Vec<f64>,
}

/// What one way to look at the columns adds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SideMap {
    pub(crate) columns: Columns,
    pub(crate) lens: Lens,
    /// Of rows that are looked at: d × their columns.
    pub(crate) linear: Projection,
    /// f·s and the weight of every RBF view: rows of two.
    pub(crate) widths: RowMatrix<'static>,
    /// f·s₁ and the weight of every Laplace view: rows of two.
    pub(crate) absolute_widths: RowMatrix<'static>,
    /// The graphs that have any weight.
    pub(crate) graphs: Vec<GraphMap>,
    /// σ of every training row; none where there are no graphs.
    pub(crate) scales: Vec<f64>,
}

/// What one graph adds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GraphMap {
    /// k.
    pub(crate) neighbors: usize,
    /// n × d.
    pub(crate) potential: RowMatrix<'static>,
    /// How far the k-th nearest row of every training row is.
    pub(crate) reaches: Vec<f64>,
}

/// The numbers of a map that was learned on views, for an engine that maps rows itself: see the formula of the module.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewsParts {
    /// The training rows that bumps are centred on, and their coefficients, one row for each.
    pub anchors: Vec<usize>,
    /// The coefficients, one row per anchor.
    pub coefficients: RowMatrix<'static>,
    /// Subtracted from every mapped row.
    pub offset: Vec<f64>,
    /// All ways to take the columns.
    pub sides: Vec<SideParts>,
    /// How many nearest training rows a new row may be joined to.
    pub nearest: usize,
}

/// What one way to take the columns adds.
#[derive(Debug, Clone, PartialEq)]
pub struct SideParts {
    /// The training rows as they are looked at.
    pub training: RowMatrix<'static>,
    /// Lᵀ and mean of the linear part, of rows that are looked at.
    pub linear: Projection,
    /// The width f·s and the weight of every RBF bump: rows of two.
    pub widths: RowMatrix<'static>,
    /// The width f·s₁ and the weight of every Laplace bump: rows of two.
    pub absolute_widths: RowMatrix<'static>,
    /// For every graph k, its potential, and how far the k-th nearest row of every training row is.
    pub graphs: Vec<(usize, RowMatrix<'static>, Vec<f64>)>,
    /// σ of every training row.
    pub scales: Vec<f64>,
}

impl ViewsMap {
    /// Everything that it is made of.
    pub(crate) fn parts(&self) -> Result<ViewsParts> {
        let graph = |own: &GraphMap| (own.neighbors, own.potential.clone(), own.reaches.clone());
        let side = |own: &SideMap| {
            Ok(SideParts {
                training: own.lens.apply(&self.training)?.to_rows(),
                linear: own.linear.clone(),
                widths: own.widths.clone(),
                absolute_widths: own.absolute_widths.clone(),
                graphs: own.graphs.iter().map(graph).collect(),
                scales: own.scales.clone(),
            })
        };
        Ok(ViewsParts {
            anchors: self.anchors.clone(),
            coefficients: self.coefficients.clone(),
            offset: self.offset.clone(),
            sides: self.sides.iter().map(side).collect::<Result<_>>()?,
            nearest: CANDIDATES,
        })
    }

    /// Rows as every side looks at them.
    pub(crate) fn looks(&self, samples: &Samples<'_>) -> Result<Vec<RowMatrix<'static>>> {
        self.check_columns(samples)?;
        self.sides.iter().map(|side| Ok(side.lens.apply(samples)?.to_rows())).collect()
    }

    pub(crate) fn dimension(&self) -> usize {
        self.offset.len()
    }

    fn check_columns(&self, samples: &Samples<'_>) -> Result<()> {
        let (expected, found) = (self.training.columns(), samples.columns());
        match expected == found {
            true => Ok(()),
            false => Err(Error::ColumnCount { expected, found }),
        }
    }

    /// Maps rows, new or old: m × d.
    pub(crate) fn transform(&self, samples: &Samples<'_>) -> Result<RowMatrix<'static>> {
        self.check_columns(samples)?;
        let (rows, d) = (samples.rows(), self.dimension());
        let offset = self.offset.iter().map(|offset| -offset);
        let mut out: Vec<f64> = offset.cycle().take(rows * d).collect();
        let steps = rows.div_ceil(SEARCHED).max(1);
        let stage = watch::stage("rows mapped", self.sides.len() * steps);
        for side in &self.sides {
            let training = side.lens.apply(&self.training)?;
            let anchors = side.has_bumps().then(|| training.gather(&self.anchors));
            let index = match side.graphs.is_empty() {
                true => None,
                false => Some(Index::new(&training, Metric::Euclidean, Search::Auto)?),
            };
            for (start, part) in
                (0..rows).step_by(SEARCHED).zip(out.chunks_mut((SEARCHED * d).max(1)))
            {
                let own: Vec<usize> = (start..rows.min(start + SEARCHED)).collect();
                let block = samples.gather(&own).written_out()?;
                let looked = side.lens.apply(&block)?;
                side.add_points(&looked, anchors.as_ref(), &self.coefficients, part)?;
                if let Some(index) = &index {
                    let near = index.nearest(Queries::Points(&looked), CANDIDATES)?;
                    side.add_joined(&near.nearest, part)?;
                }
                stage.advance(1)?;
            }
        }
        Ok(RowMatrix::new(out, rows, d))
    }

    /// Maps training rows, whose nearest need not be looked for.
    pub(crate) fn of_training(&self, rows: &[usize]) -> Result<RowMatrix<'static>> {
        let first = first_alike(&self.training);
        let rows: Vec<usize> = rows.iter().map(|&row| first[row]).collect();
        let (samples, d) = (self.training.gather(&rows), self.dimension());
        let offset = self.offset.iter().map(|offset| -offset);
        let mut out: Vec<f64> = offset.cycle().take(rows.len() * d).collect();
        for side in &self.sides {
            let looked = side.lens.apply(&samples)?;
            let anchors = side.has_bumps().then(|| self.training.gather(&self.anchors));
            let anchors = anchors.as_ref().map(|anchors| side.lens.apply(anchors)).transpose()?;
            side.add_points(&looked, anchors.as_ref(), &self.coefficients, &mut out)?;
            for graph in &side.graphs {
                for (out, &row) in out.chunks_exact_mut(d.max(1)).zip(&rows) {
                    out.iter_mut().zip(graph.potential.row(row)).for_each(|(sum, g)| *sum += g);
                }
            }
        }
        Ok(RowMatrix::new(out, rows.len(), d))
    }
}

impl SideMap {
    /// Whether nothing is left of any of its views.
    pub(super) fn is_empty(&self) -> bool {
        let zero = self.linear.components().values().iter().all(|&own| own == 0.0);
        zero && !self.has_bumps() && self.graphs.is_empty()
    }

    /// Whether any of its views is one of bumps.
    pub(crate) fn has_bumps(&self) -> bool {
        self.widths.rows() + self.absolute_widths.rows() > 0
    }

    /// Adds the linear part and the bumps of rows that are looked at.
    fn add_points(
        &self,
        looked: &Samples<'_>,
        anchors: Option<&Samples<'_>>,
        coefficients: &RowMatrix<'_>,
        out: &mut [f64],
    ) -> Result<()> {
        add(out, self.linear.transform(looked)?.values());
        let Some(anchors) = anchors else { return Ok(()) };
        let d = coefficients.columns();
        let watch = watch::current();
        out.par_chunks_mut((BLOCK * d).max(1)).enumerate().try_for_each(|(block, part)| {
            let start = block * BLOCK;
            let own: Vec<usize> = (start..looked.rows().min(start + BLOCK)).collect();
            let bumps = watch.enter(|| self.bumps(&looked.gather(&own), anchors))?;
            add(part, tall_product(&bumps, coefficients.as_mat()).values());
            Ok(())
        })
    }

    /// Σ_f w_f κ_f(x, x_i) of some rows and all anchors.
    fn bumps(&self, block: &Samples<'_>, anchors: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let mut bumps = vec![0.0; block.rows() * anchors.rows()];
        if self.widths.rows() > 0 {
            let squared = squared_distances(block, anchors, Metric::Euclidean)?;
            add_bumps(&mut bumps, &squared, &self.widths);
        }
        if self.absolute_widths.rows() > 0 {
            let absolute = absolute_distances(block, anchors)?;
            add_bumps(&mut bumps, &absolute, &self.absolute_widths);
        }
        Ok(RowMatrix::new(bumps, block.rows(), anchors.rows()))
    }

    /// Adds what the graphs say of rows with these nearest training rows.
    fn add_joined(&self, nearest: &[Vec<Neighbor>], out: &mut [f64]) -> Result<()> {
        for graph in &self.graphs {
            let d = graph.potential.columns().max(1);
            let joined = Joined { side: self, graph };
            let blocks = nearest.par_chunks(BLOCK).zip(out.par_chunks_mut(BLOCK * d));
            blocks.for_each(|(near, out)| {
                near.iter()
                    .zip(out.chunks_exact_mut(d))
                    .for_each(|(near, out)| joined.add(near, out));
            });
        }
        watch::check()
    }
}

fn add(sums: &mut [f64], values: &[f64]) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

/// Σ_f w_f exp(−distance/width_f) of every pair.
fn add_bumps(sums: &mut [f64], distances: &RowMatrix<'_>, widths: &RowMatrix<'_>) {
    // Wider registers, the same operations: no bit depends on the processor.
    wide!(|| {
        for pair in widths.values().chunks_exact(2) {
            let (width, weight) = (pair[0], pair[1]);
            let values = sums.iter_mut().zip(distances.values());
            values.for_each(|(sum, distance)| *sum += weight * exp_nonpositive(-distance / width));
        }
    });
}
