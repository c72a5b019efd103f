//! The curves of a lens as a matrix: one row for every knot or code, with its column, its factor, its kind (0 for a line, 1 for codes), its
//! value and its image.

use super::format::bad;
use crate::error::Result;
use crate::matrix::RowMatrix;
use crate::views::{Curve, Lens};

/// Numbers in a row.
const WIDTH: usize = 5;

/// What is written of curves.
pub(super) fn curve_rows(curves: &[(Curve, f64)]) -> RowMatrix<'static> {
    let mut rows: Vec<f64> = Vec::new();
    for (column, (curve, factor)) in curves.iter().enumerate() {
        match curve {
            Curve::Line { knots } => knots.iter().for_each(|&(value, image)| {
                rows.extend([column as f64, *factor, 0.0, value, image]);
            }),
            Curve::Codes { values, image } => values.iter().for_each(|&value| {
                rows.extend([column as f64, *factor, 1.0, value, *image]);
            }),
        }
    }
    let count = rows.len() / WIDTH;
    RowMatrix::new(rows, count, WIDTH)
}

/// Curves of so many columns, read back.
pub(super) fn curves(rows: &RowMatrix<'_>, columns: usize) -> Result<Lens> {
    let all: Vec<&[f64]> = rows.values().chunks_exact(WIDTH).collect();
    let of_column = all.chunk_by(|a, b| a[0] == b[0]);
    let curves: Vec<(Curve, f64)> = of_column.clone().map(curve).collect();
    let numbered = of_column.enumerate().all(|(column, own)| own[0][0] == column as f64);
    let ascending = all.windows(2).all(|pair| pair[0][0] != pair[1][0] || pair[0][3] < pair[1][3]);
    match curves.len() == columns && numbered && ascending {
        true => Ok(Lens::Curved(curves)),
        false => Err(bad("its curves are of other columns")),
    }
}

fn curve(rows: &[&[f64]]) -> (Curve, f64) {
    let (factor, is_line, image) = (rows[0][1], rows[0][2] == 0.0, rows[0][4]);
    let curve = match is_line {
        true => Curve::Line { knots: rows.iter().map(|row| (row[3], row[4])).collect() },
        false => Curve::Codes { values: rows.iter().map(|row| row[3]).collect(), image },
    };
    (curve, factor)
}
