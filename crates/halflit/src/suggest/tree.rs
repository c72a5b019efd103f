//! Ward's tree, by chains of nearest clusters.
//!
//! A chain goes from a cluster to the nearest one, and on, until two are nearest to each other: those are joined. Joining never
//! makes a third cluster nearer, so the order in which pairs are found does not matter, and sorting them by height gives the
//! same tree as looking for the nearest pair of all each time.

use crate::data::Samples;
use crate::error::Result;
use crate::watch;

/// Leaves, and clusters of two clusters each, numbered behind them in the order of what their joining cost.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    leaves: usize,
    /// The cluster that each is part of; the last, which is all, is part of itself.
    parent: Vec<u32>,
}

/// A cluster that is still to be joined.
struct Cluster {
    /// One of its leaves.
    leaf: u32,
    weight: f64,
    /// What its last join cost.
    height: f64,
}

impl Tree {
    /// Of leaves with their weights.
    pub(super) fn of(means: &Samples<'_>, weights: &[f64]) -> Result<Self> {
        let leaves = means.rows();
        let columns = means.columns();
        let mut places = means.to_rows().into_values();
        let mut clusters: Vec<Option<Cluster>> = (0u32..)
            .zip(weights)
            .map(|(leaf, &weight)| Some(Cluster { leaf, weight, height: 0.0 }))
            .collect();
        let mut pairs: Vec<(f64, u32, u32)> = Vec::with_capacity(leaves.saturating_sub(1));
        let mut chain: Vec<usize> = Vec::new();
        let stage = watch::stage("tree of clusters", leaves.saturating_sub(1));
        while pairs.len() + 1 < leaves {
            if chain.is_empty() {
                chain.extend(clusters.iter().position(Option::is_some));
            }
            let last = chain[chain.len() - 1];
            let before = chain.len().checked_sub(2).map(|at| chain[at]);
            let (near, cost) = nearest(&clusters, &places, columns, last, before);
            if before != Some(near) {
                chain.push(near);
                continue;
            }
            chain.truncate(chain.len() - 2);
            let (Some(a), Some(b)) = (clusters[near].take(), clusters[last].take()) else { break };
            // Rounding must not put a join before those that it is made of.
            let height = cost.max(a.height).max(b.height);
            pairs.push((height, a.leaf, b.leaf));
            let weight = a.weight + b.weight;
            for column in 0..columns {
                let (x, y) = (places[near * columns + column], places[last * columns + column]);
                places[near * columns + column] = (a.weight * x + b.weight * y) / weight;
            }
            clusters[near] = Some(Cluster { leaf: a.leaf, weight, height });
            stage.advance(1)?;
        }
        // Stable: of equal heights those come first that were joined first.
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        Ok(Self { leaves, parent: parents(leaves, &pairs) })
    }

    /// How many leaves there are.
    pub(super) fn leaves(&self) -> usize {
        self.leaves
    }

    /// Every cluster that holds one of some leaves.
    pub(super) fn holding(&self, leaves: impl Iterator<Item = usize>) -> Vec<bool> {
        let mut holds = vec![false; self.parent.len()];
        leaves.for_each(|leaf| self.hold(leaf, &mut holds));
        holds
    }

    /// Marks the clusters that hold a leaf.
    pub(super) fn hold(&self, leaf: usize, holds: &mut [bool]) {
        let mut cluster = leaf;
        while !holds[cluster] {
            holds[cluster] = true;
            cluster = self.parent[cluster] as usize;
        }
    }

    /// For every leaf the largest cluster around it that `holds` nothing; none for a leaf that is held itself. With `count`, none of the
    /// joins that leave fewer clusters than that is looked at, and where such a cluster is held no part of it counts.
    pub(super) fn free(&self, holds: &[bool], count: Option<usize>) -> Vec<Option<usize>> {
        let all = self.parent.len();
        let limit = count.map_or(all, |count| 2 * self.leaves - count.clamp(1, self.leaves));
        let mut around: Vec<Option<usize>> = vec![None; limit];
        for cluster in (0..limit).rev() {
            let parent = self.parent[cluster] as usize;
            let is_root = parent >= limit || parent == cluster;
            around[cluster] = match (holds[cluster], is_root) {
                (true, _) => None,
                (false, true) => Some(cluster),
                (false, false) if holds[parent] && count.is_none() => Some(cluster),
                (false, false) => around[parent],
            };
        }
        around.truncate(self.leaves);
        around
    }
}

/// The cluster that each leaf and each pair is part of.
fn parents(leaves: usize, pairs: &[(f64, u32, u32)]) -> Vec<u32> {
    let all = leaves + pairs.len();
    let mut parent: Vec<u32> = (0..all as u32).collect();
    // The cluster that a leaf stands for, and the leaf that stands for a cluster.
    let mut cluster: Vec<u32> = (0..leaves as u32).collect();
    let mut standing: Vec<usize> = (0..leaves).collect();
    for (join, &(_, a, b)) in pairs.iter().enumerate() {
        let (a, b) = (root(&mut standing, a as usize), root(&mut standing, b as usize));
        let own = (leaves + join) as u32;
        parent[cluster[a] as usize] = own;
        parent[cluster[b] as usize] = own;
        standing[b] = a;
        cluster[a] = own;
    }
    parent
}

/// The leaf that stands for the cluster of another, with shorter ways on the way there.
fn root(parent: &mut [usize], mut leaf: usize) -> usize {
    while parent[leaf] != leaf {
        parent[leaf] = parent[parent[leaf]];
        leaf = parent[leaf];
    }
    leaf
}

/// The cluster that is cheapest to join with one; of equal ones the one before it in the chain, so that a chain ends, else the first.
fn nearest(
    clusters: &[Option<Cluster>],
    places: &[f64],
    columns: usize,
    own: usize,
    before: Option<usize>,
) -> (usize, f64) {
    let place = |cluster: usize| &places[cluster * columns..(cluster + 1) * columns];
    let (mut best, mut least) = (own, f64::INFINITY);
    let weight = clusters[own].as_ref().map_or(1.0, |own| own.weight);
    for (other, cluster) in clusters.iter().enumerate() {
        let Some(cluster) = cluster.as_ref().filter(|_| other != own) else { continue };
        let pairs = place(own).iter().zip(place(other));
        let square: f64 = pairs.map(|(x, y)| (x - y) * (x - y)).sum();
        let cost = square * weight * cluster.weight / (weight + cluster.weight);
        if cost < least || (cost == least && before == Some(other)) {
            (best, least) = (other, cost);
        }
    }
    (best, least)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clusters of a cut.
    fn partition(tree: &Tree, count: usize) -> Vec<Vec<usize>> {
        let free = tree.free(&tree.holding(std::iter::empty()), Some(count));
        let mut roots: Vec<usize> = free.iter().copied().flatten().collect();
        roots.sort_unstable();
        roots.dedup();
        let members = |&root: &usize| (0..free.len()).filter(|&i| free[i] == Some(root)).collect();
        let mut clusters: Vec<Vec<usize>> = roots.iter().map(members).collect();
        clusters.sort();
        clusters
    }

    /// The nearest pair of all, each time.
    fn by_hand(points: &[[f64; 2]], count: usize) -> Vec<Vec<usize>> {
        let mut clusters: Vec<Vec<usize>> = (0..points.len()).map(|i| vec![i]).collect();
        let mean = |members: &[usize], k: usize| {
            members.iter().map(|&i| points[i][k]).sum::<f64>() / members.len() as f64
        };
        while clusters.len() > count {
            let mut best = (f64::INFINITY, 0, 0);
            for i in 0..clusters.len() {
                for j in i + 1..clusters.len() {
                    let (a, b) = (&clusters[i], &clusters[j]);
                    let square: f64 = (0..2).map(|k| (mean(a, k) - mean(b, k)).powi(2)).sum();
                    let (m, n) = (a.len() as f64, b.len() as f64);
                    let cost = square * m * n / (m + n);
                    if cost < best.0 {
                        best = (cost, i, j);
                    }
                }
            }
            let other = clusters.remove(best.2);
            clusters[best.1].extend(other);
            clusters[best.1].sort_unstable();
        }
        clusters.sort();
        clusters
    }

    #[test]
    fn chains_find_the_tree_that_the_nearest_pairs_make() -> Result<()> {
        let point = |i: usize| [((i * 37) as f64).sin() * 3.0, ((i * i) as f64).cos() + i as f64];
        let points: Vec<[f64; 2]> = (0..40).map(point).collect();
        let tree = Tree::of(&Samples::from_rows(&points)?, &[1.0; 40])?;
        for count in [1, 2, 3, 7, 20, 39, 40] {
            assert_eq!(partition(&tree, count), by_hand(&points, count), "{count}");
        }
        Ok(())
    }

    #[test]
    fn equal_leaves_are_joined_first() -> Result<()> {
        let points = [[0.0, 0.0], [5.0, 1.0], [0.0, 0.0], [5.0, 1.0], [5.0, 1.0]];
        let tree = Tree::of(&Samples::from_rows(&points)?, &[1.0; 5])?;
        assert_eq!(partition(&tree, 2), [vec![0, 2], vec![1, 3, 4]]);
        assert_eq!(partition(&tree, 9).len(), 5);
        Ok(())
    }

    #[test]
    fn what_is_free_is_as_large_as_it_can_be() -> Result<()> {
        let points = [[0.0], [0.1], [5.0], [5.3], [9.0]];
        let tree = Tree::of(&Samples::from_rows(&points)?, &[1.0; 5])?;
        let free = |held: &[usize], count| {
            let around = tree.free(&tree.holding(held.iter().copied()), count);
            around.iter().map(|own| own.map(|own| own >= 5)).collect::<Vec<_>>()
        };
        // Beside leaf 2 its neighbour is free by itself, and the first two together.
        let beside = [Some(true), Some(true), None, Some(false), Some(false)];
        assert_eq!(free(&[2], None), beside);
        let cut = [Some(true), Some(true), None, None, Some(false)];
        assert_eq!(free(&[2], Some(3)), cut);
        assert_eq!(free(&[0, 1, 2, 3, 4], None), [None; 5]);
        Ok(())
    }
}
