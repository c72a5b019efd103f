//! Where rows lie: a model as a map.

use super::{Model, Predictions, file};
use crate::data::{Samples, Scaler};
use crate::error::{Error, Result};
use crate::map::Map;
use crate::matrix::RowMatrix;
use crate::views::ViewsParts;

impl Model {
    /// Maps samples into the subspace: m × d.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where the samples have other columns than the training rows.
    pub fn transform(&self, samples: &Samples<'_>) -> Result<RowMatrix<'static>> {
        Ok(self.on_all_axes(samples)?.first_columns(self.dimension()))
    }

    /// Axes that are not shown included.
    fn on_all_axes(&self, samples: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let seen = self.seen(samples)?;
        let points = self.map.transform(&self.scaler.apply(&seen)?)?;
        match points.values().iter().all(|value| value.abs() <= file::LARGEST) {
            true => Ok(points),
            false => Err(file::bad("it maps rows to where distances are no numbers")),
        }
    }

    /// Maps points of the subspace back: the sample of smallest deviation from the mean that is mapped there. Exact
    /// for rows that lie in the span of the axes.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where the points do not have d columns, [`Error::NotInvertible`] for a kernel model or
    /// rows scaled to unit length.
    pub fn inverse_transform(&self, points: &RowMatrix<'_>) -> Result<RowMatrix<'static>> {
        let (Map::Linear(projection), false) = (&self.map, self.scaler == Scaler::Unit) else {
            return Err(Error::NotInvertible);
        };
        let samples = projection.inverse_transform(points)?;
        let (rows, columns) = (samples.rows(), samples.columns());
        let mut values = samples.into_values();
        self.scaler.undo(&mut values);
        Ok(RowMatrix::new(values, rows, columns))
    }

    /// Where the rows that it was fitted to lie and what they are. It keeps its own rows where the map looks at them, so that nothing
    /// is looked for again.
    ///
    /// # Errors
    /// As [`Model::place`].
    pub(crate) fn place_training(
        &self,
        samples: &Samples<'_>,
        votes: Option<usize>,
    ) -> Result<(RowMatrix<'static>, Predictions)> {
        match &self.map {
            Map::Views(map) => {
                self.elected(map.of_training(&(0..samples.rows()).collect::<Vec<_>>())?, votes)
            }
            Map::Linear(_) | Map::Kernel { .. } => self.place(samples, votes),
        }
    }

    /// The numbers of the map of the default, for an engine that maps rows itself; nothing for every other learner.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where a number would overflow.
    pub fn views_parts(&self) -> Result<Option<ViewsParts>> {
        match &self.map {
            Map::Views(map) => map.parts().map(Some),
            Map::Linear(_) | Map::Kernel { .. } => Ok(None),
        }
    }

    /// Rows as every way to take the columns looks at them, in the order of [`ViewsParts::sides`]; nothing for other learners than the
    /// default.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where rows have other columns.
    pub fn looks(&self, samples: &Samples<'_>) -> Result<Vec<RowMatrix<'static>>> {
        match &self.map {
            Map::Views(map) => map.looks(&self.seen(samples)?),
            Map::Linear(_) | Map::Kernel { .. } => Ok(Vec::new()),
        }
    }

    /// Where rows lie in the subspace and what they are, from one pass: [`Model::transform`] and [`Model::elect`].
    ///
    /// # Errors
    /// As [`Model::elect`].
    pub fn place(
        &self,
        samples: &Samples<'_>,
        votes: Option<usize>,
    ) -> Result<(RowMatrix<'static>, Predictions)> {
        self.elected(self.on_all_axes(samples)?, votes)
    }
}
