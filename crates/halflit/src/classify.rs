//! k nearest neighbours in the embedded space.

use crate::data::Samples;
use crate::error::{Error, Result};
use crate::graph::check_neighbors;
use crate::matrix::RowMatrix;
use crate::neighbors::{Exact, Metric, Neighbor, Queries};

/// Votes of the `k` nearest labeled rows; k = 1 is the paper's classifier.
#[derive(Debug, Clone, PartialEq)]
pub struct NearestNeighbors<'a> {
    references: Samples<'a>,
    classes: Vec<usize>,
    class_count: usize,
    neighbors: usize,
}

impl<'a> NearestNeighbors<'a> {
    /// Takes labeled points and their class indices below `class_count`.
    ///
    /// # Errors
    /// [`Error::NothingToCompare`] without points, [`Error::LabelCount`] where lengths differ, [`Error::Parameter`]
    /// for k = 0 or a class of `class_count` and above.
    pub fn new(
        references: RowMatrix<'a>,
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

    /// Says how many votes each point has: a point of weight 2 is that point twice. The nearest points vote, at most k of them, until
    /// their votes add up to k. So one vote is always that of the nearest point, whatever its weight.
    ///
    /// # Errors
    /// As [`Samples::with_weights`].
    pub fn with_weights(mut self, weights: Vec<f64>) -> Result<Self> {
        self.references = self.references.with_weights(weights)?;
        Ok(self)
    }

    /// For every point the class with most votes, of equal ones that of the nearest neighbour; and the share of votes of
    /// every class: m rows of `class_count` numbers that sum to 1.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where the points have other columns.
    pub fn elect(&self, points: &RowMatrix<'_>) -> Result<(Vec<usize>, RowMatrix<'static>)> {
        let points = Samples::from_matrix(points.borrowed())?;
        let index = Exact::new(&self.references, Metric::Euclidean)?;
        let wanted = self.neighbors.min(self.classes.len());
        let nearest = index.nearest(Queries::Points(&points), wanted)?;
        let mut shares = vec![0.0; nearest.len() * self.class_count];
        let mut elected = Vec::with_capacity(nearest.len());
        for (row, neighbors) in shares.chunks_exact_mut(self.class_count).zip(&nearest) {
            let votes = self.votes(neighbors);
            let vote = 1.0 / votes.iter().map(|(_, votes)| votes).sum::<f64>();
            votes.iter().for_each(|&(class, votes)| row[class] += votes * vote);
            elected.push(self.winner(&votes));
        }
        Ok((elected, RowMatrix::new(shares, nearest.len(), self.class_count)))
    }

    /// How clear it is that points are of certain classes: for each the relative margin (d_other − d_own)/(d_other + d_own) of
    /// its distances to the nearest labeled row of its class and of another, between −1 and 1.
    pub(crate) fn margins(&self, points: &RowMatrix<'_>, classes: &[usize]) -> Result<Vec<f64>> {
        let points = Samples::from_matrix(points.borrowed())?;
        let mut margins = vec![0.0; classes.len()];
        for class in 0..self.class_count {
            let rows: Vec<usize> = (0..classes.len()).filter(|&i| classes[i] == class).collect();
            if rows.is_empty() {
                continue;
            }
            let points = points.gather(&rows);
            let (own, other) =
                (self.to_class(&points, class, true)?, self.to_class(&points, class, false)?);
            for (k, &row) in rows.iter().enumerate() {
                margins[row] = relative_margin(own[k], other[k]);
            }
        }
        Ok(margins)
    }

    /// The distance to the nearest labeled row of a class, or of any other; infinite where there is none.
    fn to_class(&self, points: &Samples<'_>, class: usize, same: bool) -> Result<Vec<f64>> {
        let of_kind = |&row: &usize| (self.classes[row] == class) == same;
        let rows: Vec<usize> = (0..self.classes.len()).filter(of_kind).collect();
        if rows.is_empty() {
            return Ok(vec![f64::INFINITY; points.rows()]);
        }
        let index = Exact::over(&self.references, Metric::Euclidean, rows)?;
        let nearest = index.nearest(Queries::Points(points), 1)?;
        Ok(nearest.iter().map(|n| n.first().map_or(f64::INFINITY, |n| n.distance)).collect())
    }

    /// The classes of the nearest points and how many votes each has, up to k in all.
    fn votes(&self, nearest: &[Neighbor]) -> Vec<(usize, f64)> {
        let mut room = self.neighbors as f64;
        let mut votes = Vec::with_capacity(nearest.len());
        for neighbor in nearest {
            let own = self.references.weight(neighbor.row).min(room);
            if own > 0.0 {
                votes.push((self.classes[neighbor.row], own));
            }
            room -= own;
        }
        votes
    }

    fn winner(&self, votes: &[(usize, f64)]) -> usize {
        let mut of_class = vec![0.0; self.class_count];
        votes.iter().for_each(|&(class, votes)| of_class[class] += votes);
        let most = of_class.iter().copied().fold(0.0, f64::max);
        votes.iter().map(|vote| vote.0).find(|&class| of_class[class] == most).unwrap_or(0)
    }
}

/// (d_other − d_same)/(d_other + d_same), between −1 and 1.
pub(crate) fn relative_margin(same: f64, other: f64) -> f64 {
    match (same.is_finite(), other.is_finite()) {
        (false, _) => -1.0,
        (true, false) => 1.0,
        _ if same + other == 0.0 => 0.0,
        _ => (other - same) / (other + same),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_run_from_a_class_without_a_label_to_one_alone() -> Result<()> {
        assert_eq!(relative_margin(1.0, 3.0), 0.5);
        assert_eq!(relative_margin(f64::INFINITY, 3.0), -1.0);
        assert_eq!(relative_margin(1.0, f64::INFINITY), 1.0);
        assert_eq!(relative_margin(0.0, 0.0), 0.0);
        let points = RowMatrix::new(vec![0.0, 0.25, 0.75, 0.5], 4, 1);
        let margins = line(&[2, 1], 1)?.margins(&points, &[2, 2, 2, 0])?;
        assert_eq!(margins, [1.0, 0.5, -0.5, -1.0]);
        Ok(())
    }

    /// Points 0, 1, 2, … on a line.
    fn line(classes: &[usize], neighbors: usize) -> Result<NearestNeighbors<'static>> {
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
    fn a_point_of_weight_two_votes_as_the_point_twice() -> Result<()> {
        let points = RowMatrix::new(vec![-1.0, 2.5, 9.0], 3, 1);
        let places = RowMatrix::new(vec![0.0, 1.0, 1.0, 2.0, 3.0, 3.0, 3.0], 7, 1);
        for neighbors in 1..9 {
            let twice =
                NearestNeighbors::new(places.clone(), vec![0, 1, 1, 0, 2, 2, 2], 3, neighbors)?;
            let weights = vec![1.0, 2.0, 1.0, 3.0];
            let (classes, found) =
                line(&[0, 1, 0, 2], neighbors)?.with_weights(weights)?.elect(&points)?;
            let (expected, shares) = twice.elect(&points)?;
            assert_eq!(classes, expected, "{neighbors} votes");
            let equal = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
            assert!(found.values().iter().zip(shares.values()).all(equal), "{neighbors} votes");
        }
        Ok(())
    }

    #[test]
    fn one_vote_is_that_of_the_nearest_point_however_light() -> Result<()> {
        let points = RowMatrix::new(vec![0.2, 1.2], 2, 1);
        let light = line(&[1, 2, 2], 1)?.with_weights(vec![0.3, 0.9, 0.9])?;
        let (classes, shares) = light.elect(&points)?;
        assert_eq!((classes, shares.row(0)), (vec![1, 2], &[0.0, 1.0, 0.0][..]));
        // Weights that are all alike are none.
        let same = line(&[1, 2, 2], 3)?.with_weights(vec![0.25; 3])?.elect(&points)?;
        assert_eq!(same.0, line(&[1, 2, 2], 3)?.elect(&points)?.0);
        Ok(())
    }

    #[test]
    fn shares_sum_to_one_though_there_are_fewer_points_than_votes() -> Result<()> {
        let shares = line(&[2, 1, 1, 1], 9)?.elect(&RowMatrix::new(vec![-1.0], 1, 1))?.1;
        assert_eq!(shares.values(), [0.0, 0.75, 0.25]);
        Ok(())
    }
}
