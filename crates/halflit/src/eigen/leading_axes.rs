//! The leading right singular vectors of sparse samples, to the precision that features need: a randomised subspace iteration
//! (Halko, Martinsson and Tropp, 2011).
//!
//! A random space meets XᵀX a few times, and what is leading in X comes to the front. Pairs at the end of the list are
//! mixtures of true ones, which does no harm to features. `leading.rs` proves its pairs, and is for a matrix in memory.

use crate::dense::Mat;

use super::decomposition::self_adjoint;
use super::narrow::{combined, inner};
use super::tall::tall_factor;
use super::{canonicalize, leading};
use crate::data::Samples;
use crate::error::Result;
use crate::watch;

/// Vectors beyond those that are wanted.
const MORE: usize = 16;
/// How often the space meets XᵀX.
const TURNS: usize = 4;

/// Axes of unit length (d0 × at most `count`), the one along which rows are longest first, and Σ of squares along each. Rows are
/// counted from `origin`. Directions in which there is nothing are left out.
pub(crate) fn leading_axes(
    samples: &Samples<'_>,
    origin: &[f64],
    count: usize,
) -> Result<(Mat<f64>, Vec<f64>)> {
    turned(samples, origin, count, |width| leading::drawn(samples.columns(), width))
}

/// Leading axes from a start that follows from a mark of every column: permuted columns have permuted axes.
pub(crate) fn leading_axes_from(
    samples: &Samples<'_>,
    origin: &[f64],
    count: usize,
    marks: &[u64],
) -> Result<(Mat<f64>, Vec<f64>)> {
    turned(samples, origin, count, |width| leading::drawn_by(marks, width))
}

fn turned(
    samples: &Samples<'_>,
    origin: &[f64],
    count: usize,
    start: impl FnOnce(usize) -> Mat<f64>,
) -> Result<(Mat<f64>, Vec<f64>)> {
    let width = (count + MORE).min(samples.rows()).min(samples.columns());
    let stage = watch::stage("leading axes", TURNS + 1);
    let mut space = tall_factor(start(width)).0;
    for _ in 0..TURNS {
        let image = samples.centered_product(origin, space.as_ref());
        space = tall_factor(samples.centered_transposed(origin, &image)).0;
        stage.advance(1)?;
    }
    let image = samples.centered_product(origin, space.as_ref());
    let (values, vectors) = self_adjoint(inner(image.as_mat(), image.as_mat()).as_ref())?;
    let largest = values.last().copied().unwrap_or(0.0);
    let kept = values.iter().rev().take(count).take_while(|&&value| value > 1e-9 * largest).count();
    let mut axes = combined(space.as_ref(), vectors.as_ref().reverse_cols().subcols(0, kept));
    canonicalize(&mut axes);
    Ok((axes, values.into_iter().rev().take(kept).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few directions far longer than the rest, in sparse rows.
    fn samples() -> Result<Samples<'static>> {
        let (rows, width) = (600, 300);
        let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for i in 0..rows {
            for k in 0..6 {
                columns.push((50 * k + (i * (7 + k) + k) % 50) as u32);
                values.push(((i * 13 + k * 5) as f64).sin() + 3.0 * f64::from(k == i % 3));
            }
            starts.push(columns.len());
        }
        Samples::from_csr(starts, columns, values, rows, width)
    }

    #[test]
    fn leading_axes_are_those_of_all_pairs() -> Result<()> {
        let samples = samples()?;
        let (axes, values) = leading_axes(&samples, &vec![0.0; 300], 20)?;
        let dense = samples.to_rows();
        let (all, vectors) = self_adjoint((dense.as_mat().transpose() * dense.as_mat()).as_ref())?;
        assert_eq!((axes.ncols(), values.len()), (20, 20));
        for (found, exact) in values.iter().zip(all.iter().rev()).take(5) {
            assert!((found / exact - 1.0).abs() < 0.02, "{found} {exact}");
        }
        let first = vectors.col(vectors.ncols() - 1);
        let along: f64 = axes.col(0).iter().zip(first.iter()).map(|(a, b)| a * b).sum();
        assert!(along.abs() > 0.99, "{along}");
        Ok(())
    }

    #[test]
    fn empty_directions_are_left_out() -> Result<()> {
        let samples = Samples::from_csr(vec![0, 1, 2, 3], vec![0, 1, 0], vec![1.0; 3], 3, 40)?;
        let (axes, values) = leading_axes(&samples, &vec![0.0; 40], 10)?;
        assert_eq!((axes.shape(), values.len()), ((40, 2), 2));
        Ok(())
    }
}
