//! Z: the rows as learners see them, stored or made of the samples whenever they are asked for.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::dense::{Mat, MatRef};

use crate::data::Samples;
use crate::matrix::{Blocks, RowMatrix, weighted_gram};

/// n × r coordinates of the centred rows.
#[derive(Debug, Clone)]
pub(crate) struct Coordinates<'a> {
    source: Source<'a>,
    /// How often each row counts, where not all count once.
    weights: Option<Arc<[f64]>>,
    /// ZᵀZ, every row as often as it counts, found when it is first wanted.
    gram: OnceLock<Mat<f64>>,
}

#[derive(Debug, Clone)]
enum Source<'a> {
    Stored(RowMatrix<'a>),
    /// Some columns of the samples minus their means: no second copy is held.
    Centered {
        samples: Samples<'a>,
        mean: Vec<f64>,
        /// Absent where all columns are taken.
        columns: Option<Vec<usize>>,
    },
}

impl<'a> Coordinates<'a> {
    /// Coordinates that were computed.
    pub(crate) fn stored(values: RowMatrix<'a>) -> Self {
        Self { source: Source::Stored(values), weights: None, gram: OnceLock::new() }
    }

    /// The chosen columns of samples, ascending, minus `mean`, which has one number for every column of the samples.
    pub(crate) fn centered(samples: Samples<'a>, mean: Vec<f64>, columns: &[usize]) -> Self {
        let all = columns.len() == samples.columns();
        let columns = (!all).then(|| columns.to_vec());
        let weights = samples.shared_weights();
        Self { source: Source::Centered { samples, mean, columns }, weights, gram: OnceLock::new() }
    }

    /// Coordinates whose rows count as often as those of some samples.
    pub(crate) fn weighed_like(self, samples: &Samples<'_>) -> Self {
        Self { weights: samples.shared_weights(), ..self }
    }

    /// How often each row counts; nothing where all count once.
    pub(crate) fn weights(&self) -> Option<&Arc<[f64]>> {
        self.weights.as_ref()
    }

    /// How often row `i` counts.
    pub(crate) fn weight(&self, i: usize) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights[i])
    }

    /// n, every row counted as often as it counts.
    pub(crate) fn total_weight(&self) -> f64 {
        self.weights.as_ref().map_or(self.rows() as f64, |weights| weights.iter().sum())
    }

    /// Every row times its weight.
    pub(crate) fn times_weights(&self, weights: &[f64]) -> Coordinates<'static> {
        let (width, mut values) =
            (self.columns(), Vec::with_capacity(self.rows() * self.columns()));
        self.fill(0..self.rows(), &mut values);
        for (row, weight) in values.chunks_exact_mut(width).zip(weights) {
            row.iter_mut().for_each(|value| *value *= weight);
        }
        Coordinates::stored(RowMatrix::new(values, weights.len(), width))
    }

    /// Coordinates whose ZᵀZ is known.
    pub(crate) fn with_gram(self, gram: Mat<f64>) -> Self {
        Self { gram: OnceLock::from(gram), ..self }
    }

    /// ZᵀZ, every row as often as it counts.
    pub(crate) fn gram(&self) -> &Mat<f64> {
        self.gram.get_or_init(|| weighted_gram(self, self.weights.as_deref()))
    }

    /// A copy in memory, where that is at most so many numbers: for callers that meet each row many times.
    pub(crate) fn kept(&self, most: usize) -> Cow<'_, Coordinates<'a>> {
        match &self.source {
            Source::Centered { .. } if self.rows() * self.columns() <= most => {
                let mut values = Vec::new();
                self.fill(0..self.rows(), &mut values);
                let values = RowMatrix::new(values, self.rows(), self.columns());
                Cow::Owned(Self { source: Source::Stored(values), ..self.clone() })
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// Number of rows, n.
    pub(crate) fn rows(&self) -> usize {
        match &self.source {
            Source::Stored(values) => values.rows(),
            Source::Centered { samples, .. } => samples.rows(),
        }
    }

    /// Number of coordinates, r.
    pub(crate) fn columns(&self) -> usize {
        match &self.source {
            Source::Stored(values) => values.columns(),
            Source::Centered { samples, columns, .. } => {
                columns.as_ref().map_or(samples.columns(), Vec::len)
            }
        }
    }

    /// Row `i`.
    pub(crate) fn row(&self, i: usize) -> Cow<'_, [f64]> {
        match &self.source {
            Source::Stored(values) => Cow::Borrowed(values.row(i)),
            Source::Centered { .. } => {
                let mut row = Vec::new();
                self.fill(i..i + 1, &mut row);
                Cow::Owned(row)
            }
        }
    }

    /// Row `i`, put into `room` where it is not stored as such: for loops over many rows.
    pub(crate) fn row_in<'r>(&'r self, i: usize, room: &'r mut Vec<f64>) -> &'r [f64] {
        match &self.source {
            Source::Stored(values) => values.row(i),
            Source::Centered { .. } => {
                self.fill(i..i + 1, room);
                room
            }
        }
    }

    /// The chosen rows, copied.
    pub(crate) fn gather(&self, rows: &[usize]) -> RowMatrix<'static> {
        match &self.source {
            Source::Stored(values) => values.gather(rows),
            Source::Centered { .. } => {
                let mut values = Vec::with_capacity(rows.len() * self.columns());
                let mut row = Vec::new();
                for &i in rows {
                    self.fill(i..i + 1, &mut row);
                    values.extend_from_slice(&row);
                }
                RowMatrix::new(values, rows.len(), self.columns())
            }
        }
    }

    /// Puts some rows into `room`.
    pub(crate) fn fill(&self, rows: Range<usize>, room: &mut Vec<f64>) {
        match &self.source {
            Source::Stored(values) => {
                room.clear();
                rows.for_each(|i| room.extend_from_slice(values.row(i)));
            }
            Source::Centered { samples, mean, columns: None } => {
                samples.centered_block(rows, mean, room);
            }
            Source::Centered { samples, mean, columns: Some(columns) } => {
                samples.centered_block(rows.clone(), mean, room);
                // Columns are ascending, so that every number moves to the front.
                let (width, from) = (columns.len(), samples.columns());
                for i in 0..rows.len() {
                    for (k, &column) in columns.iter().enumerate() {
                        room[i * width + k] = room[i * from + column];
                    }
                }
                room.truncate(rows.len() * width);
            }
        }
    }
}

impl Blocks for Coordinates<'_> {
    fn rows(&self) -> usize {
        self.rows()
    }

    fn columns(&self) -> usize {
        self.columns()
    }

    fn block<'b>(&'b self, rows: Range<usize>, room: &'b mut Vec<f64>) -> MatRef<'b, f64> {
        match &self.source {
            Source::Stored(values) => values.tile(rows),
            Source::Centered { .. } => {
                let count = rows.len();
                self.fill(rows, room);
                MatRef::from_row_major_slice(room, count, self.columns())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;

    #[test]
    fn rows_are_the_same_stored_or_not() -> Result<()> {
        let values: Vec<f64> = (0..15).map(|i| f64::from(i * i % 11)).collect();
        let single: Vec<f32> = values.iter().map(|&v| v as f32).collect();
        let mean = vec![1.0, 2.0, 3.0];
        for samples in
            [Samples::from_row_major(values, 5, 3)?, Samples::from_row_major_f32(single, 5, 3)?]
        {
            for columns in [vec![0, 1, 2], vec![0, 2], vec![1]] {
                let stored = Coordinates::stored(samples.centered(&mean, &columns));
                let made = Coordinates::centered(samples.borrowed(), mean.clone(), &columns);
                assert_eq!((made.rows(), made.columns()), (5, columns.len()));
                assert_eq!(made.gather(&[4, 0, 2]), stored.gather(&[4, 0, 2]));
                let (mut a, mut b) = (Vec::new(), Vec::new());
                let (made_block, stored_block) =
                    (made.block(1..4, &mut a), stored.block(1..4, &mut b));
                assert_eq!(made_block.to_owned(), stored_block.to_owned());
                assert_eq!(made.row(3), stored.row(3));
            }
        }
        Ok(())
    }
}
