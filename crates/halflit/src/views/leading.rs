//! The leading eigenpairs of N behind those of its components.

use crate::dense::Mat;

use super::adjacency::Adjacency;
use super::deflated::Deflated;
use super::engine::Engine;
use crate::eigen::self_adjoint;
use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, symmetrize};

/// Up to so many rows N is decomposed as a dense matrix.
const DENSE_ROWS: usize = 400;
/// So many eigenvalues below 1, descending, and their eigenvectors, n × m; fewer where the Krylov space ends before.
pub(super) fn leading(
    engine: &dyn Engine,
    adjacency: &Adjacency,
    wanted: usize,
) -> Result<(Vec<f64>, RowMatrix<'static>)> {
    match adjacency.rows() {
        n if wanted == 0 => Ok((Vec::new(), RowMatrix::new(Vec::new(), n, 0))),
        n if n <= DENSE_ROWS => dense(adjacency, wanted),
        n => {
            let (values, vectors) = engine.leading(adjacency, wanted)?;
            check(&values, &vectors, n, wanted)?;
            let count = values.len();
            Ok((values, RowMatrix::new(vectors, n, count)))
        }
    }
}

/// Refuses what are not eigenpairs of this graph.
fn check(values: &[f64], vectors: &[f64], n: usize, wanted: usize) -> Result<()> {
    let (what, m) = ("the eigenmaps", values.len());
    if m == 0 || m > wanted || vectors.len() != n * m {
        let expected = format!("1 to {wanted} eigenvalues and as many vectors of {n} rows");
        let found = format!("{m} eigenvalues and {} numbers", vectors.len());
        return Err(Error::shape(what, expected, found));
    }
    let descending = values.windows(2).all(|pair| pair[0] >= pair[1]);
    if !descending || !values.iter().chain(vectors).all(|x| x.is_finite()) {
        return Err(Error::shape(what, "finite values, descending", format!("{values:?}")));
    }
    Ok(())
}

/// N − U Uᵀ, U the component vectors, seen as a matrix of few rows.
fn dense(adjacency: &Adjacency, wanted: usize) -> Result<(Vec<f64>, RowMatrix<'static>)> {
    let n = adjacency.rows();
    let operator = Deflated::new(adjacency);
    let mut matrix = Mat::zeros(n, n);
    let mut unit = vec![0.0; n];
    for j in 0..n {
        unit[j] = 1.0;
        let column = operator.shifted(operator.off(unit.clone()));
        (0..n).for_each(|i| matrix[(i, j)] = column[i]);
        unit[j] = 0.0;
    }
    symmetrize(&mut matrix);
    let (values, vectors) = self_adjoint(matrix.as_ref())?;
    let values = values.iter().rev().take(wanted).map(|v| 2.0 * v - 1.0).collect();
    let vectors = vectors.as_ref().reverse_cols().subcols(0, wanted).to_owned();
    Ok((values, RowMatrix::from_mat(vectors.as_ref())))
}
