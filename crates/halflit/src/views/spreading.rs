//! f(N) B by threads, some columns of B at a time.

use rayon::prelude::*;

use super::adjacency::WIDTH;
use super::engine::GraphFunctions;
use crate::error::Result;
use crate::watch;

/// n × [`WIDTH`] values, row after row.
type StartBlock = Vec<[f64; WIDTH]>;

/// f(N) B for every f: the wanted rows, row after row.
pub(super) fn functions(asked: &GraphFunctions<'_>) -> Result<Vec<Vec<f64>>> {
    let columns = asked.start.columns();
    let starts: Vec<usize> = (0..columns).step_by(WIDTH).collect();
    let (stage, watch) = (watch::stage("label spreading", starts.len()), watch::current());
    let of_block = |&first: &usize| {
        let all = watch.enter(|| asked.apply(asked.block(first)))?;
        stage.advance(1)?;
        // Nothing is kept of a block but what is wanted.
        let wanted = |values: StartBlock| match asked.wanted {
            Some(rows) => rows.iter().map(|&i| values[i]).collect(),
            None => values,
        };
        Ok(all.into_iter().map(wanted).collect())
    };
    let blocks: Vec<Vec<StartBlock>> = starts.par_iter().map(of_block).collect::<Result<_>>()?;
    let rows = asked.wanted.map_or(asked.graph.rows(), <[usize]>::len);
    let of_function = |f: usize| {
        let mut out = vec![0.0; rows * columns];
        for (i, row) in out.chunks_exact_mut(columns.max(1)).enumerate() {
            row.iter_mut().enumerate().for_each(|(j, v)| *v = blocks[j / WIDTH][f][i][j % WIDTH]);
        }
        out
    };
    Ok((0..asked.functions.len()).map(of_function).collect())
}

impl GraphFunctions<'_> {
    /// Columns of B from the first one on, zero behind the last.
    fn block(&self, first: usize) -> StartBlock {
        let mut block = vec![[0.0; WIDTH]; self.graph.rows()];
        let columns = first..self.start.columns().min(first + WIDTH);
        match self.start.values {
            None => columns.for_each(|q| block[self.start.rows[q]][q - first] = 1.0),
            Some(values) => {
                for (position, &row) in self.start.rows.iter().enumerate() {
                    let own = &values.row(position)[columns.clone()];
                    block[row].iter_mut().zip(own).for_each(|(sum, value)| *sum += value);
                }
            }
        }
        block
    }

    /// f(N) X for every f: exact on the known eigenvectors, by the polynomial on the rest of X.
    fn apply(&self, mut x: StartBlock) -> Result<Vec<StartBlock>> {
        let n = x.len();
        let mut results = vec![vec![[0.0; WIDTH]; n]; self.functions.len()];
        let (component, ones) = (self.graph.component(), self.graph.ones());
        let mut along = vec![[0.0; WIDTH]; self.graph.components()];
        (0..n).for_each(|i| add(&mut along[component[i]], ones[i], &x[i]));
        for (i, x) in x.iter_mut().enumerate() {
            let own = along[component[i]];
            add(x, -ones[i], &own);
            for (result, f) in results.iter_mut().zip(self.functions) {
                add(&mut result[i], f.at_one * ones[i], &own);
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
                for (result, f) in results.iter_mut().zip(self.functions) {
                    add(&mut result[i], f.at_values[j] * v, &along[j]);
                }
            }
        }
        self.chebyshev(x, &mut results)?;
        Ok(results)
    }

    /// Adds Σ_j c_j T_j(L) X, L being N with the interval mapped to [−1, 1].
    fn chebyshev(&self, x: StartBlock, results: &mut [StartBlock]) -> Result<()> {
        let n = x.len();
        let (middle, half) = self.interval;
        let (mut former, mut current) = (x.clone(), vec![[0.0; WIDTH]; n]);
        let mut next = current.clone();
        for (result, f) in results.iter_mut().zip(self.functions) {
            result.iter_mut().zip(&x).for_each(|(r, x)| add(r, f.coefficients[0], x));
        }
        let degree = self.functions.iter().map(|f| f.coefficients.len()).max().unwrap_or(1);
        for j in 1..degree {
            watch::check()?;
            let source = if j == 1 { &former } else { &current };
            self.graph.apply_block(source, &mut next);
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
            for (result, f) in results.iter_mut().zip(self.functions) {
                if let Some(&c) = f.coefficients.get(j) {
                    result.iter_mut().zip(&current).for_each(|(r, x)| add(r, c, x));
                }
            }
        }
        Ok(())
    }
}

/// `sum += factor · x`.
fn add(sum: &mut [f64; WIDTH], factor: f64, x: &[f64; WIDTH]) {
    sum.iter_mut().zip(x).for_each(|(sum, x)| *sum += factor * x);
}
