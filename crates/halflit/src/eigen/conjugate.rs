//! Conjugate gradients for several right sides at once, each on its own.

use crate::dense::{Mat, MatRef};

use crate::error::Result;

/// A gradient below this share of what it was is rounding.
const FLAT: f64 = 1e-14;

/// Products with a matrix.
type Product<'p> = &'p dyn Fn(MatRef<'_, f64>) -> Result<Mat<f64>>;

/// x with A x ≈ b for a positive definite A: until every residual is below `tolerance` of its right side, or after so many steps.
pub(crate) fn conjugate_gradients(
    a: Product<'_>,
    right: Mat<f64>,
    tolerance: f64,
    steps: usize,
) -> Result<Mat<f64>> {
    let mut residual = right;
    let mut x = Mat::zeros(residual.nrows(), residual.ncols());
    let mut direction = residual.clone();
    let start = dots(&residual, &residual);
    let mut squares = start.clone();
    for _ in 0..steps {
        if is_small(&squares, &start, tolerance) {
            break;
        }
        let product = a(direction.as_ref())?;
        let curvature = dots(&direction, &product);
        let step = quotients(&squares, &curvature);
        add_columns(&mut x, &step, &direction, 1.0);
        add_columns(&mut residual, &step, &product, -1.0);
        let next = dots(&residual, &residual);
        let turn = quotients(&next, &squares);
        turned(&mut direction, &turn, &residual);
        squares = next;
    }
    Ok(x)
}

/// The shortest x with ‖A x − b‖ least, and ‖A x − b‖ / ‖b‖ of every column: until that is below `tolerance` or does not fall any
/// more, or after so many steps.
pub(crate) fn least_squares(
    a: Product<'_>,
    transposed: Product<'_>,
    right: Mat<f64>,
    tolerance: f64,
    steps: usize,
    mut advance: impl FnMut() -> Result<()>,
) -> Result<(Mat<f64>, Vec<f64>)> {
    let whole = dots(&right, &right);
    let mut residual = right;
    let mut gradient = transposed(residual.as_ref())?;
    let mut x = Mat::zeros(gradient.nrows(), gradient.ncols());
    let mut direction = gradient.clone();
    let start = dots(&gradient, &gradient);
    let mut squares = start.clone();
    for _ in 0..steps {
        advance()?;
        let left = dots(&residual, &residual);
        let mut all = (0..left.len()).map(|j| {
            left[j] <= tolerance * tolerance * whole[j] || squares[j] <= FLAT * FLAT * start[j]
        });
        if all.all(|done| done) {
            break;
        }
        let product = a(direction.as_ref())?;
        let step = quotients(&squares, &dots(&product, &product));
        add_columns(&mut x, &step, &direction, 1.0);
        add_columns(&mut residual, &step, &product, -1.0);
        gradient = transposed(residual.as_ref())?;
        let next = dots(&gradient, &gradient);
        let turn = quotients(&next, &squares);
        turned(&mut direction, &turn, &gradient);
        squares = next;
    }
    let shares = quotients(&dots(&residual, &residual), &whole);
    Ok((x, shares.into_iter().map(f64::sqrt).collect()))
}

fn is_small(squares: &[f64], start: &[f64], tolerance: f64) -> bool {
    squares.iter().zip(start).all(|(now, start)| *now <= tolerance * tolerance * start)
}

/// The inner products of columns.
fn dots(a: &Mat<f64>, b: &Mat<f64>) -> Vec<f64> {
    let dot = |j: usize| a.col(j).iter().zip(b.col(j).iter()).map(|(a, b)| a * b).sum();
    (0..a.ncols()).map(dot).collect()
}

/// Quotients, 0 where nothing is left to divide.
fn quotients(above: &[f64], below: &[f64]) -> Vec<f64> {
    above.iter().zip(below).map(|(a, b)| if *b > 0.0 { a / b } else { 0.0 }).collect()
}

/// `target += sign · factor_j · other`, column by column.
fn add_columns(target: &mut Mat<f64>, factors: &[f64], other: &Mat<f64>, sign: f64) {
    for (j, factor) in factors.iter().enumerate() {
        let parts = target.col_mut(j).iter_mut().zip(other.col(j).iter());
        parts.for_each(|(target, other)| *target += sign * factor * other);
    }
}

/// direction = residual + factor · direction.
fn turned(direction: &mut Mat<f64>, factors: &[f64], residual: &Mat<f64>) {
    for (j, factor) in factors.iter().enumerate() {
        let parts = direction.col_mut(j).iter_mut().zip(residual.col(j).iter());
        parts.for_each(|(direction, residual)| *direction = residual + factor * *direction);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_solution_is_found() -> Result<()> {
        // Two equations in three unknowns, and a third that contradicts the second.
        let a =
            Mat::from_fn(3, 3, |i, j| [[1.0, 2.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]][i][j]);
        let right = Mat::from_fn(3, 1, |i, _| [3.0, 1.0, 3.0][i]);
        let (x, left) =
            least_squares(&|v| Ok(&a * v), &|v| Ok(a.transpose() * v), right, 1e-14, 9, || Ok(()))?;
        // maths: x + 2y = 3, y + z = 2, orthogonal to (−2, 1, −1).
        let expected = [1.0 / 3.0, 4.0 / 3.0, 2.0 / 3.0];
        (0..3).for_each(|i| assert!((x[(i, 0)] - expected[i]).abs() < 1e-12, "{x:?}"));
        assert!((left[0] - (2.0f64 / 19.0).sqrt()).abs() < 1e-12);
        let regular = Mat::from_fn(3, 3, |i, j| if i == j { 2.0 + i as f64 } else { 0.5 });
        let known = Mat::from_fn(3, 2, |i, j| (i * 2 + j) as f64);
        let solved = conjugate_gradients(&|v| Ok(&regular * v), &regular * &known, 1e-14, 20)?;
        assert!((solved - known).norm_max() < 1e-12);
        Ok(())
    }
}
