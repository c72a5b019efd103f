//! What the page is told without asking, as a stream of events.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{self, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use tokio::sync::watch::{Receiver, Sender};
use tokio::time::{sleep, timeout};

use crate::desk::Desk;
use crate::follower::{Event, Follower};

/// How often the line is kept alive.
const ALIVE: Duration = Duration::from_secs(15);

/// Whom streams follow, and what wakes them.
#[derive(Clone)]
pub(super) struct Source {
    desk: Arc<Desk>,
    changes: Sender<()>,
}

impl Source {
    pub(super) fn of(desk: &Arc<Desk>) -> Self {
        let (changes, desk) = (Sender::new(()), desk.clone());
        let told = changes.clone();
        desk.changes.call(move || told.send_replace(()));
        Self { desk, changes }
    }
}

struct Listener {
    follower: Follower,
    changes: Receiver<()>,
    /// What is to be sent.
    events: VecDeque<Event>,
}

pub(super) async fn events(
    State(source): State<Source>,
) -> Sse<impl Stream<Item = Result<sse::Event, Infallible>>> {
    let (changes, follower) = (source.changes.subscribe(), Follower::new(source.desk));
    let stream = unfold(Listener { follower, changes, events: VecDeque::new() }, |mut own| async {
        let Event { name, data } = own.next().await?;
        Some((Ok(sse::Event::default().event(name).data(data)), own))
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
            if !self.follower.is_new() {
                match self.follower.look_again() {
                    Some(longest) => _ = timeout(longest, self.changes.changed()).await,
                    None => self.changes.changed().await.ok()?,
                }
                if let Some(early) = self.follower.early() {
                    sleep(early).await;
                }
            }
            self.changes.borrow_and_update();
            self.events.extend(self.follower.news());
        }
    }
}
