//! Singular values and right singular vectors: eigenvectors of AᵀA, then rotations of the columns of A along them until these
//! are orthogonal to rounding (Jacobi, one-sided).

use crate::dense::{Mat, MatRef};

use super::divide::eigenpairs;
use super::tridiagonal::Tridiagonal;
use crate::lanes::{dot_here, wide};
use crate::products::{Accum, multiply};

/// Turns through all pairs of columns; three are usual.
const MOST_TURNS: usize = 40;

/// Singular values, descending, and right singular vectors of a square matrix of moderate scale.
pub(super) fn right_singular(matrix: MatRef<'_, f64>) -> Option<(Vec<f64>, Mat<f64>)> {
    let n = matrix.nrows();
    let mut gram = Mat::zeros(n, n);
    multiply(gram.as_mut(), Accum::Replace, matrix.transpose(), matrix, 1.0);
    let start = match n {
        0 | 1 => Mat::identity(n, n),
        _ => {
            let form = Tridiagonal::of(gram.as_ref());
            form.back(eigenpairs(&form.diagonal, &form.below)?.1)
        }
    };
    let mut turned = Mat::zeros(n, n);
    multiply(turned.as_mut(), Accum::Replace, matrix, start.as_ref(), 1.0);
    // The longest first.
    let columns = |m: &Mat<f64>| -> Vec<Vec<f64>> {
        (0..n).rev().map(|j| m.col_as_slice(j).to_vec()).collect()
    };
    let (mut images, mut vectors) = (columns(&turned), columns(&start));
    let mut squares = vec![0.0; n];
    let tolerance = f64::EPSILON * (n as f64).sqrt();
    let is_done = (0..MOST_TURNS).any(|_| {
        wide!(|| {
            let mut most = 0.0f64;
            for (square, image) in squares.iter_mut().zip(&images) {
                *square = dot_here(image, image);
            }
            // A column shorter than the rounding of the longest has no angle, and turns no other by more than rounding.
            let floor = squares.iter().fold(0.0f64, |most, square| most.max(*square))
                * tolerance
                * tolerance;
            for i in 0..n {
                for j in i + 1..n {
                    if squares[i].min(squares[j]) <= floor {
                        continue;
                    }
                    let inner = dot_here(&images[i], &images[j]);
                    let size = squares[i].sqrt() * squares[j].sqrt();
                    if inner.abs() <= tolerance * size {
                        continue;
                    }
                    most = most.max(inner.abs() / size);
                    let tau = (squares[j] - squares[i]) / (2.0 * inner);
                    let t = 1.0f64.copysign(tau) / (tau.abs() + (1.0 + tau * tau).sqrt());
                    let c = 1.0 / (1.0 + t * t).sqrt();
                    let s = c * t;
                    for of in [&mut images, &mut vectors] {
                        let (left, right) = of.split_at_mut(j);
                        for (x, y) in left[i].iter_mut().zip(&mut right[0]) {
                            (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                        }
                    }
                    squares[i] -= t * inner;
                    squares[j] += t * inner;
                }
            }
            most == 0.0
        })
    });
    if !is_done {
        return None;
    }
    let lengths: Vec<f64> = images.iter().map(|x| crate::lanes::length(x)).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| lengths[j].total_cmp(&lengths[i]));
    Some((
        order.iter().map(|&j| lengths[j]).collect(),
        Mat::from_fn(n, n, |i, j| vectors[order[j]][i]),
    ))
}
