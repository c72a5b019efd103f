//! The state, sent whenever it changes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use tokio::sync::watch::Receiver;
use tokio::time::{Instant, sleep_until, timeout};

use crate::desk::Desk;
use crate::state;

/// At most so often, unless there is a new map.
const APART: Duration = Duration::from_millis(100);
/// How often it is looked at how far some work is.
const LOOK: Duration = Duration::from_millis(250);
/// How often the line is kept alive.
const ALIVE: Duration = Duration::from_secs(15);

struct Listener {
    desk: Arc<Desk>,
    changes: Receiver<u64>,
    sent: Option<Sent>,
}

/// The last state that was sent.
struct Sent {
    when: Instant,
    map: Option<u32>,
    text: String,
}

pub(super) async fn events(
    State(desk): State<Arc<Desk>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = desk.listen();
    let stream = unfold(Listener { desk, changes, sent: None }, |mut own| async {
        let event = own.next().await?;
        Some((Ok(event), own))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE))
}

impl Listener {
    /// The next state that differs from the last one; nothing at the end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(Sent { when, map, .. }) = &self.sent {
                // Work that is underway changes the state without saying so.
                match self.desk.orders.working() {
                    Some(_) => _ = timeout(LOOK, self.changes.changed()).await,
                    None => self.changes.changed().await.ok()?,
                }
                if self.desk.map_version() == *map {
                    sleep_until(*when + APART).await;
                }
            }
            self.changes.borrow_and_update();
            let (map, text) = (self.desk.map_version(), state::of(&self.desk).to_string());
            if self.sent.as_ref().is_none_or(|sent| sent.text != text) {
                self.sent = Some(Sent { when: Instant::now(), map, text: text.clone() });
                return Some(Event::default().event("state").data(text));
            }
        }
    }
}
