//! What the numbers of sparse rows are.

use serde::{Deserialize, Serialize};

use crate::components::damped;
use crate::data::Samples;

/// How far the length of a row may be from 1 where rows come at unit length, of single width.
const ROUNDING: f64 = 1e-4;
/// Columns have one unit where no mean number of one is so many times that of the middle one.
const UNITS: f64 = 100.0;

/// The kind of numbers, by which rows are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Content {
    /// Whole numbers from 0 on: how often something is there. Rare columns say more, and rows are compared by directions.
    Counts,
    /// Numbers from 0 on in one unit, as TF-IDF has them, or rows that come at unit length: compared by directions.
    Weights,
    /// Anything else: every column has a unit of its own.
    Measurements,
}

impl Content {
    /// What the numbers of some rows are.
    pub(super) fn of(samples: &Samples<'_>) -> Self {
        let rows = || (0..samples.rows()).map(|i| samples.nonzeros(i));
        let all = |holds: fn(f64) -> bool| rows().flatten().all(|(_, value)| holds(value));
        let positive = all(|value| value > 0.0);
        if positive && all(|value| value.fract() == 0.0) {
            return Content::Counts;
        }
        let unit = |row: Vec<(usize, f64)>| {
            let square: f64 = row.iter().map(|(_, value)| value * value).sum();
            square == 0.0 || (square.sqrt() - 1.0).abs() < ROUNDING
        };
        match rows().all(unit) || positive && has_one_unit(samples) {
            true => Content::Weights,
            false => Content::Measurements,
        }
    }

    /// Whether rows are compared by their directions alone.
    pub(super) fn has_directions(self) -> bool {
        self != Content::Measurements
    }

    /// A number as it is compared, but for the factor of its column.
    pub(super) fn number(self, value: f64) -> f64 {
        match self {
            Content::Counts => damped(value),
            Content::Weights | Content::Measurements => value,
        }
    }
}

/// Whether the numbers of no column are far larger than those of the others.
fn has_one_unit(samples: &Samples<'_>) -> bool {
    let mut sums = vec![(0.0, 0.0); samples.columns()];
    for i in 0..samples.rows() {
        for (column, value) in samples.nonzeros(i) {
            sums[column].0 += value;
            sums[column].1 += 1.0;
        }
    }
    let held = sums.into_iter().filter(|(_, count)| *count > 0.0);
    let mut means: Vec<f64> = held.map(|(sum, count)| sum / count).collect();
    means.sort_unstable_by(f64::total_cmp);
    let middle = means.get(means.len() / 2).copied().unwrap_or(0.0);
    means.last().is_none_or(|&largest| largest <= UNITS * middle)
}
