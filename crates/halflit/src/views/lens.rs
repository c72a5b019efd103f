//! Lenses: how a side looks at the columns of a row. A lens is learned from all rows, without a label, and repeated on new ones.

use super::curve::Curve;
use crate::data::{Samples, Scaler};
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::threads::*;

/// The way from a row as it comes to the row that a side looks at.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Lens {
    /// (x − offset) · factor.
    Scaled(Scaler),
    /// Every column goes through a curve of its own, and is multiplied by a factor of its own.
    Curved(Vec<(Curve, f64)>),
}

impl Lens {
    /// The columns that come out where so many go in.
    pub(crate) fn width(&self, columns: usize) -> usize {
        match self {
            Lens::Scaled(_) => columns,
            Lens::Curved(curves) => curves.iter().map(|(curve, _)| curve.width()).sum(),
        }
    }

    /// The rows as they are looked at.
    pub(crate) fn apply<'s>(&self, samples: &Samples<'s>) -> Result<Samples<'s>> {
        let curves = match self {
            Lens::Scaled(scaler) => return scaler.apply(samples),
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
