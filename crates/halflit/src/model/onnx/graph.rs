//! A graph of operators that is being built. Every method gives the value that a node makes.

use std::collections::HashMap;

use super::tensor::{Kind, Tensor};
use super::wire::Message;
use crate::matrix::RowMatrix;

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
    constants: Message,
    count: usize,
    /// What names of values begin with.
    prefix: &'static str,
    /// Small whole constants by what they hold: axes and bounds that many nodes share.
    known: HashMap<Vec<i64>, Value>,
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
        let output = self.fresh();
        self.write(kind, inputs, &[&output], attributes);
        output
    }

    /// A node with two outputs.
    pub(super) fn pair(
        &mut self,
        kind: &str,
        inputs: &[&Value],
        attributes: &[Attribute],
    ) -> (Value, Value) {
        let (first, second) = (self.fresh(), self.fresh());
        self.write(kind, inputs, &[&first, &second], attributes);
        (first, second)
    }

    /// Gives a value a name that is seen from outside.
    pub(super) fn name(&mut self, value: &Value, name: &str) {
        self.write("Identity", &[value], &[name], &[]);
    }

    fn write(&mut self, kind: &str, inputs: &[&Value], outputs: &[&str], attributes: &[Attribute]) {
        let mut node = Message::default();
        node = inputs.iter().fold(node, |node, input| node.bytes(1, input.as_bytes()));
        node = outputs.iter().fold(node, |node, output| node.bytes(2, output.as_bytes()));
        node = node.bytes(4, kind.as_bytes());
        node = attributes.iter().fold(node, |node, own| node.message(5, &own.message()));
        if kind == "OneHotEncoder" {
            node = node.bytes(7, super::TEXT_DOMAIN.as_bytes());
            self.has_texts = true;
        }
        let nodes = std::mem::take(&mut self.nodes);
        self.nodes = nodes.message(1, &node);
    }

    fn fresh(&mut self) -> Value {
        self.count += 1;
        format!("{}{}", self.prefix, self.count)
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
        if let Some(known) = self.known.get(values) {
            return known.clone();
        }
        let value = self.keep(Tensor::of_whole(values, &[values.len()]));
        self.known.insert(values.to_vec(), value.clone());
        value
    }

    /// One axis, for operators that take no list of them.
    pub(super) fn axis(&mut self, axis: i64) -> Value {
        self.keep(Tensor::of_whole(&[axis], &[]))
    }

    pub(super) fn texts(&mut self, texts: &[String]) -> Value {
        self.keep(Tensor::of_texts(texts.iter().map(String::as_str)))
    }

    fn keep(&mut self, tensor: Tensor) -> Value {
        let name = self.fresh();
        let constants = std::mem::take(&mut self.constants);
        self.constants = constants.message(5, &tensor.named(&name));
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
        self.node(kind, &[x, &axes], &[Attribute::Int("keepdims", keep.into())])
    }

    /// Entries along an axis, by their numbers.
    pub(super) fn gather(&mut self, from: &Value, places: &Value, axis: i64) -> Value {
        self.node("Gather", &[from, places], &[Attribute::Int("axis", axis)])
    }

    /// The parts of a graph message: nodes and constants.
    pub(super) fn message(&self) -> Message {
        self.nodes.clone().joined(&self.constants)
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
