//! The leading eigenpairs of N, which are the eigenmaps of the graph, and functions of N by them.
//!
//! Eigenvalue 1 has one eigenvector for every component, and those are known. Behind them come the eigenvectors that a
//! Krylov method finds. A function f(N) is exact on both, and a Chebyshev polynomial on what is left: the further the known
//! eigenvalues reach down, the lower its degree.

use std::sync::Arc;

use crate::dense::{Mat, MatRef};

use super::adjacency::Adjacency;
use super::chebyshev::{interval, polynomial};
use super::engine::{Engine, Function, GraphFunctions, Start};
use super::leading::leading;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;

/// Below this eigenvalue a map is no mean of neighbours.
const SMALLEST_AVERAGED: f64 = 0.1;

/// N with its leading eigenpairs.
#[derive(Debug, Clone)]
pub(super) struct GraphSpectrum {
    adjacency: Adjacency,
    /// Who works on it.
    engine: Arc<dyn Engine>,
    /// The eigenvalues behind those of the components, descending, and their eigenvectors, n × m.
    values: Vec<f64>,
    vectors: RowMatrix<'static>,
}

impl GraphSpectrum {
    /// At least `count` eigenpairs, those of the components among them, or as many as there are.
    pub(super) fn new(engine: Arc<dyn Engine>, adjacency: Adjacency, count: usize) -> Result<Self> {
        let n = adjacency.rows();
        // Even where there are many components a few more vectors tell where the rest of the spectrum begins.
        let wanted = (count.saturating_sub(adjacency.components)).max(2);
        let wanted = wanted.min(n - adjacency.components);
        let (values, vectors) = leading(&*engine, &adjacency, wanted)?;
        Ok(Self { adjacency, engine, values, vectors })
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
                *value = contrast[component] * self.adjacency.ones[i] / root;
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
        let start = Start { rows: columns, values: None };
        let found = self.asked(functions, start, Some(rows))?;
        Ok(found.into_iter().map(|values| values.as_mat().to_owned()).collect())
    }

    /// f(N) B for an n × q matrix B that is zero but for some rows.
    pub(super) fn of_rows(
        &self,
        function: &(dyn Fn(f64) -> f64 + Sync),
        rows: &[usize],
        values: MatRef<'_, f64>,
    ) -> Result<RowMatrix<'static>> {
        let values = RowMatrix::from_mat(values);
        let start = Start { rows, values: Some(&values) };
        Ok(self.asked(&[function], start, None)?.remove(0))
    }

    fn asked(
        &self,
        functions: &[&(dyn Fn(f64) -> f64 + Sync)],
        start: Start<'_>,
        wanted: Option<&[usize]>,
    ) -> Result<Vec<RowMatrix<'static>>> {
        let at_values = |f: &&(dyn Fn(f64) -> f64 + Sync)| Function {
            at_one: f(1.0),
            at_values: self.values.iter().map(|&value| f(value)).collect(),
            coefficients: self.polynomial(*f),
        };
        let functions: Vec<Function> = functions.iter().map(at_values).collect();
        let found = self.engine.functions(&GraphFunctions {
            graph: &self.adjacency,
            values: &self.values,
            vectors: &self.vectors,
            functions: &functions,
            interval: interval(self.edge()),
            start,
            wanted,
        })?;
        let rows = wanted.map_or(self.adjacency.rows(), <[usize]>::len);
        let columns = start.columns();
        if found.len() != functions.len() || found.iter().any(|own| own.len() != rows * columns) {
            let expected = format!("{} times {rows} × {columns} numbers", functions.len());
            let lengths: Vec<usize> = found.iter().map(Vec::len).collect();
            return Err(Error::shape("label spreading", expected, format!("{lengths:?}")));
        }
        Ok(found.into_iter().map(|values| RowMatrix::new(values, rows, columns)).collect())
    }

    /// No eigenvalue that is not known is above this.
    fn edge(&self) -> f64 {
        let known = self.adjacency.components + self.values.len() == self.adjacency.rows();
        match self.values.last() {
            Some(&last) if !known => last,
            _ => 1.0,
        }
    }

    fn polynomial(&self, function: &(dyn Fn(f64) -> f64 + Sync)) -> Vec<f64> {
        if self.adjacency.components + self.values.len() == self.adjacency.rows() {
            return vec![0.0];
        }
        polynomial(function, self.edge())
    }
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
    use super::super::deflated::Deflated;
    use super::super::engine::Threads;
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
        let operator = Deflated::new(&adjacency);
        let (mut unit, mut column) = (vec![0.0; n], vec![0.0; n]);
        for j in 0..n {
            unit[j] = 1.0;
            column.copy_from_slice(&operator.apply(&unit));
            (0..n).for_each(|i| matrix[(i, j)] = column[i]);
            unit[j] = 0.0;
        }
        let (values, vectors) = self_adjoint(matrix.as_ref())?;
        let spectrum = GraphSpectrum::new(Arc::new(Threads), adjacency, 31)?;
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
                assert!((found[(i, j)] - expected).abs() < 1e-5, "{} {expected}", found[(i, j)]);
            }
        }
        Ok(())
    }

    #[test]
    fn eigenmaps_tell_components_apart_first() -> Result<()> {
        let maps = GraphSpectrum::new(Arc::new(Threads), rings()?, 31)?.eigenmaps(5);
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

    #[test]
    fn values_that_are_given_for_one_row_twice_are_added_up() -> Result<()> {
        let spectrum = GraphSpectrum::new(Arc::new(Threads), rings()?, 31)?;
        let of = |rows: &[usize], values: &[f64]| {
            let values = RowMatrix::new(values.to_vec(), rows.len(), 1);
            spectrum.of_rows(&|x| 1.0 / (1.0 - 0.9 * x), rows, values.as_mat())
        };
        assert_eq!(of(&[3, 400, 3], &[1.0, 0.5, 2.0])?, of(&[3, 400], &[3.0, 0.5])?);
        Ok(())
    }

    #[test]
    fn a_row_that_hardly_belongs_to_the_graph_lies_where_its_neighbour_does() -> Result<()> {
        let ring = (0..40).map(|i| (i, (i + 1) % 40, 1.0 + 0.1 * f64::from(u8::from(i == 7))));
        let graph = Graph::new(41, ring.chain([(3, 40, 1e-36)]))?;
        let maps = GraphSpectrum::new(Arc::new(Threads), Adjacency::new(&graph), 6)?.eigenmaps(2);
        for (own, neighbour) in maps.row(40).iter().zip(maps.row(3)) {
            assert!((own - neighbour).abs() < 0.1, "{own} {neighbour}");
        }
        Ok(())
    }
}
