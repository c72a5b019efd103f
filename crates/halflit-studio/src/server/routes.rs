//! What the page asks for and what it does.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::answer::{Answer, aside, json, typed};
use super::wire;
use crate::desk::Desk;
use crate::error::{Kind, Result, StudioError};
use crate::exports::Export;
use crate::state;

/// The words behind the question mark.
pub(super) type Words = Query<HashMap<String, String>>;

/// A number of the query; 0 where there is none.
///
/// # Errors
/// What is no number.
pub(super) fn number(words: &Words, name: &str) -> Result<u32> {
    let Some(text) = words.get(name) else { return Ok(0) };
    let shown: String = halflit_io::clean(text).chars().take(40).collect();
    text.parse().map_err(|_| {
        StudioError::request(format!("{name} is '{shown}'"), "give a whole number from 0 on")
    })
}

/// Whether axes are asked for, and not the picture.
fn shows_axes(words: &Words) -> Result<bool> {
    match words.get("show").map(String::as_str) {
        None | Some("picture") => Ok(false),
        Some("axes") => Ok(true),
        Some(other) => {
            let shown: String = halflit_io::clean(other).chars().take(40).collect();
            let help = "ask for show=picture or show=axes";
            Err(StudioError::request(format!("show is '{shown}'"), help))
        }
    }
}

pub(super) async fn state(State(desk): State<Arc<Desk>>) -> Response {
    json(&state::of(&desk))
}

pub(super) async fn map(State(desk): State<Arc<Desk>>, words: Words) -> Answer {
    let since = number(&words, "since")?;
    let axes = shows_axes(&words)?;
    let state = desk.state();
    Ok(match &state.shown {
        None => StatusCode::NO_CONTENT.into_response(),
        Some(shown) => {
            typed("application/octet-stream", wire::map(&state.session, shown, since, axes))
        }
    })
}

pub(super) async fn labels(State(desk): State<Arc<Desk>>, words: Words) -> Answer {
    let since = number(&words, "since")?;
    let message = wire::labels(&desk.state().session, since);
    Ok(typed("application/octet-stream", message))
}

pub(super) async fn actions(
    State(desk): State<Arc<Desk>>,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let limit = super::LARGEST_BODY >> 20;
            let help = format!("send at most {limit} MiB: fewer rows at a time");
            StudioError::new(Kind::TooLarge, "the request is too large", help)
        }
        _ => StudioError::request("the request could not be read", "send it again"),
    })?;
    let action = serde_json::from_slice(&body).map_err(|error| {
        let help =
            "send one action as JSON, such as {\"do\":\"label\",\"rows\":[0],\"class\":\"cat\"}";
        StudioError::request(format!("this is not an action: {error}"), help)
    })?;
    let version = aside(move || desk.act(action)).await?;
    Ok(json(&json!({ "version": version })))
}

pub(super) async fn export(State(desk): State<Arc<Desk>>, Path(name): Path<String>) -> Answer {
    let export = Export::named(&name)?;
    let bytes = aside(move || export.bytes(&desk)).await?;
    let mut response = typed(export.kind(), bytes);
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{}\"", export.file()))
    {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

pub(super) async fn nowhere(address: Uri) -> StudioError {
    let path: String = halflit_io::clean(address.path()).chars().take(60).collect();
    StudioError::new(Kind::Missing, format!("there is nothing at {path}"), "open the page at /")
}
