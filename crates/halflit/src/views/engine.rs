//! Engines: where nearest rows are found and graphs are worked on.

use std::fmt;

use super::adjacency::Adjacency;
use super::{krylov, near, spreading};
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::graph::Neighborhood;
use crate::matrix::RowMatrix;
use crate::neighbors::NearestRows;
use crate::scatter::PairSums;

/// A place where work on all rows is done: the threads of this machine, or a device. Several threads may ask it at the same time.
///
/// A matrix is given back row after row. What has not the shape that was asked for is refused; [`Stage`](crate::Stage) tells how far
/// it is, and whether to go on.
pub trait Engine: fmt::Debug + Send + Sync {
    /// Its name, which a model's diagnostics keep.
    fn name(&self) -> String;

    /// Whether it sums over pairs of rows. Where it does not, the threads of this machine do.
    fn sums_pairs(&self) -> bool {
        false
    }

    /// Sums over all pairs of rows of a graph, for several of its powers at once. Asked only where it sums pairs.
    ///
    /// # Errors
    /// Whatever keeps it from doing so.
    fn pair_sums(&self, _work: &PairWork<'_>) -> Result<PairSums> {
        Err(Error::Engine { reason: "it does not sum over pairs of rows".into() })
    }

    /// The k nearest other rows of every row by Euclidean distance, nearest first, or all others where there are fewer.
    ///
    /// The rows come as they are looked at. Where that is (x − offset) · factor of the rows that the views were made of, `scale` is
    /// offset and factor of every column, for an engine that has those rows already; else there is none.
    ///
    /// # Errors
    /// Whatever keeps it from doing so.
    fn nearest(
        &self,
        samples: &Samples<'_>,
        scale: Option<(&[f64], &[f64])>,
        k: usize,
    ) -> Result<NearestRows>;

    /// Up to so many of the largest eigenvalues of N but for those of its components, descending, and their unit eigenvectors,
    /// n × m. It is asked for graphs that are too large to be decomposed whole.
    ///
    /// # Errors
    /// Whatever keeps it from doing so.
    fn leading(&self, graph: &Adjacency, wanted: usize) -> Result<(Vec<f64>, Vec<f64>)>;

    /// f(N) B for every f: the wanted rows of it.
    ///
    /// # Errors
    /// Whatever keeps it from doing so.
    fn functions(&self, asked: &GraphFunctions<'_>) -> Result<Vec<Vec<f64>>>;
}

/// A graph of all rows that is to be summed over.
#[derive(Debug, Clone)]
pub struct PairWork<'a> {
    /// The rows as they come.
    pub samples: &'a Samples<'a>,
    /// Which pairs are joined, and how they weigh.
    pub graph: &'a Neighborhood,
    /// The powers of its weights.
    pub alphas: &'a [f64],
    /// The rows are looked at as (x − offset) · factor, column by column.
    pub offset: Vec<f64>,
    /// See `offset`.
    pub factor: Vec<f64>,
    /// The mean of the rows, scaled, around which they are summed.
    pub mean: &'a [f64],
    /// How many nearest rows of each row have to be known; 0 for a graph that asks for none.
    pub neighbors: usize,
}

/// Functions of N that are asked for, and what they are applied to.
///
/// With U the component vectors and V the known eigenvectors, R = B − U Uᵀ B − V Vᵀ B,
/// f(N) B = f(1) U Uᵀ B + V f(Λ) Vᵀ B + Σ_j c_j T_j((N − middle)/half) R.
#[derive(Debug, Clone, Copy)]
pub struct GraphFunctions<'a> {
    /// N.
    pub graph: &'a Adjacency,
    /// The known eigenvalues below those of components.
    pub values: &'a [f64],
    /// Their eigenvectors, n × m.
    pub vectors: &'a RowMatrix<'static>,
    /// What is to be found of N.
    pub functions: &'a [Function],
    /// Middle and half length of an interval that holds all other eigenvalues.
    pub interval: (f64, f64),
    /// B.
    pub start: Start<'a>,
    /// Which rows of the results are wanted; all where none are named.
    pub wanted: Option<&'a [usize]>,
}

/// A function on the spectrum of N.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// f(1).
    pub at_one: f64,
    /// f of the known eigenvalues.
    pub at_values: Vec<f64>,
    /// c_j: the same on the interval, as a sum of Chebyshev polynomials.
    pub coefficients: Vec<f64>,
}

/// B: an n × q matrix that is zero but for some rows.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    /// Those rows; what is given for one row twice is added up.
    pub rows: &'a [usize],
    /// Their values, one row for each; without, column j of B is 1 in row j of `rows`.
    pub values: Option<&'a RowMatrix<'static>>,
}

impl Start<'_> {
    /// q.
    pub fn columns(&self) -> usize {
        self.values.map_or(self.rows.len(), RowMatrix::columns)
    }
}

/// The threads of the processor: the engine of all who name no other.
#[derive(Debug, Clone, Copy, Default)]
pub struct Threads;

impl Engine for Threads {
    fn name(&self) -> String {
        "threads".into()
    }

    fn nearest(
        &self,
        samples: &Samples<'_>,
        _scale: Option<(&[f64], &[f64])>,
        k: usize,
    ) -> Result<NearestRows> {
        near::nearest(samples, k)
    }

    fn leading(&self, graph: &Adjacency, wanted: usize) -> Result<(Vec<f64>, Vec<f64>)> {
        krylov::leading(graph, wanted)
    }

    fn functions(&self, asked: &GraphFunctions<'_>) -> Result<Vec<Vec<f64>>> {
        spreading::functions(asked)
    }
}
