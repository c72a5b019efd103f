//! Lenses: how a side looks at the columns of a row. A lens is learned from all rows, without a label, and repeated on new ones.

use super::curve::Curve;
use crate::data::{Samples, Scaler};
use crate::error::{Error, Result};
use crate::lanes::wide;
use crate::matrix::RowMatrix;
use crate::projection::Projection;
use crate::threads::*;

/// The way from a row as it comes to the row that a side looks at.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Lens {
    /// (x − offset) · factor.
    Scaled(Scaler),
    /// Every column goes through a curve of its own, and is multiplied by a factor of its own.
    Curved(Vec<(Curve, f64)>),
    /// Axes · (x − mean), with the digits of single precision, so that a row that is looked at twice is the same row.
    Turned(Projection),
}

impl Lens {
    /// The columns that come out where so many go in.
    pub(crate) fn width(&self, columns: usize) -> usize {
        match self {
            Lens::Scaled(_) => columns,
            Lens::Curved(curves) => curves.iter().map(|(curve, _)| curve.width()).sum(),
            Lens::Turned(projection) => projection.components().rows(),
        }
    }

    /// The rows as they are looked at.
    pub(crate) fn apply<'s>(&self, samples: &Samples<'s>) -> Result<Samples<'s>> {
        let curves = match self {
            Lens::Scaled(scaler) => return scaler.apply(samples),
            Lens::Turned(projection) => return turned(projection, samples),
            Lens::Curved(curves) => curves,
        };
        let (expected, found) = (curves.len(), samples.columns());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        let (rows, width) = (samples.rows(), self.width(found));
        let mut values = vec![0.0; rows * width];
        values.par_chunks_mut(width.max(1)).enumerate().for_each(|(i, out)| {
            let mut rest = out;
            for ((curve, factor), &x) in curves.iter().zip(&*samples.row(i)) {
                let (own, others) = rest.split_at_mut(curve.width());
                curve.write(x, own);
                own.iter_mut().for_each(|value| *value *= factor);
                rest = others;
            }
        });
        Samples::from_matrix(RowMatrix::new(values, rows, width))
    }
}

/// Row by row, in one order of summation: a product of matrices need not have the same one for every row.
fn turned<'s>(projection: &Projection, samples: &Samples<'_>) -> Result<Samples<'s>> {
    let (mean, axes) = (projection.mean(), projection.components().as_mat());
    let (expected, found) = (mean.len(), samples.columns());
    if expected != found {
        return Err(Error::ColumnCount { expected, found });
    }
    let (rows, width) = (samples.rows(), axes.nrows());
    let by_column: Vec<f64> =
        (0..found).flat_map(|j| (0..width).map(move |k| axes[(k, j)])).collect();
    let mut values = vec![0.0; rows * width];
    values.par_chunks_mut(width.max(1)).enumerate().for_each(|(i, out)| {
        wide!(|| {
            let columns = samples.row(i);
            let parts = columns.iter().zip(mean).zip(by_column.chunks_exact(width.max(1)));
            for ((x, mean), axes) in parts {
                let x = x - mean;
                out.iter_mut().zip(axes).for_each(|(sum, axis)| *sum += x * axis);
            }
            out.iter_mut().for_each(|value| *value = f64::from(*value as f32));
        });
    });
    Samples::from_matrix(RowMatrix::new(values, rows, width))
}
