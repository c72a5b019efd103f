//! A tree of boxes over points in the order of a space-filling curve, so that far points are seen as one.
//!
//! Leaves are sixteen points that follow each other on the curve, and four nodes have one parent. Boxes are always tight around the
//! points as they lie now. So an order from some steps ago costs time but no accuracy.

use crate::threads::*;

/// Points of a leaf: as many as vector registers take at once.
pub(super) const LEAF: usize = 16;
/// Children of a node.
const FAN: usize = 4;
/// Leaves made by one task.
const TASK: usize = 64;

/// Points of one box, seen as one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<const D: usize> {
    pub(super) low: [f32; D],
    pub(super) high: [f32; D],
    pub(super) center: [f32; D],
    pub(super) count: f32,
}

impl<const D: usize> Node<D> {
    const EMPTY: Self = Self {
        low: [f32::INFINITY; D],
        high: [f32::NEG_INFINITY; D],
        center: [0.0; D],
        count: 0.0,
    };

    fn of_points(points: &[[f32; D]]) -> Self {
        let one = |point: &[f32; D]| Self { low: *point, high: *point, center: *point, count: 1.0 };
        points.iter().map(one).fold(Self::EMPTY, Self::with).centered()
    }

    fn of_nodes(nodes: &[Self]) -> Self {
        let whole = |node: &Self| Self { center: node.center.map(|x| x * node.count), ..*node };
        nodes.iter().map(whole).fold(Self::EMPTY, Self::with).centered()
    }

    /// Both, their centers summed.
    fn with(mut self, other: Self) -> Self {
        for d in 0..D {
            self.low[d] = self.low[d].min(other.low[d]);
            self.high[d] = self.high[d].max(other.high[d]);
            self.center[d] += other.center[d];
        }
        self.count += other.count;
        self
    }

    fn centered(self) -> Self {
        Self { center: self.center.map(|x| x / self.count), ..self }
    }

    /// The longest side, squared.
    fn size(&self) -> f32 {
        let side = (0..D).map(|d| self.high[d] - self.low[d]).fold(0.0, f32::max);
        side * side
    }

    /// The squared distance of the other's center from this box.
    fn gap(&self, other: &Self) -> f32 {
        let outside =
            |d: usize| (self.low[d] - other.center[d]).max(other.center[d] - self.high[d]).max(0.0);
        (0..D).map(|d| outside(d) * outside(d)).sum()
    }
}

/// The tree of some points.
#[derive(Debug)]
pub(super) struct Tree<const D: usize> {
    /// Which point is where on the curve.
    pub(super) order: Vec<u32>,
    /// The points in that order.
    pub(super) points: Vec<[f32; D]>,
    /// Leaves first, the root last.
    levels: Vec<Vec<Node<D>>>,
}

impl<const D: usize> Tree<D> {
    pub(super) fn new() -> Self {
        Self { order: Vec::new(), points: Vec::new(), levels: Vec::new() }
    }

    /// Takes the points as they lie now, in the order that it has.
    pub(super) fn refit(&mut self, points: &[[f32; D]]) {
        let order = &self.order;
        self.points.resize(order.len(), [0.0; D]);
        let own = self.points.par_chunks_mut(TASK * LEAF).zip(order.par_chunks(TASK * LEAF));
        own.for_each(|(own, order)| {
            own.iter_mut().zip(order).for_each(|(own, &row)| *own = points[row as usize]);
        });
        self.levels.clear();
        let leaves = self.points.par_chunks(LEAF).with_min_len(TASK).map(Node::of_points);
        let mut level: Vec<Node<D>> = leaves.collect();
        while level.len() > 1 {
            let next = level.par_chunks(FAN).with_min_len(TASK).map(Node::of_nodes).collect();
            self.levels.push(std::mem::replace(&mut level, next));
        }
        self.levels.push(level);
    }

    /// Puts the points into a new order.
    pub(super) fn sort(&mut self, points: &[[f32; D]]) {
        let whole = Node::of_points(points);
        let width = whole.size().sqrt().max(f32::MIN_POSITIVE);
        let bits = 30 / D as u32;
        let scale = ((1u32 << bits) - 1) as f32 / width;
        let key = |(row, point): (usize, &[f32; D])| {
            let cell: [u32; D] =
                std::array::from_fn(|d| ((point[d] - whole.low[d]) * scale) as u32);
            (u64::from(on_curve(cell, bits)) << 32) | row as u64
        };
        let mut keys: Vec<u64> = points.par_iter().enumerate().map(key).collect();
        // Every key is there once, so that there is one order.
        keys.par_sort_unstable();
        self.order = keys.into_iter().map(|key| key as u32).collect();
    }

    pub(super) fn leaves(&self) -> &[Node<D>] {
        self.levels.first().map_or(&[], Vec::as_slice)
    }

    /// What a leaf looks at, each with how many points it stands for: points of near leaves, centers of far nodes. A node is far if
    /// it is smaller than `angle` times its distance.
    pub(super) fn look(
        &self,
        leaf: &Node<D>,
        angle: f32,
        stack: &mut Vec<(usize, usize)>,
        mut seen: impl FnMut(&[f32; D], f32),
    ) {
        stack.clear();
        stack.push((self.levels.len() - 1, 0));
        while let Some((level, at)) = stack.pop() {
            let node = &self.levels[level][at];
            if node.size() <= angle * angle * leaf.gap(node) {
                seen(&node.center, node.count);
            } else if level == 0 {
                let start = at * LEAF;
                let points = &self.points[start..(start + LEAF).min(self.points.len())];
                points.iter().for_each(|point| seen(point, 1.0));
            } else {
                let end = ((at + 1) * FAN).min(self.levels[level - 1].len());
                stack.extend((at * FAN..end).rev().map(|child| (level - 1, child)));
            }
        }
    }
}

/// The place of a cell on Hilbert's curve, by Skilling: cells that follow each other touch, so that leaves are compact.
fn on_curve<const D: usize>(mut cell: [u32; D], bits: u32) -> u32 {
    for bit in (1..bits).rev() {
        let (side, below) = (1 << bit, (1 << bit) - 1);
        for d in 0..D {
            if cell[d] & side != 0 {
                cell[0] ^= below;
            } else {
                let differing = (cell[0] ^ cell[d]) & below;
                cell[0] ^= differing;
                cell[d] ^= differing;
            }
        }
    }
    (1..D).for_each(|d| cell[d] ^= cell[d - 1]);
    let odd = (1..bits).filter(|&bit| cell[D - 1] & (1 << bit) != 0);
    let turned = odd.fold(0, |turned, bit| turned ^ ((1 << bit) - 1));
    let mut key = 0;
    for bit in (0..bits).rev() {
        for coordinate in cell {
            key = (key << 1) | (((coordinate ^ turned) >> bit) & 1);
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_follow_each_other_touch() {
        let mut flat: Vec<(u32, [u32; 2])> =
            (0..64).map(|i| [i / 8, i % 8]).map(|cell| (on_curve(cell, 3), cell)).collect();
        flat.sort_unstable();
        assert!(flat.iter().enumerate().all(|(place, &(key, _))| key as usize == place));
        let steps = flat
            .windows(2)
            .map(|two| (0..2).map(|d| two[0].1[d].abs_diff(two[1].1[d])).sum::<u32>());
        assert!(steps.into_iter().all(|step| step == 1));
        let mut deep: Vec<(u32, [u32; 3])> = (0..64)
            .map(|i| [i / 16, i / 4 % 4, i % 4])
            .map(|cell| (on_curve(cell, 2), cell))
            .collect();
        deep.sort_unstable();
        let steps = deep
            .windows(2)
            .map(|two| (0..3).map(|d| two[0].1[d].abs_diff(two[1].1[d])).sum::<u32>());
        assert!(steps.into_iter().all(|step| step == 1));
    }
}
