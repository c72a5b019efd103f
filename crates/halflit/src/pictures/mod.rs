//! Pictures as rows of numbers: small patches of colour, histograms of gradients, the leading axes.
//!
//! | file | holds |
//! |---|---|
//! | `patch.rs` | a picture, and the picture in small |
//! | `gradients.rs` | where it changes, and in which direction |
//!
//! These are plain features. They tell shapes and colours apart, not what is shown: numbers of a network that was trained on
//! pictures tell more.

mod gradients;
mod patch;

use std::sync::Arc;

use crate::components::Components;
use crate::data::Samples;
use crate::eigen::leading_axes;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::threads::*;
pub use patch::Picture;

/// Points of a side of the patch of colours, and of the patch in grey.
const COLORS: usize = 8;
const GREY: usize = 16;
/// How many plain numbers are colours, grey points and gradients.
const BLOCKS: [usize; 3] = [COLORS * COLORS * 3, GREY * GREY, gradients::WIDTH];
/// Features of a picture, at most.
const COMPONENTS: usize = 96;
/// Pictures that axes are found by: the first ones of an even choice.
const SPANNED: usize = 5_000;

/// The plain numbers of a picture: what decoding leaves of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Plain(Vec<f32>);

impl Plain {
    /// What is looked at in a picture.
    pub fn of(picture: &Picture) -> Self {
        let grey = |points: Vec<[f32; 3]>| -> Vec<f32> {
            points.iter().map(|[r, g, b]| 0.299 * r + 0.587 * g + 0.114 * b).collect()
        };
        let mut values: Vec<f32> = picture.shrunk(COLORS).into_iter().flatten().collect();
        values.extend(grey(picture.shrunk(GREY)));
        values.extend(gradients::histograms(&grey(picture.shrunk(gradients::SIDE))));
        Self(values)
    }
}

/// What was learned from pictures: axes on which pictures are placed. A clone shares it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PictureFeatures(Arc<Learned>);

#[derive(Debug, Default, PartialEq)]
struct Learned {
    /// The mean of every plain number.
    mean: Vec<f32>,
    /// One row per plain number.
    axes: Components,
}

impl PictureFeatures {
    /// Learns from pictures. Colours, grey points and gradients count alike, whatever their units.
    ///
    /// # Errors
    /// [`Error::Empty`] for no picture, [`Error::NoSpread`] where all are equal.
    pub fn learn(pictures: &[Plain]) -> Result<Self> {
        let chosen = pictures.len().div_ceil(SPANNED).max(1);
        let some: Vec<&Plain> = pictures.iter().step_by(chosen).collect();
        let values: Vec<f32> = some.iter().flat_map(|own| own.0.iter().copied()).collect();
        let samples = Samples::from_row_major_f32(values, some.len(), BLOCKS.iter().sum())?;
        let (mean, factors) = (samples.means(), factors(&samples.variances()));
        if factors.iter().all(|factor| *factor == 0.0) {
            return Err(Error::NoSpread { rows: some.len(), largest: 0.0 });
        }
        let scaled = |k: usize, row: &mut [f64]| {
            let _ = k;
            row.iter_mut().zip(&factors).for_each(|(value, factor)| *value *= factor);
            Ok(())
        };
        let scaled = samples.changed(scaled)?;
        let (mut axes, _) = leading_axes(&scaled, &scaled.means(), COMPONENTS)?;
        // The axes take plain numbers as they come.
        for j in 0..axes.ncols() {
            factors.iter().enumerate().for_each(|(i, factor)| axes[(i, j)] *= factor);
        }
        let mean = mean.into_iter().map(|value| value as f32).collect();
        Ok(Self(Arc::new(Learned { mean, axes: Components::of(&axes) })))
    }

    /// The features of pictures, one row per picture.
    pub fn of(&self, pictures: &[Plain]) -> RowMatrix<'static> {
        let Learned { mean, axes } = &*self.0;
        let width = axes.width();
        let mut values = vec![0.0; pictures.len() * width];
        let rows = values.par_chunks_mut(width.max(1)).zip(pictures);
        rows.for_each(|(row, picture)| {
            for (k, (value, mean)) in picture.0.iter().zip(mean).enumerate() {
                axes.add(k, f64::from(value - mean), row);
            }
        });
        RowMatrix::new(values, pictures.len(), width)
    }

    /// Number of features.
    pub fn width(&self) -> usize {
        self.0.axes.width()
    }

    /// Means and axes: for a file.
    pub(crate) fn parts(&self) -> (&[f32], &Components) {
        (&self.0.mean, &self.0.axes)
    }

    /// From the parts of a file; nothing where they do not belong together.
    pub(crate) fn from_parts(mean: Vec<f32>, axes: Components) -> Option<Self> {
        let plain: usize = BLOCKS.iter().sum();
        let fits = mean.len() == plain && axes.rows() == plain;
        let finite = mean.iter().all(|value| value.is_finite());
        (fits && finite).then(|| Self(Arc::new(Learned { mean, axes })))
    }
}

/// For every number a factor by which its block has variance 1 in all; 0 for a block that does not vary.
fn factors(variances: &[f64]) -> Vec<f64> {
    let (mut factors, mut start) = (Vec::with_capacity(variances.len()), 0);
    for width in BLOCKS {
        let total: f64 = variances[start..start + width].iter().sum();
        let factor = if total > 1e-12 { 1.0 / total.sqrt() } else { 0.0 };
        factors.extend(std::iter::repeat_n(factor, width));
        start += width;
    }
    factors
}

#[cfg(test)]
mod tests;
