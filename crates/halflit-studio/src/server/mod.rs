//! The server: loopback only, one page, one token.

mod adapter;
mod assets;
mod connections;
mod events;
mod guard;
mod proof;

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::Uri;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use futures_util::future::select;

use crate::answers::LARGEST_BODY;
use crate::desk::Desk;
use crate::error::{Kind, Result, StudioError};
use guard::Guard;

/// Threads that answer; what takes long has threads of its own.
const THREADS: usize = 2;

/// A port of this machine alone; 0 for any that is free.
///
/// # Errors
/// A port that is taken, or may not be used.
pub(crate) fn bind(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        let what = match error.kind() {
            std::io::ErrorKind::AddrInUse => format!("port {port} of this machine is taken"),
            _ => format!("port {port} of this machine cannot be used: {error}"),
        };
        StudioError::new(Kind::Port, what, "choose another port, or let one be found")
    })
}

/// A secret of 128 bits from the system's random source, as 32 letters.
///
/// # Errors
/// That the system has none.
pub(crate) fn token() -> Result<String> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        let what = format!("the system gives no random numbers: {error}");
        StudioError::failed(what, "check that /dev/urandom can be read")
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Answers until `stop` ends.
///
/// # Errors
/// What the system refuses.
pub(crate) fn run(
    desk: Arc<Desk>,
    listener: TcpListener,
    token: &str,
    stop: tokio::sync::oneshot::Receiver<()>,
) -> Result<()> {
    let failed = |error: std::io::Error| {
        StudioError::failed(format!("the server failed: {error}"), "start it again")
    };
    let port = listener.local_addr().map_err(failed)?.port();
    listener.set_nonblocking(true).map_err(failed)?;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(THREADS).enable_all().build().map_err(failed)?;
    let router = router(desk, token, Guard::new(token, port));
    let served = runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let serve = std::pin::pin!(connections::serve(listener, router));
        select(serve, stop).await;
        Ok(())
    });
    // Streams of events never end by themselves, and nobody who waits would be told anything.
    runtime.shutdown_background();
    served.map_err(failed)
}

fn router(desk: Arc<Desk>, token: &str, guard: Guard) -> Router {
    let token: Arc<str> = token.into();
    let prove = move |address: Uri| async move { proof::answer(&token, &address) };
    Router::new()
        .route("/", get(assets::page))
        .route("/studio.js", get(assets::script))
        .route("/studio.css", get(assets::style))
        .route("/api/proof", get(prove))
        .route("/api/events", get(events::events).with_state(events::Source::of(&desk)))
        .fallback(adapter::answered)
        .with_state(desk)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(Arc::new(guard), guard::guard))
}
