//! What rows are: a model as a classifier.

use super::Model;
use crate::classify::NearestNeighbors;
use crate::data::{Dataset, Samples};
use crate::error::{Error, Result};
use crate::map::Map;
use crate::matrix::RowMatrix;

/// The predicted classes of some rows, with probabilities.
#[derive(Debug, Clone, PartialEq)]
pub struct Predictions {
    /// For every row the index of its class among [`Model::classes`].
    pub classes: Vec<usize>,
    /// For every row the probability of every class: its share of votes, or by the scores of the classes.
    pub probabilities: RowMatrix<'static>,
}

/// The predicted class of one row without a label.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guess<'m> {
    /// The row.
    pub row: usize,
    /// Its class.
    pub class: &'m str,
    /// How probable that is, by votes or by scores.
    pub probability: f64,
}

impl Model {
    /// The class name of every row: by the scores of its classes for the default, by the nearest labeled row in the
    /// subspace for every other learner.
    ///
    /// # Errors
    /// As [`Model::transform`], and [`Error::NothingToCompare`] for a model without labels.
    pub fn predict(&self, samples: &Samples<'_>) -> Result<Vec<&str>> {
        let predicted = self.elect(samples, None)?.classes;
        Ok(predicted.into_iter().map(|class| self.classes[class].as_str()).collect())
    }

    /// Class and probabilities of every row: by a vote of that many nearest labeled rows in the subspace, or as
    /// [`Model::predict`] does.
    ///
    /// # Errors
    /// As [`Model::predict`], and [`Error::Parameter`] for no votes.
    pub fn elect(&self, samples: &Samples<'_>, votes: Option<usize>) -> Result<Predictions> {
        Ok(self.place(samples, votes)?.1)
    }

    /// Classes and probabilities of some of the rows that it was fitted to, by number.
    pub(super) fn elect_training(
        &self,
        samples: &Samples<'_>,
        rows: &[usize],
        votes: Option<usize>,
    ) -> Result<Predictions> {
        match &self.map {
            Map::Views(map) => Ok(self.elected(map.of_training(rows)?, votes)?.1),
            Map::Linear(_) | Map::Kernel { .. } => self.elect(&samples.gather(rows), votes),
        }
    }

    /// Classes and probabilities of rows that somebody else has mapped, on all axes, by [`Model::views_parts`]: what [`Model::elect`] gives.
    ///
    /// # Errors
    /// [`Error::NothingToCompare`] for every learner but the default, [`Error::ColumnCount`] where points have other axes.
    pub fn elect_points(&self, points: &RowMatrix<'_>) -> Result<Predictions> {
        let scores = self.scores.as_ref().ok_or(Error::NothingToCompare)?;
        let (classes, probabilities) = scores.elect(points, self.classes.len())?;
        Ok(Predictions { classes, probabilities })
    }

    /// What points are, on all axes.
    pub(super) fn elected(
        &self,
        all: RowMatrix<'static>,
        votes: Option<usize>,
    ) -> Result<(RowMatrix<'static>, Predictions)> {
        let (classes, probabilities) = match (&self.scores, votes) {
            (Some(scores), None) => scores.elect(&all, self.classes.len())?,
            _ => {
                let points = all.clone().first_columns(self.dimension());
                self.voters(votes.unwrap_or(1))?.elect(&points)?
            }
        };
        Ok((all.first_columns(self.dimension()), Predictions { classes, probabilities }))
    }

    /// How clear predictions by the nearest labeled row are: for points of the subspace and their classes the relative margin
    /// (d_other − d_own)/(d_other + d_own) of the distances to the nearest labeled row of that class and of any other. It is between −1
    /// and 1, and between 0 and 1 for the class that the nearest row says.
    ///
    /// # Errors
    /// [`Error::NothingToCompare`] for a model without labels, [`Error::ColumnCount`] where the points do not have d columns.
    pub fn margins(&self, points: &RowMatrix<'_>, classes: &[usize]) -> Result<Vec<f64>> {
        self.voters(1)?.margins(points, classes)
    }

    /// Whether scores of the classes decide, with probabilities, and not the nearest labeled row.
    fn has_scores(&self) -> bool {
        self.scores.is_some()
    }

    /// Whether one nearest labeled row decides alone: its vote is always unanimous, so that a margin and no probability says how clear
    /// it is.
    pub fn by_nearest(&self, votes: Option<usize>) -> bool {
        votes.map_or(!self.has_scores(), |votes| votes == 1)
    }

    fn voters(&self, votes: usize) -> Result<NearestNeighbors<'_>> {
        let (references, classes) = (self.references.borrowed(), self.reference_classes.clone());
        let voters = NearestNeighbors::new(references, classes, self.classes.len(), votes)?;
        match &self.reference_weights {
            None => Ok(voters),
            Some(weights) => voters.with_weights(weights.clone()),
        }
    }

    /// Number of rows that each new row is compared with: labeled ones to predict, and all training rows where the map
    /// looks at them.
    pub fn compared_rows(&self, predict: bool) -> usize {
        let of_map = match &self.map {
            Map::Linear(_) => 0,
            Map::Kernel { coefficients, .. } => coefficients.columns(),
            Map::Views(map) => map.training.rows(),
        };
        of_map + if predict && self.scores.is_none() { self.references.rows() } else { 0 }
    }

    /// The predicted classes of the training rows without a label.
    ///
    /// # Errors
    /// As [`Model::elect`].
    pub fn transduction(&self, data: &Dataset<'_>, votes: Option<usize>) -> Result<Vec<Guess<'_>>> {
        let rows = data.labels().unlabeled_rows();
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let found = self.elect_training(data.samples(), &rows, votes)?;
        let guess = |(at, &row): (usize, &usize)| {
            let class = found.classes[at];
            let probability = found.probabilities.row(at)[class];
            Guess { row, class: &self.classes[class], probability }
        };
        Ok(rows.iter().enumerate().map(guess).collect())
    }
}
