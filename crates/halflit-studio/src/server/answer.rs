//! Answers of all kinds.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::error::{Kind, Result, StudioError};

/// What a route answers.
pub(super) type Answer = Result<Response>;

impl IntoResponse for StudioError {
    fn into_response(self) -> Response {
        let status = match self.kind {
            Kind::Request => StatusCode::BAD_REQUEST,
            Kind::Forbidden => StatusCode::FORBIDDEN,
            Kind::Missing => StatusCode::NOT_FOUND,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = typed("application/json", body);
        *response.status_mut() = status;
        response
    }
}

/// Bytes of a type.
pub(super) fn typed(kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// A value.
pub(super) fn json(value: &Value) -> Response {
    typed("application/json", value.to_string())
}

/// Runs something that takes long or waits for the disk, where nobody else waits for it.
pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(StudioError::failed("an answer failed by a mistake of ours", "please report it"))
    })
}
