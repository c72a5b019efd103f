//! Decompositions of dense matrices, on one thread and with the same bits on every processor.

mod divide;
mod ql;
mod reflection;
mod secular;
mod singular;
mod triangle;
mod tridiagonal;

pub(super) use reflection::{Reflectors, orthonormal, reflect};
pub(crate) use triangle::cholesky;
pub(super) use triangle::{solve_lower, solve_lower_transposed, solve_square};
pub(super) use tridiagonal::{Tridiagonal, tridiagonal};

use crate::dense::{Mat, MatRef};

use crate::elementary::log2;
use crate::error::{Error, Result};
use crate::watch;

/// All eigenpairs of a symmetric matrix, ascending.
pub(crate) fn self_adjoint(matrix: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>)> {
    let n = matrix.nrows();
    // Named, but not a place to stop: some callers keep what they get, if it is nothing too.
    let _stage = watch::stage("eigenvectors", 1);
    if n < 2 {
        return Ok(((0..n).map(|i| matrix[(i, i)]).collect(), Mat::identity(n, n)));
    }
    let (matrix, scale) = near_one(matrix);
    let form = Tridiagonal::of(matrix.as_ref());
    let pairs = divide::eigenpairs(&form.diagonal, &form.below);
    let (values, vectors) = pairs.ok_or(Error::NoConvergence { what: "eigenvalue" })?;
    Ok((values.into_iter().map(|value| value * scale).collect(), form.back(vectors)))
}

/// All eigenvalues of a symmetric matrix, ascending.
pub(crate) fn self_adjoint_values(matrix: MatRef<'_, f64>) -> Result<Vec<f64>> {
    let n = matrix.nrows();
    let _stage = watch::stage("eigenvectors", 1);
    if n < 2 {
        return Ok((0..n).map(|i| matrix[(i, i)]).collect());
    }
    let (matrix, scale) = near_one(matrix);
    let mut form = Tridiagonal::of(matrix.as_ref());
    ql::iterate(&mut form.diagonal, &form.below, &mut [])
        .ok_or(Error::NoConvergence { what: "eigenvalue" })?;
    Ok(form.diagonal.into_iter().map(|value| value * scale).collect())
}

/// The matrix over a power of two, so that its largest entry is near 1, and that power. Some steps stop by thresholds that
/// are not relative. The division is exact but where an entry underflows.
fn near_one(matrix: MatRef<'_, f64>) -> (Mat<f64>, f64) {
    let largest = matrix.norm_max();
    let scale = match largest.is_finite() && largest > 0.0 {
        true => 2f64.powi(log2(largest).ceil().clamp(-1000.0, 1000.0) as i32),
        false => 1.0,
    };
    (Mat::from_fn(matrix.nrows(), matrix.ncols(), |i, j| matrix[(i, j)] / scale), scale)
}

/// Singular values, descending, and right singular vectors of a matrix of any shape, as many as it has rows or columns.
pub(super) fn right_singular(matrix: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>)> {
    let (matrix, scale) = near_one(matrix);
    let (rows, columns) = matrix.shape();
    let pairs = match rows >= columns {
        true => singular::right_singular(reflect(matrix).triangle().as_ref()),
        // Aᵀ = Q R: the vectors of A are Q times those of Rᵀ.
        false => {
            let turned = reflect(matrix.transpose().to_owned());
            singular::right_singular(turned.triangle().transpose())
                .map(|(values, vectors)| (values, turned.apply(vectors.as_ref())))
        }
    };
    let (values, vectors) = pairs.ok_or(Error::NoConvergence { what: "singular value" })?;
    Ok((values.into_iter().map(|value| value * scale).collect(), vectors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_as_exact_at_any_scale() {
        let n = 120;
        let wave = |i: usize, j: usize| ((i * 7 + j * 13 + 3) as f64).sin();
        let basis = orthonormal(Mat::from_fn(n, n, wave));
        let graded = |j: usize| 10f64.powf(-0.12 * j as f64);
        for scale in [1e-200, 1e-12, 1.0, 1e15, 1e200] {
            let weighed = Mat::from_fn(n, n, |i, j| basis[(i, j)] * graded(j) * scale);
            let mut matrix = &weighed * basis.transpose();
            crate::matrix::symmetrize(&mut matrix);
            let (values, vectors) = self_adjoint(matrix.as_ref()).expect("converges");
            let again = Mat::from_fn(n, n, |i, j| vectors[(i, j)] * values[j]);
            let error = (&again * vectors.transpose() - &matrix).norm_max();
            assert!(error < 1e-13 * scale, "scale {scale:e}: {:e}", error / scale);
            let (singular, _) = right_singular(weighed.as_ref()).expect("converges");
            assert!((0..n).all(|j| (singular[j] - graded(j) * scale).abs() < 1e-13 * scale));
        }
    }

    fn identity_error(vectors: &Mat<f64>) -> f64 {
        (vectors.transpose() * vectors - Mat::<f64>::identity(vectors.ncols(), vectors.ncols()))
            .norm_max()
    }

    #[test]
    fn pairs_are_right_whatever_their_values() {
        // One of each size below, at and above what is cut into halves.
        for n in [1usize, 2, 3, 17, 32, 33, 65, 130, 300] {
            let basis = orthonormal(Mat::from_fn(n, n, |i, j| ((i * 7 + j * 13 + 3) as f64).sin()));
            let spread: [&dyn Fn(usize) -> f64; 6] = [
                &|j| j as f64,
                &|j| if j % 3 == 0 { 1.0 } else { 2.0 },
                &|j| if j < 2 { 1.0 } else { 0.0 },
                &|j| 1.0 + 1e-13 * j as f64,
                &|j| if j % 2 == 0 { 1e-9 * j as f64 } else { -(j as f64) },
                &|_| 0.0,
            ];
            for (number, value) in spread.iter().enumerate() {
                let weighed = Mat::from_fn(n, n, |i, j| basis[(i, j)] * value(j));
                let mut matrix = &weighed * basis.transpose();
                crate::matrix::symmetrize(&mut matrix);
                let (values, vectors) = self_adjoint(matrix.as_ref()).expect("converges");
                let size = matrix.norm_max().max(values[n - 1].abs()).max(1e-300);
                let again = Mat::from_fn(n, n, |i, j| vectors[(i, j)] * values[j]);
                let error = (&again * vectors.transpose() - &matrix).norm_max();
                assert!(error < 1e-13 * size, "{n}, spread {number}: {error:e}");
                assert!(identity_error(&vectors) < 1e-13, "{n}, spread {number}");
                assert!(values.is_sorted());
                let alone = self_adjoint_values(matrix.as_ref()).expect("converges");
                let both = values.iter().zip(&alone);
                both.for_each(|(a, b)| assert!((a - b).abs() < 1e-13 * size, "{a} {b}"));
                let (singular, right) = right_singular(weighed.as_ref()).expect("converges");
                let mut known: Vec<f64> = (0..n).map(|j| value(j).abs()).collect();
                known.sort_by(|a, b| b.total_cmp(a));
                let both = singular.iter().zip(&known);
                both.for_each(|(a, b)| assert!((a - b).abs() < 1e-13 * size, "{a} {b}"));
                assert!(identity_error(&right) < 1e-13, "{n}, spread {number}");
            }
        }
    }

    /// Rows of small whole numbers.
    fn codes(rows: usize, columns: usize, most: u64) -> Mat<f64> {
        let code = |i: usize, j: usize| crate::data::mix((i * 1000 + j) as u64) % (most + 1);
        Mat::from_fn(rows, columns, |i, j| code(i, j) as f64)
    }

    #[test]
    fn columns_that_depend_on_others_exactly_have_singular_values() {
        let smallest = [[1.0, 0.5, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]];
        let (values, _) =
            right_singular(Mat::from_fn(3, 3, |i, j| smallest[i][j]).as_ref()).expect("converges");
        assert!(values[2] < 1e-15, "{values:?}");
        for (rows, columns, most) in
            [(100, 5, 4), (100, 5, 1), (500, 4, 1), (60, 6, 1), (30, 40, 2)]
        {
            for part in 0..20 {
                // The last column is a copy, the opposite or twice the first.
                let factor = [1.0, -1.0, 2.0][part % 3];
                let from = codes(rows * 20, columns, most);
                let entry = |i: usize, j: usize| from[(part * rows + i, j)];
                let mean = |j: usize| (0..rows).map(|i| entry(i, j)).sum::<f64>() / rows as f64;
                let centred = Mat::from_fn(rows, columns, |i, j| match j + 1 == columns {
                    true => factor * (entry(i, 0) - mean(0)),
                    false => entry(i, j) - mean(j),
                });
                let (values, vectors) = right_singular(centred.as_ref()).expect("converges");
                assert!(identity_error(&vectors) < 1e-13);
                let images = &centred * &vectors;
                for (j, value) in values.iter().enumerate() {
                    let error = (crate::lanes::length(images.col_as_slice(j)) - value).abs();
                    assert!(error < 1e-13 * values[0], "{rows} × {columns}, part {part}");
                }
                assert!(rows < columns || values[columns - 1] < 1e-13 * values[0]);
            }
        }
    }

    #[test]
    fn few_distinct_rows_leave_orthogonal_vectors() {
        // What is left after some reflections is rounding of rounding, again with few distinct rows.
        for (n, step) in [(100, 4), (150, 5), (200, 7), (120, 4)] {
            let is_on = |i: usize| i.is_multiple_of(step);
            let matrix =
                Mat::from_fn(n, n, |i, j| match (n == 120 && i < 20, is_on(i) && is_on(j)) {
                    (true, _) => f64::from(u8::from(i == j)) * i as f64,
                    (false, both) => f64::from(u8::from(both && j >= 20 * usize::from(n == 120))),
                });
            let mut matrix = matrix;
            crate::matrix::symmetrize(&mut matrix);
            let (values, vectors) = self_adjoint(matrix.as_ref()).expect("converges");
            let again = Mat::from_fn(n, n, |i, j| vectors[(i, j)] * values[j]);
            let error = (&again * vectors.transpose() - &matrix).norm_max();
            assert!(
                error < 1e-13 * values[n - 1] && identity_error(&vectors) < 1e-13,
                "{n}, {step}"
            );
        }
        // Rows with one or two yes-or-no columns, and how alike every two of them are.
        for part in 0..20u64 {
            let rows = codes(150, 2, 4 + part);
            let is_yes = Mat::from_fn(150, 2, |i, j| f64::from(u8::from(rows[(i, j)] == 0.0)));
            let matrix = &is_yes * is_yes.transpose();
            let (_, vectors) = self_adjoint(matrix.as_ref()).expect("converges");
            assert!(identity_error(&vectors) < 1e-13, "{part}");
        }
    }

    #[test]
    fn columns_of_the_smallest_numbers_are_reflected() {
        let x = Mat::from_fn(40, 2, |i, j| ((i * 7 + j * 13 + 3) as f64).sin() * 1e-310);
        assert!(identity_error(&orthonormal(x)) < 1e-13);
    }

    #[test]
    fn tridiagonal_matrices_with_equal_halves_have_orthogonal_vectors() {
        // Wilkinson's: pairs of eigenvalues that agree in all digits but are two. Several in a row, weakly joined.
        let n = 21 * 6;
        let diagonal: Vec<f64> = (0..n).map(|i| (i as f64 % 21.0 - 10.0).abs()).collect();
        for joint in [1e-14, 1e-9, 1e-4, 1.0] {
            let below: Vec<f64> = (1..n).map(|i| if i % 21 == 0 { joint } else { 1.0 }).collect();
            let (values, vectors) = divide::eigenpairs(&diagonal, &below).expect("converges");
            assert!(identity_error(&vectors) < 1e-13, "joint {joint}");
            let t = Mat::from_fn(n, n, |i, j| match i.abs_diff(j) {
                0 => diagonal[i],
                1 => below[i.min(j)],
                _ => 0.0,
            });
            let again = Mat::from_fn(n, n, |i, j| vectors[(i, j)] * values[j]);
            assert!((&t * &vectors - again).norm_max() < 1e-13 * 11.0, "joint {joint}");
        }
    }

    #[test]
    fn factors_and_solutions_are_right() {
        for n in [1usize, 5, 32, 33, 70, 200] {
            let wave = |rows: usize, columns: usize| {
                Mat::from_fn(rows, columns, |i, j| {
                    ((i * 7 + j * 13 + 3) as f64 + (i * j) as f64).sin()
                })
            };
            let (x, right) = (wave(n, n), wave(n, 3));
            let positive = &x * x.transpose() + Mat::<f64>::identity(n, n);
            let lower = cholesky(&positive).expect("positive definite");
            let size = positive.norm_max();
            assert!((&lower * lower.transpose() - &positive).norm_max() < 1e-14 * size);
            let mut solved = right.clone();
            solve_lower(lower.as_ref(), solved.as_mut());
            assert!((&lower * &solved - &right).norm_max() < 1e-12);
            let mut solved = right.clone();
            solve_lower_transposed(lower.as_ref(), solved.as_mut());
            assert!((lower.transpose() * &solved - &right).norm_max() < 1e-11);
            let solved = solve_square(positive.clone(), right.clone()).expect("regular");
            assert!((&positive * &solved - &right).norm_max() < 1e-10);
            let tall = wave(2 * n + 1, n);
            let own = reflect(tall.clone());
            assert!((own.apply(own.triangle().as_ref()) - &tall).norm_max() < 1e-12);
            let basis = orthonormal(tall);
            assert!(identity_error(&basis) < 1e-13);
        }
        assert!(cholesky(&Mat::from_fn(2, 2, |i, j| (i * j) as f64 - 1.0)).is_none());
        assert!(solve_square(Mat::zeros(2, 2), Mat::from_fn(2, 1, |_, _| 1.0)).is_none());
    }
}
