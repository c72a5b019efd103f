//! D − C of a cost as products with a few columns, term by term: O(edges) or O(n) each, no n × n matrix but one that was given.

use crate::cost::{ClassWise, Cost, PairCost};
use crate::error::{Error, Result};
use crate::graph::{Graph, Measure};
use crate::matrix::{RowMatrix, tall_product};
use crate::memory;
use crate::threads::*;
use crate::watch;

/// Rows of one task.
const ROW_BLOCK: usize = 1024;

/// D − C.
pub(super) struct Laplacian {
    pub(super) terms: Vec<(f64, Part)>,
    /// D_ii.
    pub(super) degrees: Vec<f64>,
}

/// One term.
pub(super) enum Part {
    /// Row by row what it is joined to, ascending.
    Edges {
        starts: Vec<usize>,
        joined: Vec<(usize, f64)>,
    },
    /// With the class of every row.
    Classes(ClassWise, Vec<Option<usize>>),
    /// For each class its rows and the weights between them.
    Blocks(Vec<(Vec<usize>, RowMatrix<'static>)>),
    EveryPair,
    Dense(RowMatrix<'static>),
}

impl Laplacian {
    /// Of C^(α); α = 1 for the cost itself.
    ///
    /// # Errors
    /// [`Error::Incompatible`] for weights of all pairs, which would cost O(n²) in every step.
    pub(super) fn new(cost: &Cost<'_>, alpha: f64) -> Result<Self> {
        let n = cost.rows();
        let mut own = Self { terms: Vec::new(), degrees: vec![0.0; n] };
        let single = cost.terms().len() == 1;
        for term in cost.terms() {
            let refused = || Err(Error::NotAGraph { terms: cost.to_string() });
            let part = match &term.pairs {
                PairCost::AllPairs(_) => {
                    return Err(all_pairs());
                }
                PairCost::Edges(graph) if alpha == 1.0 => edges(graph),
                PairCost::Edges(graph) if single && term.factor >= 0.0 => {
                    edges(&graph.power(alpha)?)
                }
                PairCost::EveryPair if alpha == 1.0 || single => Part::EveryPair,
                _ if alpha != 1.0 => return refused(),
                PairCost::Edges(graph) => edges(graph),
                PairCost::EveryPair => Part::EveryPair,
                PairCost::Classes(classes) => Part::Classes(classes.clone(), class_of(classes, n)),
                PairCost::WithinClasses(classes) => {
                    let mut blocks = Vec::new();
                    for (factor, class) in classes {
                        watch::check()?;
                        memory::check_pairs(
                            "an affinity within a class",
                            class.rows.len(),
                            8.0,
                            "use fda, or another learner of class means",
                        )?;
                        let measure = Measure::new(&class.pairs)?;
                        blocks.push((class.rows.clone(), weights(&measure, *factor, &class.rows)));
                    }
                    Part::Blocks(blocks)
                }
                PairCost::Dense(matrix) => Part::Dense(matrix.clone().into_owned()),
            };
            part.add_degrees(term.factor, &mut own.degrees);
            own.terms.push((term.factor, part));
        }
        Ok(own)
    }

    /// Whether it only pulls rows together, along edges: then D − C has no eigenvalue below 0.
    pub(super) fn is_pulling(&self) -> bool {
        self.terms.iter().all(|(factor, part)| match part {
            Part::Edges { joined, .. } => joined.iter().all(|(_, weight)| factor * weight >= 0.0),
            _ => false,
        })
    }

    /// `out += factor · (D − C) y`.
    pub(super) fn add_to(&self, factor: f64, y: &RowMatrix<'_>, out: &mut [f64]) {
        for (own, part) in &self.terms {
            part.add_to(factor * own, y, out);
        }
    }
}

impl Part {
    fn add_degrees(&self, factor: f64, degrees: &mut [f64]) {
        let n = degrees.len() as f64;
        match self {
            Part::Edges { starts, joined } => {
                for (i, degree) in degrees.iter_mut().enumerate() {
                    let own = &joined[starts[i]..starts[i + 1]];
                    *degree += factor * own.iter().map(|(_, weight)| weight).sum::<f64>();
                }
            }
            Part::Classes(classes, _) => {
                let labeled: usize = classes.rows_by_class.iter().map(Vec::len).sum();
                for (rows, same) in classes.rows_by_class.iter().zip(&classes.same) {
                    let (own, others) = (rows.len() as f64, (labeled - rows.len()) as f64);
                    let degree = same * (own - 1.0) + classes.different * others;
                    rows.iter().for_each(|&i| degrees[i] += factor * degree);
                }
            }
            Part::Blocks(blocks) => {
                for (rows, weights) in blocks {
                    for (k, &i) in rows.iter().enumerate() {
                        degrees[i] += factor * weights.row(k).iter().sum::<f64>();
                    }
                }
            }
            Part::EveryPair => degrees.iter_mut().for_each(|degree| *degree += factor * (n - 1.0)),
            Part::Dense(matrix) => {
                for (i, degree) in degrees.iter_mut().enumerate() {
                    *degree += factor * matrix.row(i).iter().sum::<f64>();
                }
            }
        }
    }

    fn add_to(&self, factor: f64, y: &RowMatrix<'_>, out: &mut [f64]) {
        let m = y.columns();
        match self {
            Part::Edges { starts, joined } => by_rows(out, m, |i, out| {
                for &(j, weight) in &joined[starts[i]..starts[i + 1]] {
                    let pull = factor * weight;
                    let ends = y.row(i).iter().zip(y.row(j));
                    out.iter_mut().zip(ends).for_each(|(out, (a, b))| *out += pull * (a - b));
                }
            }),
            Part::Classes(classes, class_of) => {
                let sums: Vec<Vec<f64>> =
                    classes.rows_by_class.iter().map(|rows| sum(y, rows.iter().copied())).collect();
                let sizes: Vec<f64> =
                    classes.rows_by_class.iter().map(|rows| rows.len() as f64).collect();
                let labeled: f64 = sizes.iter().sum();
                let all: Vec<f64> = (0..m).map(|j| sums.iter().map(|sum| sum[j]).sum()).collect();
                by_rows(out, m, |i, out| {
                    let Some(class) = class_of[i] else { return };
                    let (same, different) =
                        (factor * classes.same[class], factor * classes.different);
                    for (j, out) in out.iter_mut().enumerate() {
                        let (value, own) = (y.row(i)[j], sums[class][j]);
                        let others = (labeled - sizes[class]) * value - (all[j] - own);
                        *out += same * (sizes[class] * value - own) + different * others;
                    }
                });
            }
            Part::Blocks(blocks) => {
                for (rows, weights) in blocks {
                    let own = y.gather(rows);
                    let product = tall_product(weights, own.as_mat());
                    for (k, &i) in rows.iter().enumerate() {
                        let degree: f64 = weights.row(k).iter().sum();
                        let parts = out[i * m..(i + 1) * m].iter_mut().zip(own.row(k));
                        for ((out, value), near) in parts.zip(product.row(k)) {
                            *out += factor * (degree * value - near);
                        }
                    }
                }
            }
            Part::EveryPair => {
                let (n, all) = (y.rows() as f64, sum(y, 0..y.rows()));
                by_rows(out, m, |i, out| {
                    for ((out, value), all) in out.iter_mut().zip(y.row(i)).zip(&all) {
                        *out += factor * (n * value - all);
                    }
                });
            }
            Part::Dense(matrix) => {
                let product = tall_product(matrix, y.as_mat());
                by_rows(out, m, |i, out| {
                    let degree: f64 = matrix.row(i).iter().sum();
                    for ((out, value), near) in out.iter_mut().zip(y.row(i)).zip(product.row(i)) {
                        *out += factor * (degree * value - near);
                    }
                });
            }
        }
    }
}

/// Weights of all pairs would cost O(n²) in every step.
pub(super) fn all_pairs() -> Error {
    Error::Incompatible {
        parameter: "a graph of all pairs",
        with: "the matrix-free solver",
        help: "join every row to its nearest ones only, say 10 of them",
    }
}

fn edges(graph: &Graph) -> Part {
    let mut starts = vec![0; graph.rows() + 1];
    for edge in graph.edges() {
        starts[edge.first + 1] += 1;
        starts[edge.second + 1] += 1;
    }
    (0..graph.rows()).for_each(|i| starts[i + 1] += starts[i]);
    let (mut next, mut joined) = (starts.clone(), vec![(0, 0.0); 2 * graph.edges().len()]);
    for edge in graph.edges() {
        for (from, to) in [(edge.first, edge.second), (edge.second, edge.first)] {
            joined[next[from]] = (to, edge.weight);
            next[from] += 1;
        }
    }
    Part::Edges { starts, joined }
}

fn class_of(classes: &ClassWise, n: usize) -> Vec<Option<usize>> {
    let mut class_of = vec![None; n];
    for (class, rows) in classes.rows_by_class.iter().enumerate() {
        rows.iter().for_each(|&i| class_of[i] = Some(class));
    }
    class_of
}

/// The weights within a class, times a factor, 0 of a row with itself.
fn weights(measure: &Measure<'_>, factor: f64, rows: &[usize]) -> RowMatrix<'static> {
    let mut values = Vec::with_capacity(rows.len() * rows.len());
    for k in 0..rows.len() {
        let row = measure.row(k).into_iter().enumerate();
        values.extend(row.map(|(l, weight)| if l == k { 0.0 } else { factor * weight }));
    }
    RowMatrix::new(values, rows.len(), rows.len())
}

/// Changes every row of an n × m matrix.
fn by_rows(out: &mut [f64], m: usize, change: impl Fn(usize, &mut [f64]) + Sync) {
    if m > 0 {
        out.par_chunks_mut(ROW_BLOCK * m).enumerate().for_each(|(block, rows)| {
            let rows = rows.chunks_exact_mut(m).enumerate();
            rows.for_each(|(k, row)| change(block * ROW_BLOCK + k, row));
        });
    }
}

/// The sum of some rows.
fn sum(y: &RowMatrix<'_>, rows: impl Iterator<Item = usize>) -> Vec<f64> {
    let mut sum = vec![0.0; y.columns()];
    for i in rows {
        sum.iter_mut().zip(y.row(i)).for_each(|(sum, value)| *sum += value);
    }
    sum
}
