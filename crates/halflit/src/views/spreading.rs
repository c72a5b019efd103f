//! f(N) B by threads, some columns of B at a time.

use super::engine::GraphFunctions;
use crate::error::Result;
use crate::lanes::wide;
use crate::threads::*;
use crate::watch;

/// n × W values, row after row.
type Block<const W: usize> = Vec<[f64; W]>;

/// f(N) B for every f: the wanted rows, row after row. A product takes as many columns of B at once as fit into a few registers; where a
/// label was added there is one, and it does not pay for others. How many changes no bit.
pub(super) fn functions(asked: &GraphFunctions<'_>) -> Result<Vec<Vec<f64>>> {
    match asked.start.columns() {
        ..=1 => by_blocks::<1>(asked),
        2..=4 => by_blocks::<4>(asked),
        _ => by_blocks::<16>(asked),
    }
}

fn by_blocks<const W: usize>(asked: &GraphFunctions<'_>) -> Result<Vec<Vec<f64>>> {
    let columns = asked.start.columns();
    let starts: Vec<usize> = (0..columns).step_by(W).collect();
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
        let found = watch.enter(|| asked.apply(asked.block::<W>(first), wanted))?;
        stage.advance(1)?;
        Ok(found)
    };
    let blocks: Vec<Vec<Block<W>>> = starts.par_iter().map(of_block).collect::<Result<_>>()?;
    let rows = wanted.len();
    let of_function = |f: usize| {
        let mut out = vec![0.0; rows * columns];
        for (i, row) in out.chunks_exact_mut(columns.max(1)).enumerate() {
            row.iter_mut().enumerate().for_each(|(j, v)| *v = blocks[j / W][f][i][j % W]);
        }
        out
    };
    Ok((0..asked.functions.len()).map(of_function).collect())
}

impl GraphFunctions<'_> {
    /// Columns of B from the first one on, zero behind the last.
    fn block<const W: usize>(&self, first: usize) -> Block<W> {
        let mut block = vec![[0.0; W]; self.graph.rows()];
        let columns = first..self.start.columns().min(first + W);
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

    /// The wanted rows of f(N) X for every f: exact on the known eigenvectors, by the polynomial on the rest of X.
    fn apply<const W: usize>(&self, mut x: Block<W>, wanted: &[usize]) -> Result<Vec<Block<W>>> {
        let n = x.len();
        let mut results = vec![vec![[0.0; W]; wanted.len()]; self.functions.len()];
        let (component, ones) = (self.graph.component(), self.graph.ones());
        // X has few rows that are not zero, and V is orthogonal to the component vectors.
        let along_vectors = self.along_vectors(&x);
        let mut along = vec![[0.0; W]; self.graph.components()];
        (0..n).for_each(|i| add(&mut along[component[i]], ones[i], &x[i]));
        for (i, x) in x.iter_mut().enumerate() {
            add(x, -ones[i], &along[component[i]]);
        }
        for (result, f) in results.iter_mut().zip(self.functions) {
            for (result, &i) in result.iter_mut().zip(wanted) {
                add(result, f.at_one * ones[i], &along[component[i]]);
            }
        }
        let along = along_vectors;
        wide!(|| {
            for (i, x) in x.iter_mut().enumerate() {
                let parts = along.iter().zip(self.vectors.row(i));
                parts.for_each(|(along, &v)| add(x, -v, along));
            }
        });
        for (result, f) in results.iter_mut().zip(self.functions) {
            for (result, &i) in result.iter_mut().zip(wanted) {
                for (j, &v) in self.vectors.row(i).iter().enumerate() {
                    add(result, f.at_values[j] * v, &along[j]);
                }
            }
        }
        self.chebyshev(x, wanted, &mut results)?;
        Ok(results)
    }

    /// Vᵀ X.
    fn along_vectors<const W: usize>(&self, x: &Block<W>) -> Block<W> {
        let mut along = vec![[0.0; W]; self.values.len()];
        for (i, x) in x.iter().enumerate().filter(|(_, x)| x.iter().any(|&x| x != 0.0)) {
            let parts = along.iter_mut().zip(self.vectors.row(i));
            parts.for_each(|(along, &v)| add(along, v, x));
        }
        along
    }

    /// Adds the wanted rows of Σ_j c_j T_j(L) X, L being N with the interval mapped to [−1, 1].
    fn chebyshev<const W: usize>(
        &self,
        mut x: Block<W>,
        wanted: &[usize],
        results: &mut [Block<W>],
    ) -> Result<()> {
        let (middle, half) = self.interval;
        let mut gather = |values: &Block<W>, j: usize| {
            for (result, f) in results.iter_mut().zip(self.functions) {
                let Some(&c) = f.coefficients.get(j) else { continue };
                result.iter_mut().zip(wanted).for_each(|(r, &i)| add(r, c, &values[i]));
            }
        };
        gather(&x, 0);
        let degree = self.functions.iter().map(|f| f.coefficients.len()).max().unwrap_or(1);
        let mut other = vec![[0.0; W]; x.len()];
        for j in 1..degree {
            watch::check()?;
            // T_1 = L; T_(j+1) = 2 L T_j − T_(j−1), in the place of T_(j−1).
            let (factor, keep) = if j == 1 { (1.0 / half, 0.0) } else { (2.0 / half, 1.0) };
            self.graph.apply_block(
                &x,
                &mut other,
                #[inline(always)]
                |i, product, other| {
                    for q in 0..W {
                        other[q] = factor * (product[q] - middle * x[i][q]) - keep * other[q];
                    }
                },
            );
            std::mem::swap(&mut x, &mut other);
            gather(&x, j);
        }
        Ok(())
    }
}

/// `sum += factor · x`.
#[inline(always)]
fn add<const W: usize>(sum: &mut [f64; W], factor: f64, x: &[f64; W]) {
    sum.iter_mut().zip(x).for_each(|(sum, x)| *sum += factor * x);
}
