//! Semi-supervised dimensionality reduction: a few labels, many unlabeled rows, too many dimensions.
//!
//! Every learner here is one problem with its own parts:
//!
//! ```text
//! minimise trace(A S(C) Aᵀ) subject to A B Aᵀ = I
//! C = C^ℓ + γ C^u,   S(C) = Xᵀ(D − C)X = ½ Σ_ij C_ij (x_i − x_j)(x_i − x_j)ᵀ
//! ```
//!
//! and its solution is the d eigenvectors of S(C) a = λ B a with the smallest λ.
//!
//! | symbol | meaning | module |
//! |---|---|---|
//! | X, n, d0 | samples, one per row | [`Samples`] |
//! | y | labels, some absent | [`Labels`] |
//! | Neig(i), σ_i | near rows, local scale | [`neighbors`], [`graph`] |
//! | C^I, C^E, C^u, C^(α) | graphs and their Hadamard power | [`graph`] |
//! | C^ℓ, γ C^u | costs | [`Cost`] |
//! | B, ε | constraint and ridge | [`Constraint`] |
//! | Z, r | what no label changes: coordinates, rank | [`Space`] |
//! | S(C), λ, a | scatters, eigenproblem | [`Problem`], [`Solution`] |
//! | A, T | projection, axis weights | [`Projection`], [`AxisWeights`] |
//! | k, φ | kernels, the KPCA trick | [`Kernel`] |
//! | γ, α, … | which to take, and how well that does | [`choose`] |
//! | 1-NN | classifier | [`NearestNeighbors`] |
//! | F, β | the default learner: its kernel, its scores | [`Auto`], [`Views`] |
//! | u, m | which rows to label next | [`suggest`] |
//!
//! # First steps
//!
//! ```
//! use halflit::{Auto, datasets};
//!
//! // 351 radar returns in 34 dimensions, 10 of them labeled.
//! let data = datasets::ionosphere_with_labels(10, 1)?;
//! let model = Auto::default().fit(&data)?;
//! for (row, class) in model.transduction(&data)?.into_iter().take(3) {
//!     println!("row {row} looks {class}");
//! }
//! # Ok::<(), halflit::Error>(())
//! ```
//!
//! The library reads no file, prints nothing and takes every seed as an argument. The same input gives the same bits,
//! whatever the number of threads.

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

// In reading order: a module uses those above it and none below (`halflit-tests/tests/module_order.rs`).
mod error;
mod memory;
mod watch;

mod names;

mod matrix;

mod data;
pub mod datasets;

mod coordinates;

pub mod neighbors;

pub mod graph;

mod cost;

mod constraint;

mod scatter;

mod eigen;

mod projection;

mod views;

mod kernel;
mod kpca;
mod map;

mod space;

mod problem;

mod classify;

mod class_scores;

mod model;

pub mod learner;

mod search;

mod reduction;

pub mod choose;

mod fit;

mod statistics;

mod gathered;

mod auto;

pub mod suggest;

mod estimate;

pub mod evaluation;

pub use auto::{Auto, LeftOut, Placed};
pub use classify::NearestNeighbors;
pub use constraint::{Constraint, LabelConstraint};
pub use coordinates::Coordinates;
pub use cost::{ClassWise, Cost, CostFunction, CostRows, PairCost, Term, UnlabelChoice};
pub use data::{Content, Dataset, Encoding, Labels, Samples, Scaling, SourceColumn};
pub use eigen::{Solver, Span};
pub use error::{Error, Result};
pub use estimate::{Estimate, Shape, Step, Work};
pub use fit::Fit;
pub use gathered::{Block, BlockNearest, Gathered, PairPass, PairSums, PowerSum};
pub use kernel::{Kernel, KernelFunction, KernelInfo, ResolvedKernel};
pub use kpca::{KernelRank, NegativeEigenvalues};
pub use learner::{AnyLearner, Learner};
pub use matrix::RowMatrix;
pub use memory::available as available_memory;
pub use model::{Model, Predictions, Recipe};
pub use names::Named;
pub use neighbors::Metric;
pub use problem::{Assembled, Diagnostics, LabelPart, Problem, RidgeRule, Solution, Solve};
pub use projection::{AxisWeights, Projection};
pub use reduction::{Reduction, usual_dimension};
pub use space::{PcaFirst, Space, SpaceChoice};
pub use statistics::Statistics;
pub use views::{
    Adjacency, Breadth, Columns, Function, GraphEngine, GraphFunctions, SideParts, Start, Threads,
    View, Views, ViewsParts,
};
pub use watch::{Pace, Stage, Underway, Watch};
