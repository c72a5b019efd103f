//! Paper, eq. 2: S(C) = Zᵀ(D − C)Z = ½ Σ_ij C_ij (z_i − z_j)(z_i − z_j)ᵀ for every form of cost, without an n × n matrix.
//!
//! Z holds the centred rows in the coordinates of the [`Span`](crate::eigen::Span).

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
    /// D_ii = Σ_j c_ij.
    pub(crate) degrees: Vec<f64>,
}

impl Scatter {
    /// The scatter of nothing.
    fn zero(z: &RowMatrix<'_>) -> Self {
        Self { matrix: Mat::zeros(z.columns(), z.columns()), degrees: vec![0.0; z.rows()] }
    }

    /// Adds a multiple of another.
    fn add(&mut self, factor: f64, other: &Scatter) {
        add_scaled(&mut self.matrix, factor, other.matrix.as_ref());
        self.degrees.iter_mut().zip(&other.degrees).for_each(|(sum, d)| *sum += factor * d);
    }
}

/// The scatter of a cost.
pub(crate) fn scatter(cost: &Cost<'_>, z: &RowMatrix<'_>) -> Result<Scatter> {
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
    z: &RowMatrix<'_>,
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

fn pair_scatter(pairs: &PairCost<'_>, z: &RowMatrix<'_>) -> Result<Scatter> {
    match pairs {
        PairCost::Edges(graph) => Ok(edges(graph, z)),
        PairCost::Classes(classes) => Ok(class_wise(classes, z)),
        PairCost::EveryPair => Ok(every_pair(z)),
        PairCost::AllPairs(pairs) => Ok(all_pairs_powers(pairs, z, &[1.0])?.remove(0)),
        PairCost::WithinClasses(classes) => within_classes(classes, z),
        PairCost::Dense(matrix) => Ok(dense(matrix, z)),
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
    }
    Ok(total)
}

fn powered_scatter(pairs: &PairCost<'_>, z: &RowMatrix<'_>, alpha: f64) -> Result<Scatter> {
    match pairs {
        PairCost::Edges(graph) => Ok(edges(&graph.power(alpha)?, z)),
        PairCost::Dense(matrix) => Ok(dense(&dense_power(matrix, alpha)?, z)),
        // A constant is its own power: the rescaling undoes it.
        PairCost::EveryPair => Ok(every_pair(z)),
        other if alpha == 1.0 => pair_scatter(other, z),
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
    for edge in graph.edges() {
        let (a, b) = (position[edge.first] * width, position[edge.second] * width);
        let ends = z.row(edge.first).iter().zip(z.row(edge.second));
        for (column, (x_a, x_b)) in ends.enumerate() {
            let pull = edge.weight * (x_a - x_b);
            y[a + column] += pull;
            y[b + column] -= pull;
        }
    }
    let y = RowMatrix::new(y, active.len(), width);
    let mut matrix = cross_product(&z.gather(&active), &y);
    symmetrize(&mut matrix);
    Scatter { matrix, degrees }
}

/// With S_k the scatter of class k around its own mean and S_b that of the class means, pairs within class k give
/// n_k S_k, and pairs across classes give Σ_k (ℓ − n_k) S_k + ℓ S_b: all sums of squares, no cancellation.
fn class_wise(classes: &ClassWise, z: &RowMatrix<'_>) -> Scatter {
    let labeled: usize = classes.rows_by_class.iter().map(Vec::len).sum();
    let overall = mean(z, classes.rows_by_class.iter().flatten());
    let mut degrees = vec![0.0; z.rows()];
    let (mut rows, mut weights, mut centers, mut sizes) = (vec![], vec![], vec![], vec![]);
    for (members, &same) in classes.rows_by_class.iter().zip(&classes.same) {
        if members.is_empty() {
            continue;
        }
        let others = (labeled - members.len()) as f64;
        let own = members.len() as f64;
        let center = mean(z, members.iter());
        for &i in members {
            degrees[i] = same * (own - 1.0) + classes.different * others;
            rows.extend(z.row(i).iter().zip(&center).map(|(x, m)| x - m));
            weights.push(same * own + classes.different * others);
        }
        centers.extend(center.iter().zip(&overall).map(|(m, all)| m - all));
        sizes.push(own * labeled as f64 * classes.different);
    }
    let rows = RowMatrix::new(rows, weights.len(), z.columns());
    let centers = RowMatrix::new(centers, sizes.len(), z.columns());
    let mut matrix = weighted_gram(&rows, Some(&weights));
    matrix += weighted_gram(&centers, Some(&sizes));
    Scatter { matrix, degrees }
}

/// The mean of some rows, by deviations from the first, so that the mean of equal rows is that row to the last bit.
fn mean<'r>(z: &RowMatrix<'_>, mut rows: impl Iterator<Item = &'r usize>) -> Vec<f64> {
    let Some(&first) = rows.next() else { return vec![0.0; z.columns()] };
    let (first, mut count) = (z.row(first), 1.0);
    let mut sum = vec![0.0; z.columns()];
    for &row in rows {
        let deviations = z.row(row).iter().zip(first).map(|(value, first)| value - first);
        sum.iter_mut().zip(deviations).for_each(|(sum, deviation)| *sum += deviation);
        count += 1.0;
    }
    sum.iter().zip(first).map(|(sum, first)| first + sum / count).collect()
}

/// Some rows minus their mean.
fn around_mean(z: &RowMatrix<'_>, rows: &[usize]) -> RowMatrix<'static> {
    let mean = mean(z, rows.iter());
    let deviations = rows.iter().flat_map(|&i| z.row(i).iter().zip(&mean).map(|(x, m)| x - m));
    RowMatrix::new(deviations.collect::<Vec<_>>(), rows.len(), z.columns())
}

/// 1 on every pair: n Zᵀ Z, Z being centred.
fn every_pair(z: &RowMatrix<'_>) -> Scatter {
    let n = z.rows() as f64;
    let mut matrix = weighted_gram(z, None);
    matrix *= faer::Scale(n);
    Scatter { matrix, degrees: vec![n - 1.0; z.rows()] }
}

/// A user's matrix: Zᵀ D Z − Zᵀ (C Z).
fn dense(cost: &RowMatrix<'_>, z: &RowMatrix<'_>) -> Scatter {
    let degrees: Vec<f64> = (0..cost.rows()).map(|i| cost.row(i).iter().sum()).collect();
    let mut matrix = weighted_gram(z, Some(&degrees));
    matrix -= cross_product(z, &tall_product(cost, z.as_mat()));
    symmetrize(&mut matrix);
    Scatter { matrix, degrees }
}

fn dense_power(cost: &RowMatrix<'_>, alpha: f64) -> Result<RowMatrix<'static>> {
    let n = cost.rows();
    if let Some(at) = cost.values().iter().position(|&c| c < 0.0) {
        let (row, column) = (at / n, at % n);
        return Err(Error::NegativeCost { row, column, value: cost.values()[at] });
    }
    let norm = |values: &[f64]| values.iter().map(|v| v * v).sum::<f64>().sqrt();
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
        let degrees: Vec<f64> = sum.degrees.iter().map(|d| d * factor).collect();
        let mut matrix = weighted_gram(z, Some(&degrees));
        add_scaled(&mut matrix, -factor, sum.weighted.as_ref());
        Ok(Scatter { matrix, degrees })
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
