//! Orthogonal factors of tall matrices, in parallel over blocks of rows of fixed size: every block has a triangle of its own, and
//! the triangles, one above the other, have the one of the whole (TSQR). As accurate as Householder's factors of the whole.

use crate::dense::Mat;

use super::decomposition::{Reflectors, reflect};
use crate::coordinates::Coordinates;
use crate::matrix::Blocks;
use crate::threads::*;

/// A block has at least so many rows, and so many times its columns, so that triangles are few.
const LEAST_ROWS: usize = 512;
const LEAST_SHAPE: usize = 4;

/// How many rows a block has.
fn height(columns: usize) -> usize {
    LEAST_ROWS.max(LEAST_SHAPE * columns)
}

/// Q and R of a matrix with more rows than columns: Q with orthonormal columns, R upper triangular.
pub(super) fn tall_factor(matrix: Mat<f64>) -> (Mat<f64>, Mat<f64>) {
    let (rows, columns) = matrix.shape();
    let height = height(columns);
    if rows < 2 * height {
        let own = reflect(matrix);
        let q = own.apply(Mat::identity(columns, columns).as_ref());
        return (q, own.triangle());
    }
    let starts = block_starts(rows, height);
    let factor = |&(start, count): &(usize, usize)| {
        reflect(matrix.as_ref().subrows(start, count).to_owned())
    };
    let blocks: Vec<Reflectors> = starts.par_iter().map(factor).collect();
    let (top, r) = tall_factor(stacked(blocks.iter().map(Reflectors::triangle), columns));
    let apply =
        |(k, block): (usize, &Reflectors)| block.apply(top.as_ref().subrows(k * columns, columns));
    let parts: Vec<Mat<f64>> = blocks.par_iter().enumerate().map(apply).collect();
    let mut q = Mat::zeros(rows, columns);
    for (&(start, count), part) in starts.iter().zip(&parts) {
        q.as_mut().subrows_mut(start, count).copy_from(part);
    }
    (q, r)
}

/// R of the rows with every coordinate over its length: its singular values and right singular vectors are those of the rows.
/// No copy of them is made.
pub(super) fn tall_root(rows: &Coordinates<'_>, scale: &[f64]) -> Mat<f64> {
    let columns = rows.columns();
    let triangle = |&(start, count): &(usize, usize)| {
        let mut room = Vec::new();
        let block = rows.block(start..start + count, &mut room);
        let root = |i: usize| rows.weight(start + i).sqrt();
        let unit = Mat::from_fn(count, columns, |i, j| root(i) * block[(i, j)] / scale[j]);
        if count > columns { reflect(unit).triangle() } else { unit }
    };
    let starts = block_starts(rows.rows(), height(columns));
    let triangles: Vec<Mat<f64>> = starts.par_iter().map(triangle).collect();
    let stacked = stacked(triangles.into_iter(), columns);
    if stacked.nrows() > columns { tall_factor(stacked).1 } else { stacked }
}

/// Where blocks start and how many rows they have; the last takes what is left over.
fn block_starts(rows: usize, height: usize) -> Vec<(usize, usize)> {
    let count = (rows / height).max(1);
    let of = |k: usize| {
        let start = k * height;
        (start, if k + 1 == count { rows - start } else { height })
    };
    (0..count).map(of).collect()
}

fn stacked(parts: impl Iterator<Item = Mat<f64>>, columns: usize) -> Mat<f64> {
    let parts: Vec<Mat<f64>> = parts.collect();
    let mut all = Mat::zeros(parts.iter().map(Mat::nrows).sum(), columns);
    let mut start = 0;
    for part in &parts {
        all.as_mut().subrows_mut(start, part.nrows()).copy_from(part);
        start += part.nrows();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{RowMatrix, product};

    fn wave(rows: usize, columns: usize) -> Mat<f64> {
        // Columns of very different lengths, the last but rounding a multiple of the first.
        Mat::from_fn(rows, columns, |i, j| {
            ((i * 7 + j * 13 * i + 3) as f64).sin() * 10f64.powi(-(j as i32 % 7))
        })
    }

    fn check(matrix: &Mat<f64>) {
        let (q, r) = tall_factor(matrix.clone());
        let columns = matrix.ncols();
        let gram = product(q.transpose(), q.as_ref());
        assert!((gram - Mat::<f64>::identity(columns, columns)).norm_max() < 1e-13);
        assert!(
            (product(q.as_ref(), r.as_ref()) - matrix).norm_max()
                < 1e-13 * matrix.norm_max() * 10.0
        );
        assert!((0..columns).all(|j| (j + 1..columns).all(|i| r[(i, j)] == 0.0)));
    }

    #[test]
    fn factors_are_orthogonal_and_triangular_in_one_block_and_in_many() {
        for (rows, columns) in [(5, 3), (700, 40), (3000, 20), (5000, 130)] {
            check(&wave(rows, columns));
        }
    }

    #[test]
    fn the_root_of_rows_is_that_of_their_gram_matrix() {
        let matrix = wave(2500, 30);
        let rows = Coordinates::stored(RowMatrix::from_mat(matrix.as_ref()));
        let root = tall_root(&rows, &vec![1.0; 30]);
        let (own, all) = (
            product(root.transpose(), root.as_ref()),
            product(matrix.transpose(), matrix.as_ref()),
        );
        assert!((own - &all).norm_max() < 1e-12 * all.norm_max());
    }
}
