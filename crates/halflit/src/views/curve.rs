//! Curves: what becomes of the values of one column.

use super::draw::drawn;
use super::normal::quantile;
use crate::data::Samples;
use crate::threads::*;

/// Knots of a line at most; a column with more values has them at even ranks.
const KNOTS: usize = 512;
/// A column of whole numbers with so many values at most holds codes.
const CODES: usize = 12;
/// Rows that curves are learned from.
const LEARNED_FROM: usize = 20_000;

/// One column of the input as a side looks at it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Curve {
    /// A rising line through knots (value, image), flat beyond its ends, so that no value is wild.
    Line {
        /// Ascending values and their images.
        knots: Vec<(f64, f64)>,
    },
    /// A column of codes: one number per code, which is `image` for its own code and 0 for all others.
    Codes {
        /// Ascending.
        values: Vec<f64>,
        /// See above.
        image: f64,
    },
}

/// How the values of a column are spread.
#[derive(Debug)]
pub(super) struct ColumnShares {
    /// Every value, ascending, with the share of rows below it, half of its own rows included.
    shares: Vec<(f64, f64)>,
    /// How many rows have each value.
    sizes: Vec<f64>,
}

impl ColumnShares {
    /// Those of every column, over all rows or over some that are drawn from them.
    pub(super) fn of(samples: &Samples<'_>) -> Vec<Self> {
        let some = samples.gather(&drawn(samples, LEARNED_FROM)).to_rows();
        let column = |j: usize| Self::new((0..some.rows()).map(|i| some.row(i)[j]).collect());
        (0..samples.columns()).into_par_iter().map(column).collect()
    }

    pub(super) fn new(mut values: Vec<f64>) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        let n = values.len() as f64;
        let (mut below, mut shares, mut sizes) = (0.0, Vec::new(), Vec::new());
        // Zero has two signs and is one number.
        for run in values.chunk_by(|a, b| a == b) {
            let size = run.len() as f64;
            shares.push((run[0] + 0.0, (below + 0.5 * size) / n));
            sizes.push(size);
            below += size;
        }
        Self { shares, sizes }
    }

    /// Whether the column holds codes or yes and no.
    pub(super) fn is_categorical(&self) -> bool {
        self.shares.len() == 2 || self.is_code()
    }

    /// Few values, all of them whole numbers, more than two.
    fn is_code(&self) -> bool {
        let whole = |(value, _): &(f64, f64)| value.fract() == 0.0;
        (3..=CODES).contains(&self.shares.len()) && self.shares.iter().all(whole)
    }
}

impl Curve {
    /// Normal scores: Φ⁻¹ of the share of rows below a value, to mean 0 and deviation 1.
    pub(super) fn of_ranks(column: &ColumnShares) -> Self {
        let ColumnShares { shares, sizes } = column;
        let images: Vec<f64> = shares.iter().map(|&(_, share)| quantile(share)).collect();
        let rows: f64 = sizes.iter().sum();
        let mean_of = |f: &dyn Fn(f64) -> f64| -> f64 {
            images.iter().zip(sizes).map(|(&x, &size)| size * f(x)).sum::<f64>() / rows
        };
        let mean = mean_of(&|x| x);
        let deviation = mean_of(&|x| (x - mean) * (x - mean)).sqrt();
        let factor = if deviation > 0.0 { 1.0 / deviation } else { 0.0 };
        let knots = shares.iter().zip(&images);
        Self::line(knots.map(|(&(value, _), image)| (value, factor * (image - mean))).collect())
    }

    /// The column as part of a mixed table: codes one by one, any two of them 1 apart along the axes, and other columns by their
    /// ranks from 0 to 1.
    pub(super) fn of_mixed(column: &ColumnShares) -> Self {
        if column.is_code() {
            let values = column.shares.iter().map(|&(value, _)| value).collect();
            return Curve::Codes { values, image: 0.5 };
        }
        match column.shares.as_slice() {
            [(low, _), (high, _)] => Self::line(vec![(*low, 0.0), (*high, 1.0)]),
            shares => Self::line(shares.to_vec()),
        }
    }

    /// At most [`KNOTS`] of the knots, its ends among them. Images have the digits of single precision, so that a row that is stored in
    /// it is looked at as the same row.
    fn line(knots: Vec<(f64, f64)>) -> Self {
        let last = knots.len() - 1;
        let kept: Vec<usize> = match knots.len() > KNOTS {
            true => (0..KNOTS).map(|k| k * last / (KNOTS - 1)).collect(),
            false => (0..=last).collect(),
        };
        let knot = |k: usize| (knots[k].0, single(knots[k].1));
        Curve::Line { knots: kept.into_iter().map(knot).collect() }
    }

    /// How many numbers come out.
    pub(crate) fn width(&self) -> usize {
        match self {
            Curve::Line { .. } => 1,
            Curve::Codes { values, .. } => values.len(),
        }
    }

    /// What a value becomes.
    pub(super) fn write(&self, x: f64, out: &mut [f64]) {
        match self {
            Curve::Line { knots } => out[0] = interpolated(knots, x),
            Curve::Codes { values, image } => {
                out.iter_mut().zip(values).for_each(|(out, &value)| {
                    *out = if value == x { *image } else { 0.0 };
                });
            }
        }
    }
}

fn interpolated(knots: &[(f64, f64)], x: f64) -> f64 {
    let above = knots.partition_point(|&(value, _)| value < x);
    match (above.checked_sub(1).map(|below| knots[below]), knots.get(above)) {
        (_, Some(&(value, image))) if value == x => image,
        (Some((low, first)), Some(&(high, second))) => {
            single(first + (second - first) * ((x - low) / (high - low)))
        }
        (None, Some(&(_, image))) | (Some((_, image)), None) => image,
        (None, None) => 0.0,
    }
}

fn single(x: f64) -> f64 {
    f64::from(x as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(curve: &Curve, x: f64) -> Vec<f64> {
        let mut out = vec![0.0; curve.width()];
        curve.write(x, &mut out);
        out
    }

    #[test]
    fn normal_scores_have_mean_0_and_deviation_1_whatever_the_unit() {
        let values = [3.0, 1.0, 1000.0, 2.0, 2.0, -7.0];
        let plain = Curve::of_ranks(&ColumnShares::new(values.to_vec()));
        let cubed: Vec<f64> = values.iter().map(|x: &f64| x.powi(3) / 8.0).collect();
        let other = Curve::of_ranks(&ColumnShares::new(cubed.clone()));
        let scores: Vec<f64> = values.iter().map(|&x| written(&plain, x)[0]).collect();
        let cubes: Vec<f64> = cubed.iter().map(|&x| written(&other, x)[0]).collect();
        assert_eq!(scores, cubes);
        assert!(scores.iter().sum::<f64>().abs() < 1e-6);
        assert!((scores.iter().map(|x| x * x).sum::<f64>() - 6.0).abs() < 1e-6);
        // Nothing is wilder than the wildest row.
        assert_eq!(written(&plain, 1e9), written(&plain, 1000.0));
        assert!(written(&plain, 1.5)[0] > written(&plain, 1.0)[0]);
    }

    #[test]
    fn a_dozen_whole_numbers_are_codes_and_more_are_not() {
        let is_code = |count: u8| ColumnShares::new((0..count).map(f64::from).collect());
        assert_eq!([12, 13].map(|count| is_code(count).is_categorical()), [true, false]);
    }

    #[test]
    fn codes_are_equal_or_not_and_other_columns_are_ranks() {
        let codes = ColumnShares::new(vec![1.0, 2.0, 5.0, 2.0]);
        let curve = Curve::of_mixed(&codes);
        assert!(codes.is_categorical());
        assert_eq!(written(&curve, 2.0), [0.0, 0.5, 0.0]);
        assert_eq!(written(&curve, 3.0), [0.0; 3]);
        let numbers = ColumnShares::new(vec![0.5, 2.5, 5.5, 9.5]);
        assert!(!numbers.is_categorical());
        assert_eq!(written(&Curve::of_mixed(&numbers), 2.5), [0.375]);
    }
}
