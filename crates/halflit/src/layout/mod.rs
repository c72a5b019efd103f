//! A picture of all rows: one to three coordinates that keep which rows lie near to each other.
//!
//! Axes of a fit are one fewer than classes, and two of them cannot show ten classes. A layout is no map of the columns: it moves points
//! until those lie together that belong together. Distances between far groups mean little in it.
//!
//! 1. **Ground**, without a label: up to 30 principal coordinates of standardised columns, and the 90 nearest rows of every row that
//!    differs. Equal rows lie at one point.
//! 2. **Hint**, where there are labels: ‖z_i − z_j‖² + w² ‖√p_i − √p_j‖² says which 15 of these draw the row. Both parts have unit mean
//!    square, and w is ¾ as far as left-out labels are found more often than by chance. So noise for labels leaves the picture alone.
//! 3. **Descent** of t-SNE, every edge counting as much, from the first principal coordinates or from a former picture. Far points push
//!    as one, by a tree of boxes. Sums have one order: the same bits, whatever the number of threads.
//!
//! [`Layout`] says what share of the 10 nearest rows it keeps, and how far what it shows near is near.

mod choice;
mod descent;
mod edges;
mod faithfulness;
mod ground;
mod hint;
mod newcomers;
mod repulsion;
mod start;
mod tree;

pub use choice::LayoutChoice;
pub use faithfulness::Faithfulness;
pub use hint::trust;

pub(crate) use ground::Ground;
pub(crate) use hint::{Told, trust_of};
pub(crate) use newcomers::{Guidance, place};

use std::fmt;

use crate::auto::Placement;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::watch;
use descent::{Descent, FORMING};
use edges::Edges;
use hint::Hint;

/// Different rows below which principal coordinates are the picture.
const FEW: usize = 4;

/// A picture of all rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Where they lie: n × 2, or as many columns as were asked for.
    pub points: RowMatrix<'static>,
    /// What it keeps of the rows.
    pub faithfulness: Faithfulness,
    /// What probabilities of classes counted against the rows: 0 where there are no labels, or none to be trusted.
    pub label_weight: f64,
}

/// A picture on its way, for who looks on.
pub struct Sight<'s>(&'s dyn Fn() -> RowMatrix<'static>);

impl Sight<'_> {
    /// Where the rows lie now.
    pub fn points(&self) -> RowMatrix<'static> {
        (self.0)()
    }
}

impl fmt::Debug for Sight<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sight")
    }
}

/// Who is shown the picture after every step, and says whether it is to go on.
pub type Onlooker<'o> = dyn FnMut(&Sight<'_>) -> bool + 'o;

/// What a picture is made of.
pub(crate) struct Motif<'m> {
    pub(crate) ground: &'m Ground,
    /// What labels say, and how far that is to be trusted, from 0 to 1.
    pub(crate) known: Option<(&'m Placement, f64)>,
    /// Where the same rows lay in a former picture.
    pub(crate) former: Option<&'m RowMatrix<'m>>,
}

impl Motif<'_> {
    /// The picture.
    ///
    /// # Errors
    /// As [`LayoutChoice::check`]; [`Error::Shape`] where the former picture is one of other rows; [`Error::Interrupted`], also where the
    /// onlooker does not want it to go on.
    pub(crate) fn draw(
        &self,
        choice: &LayoutChoice,
        onlooker: &mut Onlooker<'_>,
    ) -> Result<Layout> {
        choice.check()?;
        match choice.dimensions {
            1 => self.draw_in::<1>(choice, onlooker),
            2 => self.draw_in::<2>(choice, onlooker),
            _ => self.draw_in::<3>(choice, onlooker),
        }
    }

    fn draw_in<const D: usize>(
        &self,
        choice: &LayoutChoice,
        onlooker: &mut Onlooker<'_>,
    ) -> Result<Layout> {
        let weight = self.known.map_or(0.0, |(_, trust)| choice.label_weight * trust);
        let hint = self.known.and_then(|(known, _)| Hint::of(self.ground, known, weight));
        let points = match self.ground.rows() < FEW {
            true => start::principal::<D>(self.ground),
            false => self.descend::<D>(choice, hint.as_ref(), onlooker)?,
        };
        let faithfulness = Faithfulness::of(self.ground, points.as_flattened(), D)?;
        let points = self.of_rows(&points);
        let label_weight = if hint.is_some() { weight } else { 0.0 };
        Ok(Layout { points, faithfulness, label_weight })
    }

    /// The points of all rows, from those of rows that differ.
    fn of_rows<const D: usize>(&self, points: &[[f32; D]]) -> RowMatrix<'static> {
        let of_row = self.ground.of_row.iter();
        let values =
            of_row.flat_map(|&own| points[own as usize].map(f64::from)).collect::<Vec<_>>();
        RowMatrix::new(values, self.ground.of_row.len(), D)
    }

    fn descend<const D: usize>(
        &self,
        choice: &LayoutChoice,
        hint: Option<&Hint>,
        onlooker: &mut Onlooker<'_>,
    ) -> Result<Vec<[f32; D]>> {
        // Where every row draws every other there is no picture.
        let neighbors = choice.neighbors.min((self.ground.rows() - 1) / 3).max(1);
        let edges = Edges::of(self.ground, hint, neighbors);
        let (start, parts) = match self.former {
            None => {
                let parts = vec![(choice.forming, FORMING), (choice.settling, 1.0)];
                (start::principal::<D>(self.ground), parts)
            }
            Some(former) => (self.former_points(former)?, vec![(choice.again, 1.0)]),
        };
        let stage = watch::stage("picture", parts.iter().map(|(steps, _)| steps).sum());
        let mut descent = Descent::new(&edges, start);
        for (steps, exaggeration) in parts {
            for _ in 0..steps {
                descent.go(1, exaggeration, &stage)?;
                if !onlooker(&Sight(&|| self.of_rows(&descent.points))) {
                    return Err(Error::Interrupted);
                }
            }
        }
        Ok(descent.points)
    }

    /// The former picture of rows that differ.
    fn former_points<const D: usize>(&self, points: &RowMatrix<'_>) -> Result<Vec<[f32; D]>> {
        let rows = self.ground.of_row.len();
        if (points.rows(), points.columns()) != (rows, D) {
            let shape = |rows: usize, columns: usize| format!("{rows} × {columns}");
            let found = shape(points.rows(), points.columns());
            return Err(Error::shape("the former layout", shape(rows, D), found));
        }
        let point = |&row: &usize| std::array::from_fn(|d| points.row(row)[d] as f32);
        Ok(self.ground.firsts().iter().map(point).collect())
    }
}
