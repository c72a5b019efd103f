//! Semi-supervised dimensionality reduction: a few labels, many unlabeled rows, too many dimensions.
//!
//! # First steps
//!
//! Rows and labels go in, classes with probabilities come out:
//!
//! ```
//! use halflit::{Dataset, Labels, Plan, Samples};
//!
//! # let rows = [[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1], [1.9, 0.4]];
//! # let labels = [Some("left"), Some("left"), Some("right"), Some("right"), None];
//! let data = Dataset::new(Samples::from_rows(&rows)?, Labels::new(labels))?; // `None` where a label is not known
//! let fit = Plan::default().fit(&data)?;
//! for guess in fit.transduction(&data)? {
//!     println!("row {} is {} ({:.0} %)", guess.row, guess.class, 100.0 * guess.probability);
//! }
//! # Ok::<(), halflit::Error>(())
//! ```
//!
//! A [`Plan`] says what is to be fitted. [`Plan::prepare`] makes of the rows what no label changes, and [`Prepared`] does what labels
//! change: `fit`, `place`, `assess`, `check`, `suggest`. Every method is called in this way; `Plan::named("ss-lfda")` picks one of
//! the paper's learners, and [`Learner`] shows how to write your own in fifteen lines.
//!
//! # The problem
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
//! | F, β | the default method: its kernel, its scores | [`Method::Auto`] |
//! | u, m | which rows to label next | [`suggest`] |
//! | p, q | a picture of all rows | [`layout`] |
//! | | texts and pictures as samples | [`text`], [`pictures`] |
//!
//! The library reads no file, prints nothing and takes every seed as an argument. The same input gives the same bits,
//! whatever the number of threads.

/// The example of the crate's README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// In reading order: a module uses those above it and none below (`halflit-tests/tests/module_order.rs`).
mod elementary;
mod error;
mod memory;
mod watch;

mod threads;

mod names;

mod dense;

mod lanes;

mod products;

mod matrix;

mod data;
#[cfg(feature = "datasets")]
pub mod datasets;

mod coordinates;

pub mod neighbors;

pub mod graph;

mod cost;

mod constraint;

mod scatter;

mod eigen;

mod components;

pub mod pictures;

pub mod text;

mod condenser;

mod encoding;

mod projection;

mod views;

mod kernel;
mod kpca;
mod map;

mod space;

mod problem;

mod classify;

mod class_scores;

pub mod learner;

mod search;

mod plan;

mod model;

pub mod choose;

mod statistics;

mod gathered;

mod auto;

pub mod layout;

pub mod suggest;

mod estimate;

pub mod evaluation;

mod prepared;

pub use auto::{LeftOut, Placement};
pub use classify::NearestNeighbors;
pub use constraint::{Constraint, LabelConstraint};
pub use cost::{Cost, CostFunction, CostRows, UnlabelChoice};
pub use data::{Dataset, Labels, Samples, Scaling};
pub use eigen::{Solver, Span};
pub use encoding::{Content, Encoding, SourceColumn};
pub use error::{Error, Result};
pub use estimate::{Estimate, Shape, Step, Work};
pub use gathered::{Block, BlockNearest, Gathered, PairPass};
pub use kernel::{Kernel, KernelFunction, KernelInfo, ResolvedKernel};
pub use kpca::{KernelRank, NegativeEigenvalues};
pub use layout::{Drawing, Layout, LayoutChoice};
pub use learner::{AnyLearner, Learner};
pub use matrix::RowMatrix;
pub use memory::available as available_memory;
pub use model::{Guess, Model, OnnxChoice, Predictions};
pub use names::Named;
pub use neighbors::Metric;
pub use plan::{Method, Plan};
pub use prepared::{Fit, Prepared, compare};
pub use problem::{
    Assembled, Diagnostics, LabelPart, Problem, RidgeChoice, RidgeRule, Solution, Solve,
};
pub use projection::{AxisWeights, Projection};
pub use scatter::{PairSums, PowerSum};
pub use space::{PcaFirst, Space, SpaceChoice};
pub use statistics::Statistics;
pub use threads::Crew;
pub use views::{
    Adjacency, Breadth, Columns, Engine, Function, GraphFunctions, PairWork, SideParts, Start,
    Threads, View, ViewShare, ViewsParts,
};
pub use watch::{Pace, Stage, Underway, Watch};
