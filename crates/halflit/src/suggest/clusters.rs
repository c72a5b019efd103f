//! Rows, the leaf of the tree that each belongs to, and the tree.

use super::cells;
use super::places::Places;
use super::tree::Tree;
use crate::data::Samples;
use crate::error::Result;
use crate::views::{Engine, Look};

/// Clusters of rows, nested.
#[derive(Debug, Clone)]
pub(super) struct Clusters {
    pub(super) places: Places,
    pub(super) tree: Tree,
    /// The leaf of the tree that every row belongs to; all rows, leaf after leaf; and where each leaf begins and the last ends.
    leaf_of: Vec<u32>,
    members: Vec<u32>,
    starts: Vec<usize>,
}

impl Clusters {
    /// Of rows that were looked at, and the means of the leaves in Z.
    pub(super) fn of(
        samples: &Samples<'_>,
        looks: (&Look<'_>, &Look<'_>),
        engine: &dyn Engine,
    ) -> Result<(Self, Samples<'static>)> {
        let (places, coordinates) = Places::of(samples, looks, engine)?;
        let leaves = cells::cells(&coordinates, &places.weights)?;
        let tree = Tree::of(&leaves.means, &leaves.weights)?;
        let leaf_of = leaves.of_row;
        let mut members: Vec<u32> = (0..samples.rows() as u32).collect();
        members.sort_by_key(|&row| leaf_of[row as usize]);
        let before =
            |leaf: usize| members.partition_point(|&row| (leaf_of[row as usize] as usize) < leaf);
        let starts = (0..=tree.leaves()).map(before).collect();
        Ok((Self { places, tree, leaf_of, members, starts }, leaves.means))
    }

    pub(super) fn rows(&self) -> usize {
        self.leaf_of.len()
    }

    pub(super) fn leaf(&self, row: usize) -> usize {
        self.leaf_of[row] as usize
    }

    /// The rows of a leaf, ascending.
    pub(super) fn rows_of(&self, leaf: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.members[self.starts[leaf]..self.starts[leaf + 1]].iter().map(|&row| row as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::{Columns, Threads};

    #[test]
    fn rows_that_count_more_are_joined_later() -> Result<()> {
        let rows = Samples::from_rows(&[[0.0], [1.0], [5.0], [6.5]])?;
        let joined = |weights: Vec<f64>| -> Result<Vec<bool>> {
            let samples = rows.clone().with_weights(weights)?;
            let look = |columns| Look::of(&samples, columns);
            let looks = (&look(Columns::Given)?, &look(Columns::Standardized)?);
            let tree = Clusters::of(&samples, looks, &Threads)?.0.tree;
            let around = tree.free(&tree.holding(std::iter::empty()), Some(3));
            Ok(around.windows(2).map(|pair| pair[0] == pair[1]).collect())
        };
        assert_eq!(joined(vec![1.0; 4])?, [true, false, false]);
        assert_eq!(joined(vec![10.0, 10.0, 1.0, 1.0])?, [false, false, true]);
        Ok(())
    }
}
