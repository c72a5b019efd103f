//! What is answered, over HTTP or otherwise.

use serde_json::Value;

use crate::error::{Kind, StudioError};

/// What a page gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// A status as HTTP has them: 200 is well, 204 is nothing yet, from 400 on it is an error, whose bytes say what and what to do.
    pub status: u16,
    /// The type of the content; empty where there is none.
    pub kind: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
    /// The name of the file that it is to be saved in, for exports.
    pub file: Option<&'static str>,
}

impl Reply {
    /// Bytes of a type.
    pub(crate) fn typed(kind: &'static str, bytes: Vec<u8>) -> Self {
        Self { status: 200, kind, bytes, file: None }
    }

    /// A value.
    pub(crate) fn json(value: &Value) -> Self {
        Self::typed("application/json", value.to_string().into_bytes())
    }

    /// Arrays.
    pub(crate) fn binary(bytes: Vec<u8>) -> Self {
        Self::typed("application/octet-stream", bytes)
    }

    /// Nothing yet.
    pub(crate) fn nothing() -> Self {
        Self { status: 204, ..Self::typed("", Vec::new()) }
    }
}

impl From<&StudioError> for Reply {
    fn from(error: &StudioError) -> Self {
        let status = match error.kind {
            Kind::Request => 400,
            Kind::Forbidden => 403,
            Kind::Missing => 404,
            Kind::Method => 405,
            Kind::TooLarge => 413,
            _ => 500,
        };
        let bytes = serde_json::to_vec(error).unwrap_or_default();
        Self { status, ..Self::typed("application/json", bytes) }
    }
}
