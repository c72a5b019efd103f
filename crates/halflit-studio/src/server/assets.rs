//! The page, embedded.

use std::io::Write;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::adapter::typed;

/// A file, plain and packed.
struct Asset {
    kind: &'static str,
    plain: &'static [u8],
    packed: Vec<u8>,
}

impl Asset {
    fn new(kind: &'static str, plain: &'static [u8]) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let packed = encoder.write_all(plain).and_then(|()| encoder.finish());
        Self { kind, plain, packed: packed.unwrap_or_default() }
    }

    fn answer(&'static self, headers: &HeaderMap) -> Response {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let gzip = |part: &str| part.trim() == "gzip" || part.trim().starts_with("gzip;");
        let takes = accepted.is_some_and(|accepted| accepted.split(',').any(gzip));
        if !takes || self.packed.is_empty() {
            return typed(self.kind, self.plain);
        }
        let mut response = typed(self.kind, self.packed.as_slice());
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response
    }
}

static PAGE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("text/html; charset=utf-8", include_bytes!("../../page/index.html"))
});
static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("text/javascript; charset=utf-8", include_bytes!("../../page/studio.js"))
});
static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("text/css; charset=utf-8", include_bytes!("../../page/studio.css"))
});

pub(super) async fn page(headers: HeaderMap) -> Response {
    PAGE.answer(&headers)
}

pub(super) async fn script(headers: HeaderMap) -> Response {
    SCRIPT.answer(&headers)
}

pub(super) async fn style(headers: HeaderMap) -> Response {
    STYLE.answer(&headers)
}
