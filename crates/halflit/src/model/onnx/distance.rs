//! Distances and nearest rows in a graph.
//!
//! Nearest rows are found as the library finds them: products bound the distances, the rows that may be among the nearest are measured by
//! differences, in one order of summation, and of equally near rows the first wins. So they are the same rows, to the last tie.

use super::graph::{Attribute, Graph, Value};
use super::tensor::{Kind, Tensor};
use super::wire::Message;

/// Rows that are measured beyond those that are asked for.
const SPARE: usize = 6;
/// How far off a squared distance by products may be, relative to the squared lengths of the rows.
const ROUNDING: f64 = 1e-13;
/// Sums that the library adds up side by side.
const LANES: usize = 8;

/// Rows that stay: their value, how many they are, and how many columns they have.
pub(super) struct Rows {
    pub(super) value: Value,
    pub(super) count: usize,
    pub(super) columns: usize,
}

impl Graph {
    /// ‖x − y‖² by products, around the mean of the rows, so that little cancels: m × n, never below 0. With it, how far off it may be.
    pub(super) fn squared(&mut self, x: &Value, rows: &Value) -> (Value, Value) {
        let center = self.reduced("ReduceMean", rows, 0, true);
        let (x, rows) = (self.op("Sub", &[x, &center]), self.op("Sub", &[rows, &center]));
        let (own, theirs) = (self.lengths(&x), self.lengths(&rows));
        let theirs = self.op("Transpose", &[&theirs]);
        let minus_two = self.number(-2.0);
        let rows = self.op("Mul", &[&rows, &minus_two]);
        let rows = self.op("Transpose", &[&rows]);
        let cross = self.op("MatMul", &[&x, &rows]);
        let sum = self.op("Add", &[&own, &theirs]);
        let sum = self.op("Add", &[&sum, &cross]);
        let (largest, rounding) = (self.reduced("ReduceMax", &theirs, 1, true), ROUNDING);
        let (extent, rounding) = (self.op("Add", &[&own, &largest]), self.number(rounding));
        (self.op("Relu", &[&sum]), self.op("Mul", &[&extent, &rounding]))
    }

    /// ‖x‖² of every row: m × 1.
    fn lengths(&mut self, x: &Value) -> Value {
        let squares = self.op("Mul", &[x, x]);
        self.reduced("ReduceSum", &squares, 1, true)
    }

    /// Distances to the k nearest rows, near first, and the numbers of these rows: m × k each.
    pub(super) fn nearest(&mut self, x: &Value, rows: &Rows, k: usize) -> (Value, Value) {
        let (k, wide) = (k.min(rows.count), (k + SPARE).min(rows.count));
        let (rough, rounding) = self.squared(x, &rows.value);
        // Rows that may be as near as the k-th count as equally near, so that the first of them are looked at.
        let (least, _) = self.smallest(&rough, k);
        let last = self.slice(&least, 1, k as i64 - 1, k as i64);
        let apart = self.op("Sub", &[&rough, &last]);
        let apart = self.op("Abs", &[&apart]);
        let equal = self.op("LessOrEqual", &[&apart, &rounding]);
        let rough = self.op("Where", &[&equal, &last, &rough]);
        let (_, places) = self.smallest(&rough, wide);
        // In the order of the rows, so that of equally near ones the first wins.
        let (places, _) = self.smallest(&places, wide);
        let distances = self.measured(x, rows, &places);
        let (distances, order) = self.smallest(&distances, k);
        let axis = [Attribute::Int("axis", 1)];
        (distances, self.node("GatherElements", &[&places, &order], &axis))
    }

    /// The smallest of every row, ascending, and where they stand; of equal ones the first.
    fn smallest(&mut self, x: &Value, count: usize) -> (Value, Value) {
        let count = self.whole(&[count as i64]);
        self.pair("TopK", &[x, &count], &[Attribute::Int("largest", 0)])
    }

    /// ‖x − y‖ by differences to rows of certain numbers, summed up in lanes as the library does.
    fn measured(&mut self, x: &Value, rows: &Rows, places: &Value) -> Value {
        let near = self.gather(&rows.value, places, 0);
        let one = self.whole(&[1]);
        let x = self.op("Unsqueeze", &[x, &one]);
        let apart = self.op("Sub", &[&x, &near]);
        let squares = self.op("Mul", &[&apart, &apart]);
        let lanes = self.in_lanes(&squares, rows.columns);
        let halved = [4, 2, 1].into_iter().fold(lanes, |sums, half| {
            let (low, high) = (self.slice(&sums, 2, 0, half), self.slice(&sums, 2, half, 2 * half));
            self.op("Add", &[&low, &high])
        });
        let two = self.whole(&[2]);
        let squared = self.op("Squeeze", &[&halved, &two]);
        self.op("Sqrt", &[&squared])
    }

    /// Eight sums over the last of three axes: every eighth number, one after another.
    fn in_lanes(&mut self, x: &Value, columns: usize) -> Value {
        let steps = columns.div_ceil(LANES);
        let missing = steps * LANES - columns;
        let pads = self.whole(&[0, 0, 0, 0, 0, missing as i64]);
        let padded = if missing == 0 { x.clone() } else { self.op("Pad", &[x, &pads]) };
        if steps == 1 {
            return padded;
        }
        let shape = self.whole(&[0, 0, steps as i64, LANES as i64]);
        let lanes = self.op("Reshape", &[&padded, &shape]);
        // A running sum adds in order, which a reduction need not.
        let axis = self.axis(2);
        let sums = self.op("CumSum", &[&lanes, &axis]);
        let last = self.slice(&sums, 2, steps as i64 - 1, steps as i64);
        let two = self.whole(&[2]);
        self.op("Squeeze", &[&last, &two])
    }

    /// Σ_j |x_j − y_j|: m × n, column after column, so that m × n × d0 numbers are never there at once.
    pub(super) fn absolute(&mut self, x: &Value, rows: &Value, count: usize) -> Value {
        let shape = self.op("Shape", &[x]);
        let (length, count) = (self.slice(&shape, 0, 0, 1), self.whole(&[count as i64]));
        let axis = [Attribute::Int("axis", 0)];
        let shape = self.node("Concat", &[&length, &count], &axis);
        let zero = Attribute::Tensor("value", Tensor::of_numbers(&[0.0], &[1]));
        let zeros = self.node("ConstantOfShape", &[&shape], &[zero]);
        let (x, rows) = (self.op("Transpose", &[x]), self.op("Transpose", &[rows]));
        let attributes = [Attribute::Graph("body", step()), Attribute::Int("num_scan_inputs", 2)];
        self.node("Scan", &[&zeros, &x, &rows], &attributes)
    }
}

/// One column more of a sum of differences.
fn step() -> Message {
    let mut graph = Graph::new("_step");
    let [sum, x, y] = ["_sum", "_x", "_y"].map(str::to_owned);
    let (first, second) = (graph.whole(&[1]), graph.whole(&[0]));
    let (own, their) =
        (graph.op("Unsqueeze", &[&x, &first]), graph.op("Unsqueeze", &[&y, &second]));
    let apart = graph.op("Sub", &[&own, &their]);
    let apart = graph.op("Abs", &[&apart]);
    let next = graph.op("Add", &[&sum, &apart]);
    graph.name(&next, "_next");
    let both = [None, None];
    let port = |name: &str, shape: &[Option<usize>]| super::port(name, Kind::Double, shape);
    graph
        .message()
        .bytes(2, b"step")
        .message(11, &port("_sum", &both))
        .message(11, &port("_x", &both[..1]))
        .message(11, &port("_y", &both[..1]))
        .message(12, &port("_next", &both))
}
