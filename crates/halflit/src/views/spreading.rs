//! f(N) B by threads, some columns of B at a time.

use super::adjacency::{Line, WIDTH};
use super::engine::GraphFunctions;
use crate::error::Result;
use crate::lanes::wide;
use crate::threads::*;
use crate::watch;

/// n × [`WIDTH`] values, row after row.
type StartBlock = Vec<Line>;

/// f(N) B for every f: the wanted rows, row after row.
pub(super) fn functions(asked: &GraphFunctions<'_>) -> Result<Vec<Vec<f64>>> {
    let columns = asked.start.columns();
    let starts: Vec<usize> = (0..columns).step_by(WIDTH).collect();
    let (stage, watch) = (watch::stage("label spreading", starts.len()), watch::current());
    let every: Vec<usize>;
    let wanted = match asked.wanted {
        Some(rows) => rows,
        None => {
            every = (0..asked.graph.rows()).collect();
            &every
        }
    };
    let of_block = |&first: &usize| {
        let found = watch.enter(|| asked.apply(asked.block(first), wanted))?;
        stage.advance(1)?;
        Ok(found)
    };
    let blocks: Vec<Vec<StartBlock>> = starts.par_iter().map(of_block).collect::<Result<_>>()?;
    let rows = wanted.len();
    let of_function = |f: usize| {
        let mut out = vec![0.0; rows * columns];
        for (i, row) in out.chunks_exact_mut(columns.max(1)).enumerate() {
            row.iter_mut().enumerate().for_each(|(j, v)| *v = blocks[j / WIDTH][f][i].0[j % WIDTH]);
        }
        out
    };
    Ok((0..asked.functions.len()).map(of_function).collect())
}

impl GraphFunctions<'_> {
    /// Columns of B from the first one on, zero behind the last.
    fn block(&self, first: usize) -> StartBlock {
        let mut block = vec![Line::ZERO; self.graph.rows()];
        let columns = first..self.start.columns().min(first + WIDTH);
        match self.start.values {
            None => columns.for_each(|q| block[self.start.rows[q]].0[q - first] = 1.0),
            Some(values) => {
                for (position, &row) in self.start.rows.iter().enumerate() {
                    let own = &values.row(position)[columns.clone()];
                    block[row].0.iter_mut().zip(own).for_each(|(sum, value)| *sum += value);
                }
            }
        }
        block
    }

    /// The wanted rows of f(N) X for every f: exact on the known eigenvectors, by the polynomial on the rest of X.
    fn apply(&self, mut x: StartBlock, wanted: &[usize]) -> Result<Vec<StartBlock>> {
        let n = x.len();
        let mut results = vec![vec![Line::ZERO; wanted.len()]; self.functions.len()];
        let (component, ones) = (self.graph.component(), self.graph.ones());
        // X has few rows that are not zero, and V is orthogonal to the component vectors.
        let along_vectors = self.along_vectors(&x);
        let mut along = vec![Line::ZERO; self.graph.components()];
        (0..n).for_each(|i| along[component[i]].add(ones[i], &x[i]));
        for (i, x) in x.iter_mut().enumerate() {
            x.add(-ones[i], &along[component[i]]);
        }
        for (result, f) in results.iter_mut().zip(self.functions) {
            for (result, &i) in result.iter_mut().zip(wanted) {
                result.add(f.at_one * ones[i], &along[component[i]]);
            }
        }
        let along = along_vectors;
        wide!(|| {
            for (i, x) in x.iter_mut().enumerate() {
                let parts = along.iter().zip(self.vectors.row(i));
                parts.for_each(|(along, &v)| x.add(-v, along));
            }
        });
        for (result, f) in results.iter_mut().zip(self.functions) {
            for (result, &i) in result.iter_mut().zip(wanted) {
                for (j, &v) in self.vectors.row(i).iter().enumerate() {
                    result.add(f.at_values[j] * v, &along[j]);
                }
            }
        }
        self.chebyshev(x, wanted, &mut results)?;
        Ok(results)
    }

    /// Vᵀ X.
    fn along_vectors(&self, x: &StartBlock) -> StartBlock {
        let mut along = vec![Line::ZERO; self.values.len()];
        for (i, x) in x.iter().enumerate().filter(|(_, x)| **x != Line::ZERO) {
            let parts = along.iter_mut().zip(self.vectors.row(i));
            parts.for_each(|(along, &v)| along.add(v, x));
        }
        along
    }

    /// Adds the wanted rows of Σ_j c_j T_j(L) X, L being N with the interval mapped to [−1, 1].
    fn chebyshev(
        &self,
        mut x: StartBlock,
        wanted: &[usize],
        results: &mut [StartBlock],
    ) -> Result<()> {
        let (middle, half) = self.interval;
        let mut gather = |values: &StartBlock, j: usize| {
            for (result, f) in results.iter_mut().zip(self.functions) {
                let Some(&c) = f.coefficients.get(j) else { continue };
                result.iter_mut().zip(wanted).for_each(|(r, &i)| r.add(c, &values[i]));
            }
        };
        gather(&x, 0);
        let degree = self.functions.iter().map(|f| f.coefficients.len()).max().unwrap_or(1);
        let mut other = vec![Line::ZERO; x.len()];
        for j in 1..degree {
            watch::check()?;
            // T_1 = L; T_(j+1) = 2 L T_j − T_(j−1), in the place of T_(j−1).
            let (factor, keep) = if j == 1 { (1.0 / half, 0.0) } else { (2.0 / half, 1.0) };
            self.graph.apply_block(
                &x,
                &mut other,
                #[inline(always)]
                |i, product, other| {
                    for q in 0..WIDTH {
                        let mapped = product.0[q] - middle * x[i].0[q];
                        other.0[q] = factor * mapped - keep * other.0[q];
                    }
                },
            );
            std::mem::swap(&mut x, &mut other);
            gather(&x, j);
        }
        Ok(())
    }
}
