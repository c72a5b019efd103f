//! Paper, eq. 2: S(C) = Zᵀ(D − C)Z = ½ Σ_ij C_ij (z_i − z_j)(z_i − z_j)ᵀ for every form of cost, without an n × n matrix.
//!
//! Z holds the centred rows in the coordinates of the [`Span`](crate::eigen::Span). Where rows have weights, a row of weight w is w
//! copies of it: pairs count w_i w_j times, or as often as a graph joins copies; pairs of copies of one row count in degrees and
//! norms, and not in S(C), as they are nowhere apart.

mod pair_sums;

pub(crate) use pair_sums::Powered;
pub use pair_sums::{PairSums, PowerSum};

use crate::dense::{Mat, MatRef};

use crate::coordinates::Coordinates;
use crate::cost::{ClassWise, Cost, PairCost};
use crate::elementary::pow;
use crate::error::{Error, Result};
use crate::graph::{AllPairs, ClassPairs, Graph, Neighbors};
use crate::matrix::{Blocks, RowMatrix, add_scaled, sum_blocks, tall_product, weighted_gram};
use crate::threads::*;
use crate::watch;

/// A sum below this share of its two parts is rounding.
const ROUNDING: f64 = 1e-14;

/// The scatter of a cost, and its degrees.
#[derive(Debug, Clone)]
pub(crate) struct Scatter {
    /// Zᵀ(D − C)Z.
    pub(crate) matrix: Mat<f64>,
    /// D_ii = Σ_j c_ij, summed over the copies of row i.
    pub(crate) degrees: Vec<f64>,
    /// Of every row how unequal the degrees of its copies are: Σ (degree − their mean)²; nothing where no row has any.
    spreads: Option<Vec<f64>>,
}

impl Scatter {
    /// The scatter of nothing.
    fn zero(z: &Coordinates<'_>) -> Self {
        Self::even(Mat::zeros(z.columns(), z.columns()), vec![0.0; z.rows()])
    }

    /// All copies of a row alike.
    fn even(matrix: Mat<f64>, degrees: Vec<f64>) -> Self {
        Self { matrix, degrees, spreads: None }
    }

    /// The degree of a row, where copies of one row have degrees of their own.
    pub(crate) fn typical_degree(&self, z: &Coordinates<'_>) -> f64 {
        let squares = self.degrees.iter().enumerate().map(|(i, d)| d * d / z.weight(i));
        let squares = squares.sum::<f64>() + self.spreads.iter().flatten().sum::<f64>();
        typical(&self.degrees, squares)
    }

    /// Adds a multiple of another.
    fn add(&mut self, factor: f64, other: &Scatter) {
        add_scaled(&mut self.matrix, factor, other.matrix.as_ref());
        self.degrees.iter_mut().zip(&other.degrees).for_each(|(sum, d)| *sum += factor * d);
        if let Some(spreads) = &other.spreads {
            let sums = self.spreads.get_or_insert_with(|| vec![0.0; spreads.len()]);
            sums.iter_mut().zip(spreads).for_each(|(sum, own)| *sum += factor * factor * own);
        }
    }
}

/// Σ d² / Σ d: the degree of a row, rows counting by their degrees, so that neither rows without an edge nor the unit of the
/// weights matter. 1 where no row has an edge.
pub(crate) fn typical(degrees: &[f64], squares: f64) -> f64 {
    let sum: f64 = degrees.iter().sum();
    if sum > 0.0 && squares > 0.0 { squares / sum } else { 1.0 }
}

/// The scatter of a cost.
pub(crate) fn scatter(cost: &Cost<'_>, z: &Coordinates<'_>) -> Result<Scatter> {
    let mut total = Scatter::zero(z);
    for term in cost.terms() {
        watch::check()?;
        total.add(term.factor, &pair_scatter(&term.pairs, z)?);
    }
    Ok(total)
}

/// The scatters of several Hadamard powers C^(α) of one cost, all-pairs graphs in a single pass.
pub(crate) fn power_scatters(
    cost: &Cost<'_>,
    z: &Coordinates<'_>,
    alphas: &[f64],
) -> Result<Vec<Scatter>> {
    if alphas.iter().all(|&alpha| alpha == 1.0) && !cost.is_all_pairs() {
        let scatter = scatter(cost, z)?;
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
        pairs => alphas.iter().map(|&a| powered_scatter(pairs, z, a)).collect::<Result<_>>()?,
    };
    for scatter in &mut scatters {
        let plain = std::mem::replace(scatter, Scatter::zero(z));
        scatter.add(term.factor, &plain);
    }
    Ok(scatters)
}

/// What all pairs of a graph sum up to for one power of its weights, before the Frobenius rescaling.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GraphSums {
    /// Zᵀ(D − C)Z.
    pub(crate) laplacian: Mat<f64>,
    /// ZᵀDZ.
    pub(crate) degree_scatter: Mat<f64>,
    /// Σ_i d_i.
    pub(crate) degrees: f64,
    /// Σ_ij c_ij².
    pub(crate) squares: f64,
}

/// The sums of the given powers of a graph, every row counting once, and Σ_ij c_ij² of the graph itself. Of a row nothing is left:
/// sums over some pairs and over others make those over all.
pub(crate) fn graph_sums(
    pairs: &PairCost<'_>,
    z: &Coordinates<'_>,
    alphas: &[f64],
) -> Result<(f64, Vec<GraphSums>)> {
    match pairs {
        PairCost::AllPairs(pairs) => {
            let (base, sums) = pairs.sums(z, alphas)?;
            let finish = |sum: crate::graph::PowerSums| {
                let degree_scatter = weighted_gram(z, Some(&sum.degrees));
                let laplacian = &degree_scatter - &sum.weighted;
                let degrees = sum.degrees.iter().sum();
                GraphSums { laplacian, degree_scatter, degrees, squares: sum.squares }
            };
            Ok((base, sums.into_iter().map(finish).collect()))
        }
        PairCost::Edges(graph) => {
            let of = |&alpha: &f64| {
                let graph = graph.raised(alpha)?;
                let Scatter { matrix, degrees, .. } = edges(&graph, z);
                let degree_scatter = weighted_gram(z, Some(&degrees));
                let (degrees, squares) = (degrees.iter().sum(), graph.norm().powi(2));
                Ok(GraphSums { laplacian: matrix, degree_scatter, degrees, squares })
            };
            Ok((graph.norm().powi(2), alphas.iter().map(of).collect::<Result<_>>()?))
        }
        _ => Err(Error::NotAGraph { terms: "anything else".into() }),
    }
}

fn pair_scatter(pairs: &PairCost<'_>, z: &Coordinates<'_>) -> Result<Scatter> {
    match pairs {
        PairCost::Edges(graph) => Ok(edges(&graph.among(z.weights()), z)),
        PairCost::Classes(classes) => Ok(class_wise(classes, z)),
        PairCost::EveryPair => Ok(every_pair(z)),
        PairCost::AllPairs(pairs) => Ok(all_pairs_powers(pairs, z, &[1.0])?.remove(0)),
        PairCost::WithinClasses(classes) => within_classes(classes, z),
        PairCost::Dense(matrix) => Ok(dense(matrix, z)),
    }
}

/// Class by class over tiles of pairs, so that memory stays in proportion to the rows.
fn within_classes(classes: &[(f64, ClassPairs<'_>)], z: &Coordinates<'_>) -> Result<Scatter> {
    let mut total = Scatter::zero(z);
    for (factor, class) in classes {
        // Around their own mean the rows are short, and D − C loses no digits to a distant origin.
        let own = all_pairs_powers(
            &class.pairs,
            &Coordinates::stored(around_mean(z, &class.rows)),
            &[1.0],
        )?
        .remove(0);
        add_scaled(&mut total.matrix, *factor, own.matrix.as_ref());
        for (&row, degree) in class.rows.iter().zip(&own.degrees) {
            total.degrees[row] += factor * degree;
        }
    }
    Ok(total)
}

fn powered_scatter(pairs: &PairCost<'_>, z: &Coordinates<'_>, alpha: f64) -> Result<Scatter> {
    match pairs {
        PairCost::Edges(graph) => Ok(edges(&graph.among(z.weights()).power(alpha)?, z)),
        PairCost::Dense(matrix) => Ok(dense(&dense_power(matrix, z, alpha)?, z)),
        // A constant is its own power: the rescaling undoes it.
        PairCost::EveryPair => Ok(every_pair(z)),
        other if alpha == 1.0 => pair_scatter(other, z),
        _ => Err(Error::NotAGraph { terms: "class-wise".into() }),
    }
}

/// Zᵀ Y with Y = (D − C)Z row by row as Σ_j c_ij (z_i − z_j), which keeps the digits of near pairs. Rows without an edge are
/// left out, so a graph over ten labeled rows costs ten rows; Y is never held as a whole.
fn edges(graph: &Graph, z: &Coordinates<'_>) -> Scatter {
    let (neighbors, active) = Neighbors::of(graph);
    let gathered;
    let rows = match active.len() == z.rows() {
        true => z,
        false => {
            gathered = Coordinates::stored(z.gather(&active));
            &gathered
        }
    };
    let width = z.columns();
    let sums = sum_blocks(active.len(), width, |range, sums, room| {
        let mut other = Vec::new();
        let own = rows.block(range.clone(), room);
        let mut pulls = vec![0.0; range.len() * width];
        let of_rows = own.row_iter().zip(pulls.chunks_exact_mut(width)).zip(range.clone());
        for ((z_i, pulls), i) in of_rows {
            for (j, weight) in neighbors.of_row(i) {
                let z_j = rows.row_in(j, &mut other);
                for ((pull, a), b) in pulls.iter_mut().zip(z_i.iter()).zip(z_j) {
                    *pull += weight * (a - b);
                }
            }
        }
        sums.add_gram(own, MatRef::from_row_major_slice(&pulls, range.len(), width));
    });
    let (matrix, degrees) = (sums.into_matrix(), graph.degrees());
    Scatter { matrix, degrees, spreads: graph.degree_spreads() }
}

/// With S_k the scatter of class k around its own mean and S_b that of the class means, pairs within class k give
/// n_k S_k, and pairs across classes give Σ_k (ℓ − n_k) S_k + ℓ S_b: all sums of squares, no cancellation.
fn class_wise(classes: &ClassWise, z: &Coordinates<'_>) -> Scatter {
    let size = |members: &[usize]| members.iter().map(|&i| z.weight(i)).sum::<f64>();
    let labeled: usize = classes.rows_by_class.iter().map(Vec::len).sum();
    let present = classes.rows_by_class.iter().zip(&classes.same);
    let present: Vec<_> = present.filter(|(members, _)| !members.is_empty()).collect();
    let means: Vec<Vec<f64>> = present.par_iter().map(|(members, _)| mean(z, members)).collect();
    let mut degrees = vec![0.0; z.rows()];
    let (mut rows, mut between) = (Vec::with_capacity(labeled), Vec::new());
    let sizes: Vec<f64> = present.iter().map(|(members, _)| size(members)).collect();
    let total: f64 = sizes.iter().sum();
    let overall = overall_mean(&means, &sizes);
    for (k, (members, same)) in present.iter().enumerate() {
        let (own, others) = (sizes[k], total - sizes[k]);
        for &i in *members {
            let weight = z.weight(i);
            degrees[i] = weight * (*same * (own - 1.0).max(0.0) + classes.different * others);
            // Between classes alone, as in FDA, what pairs within one add and take away is the same.
            let (within, across) = (*same * own, classes.different * others);
            if (within + across).abs() > ROUNDING * (within.abs() + across.abs()) {
                rows.push((i, k, weight * (within + across)));
            }
        }
        let deviation = means[k].iter().zip(&overall).map(|(m, all)| m - all);
        between.extend(deviation);
    }
    // In the order of the rows, which is how they lie in memory.
    rows.sort_unstable_by_key(|&(i, ..)| i);
    let width = z.columns();
    let sums = sum_blocks(rows.len(), width, |range, sums, room| {
        let (mut plain, mut weighed) = (Vec::new(), Vec::new());
        for &(i, k, weight) in &rows[range.clone()] {
            let deviations = z.row_in(i, room).iter().zip(&means[k]).map(|(x, m)| x - m);
            plain.extend(deviations);
            weighed.extend(plain[plain.len() - width..].iter().map(|x| weight * x));
        }
        let matrix = |values| MatRef::from_row_major_slice(values, range.len(), width);
        sums.add_gram(matrix(&plain), matrix(&weighed));
    });
    let mut matrix = sums.into_matrix();
    let sizes: Vec<f64> = sizes.iter().map(|own| own * total * classes.different).collect();
    matrix += weighted_gram(&RowMatrix::new(between, sizes.len(), width), Some(&sizes));
    Scatter::even(matrix, degrees)
}

/// The mean of all rows of some classes, by deviations from the first, so that equal means stay that to the last bit.
fn overall_mean(means: &[Vec<f64>], sizes: &[f64]) -> Vec<f64> {
    let Some(first) = means.first() else { return Vec::new() };
    let (mut sums, mut count) = (vec![0.0; first.len()], 0.0);
    for (mean, size) in means.iter().zip(sizes) {
        let deviations = mean.iter().zip(first).map(|(mean, first)| size * (mean - first));
        sums.iter_mut().zip(deviations).for_each(|(sum, deviation)| *sum += deviation);
        count += size;
    }
    sums.iter().zip(first).map(|(sum, first)| first + sum / count).collect()
}

/// The mean of some rows, by deviations from the first, so that the mean of equal rows is that row to the last bit.
fn mean(z: &Coordinates<'_>, rows: &[usize]) -> Vec<f64> {
    let Some(&first) = rows.first() else { return vec![0.0; z.columns()] };
    let (mut count, first) = (z.weight(first), z.row(first));
    let (mut sum, mut room) = (vec![0.0; z.columns()], Vec::new());
    for &row in &rows[1..] {
        let (weight, row) = (z.weight(row), z.row_in(row, &mut room));
        let deviations = row.iter().zip(&*first).map(|(value, first)| weight * (value - first));
        sum.iter_mut().zip(deviations).for_each(|(sum, deviation)| *sum += deviation);
        count += weight;
    }
    sum.iter().zip(&*first).map(|(sum, first)| first + sum / count).collect()
}

/// Some rows minus their mean.
fn around_mean(z: &Coordinates<'_>, rows: &[usize]) -> RowMatrix<'static> {
    let mean = mean(z, rows);
    let mut values = z.gather(rows).into_values();
    for row in values.chunks_exact_mut(z.columns()) {
        row.iter_mut().zip(&mean).for_each(|(x, m)| *x -= m);
    }
    RowMatrix::new(values, rows.len(), z.columns())
}

/// 1 on every pair: n Zᵀ Z, Z being centred.
fn every_pair(z: &Coordinates<'_>) -> Scatter {
    let n = z.total_weight();
    let matrix = crate::dense::Scale(n) * z.gram();
    let degrees = (0..z.rows()).map(|i| z.weight(i) * (n - 1.0).max(0.0)).collect();
    Scatter::even(matrix, degrees)
}

/// A user's matrix: Zᵀ D Z − Zᵀ (C Z).
fn dense(cost: &RowMatrix<'_>, z: &Coordinates<'_>) -> Scatter {
    let degree = |i: usize| {
        let costs = cost.row(i).iter().enumerate();
        z.weight(i) * costs.map(|(j, c)| z.weight(j) * c).sum::<f64>()
    };
    let degrees: Vec<f64> = (0..cost.rows()).map(degree).collect();
    let mut matrix = weighted_gram(z, Some(&degrees));
    let weighed = z.weights().map(|weights| z.times_weights(weights));
    let z = weighed.as_ref().unwrap_or(z);
    let mut room = Vec::new();
    let costs = tall_product(cost, z.block(0..z.rows(), &mut room));
    let pulls = sum_blocks(z.rows(), z.columns(), |rows, sums, room| {
        sums.add_gram(z.block(rows.clone(), room), costs.tile(rows));
    });
    matrix -= pulls.into_matrix();
    Scatter::even(matrix, degrees)
}

fn dense_power(
    cost: &RowMatrix<'_>,
    z: &Coordinates<'_>,
    alpha: f64,
) -> Result<RowMatrix<'static>> {
    let n = cost.rows();
    if let Some(at) = cost.values().iter().position(|&c| c < 0.0) {
        let (row, column) = (at / n, at % n);
        return Err(Error::NegativeCost { row, column, value: cost.values()[at] });
    }
    let norm = |values: &[f64]| {
        let pairs = values.iter().enumerate();
        pairs.map(|(at, v)| z.weight(at / n) * z.weight(at % n) * (v * v)).sum::<f64>().sqrt()
    };
    let mut values: Vec<f64> = cost.values().iter().map(|&c| pow(c, alpha)).collect();
    let factor = rescale(norm(cost.values()), norm(&values), alpha)?;
    values.iter_mut().for_each(|value| *value *= factor);
    Ok(RowMatrix::new(values, n, n))
}

fn all_pairs_powers(
    pairs: &AllPairs<'_>,
    z: &Coordinates<'_>,
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
pub(crate) fn rescale(norm: f64, powered: f64, alpha: f64) -> Result<f64> {
    match powered > 0.0 {
        true => Ok(norm / powered),
        false => Err(Error::ZeroCost { alpha }),
    }
}
