//! One kernel of many, its settings, and how much it counts.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::look::Columns;

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

/// One kernel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum View {
    /// Inner products.
    Linear,
    /// Inner products along the leading principal axes.
    Principal {
        /// m.
        axes: usize,
    },
    /// Bumps.
    Rbf {
        /// f.
        width: f64,
    },
    /// Bumps with a sharp tip, along the axes.
    Laplace {
        /// f.
        width: f64,
    },
    /// Inner products of leading eigenmaps.
    Eigenmaps {
        /// k.
        neighbors: usize,
        /// m.
        axes: usize,
    },
    /// Label spreading.
    Spreading {
        /// k.
        neighbors: usize,
        /// a.
        reach: f64,
    },
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            View::Linear => write!(f, "linear"),
            View::Principal { axes } => write!(f, "{axes} principal axes"),
            View::Rbf { width } => write!(f, "RBF, {width} × the local width"),
            View::Laplace { width } => write!(f, "Laplace, {width} × the local width"),
            View::Eigenmaps { neighbors, axes } => {
                write!(f, "{axes} eigenmaps, {neighbors} nearest rows")
            }
            View::Spreading { neighbors, reach } => {
                write!(f, "label spreading {reach}, {neighbors} nearest rows")
            }
        }
    }
}

/// How much one view counts in the kernel of the default.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ViewShare {
    /// How the columns are taken.
    pub columns: Columns,
    /// The view.
    pub view: View,
    /// Its weight among all views; all weights sum to 1.
    pub share: f64,
    /// What it gets wrong on labels left out, 0 for nothing; absent where all labeled rows look alike to it.
    pub loss: Option<f64>,
}

impl fmt::Display for ViewShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.columns, self.view)
    }
}

/// Which of the [`REACHES`] this one is.
pub(super) fn reach_at(reach: f64) -> usize {
    REACHES.iter().position(|&own| own == reach).unwrap_or(0)
}

/// Which of the [`GRAPHS`] has so many neighbours.
pub(super) fn graph_at(neighbors: usize) -> usize {
    GRAPHS.iter().position(|&own| own == neighbors).unwrap_or(0)
}
