//! A k-d tree: boxes in boxes, each halved at the median of its widest column. Exact, and quick where there are few columns.

use crate::data::Samples;
use crate::threads;

/// Rows of a leaf, side by side.
pub(super) const LEAF: usize = 16;
/// Boxes of more rows than this are built by two threads.
const JOINED_FROM: usize = 8192;

/// One box.
#[derive(Clone, Copy, Default)]
pub(super) struct Node {
    /// The second half; the first one follows its parent. 0 for a leaf.
    pub(super) second: u32,
    /// The place of its first row in the order of the tree, and how many there are.
    pub(super) start: u32,
    pub(super) rows: u32,
    /// The lowest row in it.
    pub(super) lowest: u32,
    /// Which leaf it is.
    pub(super) leaf: u32,
}

pub(super) struct Tree {
    pub(super) columns: usize,
    pub(super) nodes: Vec<Node>,
    /// The smallest and then the largest value of every column, node by node.
    pub(super) boxes: Vec<f64>,
    /// Rows, leaf by leaf.
    pub(super) order: Vec<u32>,
    /// For every leaf, column after column of sixteen values, infinite where there is no row.
    pub(super) leaves: Vec<f64>,
}

impl Tree {
    pub(super) fn new(samples: &Samples<'_>) -> Self {
        let (n, columns) = (samples.rows(), samples.columns());
        let mut values = Vec::new();
        samples.centered_block(0..n, &vec![0.0; columns], &mut values);
        let mut order: Vec<u32> = (0..n as u32).collect();
        let count = node_count(n);
        let mut nodes = vec![Node::default(); count];
        let mut boxes = vec![0.0; 2 * columns * count];
        let builder = Builder { values: &values, columns };
        builder.build(&mut order, 0, 0, &mut nodes, &mut boxes);
        let mut leaves = Vec::new();
        for node in nodes.iter_mut().filter(|node| node.second == 0) {
            node.leaf = (leaves.len() / (columns * LEAF)) as u32;
            let first = leaves.len();
            leaves.resize(first + columns * LEAF, f64::INFINITY);
            let rows = &order[node.start as usize..][..node.rows as usize];
            for (lane, &row) in rows.iter().enumerate() {
                let row = &values[row as usize * columns..][..columns];
                let lanes = leaves[first + lane..].iter_mut().step_by(LEAF);
                lanes.zip(row).for_each(|(out, x)| *out = *x);
            }
        }
        Self { columns, nodes, boxes, order, leaves }
    }
}

/// Nodes of a tree of so many rows: halves are as equal as can be, so that this depends on nothing else.
fn node_count(rows: usize) -> usize {
    match rows {
        0..=LEAF => 1,
        _ => 1 + node_count(rows / 2) + node_count(rows - rows / 2),
    }
}

struct Builder<'a> {
    values: &'a [f64],
    columns: usize,
}

impl Builder<'_> {
    fn value(&self, row: u32, column: usize) -> f64 {
        self.values[row as usize * self.columns + column]
    }

    /// Fills the nodes of some rows, whose first is at `start`, and whose own node is `own`.
    fn build(
        &self,
        order: &mut [u32],
        start: usize,
        own: usize,
        nodes: &mut [Node],
        boxes: &mut [f64],
    ) {
        let (low, high) = boxes[..2 * self.columns].split_at_mut(self.columns);
        low.fill(f64::INFINITY);
        high.fill(f64::NEG_INFINITY);
        for &row in order.iter() {
            let row = &self.values[row as usize * self.columns..][..self.columns];
            for ((low, high), x) in low.iter_mut().zip(high.iter_mut()).zip(row) {
                (*low, *high) = (low.min(*x), high.max(*x));
            }
        }
        let lowest = order.iter().min().copied().unwrap_or(0);
        nodes[0] =
            Node { second: 0, start: start as u32, rows: order.len() as u32, lowest, leaf: 0 };
        if order.len() <= LEAF {
            return;
        }
        let width = |column: &usize| high[*column] - low[*column];
        let widest = (0..self.columns).max_by(|a, b| width(a).total_cmp(&width(b))).unwrap_or(0);
        let half = order.len() / 2;
        order.select_nth_unstable_by(half, |&a, &b| {
            self.value(a, widest).total_cmp(&self.value(b, widest)).then(a.cmp(&b))
        });
        let first_nodes = node_count(half);
        nodes[0].second = (own + 1 + first_nodes) as u32;
        let joined = order.len() > JOINED_FROM;
        let (first, second) = order.split_at_mut(half);
        let (nodes, boxes) = (&mut nodes[1..], &mut boxes[2 * self.columns..]);
        let (nodes_1, nodes_2) = nodes.split_at_mut(first_nodes);
        let (boxes_1, boxes_2) = boxes.split_at_mut(2 * self.columns * first_nodes);
        let one = || self.build(first, start, own + 1, nodes_1, boxes_1);
        let two = || self.build(second, start + half, own + 1 + first_nodes, nodes_2, boxes_2);
        match joined {
            true => drop(threads::join(one, two)),
            false => {
                let (mut one, mut two) = (one, two);
                one();
                two();
            }
        }
    }
}
