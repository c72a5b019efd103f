//! k nearest neighbours in the embedded space.

use crate::data::Samples;
use crate::error::{Error, Result};
use crate::graph::check_neighbors;
use crate::matrix::RowMatrix;
use crate::neighbors::{Exact, Metric, Neighbor, Queries};

/// Votes of the `k` nearest labeled rows; k = 1 is the paper's classifier.
#[derive(Debug, Clone, PartialEq)]
pub struct NearestNeighbors {
    references: Samples<'static>,
    classes: Vec<usize>,
    class_count: usize,
    neighbors: usize,
}

impl NearestNeighbors {
    /// Takes labeled points and their class indices below `class_count`.
    ///
    /// # Errors
    /// [`Error::NothingToCompare`] without points, [`Error::LabelCount`] where lengths differ, [`Error::Parameter`]
    /// for k = 0 or a class of `class_count` and above.
    pub fn new(
        references: RowMatrix<'static>,
        classes: Vec<usize>,
        class_count: usize,
        neighbors: usize,
    ) -> Result<Self> {
        check_neighbors("neighbors", neighbors)?;
        if classes.is_empty() {
            return Err(Error::NothingToCompare);
        }
        if classes.len() != references.rows() {
            return Err(Error::LabelCount { rows: references.rows(), labels: classes.len() });
        }
        if let Some(class) = classes.iter().find(|&&class| class >= class_count) {
            return Err(Error::parameter("class", class, "an index below the number of classes"));
        }
        let references = Samples::from_matrix(references)?;
        Ok(Self { references, classes, class_count, neighbors })
    }

    /// For every point the class with most votes, of equal ones that of the nearest neighbour; and the share of votes of
    /// every class: m rows of `class_count` numbers that sum to 1.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where the points have other columns.
    pub fn elect(&self, points: &RowMatrix<'_>) -> Result<(Vec<usize>, RowMatrix<'static>)> {
        let points = Samples::from_matrix(points.borrowed())?;
        let index = Exact::new(&self.references, Metric::Euclidean)?;
        let nearest = index.nearest(Queries::Points(&points), self.neighbors)?;
        let mut shares = vec![0.0; nearest.len() * self.class_count];
        for (row, neighbors) in shares.chunks_exact_mut(self.class_count).zip(&nearest) {
            let vote = 1.0 / neighbors.len() as f64;
            neighbors.iter().for_each(|n| row[self.classes[n.row]] += vote);
        }
        let elected = nearest.iter().map(|neighbors| self.winner(neighbors)).collect();
        Ok((elected, RowMatrix::new(shares, nearest.len(), self.class_count)))
    }

    fn winner(&self, neighbors: &[Neighbor]) -> usize {
        let mut votes = vec![0usize; self.class_count];
        neighbors.iter().for_each(|n| votes[self.classes[n.row]] += 1);
        let most = votes.iter().max().copied().unwrap_or(0);
        let by_distance = neighbors.iter().map(|n| self.classes[n.row]);
        by_distance.into_iter().find(|&class| votes[class] == most).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points 0, 1, 2, … on a line.
    fn line(classes: &[usize], neighbors: usize) -> Result<NearestNeighbors> {
        let n = classes.len();
        let points = RowMatrix::new((0..n).map(|i| i as f64).collect::<Vec<_>>(), n, 1);
        NearestNeighbors::new(points, classes.to_vec(), 3, neighbors)
    }

    #[test]
    fn most_votes_win_and_of_equal_ones_the_nearest() -> Result<()> {
        let origin = RowMatrix::new(vec![-1.0], 1, 1);
        assert_eq!(line(&[2, 1, 1], 3)?.elect(&origin)?.0, [1]);
        assert_eq!(line(&[2, 1, 1], 2)?.elect(&origin)?.0, [2]);
        assert_eq!(line(&[2, 1, 1, 2, 0], 4)?.elect(&origin)?.0, [2]);
        Ok(())
    }

    #[test]
    fn shares_sum_to_one_though_there_are_fewer_points_than_votes() -> Result<()> {
        let shares = line(&[2, 1, 1, 1], 9)?.elect(&RowMatrix::new(vec![-1.0], 1, 1))?.1;
        assert_eq!(shares.values(), [0.0, 0.75, 0.25]);
        Ok(())
    }
}
