//! Paper, eq. 2: S(C) = Zᵀ(D − C)Z = ½ Σ_ij C_ij (z_i − z_j)(z_i − z_j)ᵀ for every form of cost, without an n × n matrix.
//!
//! Z holds the centred rows in the coordinates of the [`Span`](crate::eigen::Span). Where rows have weights, a row of weight w is w
//! copies of it: pairs count w_i w_j times, or as often as a graph joins copies; pairs of copies of one row count in degrees and
//! norms, and not in S(C), as they are nowhere apart.

use std::sync::Arc;

use faer::Mat;

use crate::cost::{ClassWise, Cost, PairCost};
use crate::error::{Error, Result};
use crate::graph::{AllPairs, ClassPairs, Graph};
use crate::matrix::{
    RowMatrix, add_scaled, cross_product, symmetrize, tall_product, weighted_gram,
};
use crate::watch;

/// The scatter of a cost, and its degrees.
#[derive(Debug, Clone)]
pub(crate) struct Scatter {
    /// Zᵀ(D − C)Z.
    pub(crate) matrix: Mat<f64>,
    /// D_ii = Σ_j c_ij, summed over the copies of row i.
    pub(crate) degrees: Vec<f64>,
    /// Of every row how unequal the degrees of its copies are: Σ (degree − their mean)².
    spreads: Vec<f64>,
}

impl Scatter {
    /// The scatter of nothing.
    fn zero(z: &RowMatrix<'_>) -> Self {
        let none = vec![0.0; z.rows()];
        Self::even(Mat::zeros(z.columns(), z.columns()), none)
    }

    /// All copies of a row alike.
    fn even(matrix: Mat<f64>, degrees: Vec<f64>) -> Self {
        let spreads = vec![0.0; degrees.len()];
        Self { matrix, degrees, spreads }
    }

    /// Σ d² / Σ d: the degree of a row, rows counting by their degrees, so that neither rows without an edge nor the unit of the
    /// weights matter. 1 where no row has an edge.
    pub(crate) fn typical_degree(&self, weights: Weights<'_>) -> f64 {
        let sum: f64 = self.degrees.iter().sum();
        let squares = self.degrees.iter().zip(&self.spreads).enumerate();
        let squares: f64 = squares.map(|(i, (d, spread))| d * d / weights.of(i) + spread).sum();
        if sum > 0.0 && squares > 0.0 { squares / sum } else { 1.0 }
    }

    /// Adds a multiple of another.
    fn add(&mut self, factor: f64, other: &Scatter) {
        add_scaled(&mut self.matrix, factor, other.matrix.as_ref());
        self.degrees.iter_mut().zip(&other.degrees).for_each(|(sum, d)| *sum += factor * d);
        let spreads = self.spreads.iter_mut().zip(&other.spreads);
        spreads.for_each(|(sum, spread)| *sum += factor * factor * spread);
    }
}

/// How often rows count; each once where nothing is said.
#[derive(Clone, Copy)]
pub(crate) struct Weights<'w>(pub(crate) Option<&'w Arc<[f64]>>);

impl Weights<'_> {
    fn of(self, i: usize) -> f64 {
        self.0.map_or(1.0, |weights| weights[i])
    }

    /// Of n rows.
    fn sum(self, n: usize) -> f64 {
        self.0.map_or(n as f64, |weights| weights.iter().sum())
    }

    fn slice(&self) -> Option<&[f64]> {
        self.0.map(|weights| &weights[..])
    }
}

/// The scatter of a cost.
pub(crate) fn scatter(cost: &Cost<'_>, z: &RowMatrix<'_>, w: Weights<'_>) -> Result<Scatter> {
    let mut total = Scatter::zero(z);
    for term in cost.terms() {
        watch::check()?;
        total.add(term.factor, &pair_scatter(&term.pairs, z, w)?);
    }
    Ok(total)
}

/// The scatters of several Hadamard powers C^(α) of one cost, all-pairs graphs in a single pass.
pub(crate) fn power_scatters(
    cost: &Cost<'_>,
    z: &RowMatrix<'_>,
    w: Weights<'_>,
    alphas: &[f64],
) -> Result<Vec<Scatter>> {
    if alphas.iter().all(|&alpha| alpha == 1.0) && !cost.is_all_pairs() {
        let scatter = scatter(cost, z, w)?;
        return Ok(vec![scatter; alphas.len()]);
    }
    // (f C)^(α) = f C^(α) for f > 0, so the factor stays outside.
    let [term] = cost.terms() else {
        return Err(Error::NotAGraph { terms: cost.to_string() });
    };
    if term.factor < 0.0 {
        return Err(Error::NotAGraph { terms: cost.to_string() });
    }
    let mut scatters = match &term.pairs {
        PairCost::AllPairs(pairs) => all_pairs_powers(pairs, z, alphas)?,
        pairs => alphas.iter().map(|&a| powered_scatter(pairs, z, w, a)).collect::<Result<_>>()?,
    };
    for scatter in &mut scatters {
        let plain = std::mem::replace(scatter, Scatter::zero(z));
        scatter.add(term.factor, &plain);
    }
    Ok(scatters)
}

fn pair_scatter(pairs: &PairCost<'_>, z: &RowMatrix<'_>, w: Weights<'_>) -> Result<Scatter> {
    match pairs {
        PairCost::Edges(graph) => Ok(edges(&graph.among(w.0), z)),
        PairCost::Classes(classes) => Ok(class_wise(classes, z, w)),
        PairCost::EveryPair => Ok(every_pair(z, w)),
        PairCost::AllPairs(pairs) => Ok(all_pairs_powers(pairs, z, &[1.0])?.remove(0)),
        PairCost::WithinClasses(classes) => within_classes(classes, z),
        PairCost::Dense(matrix) => Ok(dense(matrix, z, w)),
    }
}

/// Class by class over tiles of pairs, so that memory stays in proportion to the rows.
fn within_classes(classes: &[(f64, ClassPairs<'_>)], z: &RowMatrix<'_>) -> Result<Scatter> {
    let mut total = Scatter::zero(z);
    for (factor, class) in classes {
        // Around their own mean the rows are short, and D − C loses no digits to a distant origin.
        let own = all_pairs_powers(&class.pairs, &around_mean(z, &class.rows), &[1.0])?.remove(0);
        add_scaled(&mut total.matrix, *factor, own.matrix.as_ref());
        for (&row, degree) in class.rows.iter().zip(&own.degrees) {
            total.degrees[row] += factor * degree;
        }
        debug_assert!(own.spreads.iter().all(|&spread| spread == 0.0));
    }
    Ok(total)
}

fn powered_scatter(
    pairs: &PairCost<'_>,
    z: &RowMatrix<'_>,
    w: Weights<'_>,
    alpha: f64,
) -> Result<Scatter> {
    match pairs {
        PairCost::Edges(graph) => Ok(edges(&graph.among(w.0).power(alpha)?, z)),
        PairCost::Dense(matrix) => Ok(dense(&dense_power(matrix, w, alpha)?, z, w)),
        // A constant is its own power: the rescaling undoes it.
        PairCost::EveryPair => Ok(every_pair(z, w)),
        other if alpha == 1.0 => pair_scatter(other, z, w),
        _ => Err(Error::NotAGraph { terms: "class-wise".into() }),
    }
}

/// Y = (D − C)Z row by row as Σ_j c_ij (z_i − z_j), which keeps the digits of near pairs; then Zᵀ Y. Rows without an
/// edge are left out, so a graph over ten labeled rows costs ten rows.
fn edges(graph: &Graph, z: &RowMatrix<'_>) -> Scatter {
    let degrees = graph.degrees();
    let mut position = vec![usize::MAX; z.rows()];
    let mut active = Vec::new();
    for row in graph.edges().iter().flat_map(|e| [e.first, e.second]) {
        if position[row] == usize::MAX {
            position[row] = active.len();
            active.push(row);
        }
    }
    let width = z.columns();
    let mut y = vec![0.0; active.len() * width];
    for (edge, count) in graph.counted_edges() {
        let (a, b) = (position[edge.first] * width, position[edge.second] * width);
        let ends = z.row(edge.first).iter().zip(z.row(edge.second));
        for (column, (x_a, x_b)) in ends.enumerate() {
            let pull = count * edge.weight * (x_a - x_b);
            y[a + column] += pull;
            y[b + column] -= pull;
        }
    }
    let y = RowMatrix::new(y, active.len(), width);
    let mut matrix = cross_product(&z.gather(&active), &y);
    symmetrize(&mut matrix);
    match graph.degree_spreads() {
        Some(spreads) => Scatter { matrix, degrees, spreads },
        None => Scatter::even(matrix, degrees),
    }
}

/// With S_k the scatter of class k around its own mean and S_b that of the class means, pairs within class k give
/// n_k S_k, and pairs across classes give Σ_k (ℓ − n_k) S_k + ℓ S_b: all sums of squares, no cancellation.
fn class_wise(classes: &ClassWise, z: &RowMatrix<'_>, w: Weights<'_>) -> Scatter {
    let size = |members: &Vec<usize>| members.iter().map(|&i| w.of(i)).sum::<f64>();
    let labeled: f64 = classes.rows_by_class.iter().map(size).sum();
    let overall = mean(z, w, classes.rows_by_class.iter().flatten());
    let mut degrees = vec![0.0; z.rows()];
    let (mut rows, mut weights, mut centers, mut sizes) = (vec![], vec![], vec![], vec![]);
    for (members, &same) in classes.rows_by_class.iter().zip(&classes.same) {
        if members.is_empty() {
            continue;
        }
        let own = size(members);
        let others = labeled - own;
        let center = mean(z, w, members.iter());
        for &i in members {
            degrees[i] = w.of(i) * (same * (own - 1.0).max(0.0) + classes.different * others);
            rows.extend(z.row(i).iter().zip(&center).map(|(x, m)| x - m));
            weights.push(w.of(i) * (same * own + classes.different * others));
        }
        centers.extend(center.iter().zip(&overall).map(|(m, all)| m - all));
        sizes.push(own * labeled * classes.different);
    }
    let rows = RowMatrix::new(rows, weights.len(), z.columns());
    let centers = RowMatrix::new(centers, sizes.len(), z.columns());
    let mut matrix = weighted_gram(&rows, Some(&weights));
    matrix += weighted_gram(&centers, Some(&sizes));
    Scatter::even(matrix, degrees)
}

/// The mean of some rows, by deviations from the first, so that the mean of equal rows is that row to the last bit.
fn mean<'r>(
    z: &RowMatrix<'_>,
    w: Weights<'_>,
    mut rows: impl Iterator<Item = &'r usize>,
) -> Vec<f64> {
    let Some(&first) = rows.next() else { return vec![0.0; z.columns()] };
    let (mut count, first) = (w.of(first), z.row(first));
    let mut sum = vec![0.0; z.columns()];
    for &row in rows {
        let weight = w.of(row);
        let deviations = z.row(row).iter().zip(first).map(|(x, first)| weight * (x - first));
        sum.iter_mut().zip(deviations).for_each(|(sum, deviation)| *sum += deviation);
        count += weight;
    }
    sum.iter().zip(first).map(|(sum, first)| first + sum / count).collect()
}

/// Some rows minus their mean.
fn around_mean(z: &RowMatrix<'_>, rows: &[usize]) -> RowMatrix<'static> {
    // Any point near them will do.
    let mean = mean(z, Weights(None), rows.iter());
    let deviations = rows.iter().flat_map(|&i| z.row(i).iter().zip(&mean).map(|(x, m)| x - m));
    RowMatrix::new(deviations.collect::<Vec<_>>(), rows.len(), z.columns())
}

/// 1 on every pair: n Zᵀ Z, Z being centred.
fn every_pair(z: &RowMatrix<'_>, w: Weights<'_>) -> Scatter {
    let n = w.sum(z.rows());
    let mut matrix = weighted_gram(z, w.slice());
    matrix *= faer::Scale(n);
    let degrees = (0..z.rows()).map(|i| w.of(i) * (n - 1.0).max(0.0)).collect();
    Scatter::even(matrix, degrees)
}

/// A user's matrix: Zᵀ D Z − Zᵀ (C Z).
fn dense(cost: &RowMatrix<'_>, z: &RowMatrix<'_>, w: Weights<'_>) -> Scatter {
    let sum = |i: usize| -> f64 {
        let costs = cost.row(i).iter().enumerate();
        w.of(i) * costs.map(|(j, c)| w.of(j) * c).sum::<f64>()
    };
    let degrees: Vec<f64> = (0..cost.rows()).map(sum).collect();
    let mut matrix = weighted_gram(z, Some(&degrees));
    let weighed = weighed(z, w);
    matrix -= cross_product(&weighed, &tall_product(cost, weighed.as_mat()));
    symmetrize(&mut matrix);
    Scatter::even(matrix, degrees)
}

/// Every row times its weight.
fn weighed<'z>(z: &'z RowMatrix<'_>, w: Weights<'_>) -> RowMatrix<'z> {
    let Some(weights) = w.slice() else { return z.borrowed() };
    let rows = weights.iter().enumerate();
    let values = rows.flat_map(|(i, weight)| z.row(i).iter().map(move |value| weight * value));
    RowMatrix::new(values.collect::<Vec<_>>(), z.rows(), z.columns())
}

fn dense_power(cost: &RowMatrix<'_>, w: Weights<'_>, alpha: f64) -> Result<RowMatrix<'static>> {
    let n = cost.rows();
    if let Some(at) = cost.values().iter().position(|&c| c < 0.0) {
        let (row, column) = (at / n, at % n);
        return Err(Error::NegativeCost { row, column, value: cost.values()[at] });
    }
    let norm = |values: &[f64]| {
        let pairs = values.iter().enumerate();
        pairs.map(|(at, v)| w.of(at / n) * w.of(at % n) * (v * v)).sum::<f64>().sqrt()
    };
    let mut values: Vec<f64> = cost.values().iter().map(|c| c.powf(alpha)).collect();
    let factor = rescale(norm(cost.values()), norm(&values), alpha)?;
    values.iter_mut().for_each(|value| *value *= factor);
    Ok(RowMatrix::new(values, n, n))
}

fn all_pairs_powers(
    pairs: &AllPairs<'_>,
    z: &RowMatrix<'_>,
    alphas: &[f64],
) -> Result<Vec<Scatter>> {
    let (base_squares, sums) = pairs.sums(z, alphas)?;
    let finish = |(sum, &alpha): (crate::graph::PowerSums, &f64)| {
        watch::check()?;
        let factor = match alpha == 1.0 {
            true => 1.0,
            false => rescale(base_squares.sqrt(), sum.squares.sqrt(), alpha)?,
        };
        let mut degrees: Vec<f64> = sum.degrees.iter().map(|d| d * factor).collect();
        let mut matrix = weighted_gram(z, Some(&degrees));
        add_scaled(&mut matrix, -factor, sum.weighted.as_ref());
        let own = (0..z.rows()).map(|i| pairs.own_pairs(i) * factor);
        degrees.iter_mut().zip(own).for_each(|(degree, own)| *degree += own);
        Ok(Scatter::even(matrix, degrees))
    };
    sums.into_iter().zip(alphas).map(finish).collect()
}

/// ‖C‖_F / ‖C∘…∘C‖_F (paper, eq. 9).
fn rescale(norm: f64, powered: f64, alpha: f64) -> Result<f64> {
    match powered > 0.0 {
        true => Ok(norm / powered),
        false => Err(Error::ZeroCost { alpha }),
    }
}
