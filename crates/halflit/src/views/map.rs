//! A map that was learned on views, without the views: what is left once the anchors are summed over.
//!
//! ```text
//! z(x) = Lᵀ(x − mean) + Σ_i κ(x, x_i) c_i + Σ_j p_j(x) g_j − offset, summed over both ways to look at the columns
//! ```
//!
//! L comes from the linear and principal views, κ from the RBF views, g, one row for each training row, from the graphs. A new
//! row lies between its ten nearest training rows, p_j ∝ 1/d_j²; one that coincides with a training row is that row.

use super::alike::first_alike;
use super::look::NEAREST;
use crate::data::{Samples, Scaler};
use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, tall_product};
use crate::neighbors::{Exact, Metric, Neighbor, Queries, squared_distances};
use crate::projection::Projection;
use crate::watch;

/// Rows that are mapped at once: a matter of memory, not of result.
const BLOCK: usize = 4096;

/// The whole map.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ViewsMap {
    /// Training rows as they came.
    pub(crate) training: Samples<'static>,
    /// The rows that the RBF views are summed over, and their coefficients; none where there is no such view.
    pub(crate) anchors: Vec<usize>,
    pub(crate) coefficients: RowMatrix<'static>,
    pub(crate) sides: Vec<SideMap>,
    pub(crate) offset: Vec<f64>,
}

/// What one way to look at the columns adds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SideMap {
    pub(crate) scaler: Scaler,
    /// Of scaled rows: d × d0.
    pub(crate) linear: Projection,
    /// f·s and the weight of every RBF view: rows of two.
    pub(crate) widths: RowMatrix<'static>,
    /// n × d.
    pub(crate) potential: RowMatrix<'static>,
}

/// The numbers of a map that was learned on views, for an engine that maps rows itself: see the formula of the module.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewsParts {
    /// Training rows as they came.
    pub training: RowMatrix<'static>,
    /// The training rows that bumps are centred on, and their coefficients, one row for each.
    pub anchors: Vec<usize>,
    /// Likewise.
    pub coefficients: RowMatrix<'static>,
    /// Subtracted from every mapped row.
    pub offset: Vec<f64>,
    /// Both ways to take the columns.
    pub sides: Vec<SideParts>,
    /// How many nearest training rows a new row lies between.
    pub nearest: usize,
}

/// What one way to take the columns adds.
#[derive(Debug, Clone, PartialEq)]
pub struct SideParts {
    /// Columns are scaled, (x − offset) · factor.
    pub scale: (Vec<f64>, Vec<f64>),
    /// Lᵀ and mean of the linear part, of scaled rows.
    pub linear: Projection,
    /// The width f·s and the weight of every bump: rows of two.
    pub widths: RowMatrix<'static>,
    /// g: one row for every training row.
    pub potential: RowMatrix<'static>,
}

impl ViewsMap {
    /// Everything that it is made of.
    pub(crate) fn parts(&self) -> ViewsParts {
        let side = |own: &SideMap| SideParts {
            scale: own.scaler.columns(self.training.columns()),
            linear: own.linear.clone(),
            widths: own.widths.clone(),
            potential: own.potential.clone(),
        };
        ViewsParts {
            training: self.training.to_rows(),
            anchors: self.anchors.clone(),
            coefficients: self.coefficients.clone(),
            offset: self.offset.clone(),
            sides: self.sides.iter().map(side).collect(),
            nearest: NEAREST,
        }
    }

    pub(crate) fn dimension(&self) -> usize {
        self.offset.len()
    }

    /// Maps rows, new or old: m × d.
    pub(crate) fn transform(&self, samples: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let (expected, found) = (self.training.columns(), samples.columns());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        let mut out = Vec::with_capacity(samples.rows() * self.dimension());
        let stage = watch::stage("rows mapped", samples.rows().div_ceil(BLOCK));
        for start in (0..samples.rows()).step_by(BLOCK) {
            let rows: Vec<usize> = (start..samples.rows().min(start + BLOCK)).collect();
            out.extend_from_slice(self.of_block(&samples.gather(&rows))?.values());
            stage.advance(1)?;
        }
        Ok(RowMatrix::new(out, samples.rows(), self.dimension()))
    }

    fn of_block(&self, samples: &Samples<'_>) -> Result<RowMatrix<'static>> {
        self.sum(samples, |side, scaled, training| {
            let nearest = Exact::new(training, Metric::Euclidean)?;
            let nearest = nearest.nearest(Queries::Points(scaled), NEAREST)?;
            Ok(nearest.iter().flat_map(|near| between(near, &side.potential)).collect())
        })
    }

    /// Maps training rows, whose nearest need not be looked for.
    pub(crate) fn of_training(&self, rows: &[usize]) -> Result<RowMatrix<'static>> {
        let first = first_alike(&self.training);
        let rows: Vec<usize> = rows.iter().map(|&row| first[row]).collect();
        self.sum(&self.training.gather(&rows), |side, _, _| {
            Ok(side.potential.gather(&rows).into_values())
        })
    }

    /// The sum over both sides, `graph_part` giving that of the graphs.
    fn sum(
        &self,
        samples: &Samples<'_>,
        graph_part: impl Fn(&SideMap, &Samples<'_>, &Samples<'_>) -> Result<Vec<f64>>,
    ) -> Result<RowMatrix<'static>> {
        let (m, d) = (samples.rows(), self.dimension());
        let mut out: Vec<f64> =
            self.offset.iter().map(|offset| -offset).cycle().take(m * d).collect();
        let mut add = |values: &[f64]| out.iter_mut().zip(values).for_each(|(sum, v)| *sum += v);
        for side in &self.sides {
            let (scaled, training) =
                (side.scaler.apply(samples)?, side.scaler.apply(&self.training)?);
            add(side.linear.transform(&scaled)?.values());
            if side.widths.rows() > 0 {
                let anchors = training.gather(&self.anchors);
                let squared = squared_distances(&scaled, &anchors, Metric::Euclidean)?;
                let values: Vec<f64> = squared.values().iter().map(|&d| side.rbf(d)).collect();
                let values = RowMatrix::new(values, m, self.anchors.len());
                add(tall_product(&values, self.coefficients.as_mat()).values());
            }
            add(&graph_part(side, &scaled, &training)?);
        }
        Ok(RowMatrix::new(out, m, d))
    }
}

impl SideMap {
    /// Σ_f w_f exp(−d²/(f s)).
    fn rbf(&self, squared: f64) -> f64 {
        let pairs = self.widths.values().chunks_exact(2);
        pairs.map(|pair| pair[1] * (-squared / pair[0]).exp()).sum()
    }
}

/// The mean of the potential of near rows, weighed by 1/d²: of the first where it coincides.
fn between(near: &[Neighbor], potential: &RowMatrix<'_>) -> Vec<f64> {
    let first = near[0];
    if first.distance == 0.0 {
        return potential.row(first.row).to_vec();
    }
    // Relative to the nearest, as 1/d² itself may overflow.
    let weight = |neighbor: &Neighbor| (first.distance / neighbor.distance).powi(2);
    let total: f64 = near.iter().map(weight).sum();
    let mut sum = vec![0.0; potential.columns()];
    for neighbor in near {
        let share = weight(neighbor) / total;
        sum.iter_mut().zip(potential.row(neighbor.row)).for_each(|(sum, g)| *sum += share * g);
    }
    sum
}
