//! One request, one reply: everything that a page asks for, however it asks.
//!
//! A server on a port, a notebook's kernel and a worker of a browser carry requests in different ways. All of them end here.

mod columns;
mod images;
mod query;
mod reply;
mod rows;
mod search;
mod wire;

pub use reply::Reply;

use serde_json::json;

use crate::desk::Desk;
use crate::error::{Kind, Result, StudioError};
use crate::exports::Export;
use crate::orders::Doer;
use crate::state;
use query::Query;

/// Bytes that a request may have.
pub(crate) const LARGEST_BODY: usize = 16 << 20;

/// What a page asks.
///
/// ```
/// use halflit_studio::Request;
///
/// let map = Request::get("/api/map?since=3");
/// let label = Request::post("/api/actions", br#"{"do":"label","rows":[0],"class":"cat"}"#);
/// assert_eq!((map.method, label.method), ("GET", "POST"));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    /// `GET`, or `POST` for an action.
    pub method: &'r str,
    /// The path, with what follows its question mark.
    pub path: &'r str,
    /// An action as JSON; empty for everything else.
    pub body: &'r [u8],
}

impl<'r> Request<'r> {
    /// Asks for something.
    pub fn get(path: &'r str) -> Self {
        Self { method: "GET", path, body: &[] }
    }

    /// Does something.
    pub fn post(path: &'r str, body: &'r [u8]) -> Self {
        Self { method: "POST", path, body }
    }
}

/// What is answered. `doer` does what only the engine can do.
pub(crate) fn answer(desk: &Desk, doer: &mut Doer<'_>, request: &Request<'_>) -> Reply {
    found(desk, doer, request).unwrap_or_else(|error| Reply::from(&error))
}

fn found(desk: &Desk, doer: &mut Doer<'_>, request: &Request<'_>) -> Result<Reply> {
    let (path, rest) = request.path.split_once('?').unwrap_or((request.path, ""));
    let query = Query::of(rest);
    let does = path == "/api/actions";
    if request.method != if does { "POST" } else { "GET" } {
        let what: String = halflit_io::clean(request.method).chars().take(20).collect();
        let help = "ask with GET, and send actions with POST to /api/actions";
        return Err(StudioError::new(Kind::Method, format!("{what} is not for {path}"), help));
    }
    match path {
        "/api/actions" => actions(desk, request.body),
        "/api/state" => Ok(Reply::json(&state::of(desk))),
        "/api/map" => map(desk, &query),
        "/api/labels" => labels(desk, &query),
        "/api/rows" => rows::rows(desk, &query),
        "/api/search" => search::search(desk, &query),
        "/api/near" => search::near(desk, &query),
        "/api/columns" => columns::columns(desk),
        "/api/column" => columns::column(desk, &query),
        "/api/regions" => columns::regions(desk),
        "/api/image" => images::image(desk, &query),
        _ => match path.strip_prefix("/api/export/") {
            Some(name) => export(desk, doer, name),
            None => Err(nowhere(path)),
        },
    }
}

fn map(desk: &Desk, query: &Query) -> Result<Reply> {
    let (since, axes) = (query.number("since")?, shows_axes(query)?);
    let state = desk.state();
    Ok(match &state.shown {
        None => Reply::nothing(),
        Some(shown) => Reply::binary(wire::map(&state.session, shown, since, axes)),
    })
}

/// Whether axes are asked for, and not the picture.
fn shows_axes(query: &Query) -> Result<bool> {
    match query.get("show") {
        "" | "picture" => Ok(false),
        "axes" => Ok(true),
        other => {
            let shown: String = halflit_io::clean(other).chars().take(40).collect();
            let help = "ask for show=picture or show=axes";
            Err(StudioError::request(format!("show is '{shown}'"), help))
        }
    }
}

fn labels(desk: &Desk, query: &Query) -> Result<Reply> {
    let since = query.number("since")?;
    Ok(Reply::binary(wire::labels(&desk.state().session, since)))
}

fn actions(desk: &Desk, body: &[u8]) -> Result<Reply> {
    if body.len() > LARGEST_BODY {
        return Err(too_large());
    }
    let action = serde_json::from_slice(body).map_err(|error| {
        let help =
            "send one action as JSON, such as {\"do\":\"label\",\"rows\":[0],\"class\":\"cat\"}";
        StudioError::request(format!("this is not an action: {error}"), help)
    })?;
    let version = desk.act(action)?;
    Ok(Reply::json(&json!({ "version": version })))
}

/// A body of more bytes than are taken.
pub(crate) fn too_large() -> StudioError {
    let help = format!("send at most {} MiB: fewer rows at a time", LARGEST_BODY >> 20);
    StudioError::new(Kind::TooLarge, "the request is too large", help)
}

fn export(desk: &Desk, doer: &mut Doer<'_>, name: &str) -> Result<Reply> {
    let export = Export::named(name)?;
    let bytes = export.bytes(desk, doer)?;
    Ok(Reply { file: Some(export.file()), ..Reply::typed(export.kind(), bytes) })
}

fn nowhere(path: &str) -> StudioError {
    let path: String = halflit_io::clean(path).chars().take(60).collect();
    StudioError::new(Kind::Missing, format!("there is nothing at {path}"), "open the page at /")
}
