//! Axes that plain numbers are placed on, in f32: what models keep of texts and pictures.

use crate::dense::Mat;

use crate::elementary::ln;

/// One row per plain number, one column per axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Components {
    values: Vec<f32>,
    width: usize,
}

impl Components {
    /// Of axes in double precision.
    pub(crate) fn of(axes: &Mat<f64>) -> Self {
        let width = axes.ncols();
        let values = (0..axes.nrows() * width).map(|k| axes[(k / width, k % width)] as f32);
        Self { values: values.collect(), width }
    }

    /// From numbers row after row; nothing where they are no matrix or not finite.
    pub(crate) fn from_parts(values: Vec<f32>, width: usize) -> Option<Self> {
        let whole = width > 0 && !values.is_empty() && values.len().is_multiple_of(width);
        (whole && values.iter().all(|value| value.is_finite())).then_some(Self { values, width })
    }

    /// Numbers row after row.
    pub(crate) fn values(&self) -> &[f32] {
        &self.values
    }

    /// Number of axes.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Number of plain numbers.
    pub(crate) fn rows(&self) -> usize {
        self.values.len() / self.width.max(1)
    }

    /// The chosen rows.
    pub(crate) fn gather(&self, rows: &[usize]) -> Self {
        let row = |&row: &usize| self.values[row * self.width..][..self.width].iter().copied();
        Self { values: rows.iter().flat_map(row).collect(), width: self.width }
    }

    /// Adds a plain number, times its row, to the places on the axes.
    pub(crate) fn add(&self, row: usize, number: f64, places: &mut [f64]) {
        let own = &self.values[row * self.width..][..self.width];
        places.iter_mut().zip(own).for_each(|(sum, axis)| *sum += number * f64::from(*axis));
    }
}

/// A count as it is compared: the hundredth time says less than the first. Where there are no whole numbers it goes on evenly.
pub(crate) fn damped(count: f64) -> f64 {
    match count.abs() {
        size if size > 1.0 => (1.0 + ln(size)).copysign(count),
        _ => count,
    }
}

/// How much something says that so many of all rows hold: log((1 + rows)/(1 + held)) + 1.
pub(crate) fn rarity(rows: f64, held: f64) -> f64 {
    ln((1.0 + rows) / (1.0 + held)) + 1.0
}

/// Divides numbers by their length, where they have one.
pub(crate) fn to_unit_length(values: &mut [f64]) {
    let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 {
        values.iter_mut().for_each(|value| *value /= length);
    }
}
