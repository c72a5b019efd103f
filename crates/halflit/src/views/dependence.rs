//! Columns that go together: how much every column has to do with others, without a label.
//!
//! A column that has nothing to do with any other is most likely noise, and many of them hide what the others say. With r_jk the correlation of
//! the normal scores of two columns, and s_jk that of their absolute values, c_j is the mean of the three largest max(r_jk², s_jk²).
//! Columns that are independent have about t = 2 ln(2d)/n, the largest of 2d squared normal numbers over n. Column j counts by
//! √(e_j/(e_j + t)), e_j = max(c_j − t, 0).

use crate::dense::Mat;

use super::curve::{ColumnShares, Curve};
use super::draw::drawn;
use crate::data::Samples;
use crate::elementary::ln;
use crate::matrix::{RowMatrix, weighted_gram};

/// Rows that correlations are taken over.
const ROWS: usize = 2000;
/// Columns up to which every two are compared.
const MOST_COLUMNS: usize = 1024;
/// Other columns whose mean a column is judged by.
const OTHERS: usize = 3;
/// What a column counts at least: one that stands alone may tell classes apart all the same.
const LEAST: f64 = 0.01;
/// Where fewer than one column of so many stands alone, nothing has to be hidden.
const ALONE: usize = 8;

/// What every column counts: 1 at most, almost nothing for one that has nothing to do with others. Nothing where almost all columns go together, or none.
pub(super) fn factors(samples: &Samples<'_>) -> Option<Vec<f64>> {
    let columns = samples.columns();
    if !(OTHERS + 1..=MOST_COLUMNS).contains(&columns) {
        return None;
    }
    let scores = normal_scores(&samples.gather(&drawn(samples, ROWS)));
    let found = strengths(&scores);
    // A constant column is none: it changes nothing.
    let varied = found.iter().flatten().count();
    let chance = 2.0 * ln(2.0 * varied.max(1) as f64) / scores.nrows() as f64;
    let factors: Vec<Option<f64>> = found
        .into_iter()
        .map(|own| {
            let beyond = (own? - chance).max(0.0);
            Some((beyond / (beyond + chance)).sqrt().max(LEAST))
        })
        .collect();
    let together = factors.iter().flatten().filter(|&&own| own * own >= 0.5).count();
    let alone = varied - together;
    let factors = factors.iter().map(|own| own.unwrap_or(LEAST)).collect();
    (together > 1 && alone * ALONE >= varied).then_some(factors)
}

/// Every column by its ranks, to mean 0 and deviation 1; a constant one to 0.
fn normal_scores(samples: &Samples<'_>) -> Mat<f64> {
    let rows = samples.to_rows();
    let mut scores = Mat::zeros(rows.rows(), rows.columns());
    for j in 0..rows.columns() {
        let values = || (0..rows.rows()).map(|i| rows.row(i)[j]);
        let curve = Curve::of_ranks(&ColumnShares::new(values().collect()));
        for (i, value) in values().enumerate() {
            let mut out = [0.0];
            curve.write(value, &mut out);
            scores[(i, j)] = out[0];
        }
    }
    scores
}

/// c of every column; nothing for a constant one.
fn strengths(scores: &Mat<f64>) -> Vec<Option<f64>> {
    let plain = correlations(scores.clone());
    let sizes =
        correlations(Mat::from_fn(scores.nrows(), scores.ncols(), |i, j| scores[(i, j)].abs()));
    let of_column = |j: usize| {
        if plain[(j, j)] == 0.0 {
            return None;
        }
        let square = |k: usize| plain[(j, k)].powi(2).max(sizes[(j, k)].powi(2));
        let mut squares: Vec<f64> = (0..plain.ncols()).filter(|&k| k != j).map(square).collect();
        squares.sort_unstable_by(|a, b| b.total_cmp(a));
        Some(squares[..OTHERS].iter().sum::<f64>() / OTHERS as f64)
    };
    (0..plain.ncols()).map(of_column).collect()
}

/// Between every two columns; 0 for a constant one.
fn correlations(mut columns: Mat<f64>) -> Mat<f64> {
    let rows = columns.nrows() as f64;
    for j in 0..columns.ncols() {
        let column = columns.col_as_slice_mut(j);
        let mean = column.iter().sum::<f64>() / rows;
        column.iter_mut().for_each(|x| *x -= mean);
        let length = column.iter().map(|x| x * x).sum::<f64>().sqrt();
        let factor = if length > 1e-9 * rows.sqrt() { 1.0 / length } else { 0.0 };
        column.iter_mut().for_each(|x| *x *= factor);
    }
    weighted_gram(&RowMatrix::from_mat(columns.as_ref()), None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::mix;
    use crate::error::Result;

    /// Numbers from −1 to 1 that have nothing to do with each other.
    fn noise(i: usize, j: usize) -> f64 {
        (mix((i * 1000 + j) as u64) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn table(columns: usize, value: impl Fn(usize, usize) -> f64) -> Result<Samples<'static>> {
        let row = |i: usize| (0..columns).map(|j| value(i, j)).collect::<Vec<_>>();
        Samples::from_rows(&(0..400).map(row).collect::<Vec<_>>())
    }

    #[test]
    fn columns_of_noise_stand_alone() -> Result<()> {
        // Five columns share a number, another five only how far they are from the middle; the last is constant.
        let value = |i: usize, j: usize| match j {
            0..5 => noise(i, 99) + 0.7 * noise(i, j),
            5..10 => noise(i, 98).abs() * noise(i, j).signum() + 0.1 * noise(i, j),
            30 => 4.0,
            _ => noise(i, j),
        };
        let found = factors(&table(31, value)?).unwrap_or_default();
        assert_eq!(found.len(), 31);
        assert!(found[..10].iter().all(|&own| own > 0.75), "{found:?}");
        assert!(found[10..].iter().all(|&own| own < 0.6), "{found:?}");
        assert!(found[10..].iter().sum::<f64>() < 2.0, "{found:?}");
        Ok(())
    }

    #[test]
    fn a_column_counts_by_how_far_it_goes_beyond_chance_where_one_in_eight_stands_alone()
    -> Result<()> {
        // Copies of one column, and one of noise.
        let found = |copies: usize| -> Result<Option<f64>> {
            let samples = table(copies + 1, |i, j| noise(i, if j < copies { 99 } else { j }))?;
            Ok(factors(&samples).map(|own| own[0]))
        };
        let chance = 2.0 * ln(2.0 * 5.0) / 400.0;
        let four = found(4)?.unwrap_or_default();
        assert!((four - (1.0 - chance).sqrt()).abs() < 1e-9, "{four}");
        assert_eq!([found(7)?.is_some(), found(8)?.is_some()], [true, false]);
        Ok(())
    }

    #[test]
    fn nothing_is_said_where_all_columns_go_together_or_none() -> Result<()> {
        assert_eq!(factors(&table(12, |i, j| noise(i, 99) + 0.5 * noise(i, j))?), None);
        assert_eq!(factors(&table(12, noise)?), None);
        assert_eq!(factors(&table(3, noise)?), None);
        Ok(())
    }
}
