//! Principal axes of equal length: what is told by small differences is seen where a few large ones hide it.
//!
//! In pictures of faces three axes of light and shade hold most of the variance, and nearest rows are those in the same light. Along
//! principal axes that are all brought to deviation 1 they are those of the same face.

use crate::dense::Mat;

use super::lens::Lens;
use super::look::Look;
use crate::data::{Samples, Scaling};
use crate::eigen::{Span, self_adjoint};
use crate::error::Result;
use crate::projection::Projection;

/// So many axes that hold this share of the variance hide the others.
const LEADING: usize = 3;
const SHARE: f64 = 0.6;
/// Columns and rows from which on that means something.
const FEWEST_COLUMNS: usize = 30;
const FEWEST_ROWS: usize = 100;
/// Axes that are kept at most, and rows that each asks for: axes of fewer rows are those of single rows.
const MOST_AXES: usize = 100;
const ROWS_PER_AXIS: usize = 6;
/// Axes whose variance is a smaller share of the largest are rounding.
const FLAT: f64 = 1e-6;

/// Whether a few principal axes of standardised columns hide all others.
pub(super) fn is_hidden(standardized: &Look<'_>) -> bool {
    let samples = &standardized.samples;
    let varied = samples.variances().into_iter().filter(|&own| own > 0.0).count();
    let leading: f64 = standardized.spread.iter().take(LEADING).sum();
    let total = samples.rows() as f64 * varied as f64;
    varied >= FEWEST_COLUMNS && samples.rows() >= FEWEST_ROWS && leading >= SHARE * total
}

/// The leading principal axes of standardised columns, each to deviation 1.
pub(super) fn lens(samples: &Samples<'_>) -> Result<Lens> {
    let scaler = Scaling::Standard.learn(samples);
    let span = Span::of(&scaler.apply(samples)?)?;
    let (values, vectors) = self_adjoint(span.total().as_ref())?;
    let largest = values.last().copied().unwrap_or(0.0);
    let most = MOST_AXES.min(samples.rows() / ROWS_PER_AXIS).max(1);
    let kept = values.iter().rev().take(most).take_while(|&&own| own > FLAT * largest).count();
    let axes = span.lift(vectors.as_ref().reverse_cols().subcols(0, kept));
    // From standardised columns back to those that come: the way to them is part of the axes.
    let (offset, factor) = scaler.columns(samples.columns());
    let mean = offset.iter().zip(&factor).zip(span.mean()).map(|((o, f), m)| o + m / f).collect();
    let deviation = |k: usize| (values[values.len() - 1 - k] / samples.rows() as f64).sqrt();
    let axes = Mat::from_fn(axes.nrows(), kept, |j, k| factor[j] * axes[(j, k)] / deviation(k));
    Ok(Lens::Turned(Projection::new(mean, axes.as_ref())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::mix;

    #[test]
    fn every_axis_stands_on_some_rows() -> Result<()> {
        let noise = |i: u64| (mix(i) >> 11) as f64 / (1u64 << 53) as f64;
        let values: Vec<f64> = (0..90 * 60).map(noise).collect();
        let samples = Samples::from_row_major(values, 90, 60)?;
        let axes = lens(&samples)?.width(60);
        // As many axes as columns would be those of single rows.
        assert!((8..=18).contains(&axes), "{axes}");
        Ok(())
    }
}
