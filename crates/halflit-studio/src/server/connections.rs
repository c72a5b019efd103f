//! Connections: as many as a few browsers need, and none that says nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// Connections at a time; others wait at the door. A process may often have no more than 256 files open.
const MOST: usize = 64;
/// How long the head of a request may take, and how long a connection may say nothing between two.
const HEAD: Duration = Duration::from_secs(3);
/// How long to wait where the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers everyone who comes, for ever.
pub(super) async fn serve(listener: TcpListener, router: Router) {
    let room = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(place) = room.clone().acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    answer(stream, router).await;
                    drop(place);
                });
            }
            // Somebody left at the door, or there are too many open files: both pass.
            Err(_) => sleep(PAUSE).await,
        }
    }
}

async fn answer(stream: TcpStream, router: Router) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let service = TowerToHyperService::new(router);
    // A client that breaks off, or is too slow, is told nothing.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}
