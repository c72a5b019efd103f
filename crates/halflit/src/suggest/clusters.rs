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
