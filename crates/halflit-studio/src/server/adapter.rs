//! From HTTP to a request, and from a reply to HTTP.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::answers::{Reply, Request, answer, too_large};
use crate::desk::Desk;
use crate::error::StudioError;

/// Everything but the page and its events. An answer may take long or wait for the disk, so that nobody else waits for it.
pub(super) async fn answered(
    State(desk): State<Arc<Desk>>,
    method: Method,
    address: Uri,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, StudioError> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => StudioError::request("the request could not be read", "send it again"),
    })?;
    let work = move || {
        let path = address.path_and_query().map_or("/", |own| own.as_str());
        // A head is what is got, without its content, which hyper leaves out.
        let method = if method == Method::HEAD { "GET" } else { method.as_str() };
        answer(&desk, &mut |job| desk.orders.job(job), &Request { method, path, body: &body })
    };
    let reply = tokio::task::spawn_blocking(work).await.map_err(|_| {
        StudioError::failed("an answer failed by a mistake of ours", "please report it")
    })?;
    Ok(reply.into_response())
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let mut response = match self.kind {
            "" => Response::new(Body::from(self.bytes)),
            kind => typed(kind, self.bytes),
        };
        let failed = StatusCode::INTERNAL_SERVER_ERROR;
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(failed);
        let saved = self.file.map(|file| format!("attachment; filename=\"{file}\""));
        if let Some(Ok(value)) = saved.map(|saved| HeaderValue::from_str(&saved)) {
            response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
        }
        response
    }
}

impl IntoResponse for StudioError {
    fn into_response(self) -> Response {
        Reply::from(&self).into_response()
    }
}

/// Bytes of a type.
pub(super) fn typed(kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
