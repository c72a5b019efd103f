//! The nearest rows of a block of rows, found block by block.

use crate::error::{Error, Result};
use crate::neighbors::Neighbor;

/// The nearest rows of every row of a block among those blocks that it has met.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockNearest {
    /// The number of the block's first row among all rows.
    pub(super) first: usize,
    /// How many are kept for each row.
    pub(super) wanted: usize,
    /// By the numbers of all rows, nearest first, equal distances by the lower number.
    pub(super) lists: Vec<Vec<Neighbor>>,
    /// Of every row the smallest distance above 0; infinite where there is none.
    pub(super) positive: Vec<f64>,
}

impl BlockNearest {
    /// Takes in what was found for the same rows in other blocks, in any order.
    ///
    /// # Errors
    /// [`Error::Shape`] where it is of other rows, or of another number of nearest ones.
    pub fn merge(&mut self, other: &BlockNearest) -> Result<()> {
        let of = |own: &Self| {
            format!("{} of the rows {} to {}", own.wanted, own.first, own.first + own.lists.len())
        };
        if of(self) != of(other) {
            return Err(Error::shape("the nearest rows", of(self), of(other)));
        }
        for (own, more) in self.lists.iter_mut().zip(&other.lists) {
            own.extend_from_slice(more);
            own.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.row.cmp(&b.row)));
            own.truncate(self.wanted);
        }
        self.positive.iter_mut().zip(&other.positive).for_each(|(own, more)| *own = own.min(*more));
        Ok(())
    }

    /// Number of rows of the block.
    pub fn rows(&self) -> usize {
        self.lists.len()
    }

    /// σ_i: the distance to the k-th nearest row; where copies make that zero, the smallest one that is not.
    pub(super) fn scales(&self, k: usize) -> Result<Vec<f64>> {
        let scale = |(i, list): (usize, &Vec<Neighbor>)| {
            let reached = list.get(k.min(list.len()).saturating_sub(1)).map_or(0.0, |n| n.distance);
            let scale = if reached > 0.0 { reached } else { self.positive[i] };
            match scale.is_finite() {
                true => Ok(scale),
                false => Err(Error::NoLocalScale { row: self.first + i }),
            }
        };
        self.lists.iter().enumerate().map(scale).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equally_near_rows_those_of_the_lower_numbers_are_kept() -> Result<()> {
        let of = |rows: [usize; 2]| {
            let list = rows.map(|row| Neighbor { row, distance: 1.0 }).to_vec();
            BlockNearest { first: 0, wanted: 2, lists: vec![list], positive: vec![1.0] }
        };
        let mut all = of([5, 7]);
        all.merge(&of([3, 9]))?;
        assert_eq!(all, of([3, 5]));
        Ok(())
    }
}
