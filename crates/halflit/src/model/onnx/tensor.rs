//! Constants of a graph. Numbers are stored in the narrowest type that holds each of them to the last bit.

use super::wire::Message;
use crate::model::narrow::Width;

/// The types of ONNX that are used, by their numbers there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Single = 1,
    Byte = 2,
    Whole = 7,
    Text = 8,
    Double = 11,
}

impl Kind {
    pub(super) fn number(self) -> i64 {
        self as i64
    }
}

/// A constant: shape, type and what it holds.
#[derive(PartialEq)]
pub(super) struct Tensor {
    pub(super) kind: Kind,
    message: Message,
}

impl Tensor {
    /// Numbers, row after row.
    pub(super) fn of_numbers(values: &[f64], shape: &[usize]) -> Self {
        // A few numbers are not worth a cast.
        let width = if values.len() <= FEW { Width::Double } else { Width::of(values) };
        let kind = match width {
            Width::Byte => Kind::Byte,
            Width::Single => Kind::Single,
            Width::Double => Kind::Double,
        };
        let bytes = width.bytes(values);
        Self { kind, message: header(kind, shape).bytes(9, &bytes) }
    }

    pub(super) fn of_whole(values: &[i64], shape: &[usize]) -> Self {
        let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        Self { kind: Kind::Whole, message: header(Kind::Whole, shape).bytes(9, &bytes) }
    }

    pub(super) fn of_texts<'t>(texts: impl ExactSizeIterator<Item = &'t str>) -> Self {
        let message = header(Kind::Text, &[texts.len()]);
        let message = texts.fold(message, |message, text| message.bytes(6, text.as_bytes()));
        Self { kind: Kind::Text, message }
    }

    /// As a message; a name makes it one of the graph's constants.
    pub(super) fn named(&self, name: &str) -> Message {
        self.message().bytes(8, name.as_bytes())
    }

    /// As a message without a name: an attribute.
    pub(super) fn message(&self) -> Message {
        self.message.clone()
    }
}

/// Numbers that are stored as doubles whatever they are.
const FEW: usize = 64;

fn header(kind: Kind, shape: &[usize]) -> Message {
    let message = shape.iter().fold(Message::default(), |m, &length| m.int(1, length as i64));
    message.int(2, kind.number())
}
