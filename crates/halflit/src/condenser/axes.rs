//! Which columns count, how much, and the leading axes of the rows in them.

use crate::dense::Mat;

use super::content::Content;
use super::marks::Marks;
use super::{COMPONENTS, Learned, PASSED_OVER, SPANNED};
use crate::components::{Components, rarity, to_unit_length};
use crate::data::{Samples, Scaler, Scaling};
use crate::eigen::leading_axes_from;
use crate::error::{Error, Result};

/// Rows from which a column has to be in two of them: what is in one alone joins nothing.
const MANY_ROWS: usize = 50;

/// What rows that all count once have in common.
pub(super) fn learned(samples: &Samples<'_>) -> Result<Learned> {
    let content = Content::of(samples);
    let held = held(samples);
    let columns = counting(&held, samples.rows())?;
    let scale = Scale::of(samples, content, &held, &columns);
    let marks = Marks::of(samples);
    let drawn = marks.drawn(SPANNED);
    let compared = scale.compared(samples, content, &columns, &drawn)?;
    let own: Vec<u64> = columns.iter().map(|&column| marks.columns[column as usize]).collect();
    let (mut axes, _) = leading_axes_from(&compared, &scale.origin, COMPONENTS, &own)?;
    if axes.ncols() == 0 {
        return Err(Error::NoSpread { rows: samples.rows(), largest: 0.0 });
    }
    let shift = shift(&axes, &scale.origin);
    // The axes take numbers as they come.
    for j in 0..axes.ncols() {
        scale.factors.iter().enumerate().for_each(|(i, factor)| axes[(i, j)] *= factor);
    }
    let (width, axes) = (samples.columns(), Components::of(&axes));
    Ok(Learned { content, width, columns, axes, shift })
}

/// In how many rows every column is not 0.
fn held(samples: &Samples<'_>) -> Vec<usize> {
    let mut held = vec![0; samples.columns()];
    for i in 0..samples.rows() {
        samples.nonzeros(i).iter().for_each(|&(column, _)| held[column] += 1);
    }
    held
}

/// The columns that join rows; those that are in one row alone only where there is no other.
fn counting(held: &[usize], rows: usize) -> Result<Vec<u32>> {
    let in_rows = |least: usize| -> Vec<u32> {
        let columns = held.iter().zip(0u32..).filter(|(held, _)| **held >= least);
        columns.map(|(_, column)| column).collect()
    };
    let least = if rows < MANY_ROWS { 1 } else { 2 };
    let found = [in_rows(least), in_rows(1)].into_iter().find(|columns| !columns.is_empty());
    found.ok_or(Error::NoSpread { rows, largest: 0.0 })
}

/// What the numbers of the counting columns are multiplied with, and where rows are counted from after that.
struct Scale {
    factors: Vec<f64>,
    origin: Vec<f64>,
}

impl Scale {
    fn of(samples: &Samples<'_>, content: Content, held: &[usize], columns: &[u32]) -> Self {
        let of_columns = |of: &dyn Fn(usize) -> f64| -> Vec<f64> {
            columns.iter().map(|&column| of(column as usize)).collect()
        };
        let nothing = vec![0.0; columns.len()];
        match (content, Scaling::Standard.learn(samples)) {
            (Content::Measurements, Scaler::Columns { offset, factor }) => Self {
                origin: of_columns(&|column| offset[column] * factor[column]),
                factors: of_columns(&|column| factor[column]),
            },
            (Content::Counts, _) => {
                let rows = samples.rows() as f64;
                let factors = of_columns(&|column| rarity(rows, held[column] as f64));
                Self { factors, origin: nothing }
            }
            _ => Self { factors: vec![1.0; columns.len()], origin: nothing },
        }
    }

    /// Some rows as they are compared, counting columns alone.
    fn compared(
        &self,
        samples: &Samples<'_>,
        content: Content,
        columns: &[u32],
        rows: &[usize],
    ) -> Result<Samples<'static>> {
        let mut places = vec![PASSED_OVER; samples.columns()];
        columns.iter().zip(0..).for_each(|(&column, place)| places[column as usize] = place);
        let (mut starts, mut found, mut values) = (vec![0], Vec::new(), Vec::new());
        for &i in rows {
            let start = values.len();
            for (column, value) in samples.nonzeros(i) {
                let place = places[column];
                if place != PASSED_OVER {
                    found.push(place);
                    values.push(content.number(value) * self.factors[place as usize]);
                }
            }
            if content.has_directions() {
                to_unit_length(&mut values[start..]);
            }
            starts.push(values.len());
        }
        Samples::from_csr(starts, found, values, rows.len(), columns.len())
    }
}

/// Where the origin lies on the axes.
fn shift(axes: &Mat<f64>, origin: &[f64]) -> Vec<f32> {
    let along =
        |j: usize| axes.col(j).iter().zip(origin).map(|(axis, origin)| axis * origin).sum::<f64>();
    (0..axes.ncols()).map(|j| along(j) as f32).collect()
}
