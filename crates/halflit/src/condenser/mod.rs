//! Wide sparse rows as few numbers: the leading axes of rows that are compared by their directions, found without a label.
//!
//! | file | holds |
//! |---|---|
//! | `content.rs` | what the numbers are: counts, weights, or measurements |
//! | `marks.rs` | numbers that follow from what rows and columns hold, whatever their order |
//! | `axes.rs` | which columns count, and the axes |
//! | `told.rs` | which columns go along with the classes |
//!
//! Nothing is n × d0: memory is that of the stored numbers, of n × r and of d0 × r.

mod axes;
mod content;
mod marks;
mod told;

use std::sync::Arc;

use crate::components::{Components, to_unit_length};
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::threads::*;
use crate::watch;
pub(crate) use content::Content;
pub(crate) use told::told;

/// Numbers that are left of a row, at most.
pub(crate) const COMPONENTS: usize = 128;
/// Rows that axes are found by, at most.
pub(crate) const SPANNED: usize = 20_000;
/// Columns up to which rows are written out: condensed they would hardly be shorter.
const NARROW: usize = 256;
/// Columns up to which rows are written out where one number of so many is stored.
const WIDE: usize = 4096;
const FILLED: usize = 20;
/// Rows of one task.
const BLOCK: usize = 64;

/// Whether rows of this shape are condensed, `stored` being how many of their numbers are not 0.
pub(crate) fn condenses(rows: usize, columns: usize, stored: Option<usize>) -> bool {
    let Some(stored) = stored else { return false };
    let filled = stored.saturating_mul(FILLED) >= rows.saturating_mul(columns);
    columns > NARROW && !(columns <= WIDE && filled)
}

/// What was learned from sparse rows. A clone shares it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condenser(Arc<Learned>);

#[derive(Debug, PartialEq)]
struct Learned {
    content: Content,
    /// Number of columns that rows must have.
    width: usize,
    /// The columns that count, ascending.
    columns: Vec<u32>,
    /// One row for each of them, in which what its numbers are multiplied with is contained.
    axes: Components,
    /// Subtracted from every row.
    shift: Vec<f32>,
}

impl Condenser {
    /// Learns from sparse rows.
    ///
    /// # Errors
    /// [`Error::NoSpread`] where no number is other than 0.
    pub(crate) fn learn(samples: &Samples<'_>) -> Result<Self> {
        // A row of weight 2 is two rows. Views refuse fractions.
        let written = samples.copies("auto").ok().flatten();
        let written = written.map(|rows| samples.gather(&rows).unweighed());
        Ok(Self(Arc::new(axes::learned(written.as_ref().unwrap_or(samples))?)))
    }

    /// Number of columns that rows must have.
    pub(crate) fn columns(&self) -> usize {
        self.0.width
    }

    /// Number of numbers that are left of a row.
    pub(crate) fn axes(&self) -> usize {
        self.0.axes.width()
    }

    /// The rows, condensed, in single width; their weights stay.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where there are other columns, [`Error::TooLarge`] where a number is far beyond those of the fit.
    pub(crate) fn apply(&self, samples: &Samples<'_>) -> Result<Samples<'static>> {
        let (expected, found) = (self.columns(), samples.columns());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        let (rows, width) = (samples.rows(), self.0.axes.width());
        let mut values = vec![0.0f32; rows * width];
        let places = self.0.places();
        let stage = watch::stage("rows condensed", rows.div_ceil(BLOCK));
        values.par_chunks_mut(BLOCK * width).enumerate().try_for_each(|(block, out)| {
            for (k, out) in out.chunks_exact_mut(width).enumerate() {
                let row = block * BLOCK + k;
                self.0
                    .place(&samples.nonzeros(row), &places, out)
                    .map_err(|(column, value)| Error::TooLarge { row, column, value })?;
            }
            stage.advance(1)
        })?;
        Ok(Samples::from_row_major_f32(values, rows, width)?.weighed_like(samples))
    }

    /// Content, width, columns, axes and shift: for a file.
    pub(crate) fn parts(&self) -> (Content, usize, &[u32], &Components, &[f32]) {
        let Learned { content, width, columns, axes, shift } = &*self.0;
        (*content, *width, columns, axes, shift)
    }

    /// From the parts of a file; nothing where they do not belong together.
    pub(crate) fn from_parts(
        content: Content,
        width: usize,
        columns: Vec<u32>,
        axes: Components,
        shift: Vec<f32>,
    ) -> Option<Self> {
        let ascending = columns.windows(2).all(|two| two[0] < two[1]);
        let within = columns.last().is_some_and(|&last| (last as usize) < width);
        let fits = columns.len() == axes.rows() && shift.len() == axes.width();
        let finite = shift.iter().all(|value| value.is_finite());
        let learned = || Learned { content, width, columns, axes, shift };
        (ascending && within && fits && finite).then(|| Self(Arc::new(learned())))
    }
}

/// A column that does not count.
const PASSED_OVER: u32 = u32::MAX;

impl Learned {
    /// The place of every column among those that count.
    fn places(&self) -> Vec<u32> {
        let mut places = vec![PASSED_OVER; self.width];
        self.columns.iter().zip(0..).for_each(|(&column, place)| places[column as usize] = place);
        places
    }

    /// Puts a row onto the axes; the largest of its numbers where they are too large for it.
    fn place(
        &self,
        numbers: &[(usize, f64)],
        places: &[u32],
        out: &mut [f32],
    ) -> std::result::Result<(), (usize, f64)> {
        let mut sums: Vec<f64> = self.shift.iter().map(|&shift| -f64::from(shift)).collect();
        for &(column, value) in numbers.iter().filter(|(column, _)| places[*column] != PASSED_OVER)
        {
            self.axes.add(places[column] as usize, self.content.number(value), &mut sums);
        }
        if self.content.has_directions() {
            to_unit_length(&mut sums);
        }
        if sums.iter().any(|sum| sum.is_nan() || sum.abs() > f64::from(f32::MAX)) {
            let largest = numbers.iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
            return Err(largest.copied().unwrap_or((0, f64::INFINITY)));
        }
        out.iter_mut().zip(sums).for_each(|(out, sum)| *out = sum as f32);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
