//! How a problem is to be solved, and what came out.

use crate::dense::Mat;
use serde::{Deserialize, Serialize};

use super::RidgeChoice;
use crate::eigen::{Axes, Solver, scale_column};
use crate::error::Result;
use crate::lanes::Length;
use crate::map::Map;
use crate::matrix::{RowMatrix, tall_product};
use crate::neighbors::Searched;
use crate::projection::AxisWeights;
use crate::space::Space;
use crate::views::ViewShare;

/// The settings of a solve: number of axes, ridge, solver.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solve {
    /// d, 1 to the rank of the data.
    pub dimension: usize,
    /// What is added to B.
    pub ridge: RidgeChoice,
    /// Who finds the eigenpairs.
    pub solver: Solver,
    /// Whether eigenpairs may be used that a search has left in the space. Without them a solve is the same whatever was solved before.
    pub shared: bool,
}

impl Diagnostics {
    /// Residuals above which axes are not to be trusted.
    const LARGE_RESIDUAL: f64 = 1e-6;

    /// The threads of this machine.
    pub(crate) fn own_engine() -> String {
        "threads".into()
    }

    /// A warning about the axes.
    pub fn cautions(&self) -> Vec<String> {
        let inexact = self.residual.is_nan() || self.residual > Self::LARGE_RESIDUAL;
        let inexact = inexact.then(|| {
            format!(
                "the axes are not exact: the residual of the eigenproblem is {:.1e}, the condition number of its constraint {:.1e}; \
                 scale the columns, or add a ridge",
                self.residual, self.condition
            )
        });
        // Only where B^ℓ = 0 is all of B what was added to it.
        let alone = (self.shrinkage == Some(1.0)).then(|| {
            "no two labeled rows of one class differ, so that the spread of all rows stands in for that of the classes; \
             a second label in each class would tell more"
                .to_owned()
        });
        inexact.into_iter().chain(alone).chain(self.untested()).collect()
    }
}

impl Diagnostics {
    /// What cannot be tested because a class has one label.
    fn untested(&self) -> Option<String> {
        let names: Vec<String> =
            self.single.iter().take(3).map(|name| format!("{name:?}")).collect();
        let (names, more) = (names.join(", "), self.single.len().saturating_sub(3));
        match (self.single.len(), more) {
            (0, _) => None,
            (1, _) => Some(format!(
                "class {names} has one label, so nothing can test what is called {names}; label a second row of it"
            )),
            (count, 0) => Some(format!(
                "{count} classes have one label each ({names}), so nothing can test what is called by these names; \
                 label a second row of each"
            )),
            (count, more) => Some(format!(
                "{count} classes have one label each ({names} and {more} more), so nothing can test what is called by these names; \
                 label a second row of each"
            )),
        }
    }
}

impl Solve {
    /// So many axes, everything else at its default.
    pub fn axes(dimension: usize) -> Self {
        let (ridge, solver) = (RidgeChoice::default(), Solver::Fastest);
        Self { dimension, ridge, solver, shared: false }
    }
}

/// Where axes were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Those of the span.
    Span,
    /// Those of the samples as learners see them.
    Input,
}

/// The axes of a solved problem.
#[derive(Debug, Clone)]
pub struct Solution {
    pub(crate) axes: Axes,
    place: Place,
    /// How well they are determined.
    pub diagnostics: Diagnostics,
}

impl Solution {
    /// Axes in the coordinates of the span.
    pub(super) fn of_span(axes: Axes, diagnostics: Diagnostics) -> Self {
        Self { axes, place: Place::Span, diagnostics }
    }

    /// Axes in those of the samples.
    pub(super) fn of_input(axes: Axes, diagnostics: Diagnostics) -> Self {
        Self { axes, place: Place::Input, diagnostics }
    }

    /// λ, ascending.
    pub fn eigenvalues(&self) -> &[f64] {
        &self.axes.eigenvalues
    }

    /// Z A: the rows of the space on the axes, n × d.
    ///
    /// # Errors
    /// As [`Space::span`].
    pub fn embedding(&self, space: &Space<'_>) -> Result<RowMatrix<'static>> {
        let axes = self.axes.vectors.as_ref();
        Ok(match self.place {
            Place::Span => tall_product(space.span()?.coordinates(), axes),
            Place::Input => space.samples().centered_product(&space.moments().mean, axes),
        })
    }

    /// The axes in the coordinates of the samples as learners see them: d0 × d.
    pub(crate) fn in_samples(&self, space: &Space<'_>) -> Result<Mat<f64>> {
        match self.place {
            Place::Span => Ok(space.span()?.lift(self.axes.vectors.as_ref())),
            Place::Input => Ok(self.axes.vectors.clone()),
        }
    }

    /// The axes, weighed, as a map of scaled samples.
    pub(crate) fn map(&self, space: &Space<'_>, weights: AxisWeights) -> Result<Map> {
        let mut vectors = self.axes.vectors.clone();
        for (j, weight) in self.axes.weights(weights).into_iter().enumerate() {
            scale_column(&mut vectors, j, weight);
        }
        match self.place {
            Place::Span => space.lift(vectors.as_ref()),
            Place::Input => Ok(space.lifted(vectors)),
        }
    }
}

impl Axes {
    /// T_jj of every axis.
    pub(crate) fn weights(&self, weights: AxisWeights) -> Vec<f64> {
        let of_axis = |(j, &eigenvalue): (usize, &f64)| {
            weights.weight(eigenvalue, self.vectors.col(j).length())
        };
        self.eigenvalues.iter().enumerate().map(of_axis).collect()
    }
}

/// The diagnostics of a fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Diagnostics {
    /// Dimension of the span of the centred data, r; by the matrix-free solver what it is at most.
    pub rank: usize,
    /// Input directions in which nothing varies, d0 − r.
    pub dropped: usize,
    /// ε, as used: B + εI, or B + εM where B was shrunk by the columns' variances.
    pub ridge: f64,
    /// The share of εM in B^ℓ + εM, by traces relative to M, where B was shrunk: 0 to 1.
    #[serde(default)]
    pub shrinkage: Option<f64>,
    /// Condition number of B with its ridge, estimated from below by a few iterations.
    pub condition: f64,
    /// Largest ‖S a − λ B a‖ over the axes, relative to (‖S‖ + |λ| ‖B‖) ‖a‖.
    pub residual: f64,
    /// Whether the last axis kept and the first one left out have equal eigenvalues, so that the subspace itself is
    /// one choice among several.
    pub cut_group: bool,
    /// The largest kernel eigenvalue below zero that was dropped, as a share of the largest of all; 0 without one.
    pub dropped_negative: f64,
    /// The share of the kernel's spread that its coordinates do not hold; 0 without a kernel, and where none was left out.
    #[serde(default)]
    pub kernel_left_out: f64,
    /// Who found the eigenpairs.
    #[serde(default)]
    pub solver: Solver,
    /// How nearest rows were found, where some were looked for without a label, and how many of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbors: Option<Searched>,
    /// By the default: of the labels that were left out one by one, in closed form, how many were found, and how many there were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<(usize, usize)>,
    /// By the default: of every column the share of its variance that lies between the classes that were found, 0 to 1; nothing for
    /// thin views, and where no column tells more than chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relevance: Option<Vec<f64>>,
    /// By the default: the classes with one label, which no label left out can test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub single: Vec<String>,
    /// By the default: what its kernel is made of, the largest share first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<ViewShare>,
    /// Who summed over the rows, in words: the threads of this machine, or others.
    #[serde(default = "Diagnostics::own_engine")]
    pub engine: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_residual_is_worth_a_word() {
        let of = |residual: f64| Diagnostics {
            rank: 2,
            dropped: 0,
            ridge: 0.0,
            shrinkage: None,
            condition: 1e14,
            residual,
            cut_group: false,
            dropped_negative: 0.0,
            kernel_left_out: 0.0,
            solver: Solver::Dense,
            neighbors: None,
            left_out: None,
            relevance: None,
            single: Vec::new(),
            views: Vec::new(),
            engine: Diagnostics::own_engine(),
        };
        assert!(of(1e-9).cautions().is_empty());
        assert!(of(2e-6).cautions()[0].contains("2.0e-6"));
        assert_eq!(of(f64::NAN).cautions().len(), 1);
    }
}
