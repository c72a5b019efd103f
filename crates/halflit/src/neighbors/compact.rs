//! Rows in f32: centred, and scaled by a power of two so that nothing over- or underflows.

use std::ops::Range;

use super::panels::{Panels, WIDTH, put};
use crate::data::Samples;
use crate::elementary::log2;
use crate::threads::*;

/// Rows converted at once.
const ROW_BLOCK: usize = 512;
/// Larger values, which only points far from all rows have, count as this, so that no product is infinite.
const LARGEST: f64 = 1e15;
/// Smaller values count as zero, so that no product is denormal.
const SMALLEST: f64 = 1.0 / (1u64 << 60) as f64;

/// How rows become f32.
pub(super) struct Compact {
    center: Vec<f64>,
    /// A power of two that brings the largest deviation from the centre to at most 1.
    scale: f64,
}

impl Compact {
    /// For rows that are all within `largest` of the centre in every column.
    pub(super) fn new(center: Vec<f64>, largest: f64) -> Self {
        let exponent = if largest > 0.0 { log2(largest).ceil() as i32 } else { 0 };
        // The square of the scale is to be finite.
        Self { center, scale: 2f64.powi(-exponent.clamp(-500, 500)) }
    }

    /// What a squared distance is multiplied by.
    pub(super) fn squared_scale(&self) -> f64 {
        self.scale * self.scale
    }

    /// ε: ‖y‖² − 2⟨x, y⟩ of compact rows, plus ‖x‖², is within ε(‖x‖² + ‖y‖²) + [`Compact::least_error`] of the scaled squared
    /// distance. Rounding the rows takes 2 units of 2⁻²³, d0 + 1 fused sums of terms below 2(‖x‖² + ‖y‖²) take d0 + 1.
    pub(super) fn error(&self) -> f64 {
        1.25 * (self.center.len() as f64 + 8.0) * f64::from(f32::EPSILON)
    }

    /// What values that count as zero may change.
    pub(super) fn least_error(&self) -> f64 {
        16.0 * (self.center.len() as f64 + 8.0) * SMALLEST
    }

    /// One row.
    pub(super) fn row(&self, x: &[f64], out: &mut [f32]) {
        for ((out, x), center) in out.iter_mut().zip(x).zip(&self.center) {
            *out = self.value(x - center);
        }
    }

    fn value(&self, centered: f64) -> f32 {
        let value = (self.scale * centered).clamp(-LARGEST, LARGEST);
        if value.abs() < SMALLEST { 0.0 } else { value as f32 }
    }

    /// Some rows, one after the other.
    pub(super) fn rows(&self, samples: &Samples<'_>, rows: Range<usize>) -> Vec<f32> {
        let mut centered = Vec::new();
        samples.centered_block(rows, &self.center, &mut centered);
        centered.into_iter().map(|x| self.value(x)).collect()
    }

    /// Some rows in panels.
    pub(super) fn panels(&self, samples: &Samples<'_>, rows: Range<usize>) -> Panels {
        let columns = self.center.len();
        let mut panels = Panels::new(columns, rows.len().div_ceil(WIDTH));
        let (values, norms) = panels.parts_mut();
        let parts = values.par_chunks_mut(columns * WIDTH).zip(norms.par_chunks_mut(WIDTH));
        parts.enumerate().for_each(|(panel, (values, norms))| {
            let first = rows.start + panel * WIDTH;
            let block = self.rows(samples, first..(first + WIDTH).min(rows.end));
            for (lane, row) in block.chunks_exact(columns).enumerate() {
                put(values, norms, lane, row);
            }
        });
        panels
    }
}

/// The largest deviation from the centre in any column.
pub(super) fn reach(samples: &Samples<'_>, center: &[f64]) -> f64 {
    let starts: Vec<usize> = (0..samples.rows()).step_by(ROW_BLOCK).collect();
    let largest = starts.into_par_iter().map(|start| {
        let mut block = Vec::new();
        let rows = start..(start + ROW_BLOCK).min(samples.rows());
        samples.centered_block(rows, center, &mut block);
        block.into_iter().fold(0.0f64, |largest, x| largest.max(x.abs()))
    });
    largest.max_by(f64::total_cmp).unwrap_or(0.0)
}
