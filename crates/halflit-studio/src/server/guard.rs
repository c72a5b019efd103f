//! Who may ask: the page that was opened with the printed address, and nobody else in the same browser.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::adapter::typed;
use crate::error::{Kind, StudioError};

/// Where the token is sent.
const TOKEN: HeaderName = HeaderName::from_static("x-halflit-token");
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self' http://127.0.0.1:* http://localhost:*";

/// What every answer says, to every client.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
];

/// For people who open the address without its token.
const CLOSED: &str = "<!doctype html><meta charset=utf-8><title>halflit studio</title><p>This studio opens with the whole address that was printed when it started, with its <code>?token=…</code>.";

/// What is let through.
pub(super) struct Guard {
    token: String,
    hosts: [String; 2],
}

impl Guard {
    pub(super) fn new(token: &str, port: u16) -> Self {
        let hosts = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}"));
        Self { token: token.to_owned(), hosts }
    }

    /// Why a request is refused, if it is.
    fn refusal(&self, request: &Request) -> Option<&'static str> {
        let (headers, path) = (request.headers(), request.uri().path());
        // A name that was made to point to this machine is another site.
        if !text(headers, &header::HOST).is_some_and(|host| self.is_own(host)) {
            return Some("the address is not that of this studio");
        }
        let origin = text(headers, &header::ORIGIN);
        let own = |origin: &str| origin.strip_prefix("http://").is_some_and(|o| self.is_own(o));
        if headers.contains_key(header::ORIGIN) && !origin.is_some_and(own) {
            return Some("another site asks");
        }
        // The page itself may be opened from a link or in the frame of a notebook; nothing else may be.
        let site = headers.get(FETCH_SITE).map(HeaderValue::as_bytes);
        if path != "/" && site.is_some_and(|site| site != b"same-origin" && site != b"none") {
            return Some("another site asks");
        }
        let is_open = matches!(path, "/studio.js" | "/studio.css" | "/api/proof");
        let sent = match text(headers, &TOKEN) {
            Some(sent) if path != "/" => Some(sent),
            _ => request.uri().query().and_then(token_of),
        };
        match is_open || sent.is_some_and(|sent| equal(sent, &self.token)) {
            true => None,
            false => Some("the token is missing or wrong"),
        }
    }

    fn is_own(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own == host)
    }
}

/// A header that is there once and is text.
fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next().filter(|_| all.next().is_none());
    first.and_then(|value| value.to_str().ok())
}

/// The token has letters and digits only, so that nothing needs to be decoded.
fn token_of(query: &str) -> Option<&str> {
    query.split('&').find_map(|part| part.strip_prefix("token="))
}

/// Takes the same time wherever they differ.
fn equal(sent: &str, token: &str) -> bool {
    let differ = |sum: u8, (a, b): (u8, u8)| sum | (a ^ b);
    sent.len() == token.len() && sent.bytes().zip(token.bytes()).fold(0, differ) == 0
}

/// The one layer around everything.
pub(super) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match guard.refusal(&request) {
        None => next.run(request).await,
        Some(_) if request.uri().path() == "/" => {
            let mut page = typed("text/html; charset=utf-8", CLOSED);
            *page.status_mut() = StatusCode::FORBIDDEN;
            page
        }
        Some(why) => {
            let help = "open the whole address that was printed when the studio started";
            StudioError::new(Kind::Forbidden, why, help).into_response()
        }
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
