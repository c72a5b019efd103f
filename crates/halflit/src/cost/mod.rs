//! Costs: what is kept small or large. A cost is a symmetric n × n matrix C with zero diagonal, held as a weighted
//! sum of terms that know their own structure, so that nothing builds the matrix.

mod near;
mod rows;
mod unlabel;

pub use rows::CostRows;
pub use unlabel::{CostFunction, UnlabelChoice};

use std::fmt;

use crate::data::Dataset;
use crate::elementary::log10;
use crate::error::Result;
use crate::graph::{AllPairs, ClassPairs, Graph};
use crate::matrix::{RowMatrix, check_symmetric};

/// Σ factor · pairs.
///
/// ```
/// use halflit::{Cost, graph::Graph};
///
/// let near = Cost::graph(Graph::new(3, [(0, 1, 1.0)])?);
/// let everyone = Cost::constant(3, -1.0 / 3.0);
/// let cost = near.plus(everyone.times(0.5));
/// assert_eq!(cost.to_string(), "1 edge − 0.16667 on every pair of 3 rows");
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Cost<'a> {
    rows: usize,
    terms: Vec<Term<'a>>,
}

/// One summand of a cost.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Term<'a> {
    /// What the pairs are multiplied by.
    pub factor: f64,
    /// The pairs and their weights.
    pub pairs: PairCost<'a>,
}

/// A cost with one structure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PairCost<'a> {
    /// Stored edges.
    Edges(Graph),
    /// A constant for each class and one across classes, between labeled rows.
    Classes(ClassWise),
    /// Every pair within a class, weighed by distance, never stored; each class with a factor.
    WithinClasses(Vec<(f64, ClassPairs<'a>)>),
    /// 1 on every pair of rows.
    EveryPair,
    /// Every pair, weighed by distance, never stored.
    AllPairs(AllPairs<'a>),
    /// A matrix that the user gave.
    Dense(RowMatrix<'a>),
}

/// c_ij = `same[k]` where y_i = y_j = k, `different` where both rows are labeled and differ, else 0.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ClassWise {
    /// The rows of each class.
    pub rows_by_class: Vec<Vec<usize>>,
    /// The cost of a pair within each class.
    pub same: Vec<f64>,
    /// The cost of a pair across classes.
    pub different: f64,
}

impl<'a> Cost<'a> {
    /// A graph with stored edges.
    pub fn graph(graph: Graph) -> Self {
        Self::single(graph.rows(), 1.0, PairCost::Edges(graph))
    }

    /// One cost on every pair.
    pub fn constant(rows: usize, cost: f64) -> Self {
        Self::single(rows, cost, PairCost::EveryPair)
    }

    /// A graph of all pairs.
    pub(crate) fn all_pairs(pairs: AllPairs<'a>) -> Self {
        Self::single(pairs.rows(), 1.0, PairCost::AllPairs(pairs))
    }

    /// `same(n_k)` on the pairs of a class with n_k labeled rows, each counted as often as it counts, `different` on labeled
    /// pairs across classes.
    pub fn classes(data: &Dataset<'_>, same: impl Fn(f64) -> f64, different: f64) -> Self {
        let rows_by_class = data.labels().rows_by_class();
        let size = |size: f64| if size > 0.0 { size } else { 1.0 };
        let same = data.class_sizes().into_iter().map(|own| same(size(own))).collect();
        let classes = ClassWise { rows_by_class, same, different };
        Self::single(data.samples().rows(), 1.0, PairCost::Classes(classes))
    }

    /// All pairs within each class, with a factor for each.
    pub(crate) fn within_classes(rows: usize, classes: Vec<(f64, ClassPairs<'a>)>) -> Self {
        Self::single(rows, 1.0, PairCost::WithinClasses(classes))
    }

    /// A matrix of the user's own: n × n values, symmetric, row after row. Its diagonal is ignored, because a pair
    /// of a row with itself costs nothing.
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape), [`Error::NotSymmetric`](crate::Error::NotSymmetric),
    /// [`Error::NotFinite`](crate::Error::NotFinite).
    pub fn dense(values: Vec<f64>, rows: usize) -> Result<Self> {
        let mut values = values;
        check_symmetric("the cost matrix", &values, rows)?;
        (0..rows).for_each(|i| values[i * rows + i] = 0.0);
        Ok(Self::single(rows, 1.0, PairCost::Dense(RowMatrix::new(values, rows, rows))))
    }

    fn single(rows: usize, factor: f64, pairs: PairCost<'a>) -> Self {
        Self { rows, terms: vec![Term { factor, pairs }] }
    }

    /// The sum of two costs of the same rows.
    pub fn plus(mut self, other: Cost<'a>) -> Self {
        debug_assert_eq!(self.rows, other.rows);
        self.terms.extend(other.terms);
        self
    }

    /// The cost multiplied by a number.
    pub fn times(mut self, factor: f64) -> Self {
        self.terms.iter_mut().for_each(|term| term.factor *= factor);
        self
    }

    /// A cost without a borrow of the samples, which an all-pairs graph then copies: what a
    /// [`CostFunction`] gives.
    pub fn into_owned(self) -> Cost<'static> {
        let terms = self.terms.into_iter().map(|Term { factor, pairs }| Term {
            factor,
            pairs: match pairs {
                PairCost::Edges(graph) => PairCost::Edges(graph),
                PairCost::Classes(classes) => PairCost::Classes(classes),
                PairCost::EveryPair => PairCost::EveryPair,
                PairCost::AllPairs(pairs) => PairCost::AllPairs(pairs.into_owned()),
                PairCost::Dense(matrix) => PairCost::Dense(matrix.into_owned()),
                PairCost::WithinClasses(classes) => {
                    let owned = |(factor, ClassPairs { rows, pairs })| {
                        (factor, ClassPairs { rows, pairs: pairs.into_owned() })
                    };
                    PairCost::WithinClasses(classes.into_iter().map(owned).collect())
                }
            },
        });
        Cost { rows: self.rows, terms: terms.collect() }
    }

    /// Number of rows, n.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The summands.
    pub(crate) fn terms(&self) -> &[Term<'a>] {
        &self.terms
    }

    /// Whether this is a single all-pairs graph, whose powers share one pass.
    pub(crate) fn is_all_pairs(&self) -> bool {
        matches!(self.terms[..], [Term { pairs: PairCost::AllPairs(_), .. }])
    }
}

impl fmt::Display for Cost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return write!(f, "none");
        }
        for (position, term) in self.terms.iter().enumerate() {
            match (position, term.factor < 0.0) {
                (0, true) => write!(f, "−")?,
                (0, false) => {}
                (_, true) => write!(f, " − ")?,
                (_, false) => write!(f, " + ")?,
            }
            write_term(f, term.factor.abs(), &term.pairs, self.rows)?;
        }
        Ok(())
    }
}

fn write_term(
    f: &mut fmt::Formatter<'_>,
    factor: f64,
    pairs: &PairCost<'_>,
    rows: usize,
) -> fmt::Result {
    if let PairCost::EveryPair = pairs {
        return write!(f, "{} on every pair of {rows} rows", short(factor));
    }
    if factor != 1.0 {
        write!(f, "{} · ", short(factor))?;
    }
    match pairs {
        PairCost::Edges(graph) if graph.edges().len() == 1 => write!(f, "1 edge"),
        PairCost::Edges(graph) => write!(f, "{} edges", graph.edges().len()),
        PairCost::Classes(classes) => {
            let labeled: usize = classes.rows_by_class.iter().map(Vec::len).sum();
            let present = classes.rows_by_class.iter().filter(|rows| !rows.is_empty()).count();
            write!(f, "class-wise constants on {labeled} labeled rows of {present} classes")
        }
        PairCost::AllPairs(_) => write!(f, "all-pairs weights of {rows} rows"),
        PairCost::WithinClasses(classes) => {
            let members: usize = classes.iter().map(|(_, class)| class.rows.len()).sum();
            write!(f, "all-pairs weights within {} classes of {members} rows", classes.len())
        }
        PairCost::Dense(_) | PairCost::EveryPair => write!(f, "a given {rows} × {rows} matrix"),
    }
}

/// A number to five digits.
fn short(value: f64) -> f64 {
    if value == 0.0 {
        return value;
    }
    let digits = 10f64.powi(4 - log10(value.abs()).floor() as i32);
    (value * digits).round() / digits
}
