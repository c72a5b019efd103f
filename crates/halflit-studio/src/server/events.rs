//! The state, sent whenever it changes, and what changes more often, apart: frames of the picture and how far some work is.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use serde_json::{Value, json};
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
    /// What is to be sent.
    events: VecDeque<Event>,
}

/// What was sent last.
struct Sent {
    when: Instant,
    map: Option<u32>,
    /// The state but for the version of the map, and what was underway.
    text: String,
    working: Value,
}

pub(super) async fn events(
    State(desk): State<Arc<Desk>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = desk.listen();
    let stream =
        unfold(Listener { desk, changes, sent: None, events: VecDeque::new() }, |mut own| async {
            let event = own.next().await?;
            Some((Ok(event), own))
        });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE))
}

impl Listener {
    /// The next thing that differs from what was sent; nothing at the end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if let Some(Sent { when, map, .. }) = &self.sent {
                // Work that is underway changes the state without saying so.
                match self.desk.working() {
                    Some(_) => _ = timeout(LOOK, self.changes.changed()).await,
                    None => self.changes.changed().await.ok()?,
                }
                if self.desk.map_version() == *map {
                    sleep_until(*when + APART).await;
                }
            }
            self.changes.borrow_and_update();
            self.look();
        }
    }

    /// The whole state where it differs; else a frame where the picture has moved. How far some work is has an event of its own.
    fn look(&mut self) {
        let mut state = state::of(&self.desk);
        let working = state["working"].take();
        state.as_object_mut().map(|own| own.remove("working"));
        let whole = state.to_string();
        let version = state.get_mut("fit").and_then(|fit| fit.as_object_mut()?.remove("version"));
        let map = version.as_ref().and_then(Value::as_u64).map(|own| own as u32);
        let settled = state["fit"]["picture"]["settled"].clone();
        let text = state.to_string();
        let last = self.sent.take();
        let event = |name: &str, data: String| Event::default().event(name).data(data);
        if last.as_ref().is_none_or(|last| last.text != text) {
            self.events.push_back(event("state", whole));
        } else if last.as_ref().is_some_and(|last| last.map != map) {
            let frame = json!({ "version": map, "settled": settled });
            self.events.push_back(event("frame", frame.to_string()));
        }
        if last.as_ref().is_none_or(|last| last.working != working) {
            self.events.push_back(event("working", working.to_string()));
        }
        let when = match (&last, self.events.is_empty()) {
            (Some(last), true) => last.when,
            _ => Instant::now(),
        };
        self.sent = Some(Sent { when, map, text, working });
    }
}
