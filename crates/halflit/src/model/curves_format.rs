//! The curves of a lens: how many knots or codes every column has, its factor and its kind (0 for a line, 1 for codes); then the values of
//! all knots, one column after another, and their images. Views of relevant columns have the curves of ranks, and store factors alone.

use std::borrow::Cow;

use super::file::{File, bad};
use super::numbers::{matrix, narrow_vector, vector};
use super::views_format::Tensors;
use crate::error::Result;
use crate::matrix::RowMatrix;
use crate::views::{Curve, Lens};

/// Numbers for every column.
const WIDTH: usize = 3;

/// What is written of the curves of a way to look at columns; `known` are those of ranks.
pub(super) fn curve_tensors(curves: &[(Curve, f64)], own: &str, known: Option<&Lens>) -> Tensors {
    let name = |what: &str| -> Cow<'static, str> { format!("{what}_{own}").into() };
    if is_of_known(curves, known) {
        let factors: Vec<f64> = curves.iter().map(|(_, factor)| *factor).collect();
        return vec![(name("factors"), vector(&factors))];
    }
    let (mut columns, mut values, mut images) = (Vec::new(), Vec::new(), Vec::new());
    for (curve, factor) in curves {
        let before = values.len();
        let kind = match curve {
            Curve::Line { knots } => {
                values.extend(knots.iter().map(|knot| knot.0));
                images.extend(knots.iter().map(|knot| knot.1));
                0.0
            }
            Curve::Codes { values: codes, image } => {
                values.extend_from_slice(codes);
                images.extend(codes.iter().map(|_| image));
                1.0
            }
        };
        columns.extend([(values.len() - before) as f64, *factor, kind]);
    }
    let columns = RowMatrix::new(columns, curves.len(), WIDTH);
    vec![
        (name("curves"), matrix(&columns)),
        (name("knots"), narrow_vector(&values)),
        (name("images"), narrow_vector(&images)),
    ]
}

/// Whether all curves are those that are known.
fn is_of_known(curves: &[(Curve, f64)], known: Option<&Lens>) -> bool {
    match known {
        Some(Lens::Curved(known)) => {
            known.len() == curves.len() && known.iter().zip(curves).all(|(a, b)| a.0 == b.0)
        }
        _ => false,
    }
}

impl File<'_> {
    /// Curves of so many columns, read back; nothing where there are none.
    pub(super) fn curves(
        &self,
        own: &str,
        columns: usize,
        known: Option<&Lens>,
    ) -> Result<Option<Lens>> {
        let name = |what: &str| format!("{what}_{own}");
        if self.has(&name("factors")) {
            return self.known_curves(&name("factors"), columns, known).map(Some);
        }
        if !self.has(&name("curves")) {
            return Ok(None);
        }
        let of_columns = self.matrix(&name("curves"), Some(columns), Some(WIDTH))?;
        let (values, images) = (self.vector(&name("knots"))?, self.vector(&name("images"))?);
        let knots: Vec<(f64, f64)> = values.into_iter().zip(images.iter().copied()).collect();
        let mut rest = knots.as_slice();
        let mut curves = Vec::with_capacity(columns);
        for column in 0..columns {
            let row = of_columns.row(column);
            let (count, factor, is_line) = (row[0] as usize, row[1], row[2] == 0.0);
            let (of_column, others) = rest.split_at_checked(count).ok_or_else(other)?;
            curves.push((curve(of_column, is_line)?, factor));
            rest = others;
        }
        match rest.is_empty() && knots.len() == images.len() {
            true => Ok(Some(Lens::Curved(curves))),
            false => Err(other()),
        }
    }

    /// Curves that are known, with other factors.
    fn known_curves(&self, name: &str, columns: usize, known: Option<&Lens>) -> Result<Lens> {
        let (factors, Some(Lens::Curved(known))) = (self.vector(name)?, known) else {
            return Err(other());
        };
        if factors.len() != columns || known.len() != columns {
            return Err(other());
        }
        let curves = known.iter().zip(factors).map(|((curve, _), factor)| (curve.clone(), factor));
        Ok(Lens::Curved(curves.collect()))
    }
}

fn other() -> crate::error::Error {
    bad("its curves are of other columns")
}

fn curve(knots: &[(f64, f64)], is_line: bool) -> Result<Curve> {
    let ascending = knots.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let (true, Some(&(_, image))) = (ascending, knots.first()) else { return Err(other()) };
    Ok(match is_line {
        true => Curve::Line { knots: knots.to_vec() },
        false => Curve::Codes { values: knots.iter().map(|knot| knot.0).collect(), image },
    })
}
