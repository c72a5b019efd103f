//! A graph of operators that is being built. Every method gives the value that a node makes.
//!
//! Nothing is stored twice: a constant or node that is there already gives the value that it made before.

use std::collections::HashMap;

use super::tensor::{Kind, Tensor};
use super::wire::Message;
use crate::matrix::RowMatrix;

/// What names of values are made of. Those that are written in small letters belong to steps of a scan.
const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The name of a value.
pub(super) type Value = String;

/// An attribute of a node.
pub(super) enum Attribute {
    Int(&'static str, i64),
    Texts(&'static str, Vec<String>),
    Tensor(&'static str, Tensor),
    Graph(&'static str, Message),
}

/// Nodes and constants.
#[derive(Default)]
pub(super) struct Graph {
    nodes: Message,
    constants: Vec<(Tensor, Value)>,
    count: usize,
    /// What names of values begin with.
    prefix: &'static str,
    /// What each node made, by all that the node is but the names of its outputs.
    made: HashMap<Message, Vec<Value>>,
    /// Whether an operator for texts is among the nodes.
    pub(super) has_texts: bool,
}

impl Graph {
    /// An empty graph whose values have names of their own.
    pub(super) fn new(prefix: &'static str) -> Self {
        Self { prefix, ..Self::default() }
    }

    /// A node with one output.
    pub(super) fn op(&mut self, kind: &str, inputs: &[&Value]) -> Value {
        self.node(kind, inputs, &[])
    }

    /// A node with attributes and one output.
    pub(super) fn node(
        &mut self,
        kind: &str,
        inputs: &[&Value],
        attributes: &[Attribute],
    ) -> Value {
        self.made(kind, inputs, attributes, 1).swap_remove(0)
    }

    /// A node with two outputs.
    pub(super) fn pair(
        &mut self,
        kind: &str,
        inputs: &[&Value],
        attributes: &[Attribute],
    ) -> (Value, Value) {
        let mut outputs = self.made(kind, inputs, attributes, 2);
        let second = outputs.swap_remove(1);
        (outputs.swap_remove(0), second)
    }

    /// Gives a value a name that is seen from outside.
    pub(super) fn name(&mut self, value: &Value, name: &str) {
        let node = node("Identity", &[value], &[]);
        self.write(&node, &[name.to_owned()]);
    }

    /// What a node gives: that of an equal one before it, if there is one.
    fn made(
        &mut self,
        kind: &str,
        inputs: &[&Value],
        attributes: &[Attribute],
        count: usize,
    ) -> Vec<Value> {
        let node = node(kind, inputs, attributes);
        if let Some(known) = self.made.get(&node) {
            return known.clone();
        }
        self.has_texts |= is_of_texts(kind);
        let outputs: Vec<Value> = (0..count).map(|_| self.fresh()).collect();
        self.write(&node, &outputs);
        self.made.insert(node, outputs.clone());
        outputs
    }

    fn write(&mut self, node: &Message, outputs: &[Value]) {
        let node = outputs.iter().fold(node.clone(), |node, own| node.bytes(2, own.as_bytes()));
        let nodes = std::mem::take(&mut self.nodes);
        self.nodes = nodes.message(1, &node);
    }

    fn fresh(&mut self) -> Value {
        self.count += 1;
        format!("{}{}", self.prefix, short(self.count))
    }

    /// A constant in double precision.
    pub(super) fn numbers(&mut self, values: &[f64], shape: &[usize]) -> Value {
        let tensor = Tensor::of_numbers(values, shape);
        let kind = tensor.kind;
        let stored = self.keep(tensor);
        if kind == Kind::Double { stored } else { self.cast(&stored, Kind::Double) }
    }

    pub(super) fn vector(&mut self, values: &[f64]) -> Value {
        self.numbers(values, &[values.len()])
    }

    pub(super) fn matrix(&mut self, matrix: &RowMatrix<'_>) -> Value {
        self.numbers(matrix.values(), &[matrix.rows(), matrix.columns()])
    }

    /// One number.
    pub(super) fn number(&mut self, value: f64) -> Value {
        self.numbers(&[value], &[])
    }

    /// Whole numbers, such as axes, bounds and shapes.
    pub(super) fn whole(&mut self, values: &[i64]) -> Value {
        self.keep(Tensor::of_whole(values, &[values.len()]))
    }

    /// One axis, for operators that take no list of them.
    pub(super) fn axis(&mut self, axis: i64) -> Value {
        self.keep(Tensor::of_whole(&[axis], &[]))
    }

    pub(super) fn texts(&mut self, texts: &[String]) -> Value {
        self.keep(Tensor::of_texts(texts.iter().map(String::as_str)))
    }

    /// One number, so many times over.
    pub(super) fn repeated(&mut self, value: f64, count: usize) -> Value {
        let (value, count) = (self.number(value), self.whole(&[count as i64]));
        self.op("Expand", &[&value, &count])
    }

    fn keep(&mut self, tensor: Tensor) -> Value {
        if let Some((_, known)) = self.constants.iter().find(|(own, _)| *own == tensor) {
            return known.clone();
        }
        let name = self.fresh();
        self.constants.push((tensor, name.clone()));
        name
    }

    pub(super) fn cast(&mut self, value: &Value, to: Kind) -> Value {
        self.node("Cast", &[value], &[Attribute::Int("to", to.number())])
    }

    /// Numbers with the digits of single precision alone.
    pub(super) fn rounded(&mut self, value: &Value) -> Value {
        let single = self.cast(value, Kind::Single);
        self.cast(&single, Kind::Double)
    }

    /// (x − offset) · factor.
    pub(super) fn scaled(&mut self, x: &Value, offset: &[f64], factor: &[f64]) -> Value {
        let (offset, factor) = (self.vector(offset), self.vector(factor));
        let apart = self.op("Sub", &[x, &offset]);
        self.op("Mul", &[&apart, &factor])
    }

    /// Columns from `start` up to `end` along an axis.
    pub(super) fn slice(&mut self, x: &Value, axis: i64, start: i64, end: i64) -> Value {
        let parts = [self.whole(&[start]), self.whole(&[end]), self.whole(&[axis])];
        self.op("Slice", &[x, &parts[0], &parts[1], &parts[2]])
    }

    /// A reduction, such as a sum, along one axis.
    pub(super) fn reduced(&mut self, kind: &str, x: &Value, axis: i64, keep: bool) -> Value {
        let axes = self.whole(&[axis]);
        // Axes are kept where nothing is said.
        let dropped = [Attribute::Int("keepdims", 0)];
        self.node(kind, &[x, &axes], if keep { &[] } else { &dropped })
    }

    /// Entries along an axis, by their numbers.
    pub(super) fn gather(&mut self, from: &Value, places: &Value, axis: i64) -> Value {
        // The first axis is meant where nothing is said.
        let own = [Attribute::Int("axis", axis)];
        self.node("Gather", &[from, places], if axis == 0 { &[] } else { &own })
    }

    /// The parts of a graph message: nodes and constants.
    pub(super) fn message(&self) -> Message {
        let constants = self.constants.iter();
        constants.fold(self.nodes.clone(), |body, (own, name)| body.message(5, &own.named(name)))
    }
}

/// A number in digits and capital letters: names of values are much of the graph of a small model.
fn short(number: usize) -> String {
    let digits = number.checked_ilog(DIGITS.len()).unwrap_or(0);
    let digit = |k| char::from(DIGITS[number / DIGITS.len().pow(k) % DIGITS.len()]);
    (0..=digits).rev().map(digit).collect()
}

/// Whether an operator is one of those for texts.
fn is_of_texts(kind: &str) -> bool {
    kind == "OneHotEncoder"
}

/// A node whose outputs have no names yet.
fn node(kind: &str, inputs: &[&Value], attributes: &[Attribute]) -> Message {
    let node = inputs.iter().fold(Message::default(), |node, own| node.bytes(1, own.as_bytes()));
    let node = node.bytes(4, kind.as_bytes());
    let node = attributes.iter().fold(node, |node, own| node.message(5, &own.message()));
    match is_of_texts(kind) {
        true => node.bytes(7, super::TEXT_DOMAIN.as_bytes()),
        false => node,
    }
}

impl Attribute {
    fn message(&self) -> Message {
        // The last field says which of the others is meant.
        let (name, message, kind) = match self {
            Attribute::Int(name, value) => (name, Message::default().int(3, *value), 2),
            Attribute::Texts(name, texts) => {
                let texts = texts.iter().fold(Message::default(), |m, t| m.bytes(9, t.as_bytes()));
                (name, texts, 8)
            }
            Attribute::Tensor(name, tensor) => {
                (name, Message::default().message(5, &tensor.message()), 4)
            }
            Attribute::Graph(name, graph) => (name, Message::default().message(6, graph), 5),
        };
        message.bytes(1, name.as_bytes()).int(20, kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_stored_twice() {
        let mut graph = Graph::new("_");
        let values: Vec<f64> = (0..1000).map(|k| f64::from(k) / 3.0).collect();
        let once = graph.vector(&values);
        let (sum, length) = (graph.op("Neg", &[&once]), graph.message().len());
        let again = graph.vector(&values);
        assert_eq!(graph.op("Neg", &[&again]), sum);
        assert_eq!(graph.message().len(), length);
        let column = graph.numbers(&values, &[1000, 1]);
        assert_ne!(column, once);
        assert_ne!(graph.op("Neg", &[&column]), sum);
    }

    #[test]
    fn names_differ() {
        assert_eq!(
            [0, 9, 10, 35, 36, 1295, 1296].map(short),
            ["0", "9", "A", "Z", "10", "ZZ", "100"]
        );
    }
}
