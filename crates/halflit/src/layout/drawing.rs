//! A picture on its way, step by step.

use std::fmt;
use std::sync::Arc;

use super::descent::{Descent, FORMING};
use super::edges::Edges;
use super::faithfulness::Faithfulness;
use super::ground::Ground;
use super::hint::Hint;
use super::{Layout, LayoutChoice, start};
use crate::auto::Placement;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::watch::{self, Stage};

/// Different rows below which principal coordinates are the picture.
const FEW: usize = 4;

/// A picture that is being drawn. Nobody has to look on: [`Drawing::finish`] goes to its end.
///
/// ```
/// use halflit::{LayoutChoice, Plan, datasets};
///
/// let data = datasets::ionosphere();
/// let prepared = Plan::default().prepare(data.samples())?;
/// let choice = LayoutChoice { forming: 20, settling: 30, ..LayoutChoice::default() };
/// let mut drawing = prepared.drawing(data.labels(), None, None, &choice)?;
/// let start = drawing.points();
/// assert!(drawing.step()?, "there are 49 more steps");
/// assert_ne!(drawing.points(), start);
/// assert_eq!(drawing.finish()?, prepared.layout_of(data.labels(), None, None, &choice)?);
/// # Ok::<(), halflit::Error>(())
/// ```
pub struct Drawing {
    ground: Arc<Ground>,
    way: Box<dyn Way + Send>,
    /// How many steps there are of every kind, by how much near rows draw each other. The last kind comes first.
    parts: Vec<(usize, f32)>,
    stage: Stage,
    label_weight: f64,
}

/// Points on their way, in as many dimensions as there are.
trait Way {
    fn step(&mut self, exaggeration: f32, stage: &Stage) -> Result<()>;

    fn dimensions(&self) -> usize;

    /// The points of rows that differ, one after the other.
    fn points(&self) -> &[f32];
}

impl<const D: usize> Way for Descent<D> {
    fn step(&mut self, exaggeration: f32, stage: &Stage) -> Result<()> {
        self.go(1, exaggeration, stage)
    }

    fn dimensions(&self) -> usize {
        D
    }

    fn points(&self) -> &[f32] {
        self.points.as_flattened()
    }
}

/// What a picture is made of.
pub(crate) struct Motif<'m> {
    pub(crate) ground: Arc<Ground>,
    /// What labels say, and how far that is to be trusted, from 0 to 1.
    pub(crate) known: Option<(&'m Placement, f64)>,
    /// Where the same rows lay in a former picture.
    pub(crate) former: Option<&'m RowMatrix<'m>>,
}

impl Motif<'_> {
    /// Begins the picture.
    ///
    /// # Errors
    /// As [`LayoutChoice::check`]; [`Error::Shape`] where the former picture is one of other rows.
    pub(crate) fn begin(self, choice: &LayoutChoice) -> Result<Drawing> {
        choice.check()?;
        match choice.dimensions {
            1 => self.begin_in::<1>(choice),
            2 => self.begin_in::<2>(choice),
            _ => self.begin_in::<3>(choice),
        }
    }

    fn begin_in<const D: usize>(self, choice: &LayoutChoice) -> Result<Drawing> {
        let rows = self.ground.rows();
        let weight = self.known.map_or(0.0, |(_, trust)| choice.label_weight * trust);
        let hint = self.known.and_then(|(known, _)| Hint::of(&self.ground, known, weight));
        // Where every row draws every other there is no picture.
        let neighbors = choice.neighbors.min((rows - 1) / 3).max(1);
        let edges = Edges::of(&self.ground, hint.as_ref(), neighbors);
        let (start, mut parts) = match self.former.filter(|_| rows >= FEW) {
            None => {
                let parts = vec![(choice.settling, 1.0), (choice.forming, FORMING)];
                (start::principal::<D>(&self.ground), parts)
            }
            Some(former) => (self.former_points(former)?, vec![(choice.again, 1.0)]),
        };
        parts.retain(|(steps, _)| *steps > 0 && rows >= FEW);
        let stage = watch::stage("picture", parts.iter().map(|(steps, _)| steps).sum());
        let label_weight = if hint.is_some() { weight } else { 0.0 };
        let way = Box::new(Descent::new(edges, start));
        Ok(Drawing { ground: self.ground, way, parts, stage, label_weight })
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

impl Drawing {
    /// One step; whether there are more.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn step(&mut self) -> Result<bool> {
        if let Some((steps, exaggeration)) = self.parts.last_mut() {
            self.way.step(*exaggeration, &self.stage)?;
            *steps -= 1;
        }
        self.parts.pop_if(|(steps, _)| *steps == 0);
        Ok(!self.parts.is_empty())
    }

    /// Where the rows lie now.
    pub fn points(&self) -> RowMatrix<'static> {
        let (points, dimensions) = (self.way.points(), self.way.dimensions());
        let point = |&own: &u32| &points[own as usize * dimensions..][..dimensions];
        let values = self.ground.of_row.iter().flat_map(point).map(|&x| f64::from(x));
        RowMatrix::new(values.collect::<Vec<_>>(), self.ground.of_row.len(), dimensions)
    }

    /// Goes to the end.
    ///
    /// # Errors
    /// As [`Drawing::step`].
    pub fn finish(mut self) -> Result<Layout> {
        while self.step()? {}
        let faithfulness =
            Faithfulness::of(&self.ground, self.way.points(), self.way.dimensions())?;
        Ok(Layout { points: self.points(), faithfulness, label_weight: self.label_weight })
    }
}

impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: usize = self.parts.iter().map(|(steps, _)| steps).sum();
        write!(f, "a picture of {} rows, {steps} steps before its end", self.ground.of_row.len())
    }
}
