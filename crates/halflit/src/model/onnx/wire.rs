//! Protocol buffers, as far as ONNX needs them: fields are numbered, and are either a whole number or some bytes.
//!
//! Numbers of fields are those of [`onnx.proto3`](https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3), which never change.

/// A message that is being written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Message(Vec<u8>);

impl Message {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A whole number; those below 0 take ten bytes.
    #[must_use]
    pub(super) fn int(mut self, field: u64, value: i64) -> Self {
        self.variable(field << 3);
        self.variable(value as u64);
        self
    }

    /// Bytes, text or another message.
    #[must_use]
    pub(super) fn bytes(mut self, field: u64, bytes: &[u8]) -> Self {
        self.variable(field << 3 | 2);
        self.variable(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }

    /// Another message.
    #[must_use]
    pub(super) fn message(self, field: u64, message: &Message) -> Self {
        self.bytes(field, &message.0)
    }

    /// Seven bits per byte, the lowest first; the eighth says that more follow.
    fn variable(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_written_as_the_format_says() {
        let inner = Message::default().int(1, 150);
        assert_eq!(inner.clone().into_bytes(), [0x08, 0x96, 0x01]);
        let text = Message::default().bytes(2, b"testing");
        assert_eq!(text.into_bytes(), [0x12, 7, b't', b'e', b's', b't', b'i', b'n', b'g']);
        assert_eq!(Message::default().message(3, &inner).into_bytes(), [0x1a, 3, 0x08, 0x96, 0x01]);
        assert_eq!(Message::default().int(1, -1).len(), 11);
    }
}
