//! The leading eigenpairs of N, which are the eigenmaps of the graph, and functions of N by them.
//!
//! Eigenvalue 1 has one eigenvector for every component, and those are known. Behind them come the eigenvectors that a
//! Krylov method finds. A function f(N) is exact on both, and a Chebyshev polynomial on what is left: the further the known
//! eigenvalues reach down, the lower its degree.

use faer::{Mat, MatRef};
use rayon::prelude::*;

use super::adjacency::{Adjacency, WIDTH};
use super::chebyshev::{Polynomial, interval};
use super::leading::leading;
use crate::error::Result;
use crate::matrix::RowMatrix;
use crate::watch;

/// Below this eigenvalue a map is no mean of neighbours.
const SMALLEST_AVERAGED: f64 = 0.1;

/// N with its leading eigenpairs.
#[derive(Debug, Clone)]
pub(super) struct Spectrum {
    adjacency: Adjacency,
    /// Unit eigenvectors of eigenvalue 1, one for each component, all in one vector.
    ones: Vec<f64>,
    /// The eigenvalues behind them, descending, and their eigenvectors, n × m.
    values: Vec<f64>,
    vectors: RowMatrix<'static>,
}

impl Spectrum {
    /// At least `count` eigenpairs, those of the components among them, or as many as there are.
    pub(super) fn new(adjacency: Adjacency, count: usize) -> Result<Self> {
        let n = adjacency.rows();
        let ones = adjacency.component_vectors();
        // Even where there are many components a few more vectors tell where the rest of the spectrum begins.
        let wanted = (count.saturating_sub(adjacency.components)).max(2);
        let wanted = wanted.min(n - adjacency.components);
        let (values, vectors) = leading(&adjacency, &ones, wanted)?;
        Ok(Self { adjacency, ones, values, vectors })
    }

    /// The first `count` eigenmaps D^(−1/2) v, without the constant one, each to mean 0 and deviation 1.
    ///
    /// Components come first, the largest first: each set off from those that are left.
    pub(super) fn eigenmaps(&self, count: usize) -> RowMatrix<'static> {
        let n = self.adjacency.rows();
        let contrasts = self.contrasts(count);
        let further = self.values.len().min(count - contrasts.len());
        let mut maps = vec![0.0; n * (contrasts.len() + further)];
        let width = contrasts.len() + further;
        for (i, row) in maps.chunks_exact_mut(width.max(1)).enumerate() {
            let root = self.adjacency.root_degrees[i];
            for (value, contrast) in row.iter_mut().zip(&contrasts) {
                let component = self.adjacency.component[i];
                *value = contrast[component] * self.ones[i] / root;
            }
            for (value, v) in row[contrasts.len()..].iter_mut().zip(self.vectors.row(i)) {
                *value = v / root;
            }
        }
        self.averaged(&mut maps, width, contrasts.len());
        standardize(&mut maps, n, width);
        RowMatrix::new(maps, n, width)
    }

    /// Replaces eigenmaps by the mean of their neighbours over λ, which is the same but for rounding: a row that hardly belongs to
    /// the graph would have nothing else, divided by its tiny degree.
    fn averaged(&self, maps: &mut [f64], width: usize, first: usize) {
        let former = maps.to_vec();
        for (i, row) in maps.chunks_exact_mut(width.max(1)).enumerate() {
            let mut means = vec![0.0; width];
            for (j, weight) in self.adjacency.averaging(i) {
                let other = &former[j * width..(j + 1) * width];
                means.iter_mut().zip(other).for_each(|(mean, e)| *mean += weight * e);
            }
            for map in first..width {
                let eigenvalue = self.values[map - first];
                if eigenvalue > SMALLEST_AVERAGED {
                    row[map] = means[map] / eigenvalue;
                }
            }
        }
    }

    /// Orthonormal combinations of the component vectors, orthogonal to √D.
    fn contrasts(&self, count: usize) -> Vec<Vec<f64>> {
        let components = self.adjacency.components;
        let mut volumes = vec![0.0; components];
        for (root, &component) in self.adjacency.root_degrees.iter().zip(&self.adjacency.component)
        {
            volumes[component] += root * root;
        }
        let total: f64 = volumes.iter().sum();
        let mut basis = vec![volumes.iter().map(|v| (v / total).sqrt()).collect::<Vec<f64>>()];
        for component in 0..count.min(components - 1) {
            let mut own = vec![0.0; components];
            own[component] = 1.0;
            // Twice, as one pass of Gram–Schmidt leaves rounding behind.
            for _ in 0..2 {
                for former in &basis {
                    let along: f64 = own.iter().zip(former).map(|(a, b)| a * b).sum();
                    own.iter_mut().zip(former).for_each(|(a, b)| *a -= along * b);
                }
            }
            let length = own.iter().map(|v| v * v).sum::<f64>().sqrt();
            own.iter_mut().for_each(|v| *v /= length);
            basis.push(own);
        }
        basis.split_off(1)
    }

    /// Rows of f(N) B for several f, where B has the given columns of the identity: `rows` × `columns` for each f.
    pub(super) fn functions(
        &self,
        functions: &[&(dyn Fn(f64) -> f64 + Sync)],
        rows: &[usize],
        columns: &[usize],
    ) -> Result<Vec<Mat<f64>>> {
        let n = self.adjacency.rows();
        let polynomials: Vec<Polynomial> = functions.iter().map(|f| self.polynomial(*f)).collect();
        let blocks: Vec<&[usize]> = columns.chunks(WIDTH).collect();
        let (stage, watch) = (watch::stage("label spreading", blocks.len()), watch::current());
        let of_block = |block: &&[usize]| {
            let mut start = vec![[0.0; WIDTH]; n];
            block.iter().enumerate().for_each(|(q, &column)| start[column][q] = 1.0);
            let all = watch.enter(|| self.apply(functions, &polynomials, start))?;
            stage.advance(1)?;
            Ok(all.iter().map(|values| rows.iter().map(|&i| values[i]).collect()).collect())
        };
        let found: Vec<Vec<Vec<[f64; WIDTH]>>> =
            blocks.par_iter().map(of_block).collect::<Result<_>>()?;
        let of_function = |f: usize| {
            let value = |i: usize, j: usize| found[j / WIDTH][f][i][j % WIDTH];
            Mat::from_fn(rows.len(), columns.len(), value)
        };
        Ok((0..functions.len()).map(of_function).collect())
    }

    /// f(N) B for an n × q matrix B that is zero but for some rows.
    pub(super) fn of_rows(
        &self,
        function: &(dyn Fn(f64) -> f64 + Sync),
        rows: &[usize],
        values: MatRef<'_, f64>,
    ) -> Result<RowMatrix<'static>> {
        let (n, q) = (self.adjacency.rows(), values.ncols());
        let polynomial = [self.polynomial(function)];
        let starts: Vec<usize> = (0..q).step_by(WIDTH).collect();
        let (stage, watch) = (watch::stage("label spreading", starts.len()), watch::current());
        let of_block = |&first: &usize| {
            let mut start = vec![[0.0; WIDTH]; n];
            for (position, &row) in rows.iter().enumerate() {
                for column in first..q.min(first + WIDTH) {
                    start[row][column - first] += values[(position, column)];
                }
            }
            let mut all = watch.enter(|| self.apply(&[function], &polynomial, start))?;
            stage.advance(1)?;
            Ok(all.remove(0))
        };
        let blocks: Vec<Vec<[f64; WIDTH]>> =
            starts.par_iter().map(of_block).collect::<Result<_>>()?;
        let mut out = vec![0.0; n * q];
        for (i, row) in out.chunks_exact_mut(q.max(1)).enumerate() {
            row.iter_mut().enumerate().for_each(|(j, v)| *v = blocks[j / WIDTH][i][j % WIDTH]);
        }
        Ok(RowMatrix::new(out, n, q))
    }

    /// f(N) X for every f: exact on the known eigenvectors, by the polynomial on the rest of X.
    fn apply(
        &self,
        functions: &[&(dyn Fn(f64) -> f64 + Sync)],
        polynomials: &[Polynomial],
        mut x: Vec<[f64; WIDTH]>,
    ) -> Result<Vec<Vec<[f64; WIDTH]>>> {
        let n = x.len();
        let mut results = vec![vec![[0.0; WIDTH]; n]; functions.len()];
        let component = &self.adjacency.component;
        let mut along = vec![[0.0; WIDTH]; self.adjacency.components];
        (0..n).for_each(|i| add(&mut along[component[i]], self.ones[i], &x[i]));
        for (i, x) in x.iter_mut().enumerate() {
            let own = along[component[i]];
            add(x, -self.ones[i], &own);
            for (result, f) in results.iter_mut().zip(functions) {
                add(&mut result[i], f(1.0) * self.ones[i], &own);
            }
        }
        let mut along = vec![[0.0; WIDTH]; self.values.len()];
        for (i, x) in x.iter().enumerate() {
            let parts = along.iter_mut().zip(self.vectors.row(i));
            parts.for_each(|(along, &v)| add(along, v, x));
        }
        for (i, x) in x.iter_mut().enumerate() {
            for (j, &v) in self.vectors.row(i).iter().enumerate() {
                add(x, -v, &along[j]);
                for (result, f) in results.iter_mut().zip(functions) {
                    add(&mut result[i], f(self.values[j]) * v, &along[j]);
                }
            }
        }
        self.chebyshev(polynomials, x, &mut results)?;
        Ok(results)
    }

    /// Adds Σ_j c_j T_j(L) X, L being N with [−1, edge] mapped to [−1, 1].
    fn chebyshev(
        &self,
        polynomials: &[Polynomial],
        x: Vec<[f64; WIDTH]>,
        results: &mut [Vec<[f64; WIDTH]>],
    ) -> Result<()> {
        let n = x.len();
        let (middle, half) = interval(self.edge());
        let (mut former, mut current) = (x.clone(), vec![[0.0; WIDTH]; n]);
        let mut next = current.clone();
        for (result, polynomial) in results.iter_mut().zip(polynomials) {
            result.iter_mut().zip(&x).for_each(|(r, x)| add(r, polynomial.coefficients[0], x));
        }
        let degree = polynomials.iter().map(|p| p.coefficients.len()).max().unwrap_or(1);
        for j in 1..degree {
            watch::check()?;
            let source = if j == 1 { &former } else { &current };
            self.adjacency.apply_block(source, &mut next);
            // T_1 = L, T_(j+1) = 2 L T_j − T_(j−1).
            let (factor, keep) = if j == 1 { (1.0, 0.0) } else { (2.0, 1.0) };
            for ((next, source), former) in next.iter_mut().zip(source).zip(&former) {
                for q in 0..WIDTH {
                    next[q] = factor * (next[q] - middle * source[q]) / half - keep * former[q];
                }
            }
            if j > 1 {
                std::mem::swap(&mut former, &mut current);
            }
            std::mem::swap(&mut current, &mut next);
            for (result, polynomial) in results.iter_mut().zip(polynomials) {
                if let Some(&c) = polynomial.coefficients.get(j) {
                    result.iter_mut().zip(&current).for_each(|(r, x)| add(r, c, x));
                }
            }
        }
        Ok(())
    }

    /// No eigenvalue that is not known is above this.
    fn edge(&self) -> f64 {
        let known = self.adjacency.components + self.values.len() == self.adjacency.rows();
        match self.values.last() {
            Some(&last) if !known => last,
            _ => 1.0,
        }
    }

    fn polynomial(&self, function: &(dyn Fn(f64) -> f64 + Sync)) -> Polynomial {
        if self.adjacency.components + self.values.len() == self.adjacency.rows() {
            return Polynomial { coefficients: vec![0.0] };
        }
        Polynomial::of(function, self.edge())
    }
}

/// `sum += factor · x`.
fn add(sum: &mut [f64; WIDTH], factor: f64, x: &[f64; WIDTH]) {
    sum.iter_mut().zip(x).for_each(|(sum, x)| *sum += factor * x);
}

/// Every column to mean 0 and deviation 1.
fn standardize(values: &mut [f64], rows: usize, columns: usize) {
    for j in 0..columns {
        let column =
            |values: &[f64]| (0..rows).map(|i| values[i * columns + j]).collect::<Vec<_>>();
        let mean = column(values).iter().sum::<f64>() / rows as f64;
        let square = |v: f64| (v - mean) * (v - mean);
        let variance = column(values).into_iter().map(square).sum::<f64>() / rows as f64;
        let factor = if variance > 0.0 { 1.0 / variance.sqrt() } else { 0.0 };
        (0..rows).for_each(|i| values[i * columns + j] = (values[i * columns + j] - mean) * factor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::self_adjoint;
    use crate::graph::Graph;

    /// Two rings of different sizes and one row by itself: three components, enough rows for a Krylov space.
    fn rings() -> Result<Adjacency> {
        let weight = |i: usize| 1.0 + 0.5 * ((i * i) as f64).sin();
        let ring = |start: usize, count: usize| {
            (0..count).flat_map(move |i| {
                let at = |step: usize| start + (i + step) % count;
                [(at(0), at(1), weight(i)), (at(0), at(3), 0.5 * weight(i + 7))]
            })
        };
        Ok(Adjacency::new(&Graph::new(511, ring(0, 300).chain(ring(300, 210)))?))
    }

    #[test]
    fn functions_of_a_graph_are_those_of_its_eigenvalues() -> Result<()> {
        let adjacency = rings()?;
        let n = adjacency.rows();
        assert_eq!((n, adjacency.components), (511, 3));
        let mut matrix = Mat::zeros(n, n);
        let (mut unit, mut column) = (vec![0.0; n], vec![0.0; n]);
        for j in 0..n {
            unit[j] = 1.0;
            adjacency.apply(&unit, &mut column);
            (0..n).for_each(|i| matrix[(i, j)] = column[i]);
            unit[j] = 0.0;
        }
        let (values, vectors) = self_adjoint(matrix.as_ref())?;
        let spectrum = Spectrum::new(adjacency, 31)?;
        // The row by itself has N = 0, and a component vector that counts as eigenvalue 1.
        for (found, expected) in spectrum.values.iter().zip(values.iter().rev().skip(2)) {
            assert!((found - expected).abs() < 1e-10, "{found} {expected}");
        }
        let f = |x: f64| 1.0 / (1.0 - 0.99 * x);
        let rows: Vec<usize> = (0..510).step_by(17).collect();
        let found = spectrum.functions(&[&f], &rows, &[3, 400])?.remove(0);
        for (i, &row) in rows.iter().enumerate() {
            for (j, &column) in [3usize, 400].iter().enumerate() {
                let expected: f64 =
                    (0..n).map(|k| f(values[k]) * vectors[(row, k)] * vectors[(column, k)]).sum();
                assert!((found[(i, j)] - expected).abs() < 1e-6, "{} {expected}", found[(i, j)]);
            }
        }
        Ok(())
    }

    #[test]
    fn eigenmaps_tell_components_apart_first() -> Result<()> {
        let maps = Spectrum::new(rings()?, 31)?.eigenmaps(5);
        // The largest component against the others, then the next against what is left.
        let value = |row: usize, map: usize| maps.row(row)[map];
        assert!((value(0, 0) - value(299, 0)).abs() < 1e-9);
        assert!((value(0, 0) - value(300, 0)).abs() > 1.0);
        assert!((value(300, 1) - value(510, 1)).abs() > 1.0);
        for map in 0..5 {
            let mean = (0..511).map(|i| value(i, map)).sum::<f64>() / 511.0;
            let variance = (0..511).map(|i| value(i, map).powi(2)).sum::<f64>() / 511.0;
            assert!(mean.abs() < 1e-9 && (variance - 1.0).abs() < 1e-9);
        }
        Ok(())
    }
}
