//! How far "near" reaches: the median distance to the 7th nearest row, over some rows that are drawn from all.

use super::near::median;
use crate::data::Samples;
use crate::error::Result;
use crate::matrix::RowMatrix;
use crate::neighbors::{Metric, absolute_distances, squared_distances};

/// The row whose distance is the local scale.
pub(crate) const SCALE: usize = 7;
/// Rows whose nearest rows are looked for.
const LOOKED_AT: usize = 128;
/// Rows among which they are looked for.
pub(super) const AMONG: usize = 4000;

/// The median squared distance, by rows that were drawn.
pub(super) fn squared(samples: &Samples<'_>, drawn: &[usize]) -> Result<f64> {
    typical(samples, drawn, |some, all| squared_distances(some, all, Metric::Euclidean))
}

/// The median Σ |x_j − y_j|, by rows that were drawn.
pub(super) fn absolute(samples: &Samples<'_>, drawn: &[usize]) -> Result<f64> {
    typical(samples, drawn, absolute_distances)
}

/// Among m of n rows the 7th nearest of all is about the (7 m/n)-th nearest.
fn typical(
    samples: &Samples<'_>,
    drawn: &[usize],
    distances: impl Fn(&Samples<'_>, &Samples<'_>) -> Result<RowMatrix<'static>>,
) -> Result<f64> {
    let among = samples.gather(drawn);
    let found = distances(&samples.gather(&drawn[..LOOKED_AT.min(drawn.len())]), &among)?;
    let rank = (SCALE * among.rows()).div_ceil(samples.rows()).clamp(1, among.rows() - 1);
    let of_row = |i: usize| {
        let mut own = found.row(i).to_vec();
        own.sort_unstable_by(f64::total_cmp);
        // The first is the row itself, or its like.
        own[rank..].iter().copied().find(|&d| d > 0.0)
    };
    let known: Vec<f64> = (0..found.rows()).filter_map(of_row).collect();
    Ok(if known.is_empty() { 1.0 } else { median(known) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_reaches_to_the_seventh_row() -> Result<()> {
        // On a line the seventh nearest row is the fourth to one side.
        let rows: Vec<[f64; 1]> = (0..60).map(|i| [f64::from(i)]).collect();
        let (samples, all) = (Samples::from_rows(&rows)?, (0..60).collect::<Vec<_>>());
        assert_eq!((absolute(&samples, &all)?, squared(&samples, &all)?), (4.0, 16.0));
        Ok(())
    }
}
