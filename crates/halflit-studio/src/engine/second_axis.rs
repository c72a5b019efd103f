//! A second axis for a map that has one: the leading principal axis of what it leaves.

use halflit::{Result, RowMatrix};

use super::matrix;

/// Steps of the power iteration; each takes a 10 × 10 matrix once.
const STEPS: usize = 300;

/// The axis z, and beside it S v: S are principal scores of all rows with z regressed out, v the leading eigenvector of SᵀS. It is
/// as wide as z.
pub(super) fn beside(axis: &RowMatrix<'_>, scores: &RowMatrix<'_>) -> Result<RowMatrix<'static>> {
    let (rows, count) = (scores.rows(), scores.columns());
    let mean = (0..rows).map(|row| axis.row(row)[0]).sum::<f64>() / rows as f64;
    let z: Vec<f64> = (0..rows).map(|row| axis.row(row)[0] - mean).collect();
    let length: f64 = z.iter().map(|value| value * value).sum();
    let mut along = vec![0.0; count];
    for (row, value) in z.iter().enumerate() {
        along.iter_mut().zip(scores.row(row)).for_each(|(sum, score)| *sum += value * score);
    }
    if length > 0.0 {
        along.iter_mut().for_each(|sum| *sum /= length);
    }
    let left = |row: usize| {
        let parts = scores.row(row).iter().zip(&along);
        parts.map(|(score, factor)| score - factor * z[row]).collect::<Vec<f64>>()
    };
    let mut spread = vec![0.0; count * count];
    for row in 0..rows {
        let own = left(row);
        for (a, sums) in own.iter().zip(spread.chunks_exact_mut(count)) {
            sums.iter_mut().zip(&own).for_each(|(sum, b)| *sum += a * b);
        }
    }
    let direction = leading(&spread, count);
    let dot = |own: Vec<f64>| own.iter().zip(&direction).map(|(a, b)| a * b).sum::<f64>();
    let beside: Vec<f64> = (0..rows).map(|row| dot(left(row))).collect();
    let width: f64 = beside.iter().map(|value| value * value).sum();
    let scale = if width > 0.0 { (length / width).sqrt() } else { 0.0 };
    let values = z.iter().zip(&beside).flat_map(|(z, b)| [*z, scale * b]).collect::<Vec<f64>>();
    matrix(values, rows)
}

/// The leading eigenvector of a small symmetric matrix without negative eigenvalues.
fn leading(matrix: &[f64], size: usize) -> Vec<f64> {
    // No axis is left out at the start, and ties fall to the first.
    let mut vector: Vec<f64> = (0..size).map(|k| 1.0 / (1.0 + k as f64)).collect();
    for _ in 0..STEPS {
        let rows = matrix.chunks_exact(size);
        let next: Vec<f64> =
            rows.map(|row| row.iter().zip(&vector).map(|(a, b)| a * b).sum()).collect();
        let length = next.iter().map(|value| value * value).sum::<f64>().sqrt();
        if length == 0.0 {
            break;
        }
        vector = next.into_iter().map(|value| value / length).collect();
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_axis_is_uncorrelated_as_wide_and_the_widest() -> Result<()> {
        // Scores: the first is the axis itself, the second is wide, the third narrow.
        let row = |i: i32| {
            [f64::from(i % 5) - 2.0, f64::from(i / 5 % 5) - 2.0, 0.1 * f64::from(i / 25 % 5) - 0.2]
        };
        let rows: Vec<[f64; 3]> = (0..125).map(row).collect();
        let scores = matrix(rows.concat(), 125)?;
        let axis = matrix(rows.iter().map(|row| 7.0 * row[0]).collect(), 125)?;
        let both = beside(&axis, &scores)?;
        let sum = |f: &dyn Fn(&[f64]) -> f64| (0..125).map(|row| f(both.row(row))).sum::<f64>();
        assert!(sum(&|p| p[0] * p[1]).abs() < 1e-6);
        assert!((sum(&|p| p[0] * p[0]) - sum(&|p| p[1] * p[1])).abs() < 1e-6);
        let with_wide = (0..125).map(|i| both.row(i)[1] * rows[i][1]).sum::<f64>();
        assert!((with_wide.abs() / 7.0 - 250.0).abs() < 1e-6, "{with_wide}");
        Ok(())
    }
}
